"""Runs migrations against the configured database, or writes their SQL (`--sql`)."""

import importlib
import pkgutil

from alembic import context

import app.api
from app.api.core.db import Row, open_engine
from app.api.core.settings import Settings

for package in pkgutil.iter_modules(app.api.__path__):
    if package.ispkg and any(
        module.name == "models" for module in pkgutil.iter_modules([f"{app.api.__path__[0]}/{package.name}"])
    ):
        importlib.import_module(f"app.api.{package.name}.models")

options = {
    "target_metadata": Row.metadata,
    # SQLite alters a table by copying it; PostgreSQL alters it in place.
    "render_as_batch": True,
    "compare_type": True,
    # A migration that fails half way leaves nothing behind, on SQLite too.
    "transactional_ddl": True,
}
url = context.config.get_main_option("sqlalchemy.url") or Settings().sqlalchemy_url

if context.is_offline_mode():
    context.configure(url=url, literal_binds=True, dialect_opts={"paramstyle": "named"}, **options)
    with context.begin_transaction():
        context.run_migrations()
else:
    engine = open_engine(url)
    with engine.connect() as connection:
        sqlite = connection.dialect.name == "sqlite"
        if sqlite:
            # A table that others refer to is dropped and put back: nothing may follow it meanwhile. Only possible
            # before the transaction begins; what the references are worth afterwards is checked inside it.
            connection.connection.driver_connection.execute("PRAGMA foreign_keys=OFF")
        context.configure(connection=connection, **options)
        with context.begin_transaction():
            context.run_migrations()
            if sqlite and (dangling := connection.exec_driver_sql("PRAGMA foreign_key_check").all()):
                raise RuntimeError(f"rows refer to nothing: {dangling[:5]}")
    engine.dispose()
