"""A PostgreSQL server of the tests' own: Debian's programs, a cluster in a temporary folder, no network."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from sqlalchemy import create_engine, text

INSTALLED = Path("/usr/lib/postgresql")
DEBIAN_USER = "postgres"


def programs() -> Path:
    """Where the newest installed server's programs are. Raises RuntimeError naming what to install."""
    found = sorted(INSTALLED.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not found:
        raise RuntimeError("no PostgreSQL: run tests/tools, or install the package postgresql")
    return found[-1].parent


@dataclass(frozen=True, slots=True)
class Postgres:
    """A running server."""

    folder: Path

    def url(self, database: str) -> str:
        """How SQLAlchemy reaches a database, by the socket in the folder."""
        return f"postgresql+psycopg://{DEBIAN_USER}@/{database}?host={self.folder}"

    def fresh(self) -> str:
        """The address of a new, empty database."""
        name = f"t{uuid4().hex}"
        engine = create_engine(self.url("postgres"), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        engine.dispose()
        return self.url(name)


@contextmanager
def postgres() -> Iterator[Postgres]:
    """Start a server, and stop it in the end. Root runs it as Debian's own user, for it refuses to run as root."""
    folder = Path(tempfile.mkdtemp(prefix="tenk-pg-", dir="/tmp"))
    user: dict[str, int] = {}
    if os.geteuid() == 0:
        owner = pwd.getpwnam(DEBIAN_USER)
        os.chown(folder, owner.pw_uid, owner.pw_gid)
        user = {"user": owner.pw_uid, "group": owner.pw_gid}

    def run(program: str, *arguments: str) -> None:
        subprocess.run([programs() / program, *arguments], check=True, capture_output=True, cwd=folder, **user)

    data = str(folder / "data")
    options: Sequence[str] = (
        f"-c unix_socket_directories={folder}",
        "-c listen_addresses=''",
        "-c max_connections=200",
        # Power cuts are not what these tests are about.
        "-c fsync=off",
    )
    try:
        run("initdb", "-D", data, "-U", DEBIAN_USER, "-A", "trust", "-E", "UTF8", "--no-sync")
        run("pg_ctl", "-D", data, "-w", "-l", str(folder / "log"), "-o", " ".join(options), "start")
        try:
            yield Postgres(folder)
        finally:
            run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
