"""`restored`: tell a database that it was put back from a backup."""

from __future__ import annotations

import argparse
import asyncio
import secrets
import sys

from sqlalchemy import bindparam, text, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from app.api.core.db import Reader, open_engine, table_of
from app.api.core.refusals import Refused
from app.api.core.settings import Settings
from app.api.core.writer import Write, WriteFailed, Writer
from app.api.play import repo
from app.api.play.coin_restore import call_off_all
from app.api.play.models import EpochRow
from app.cli.coins import run_audit

EPOCH_BYTES = 8


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put `restored` on the command line."""
    says = "begin a new history after a backup was put back; the service must not run meanwhile"
    parser = subparsers.add_parser("restored", help=says, description=__doc__)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Check the file, begin anew, audit the books; exit code 1 if something is wrong, 2 if nothing is there."""
    settings = Settings()
    url = settings.sqlalchemy_url
    reader = Reader(url)
    try:
        wounds = reader.now(damage)
        if wounds:
            print("\n".join(wounds), file=sys.stderr)
            return _complain("the file is damaged and was left as it is; take another backup", 1)
        # Before anything is written: there is one, or this is no database of the game.
        reader.now(repo.epoch)
        epoch = asyncio.run(begin_anew(url))
        void = asyncio.run(call_off_all(settings))
    except DBAPIError as error:
        return _complain(f"this is no database of the game ({error.orig})", 2)
    except (WriteFailed, Refused) as error:
        return _complain(f"nothing was changed ({error})", 1)
    finally:
        reader.close()
    print(f"New epoch {epoch}: phones fetch their tables anew.")
    print(f"Coin games called off, stakes given back: {void}.")
    return run_audit(arguments)


def damage(session: Session) -> list[str]:
    """What SQLite finds wrong with its file; PostgreSQL looks after its own."""
    if session.get_bind().dialect.name != "sqlite":
        return []
    found = [str(row) for row in session.scalars(text("PRAGMA integrity_check"))]
    return [] if found == ["ok"] else found


async def begin_anew(url: str) -> str:
    """Give the database a new epoch: sequence numbers that phones know belong to another history."""
    epoch = secrets.token_hex(EPOCH_BYTES)
    writer = Writer(open_engine(url))
    try:
        table = table_of(EpochRow)
        change = writer.prepare(update(table).values(epoch=bindparam("new")))
        await writer.save([Write(change, [change.row(new=epoch)], guarded=True)])
    finally:
        await writer.close()
    return epoch


def _complain(sentence: str, code: int) -> int:
    print(f"tenk restored: {sentence}", file=sys.stderr)
    return code
