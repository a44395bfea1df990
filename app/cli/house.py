"""`house`: accounts that answer flagged rolls for the house."""

from __future__ import annotations

import argparse
import asyncio
import sys
from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from app.api.accounts.models import AccountRow
from app.api.accounts.service import by_name
from app.api.core.clock import wall_clock
from app.api.core.db import Reader, open_engine
from app.api.core.settings import Settings
from app.api.core.writer import Conflict, Duplicate, Writer
from app.api.flags.models import HouseRow
from app.api.flags.statements import Statements


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put `house` on the command line."""
    parser = subparsers.add_parser("house", help="say which accounts answer flagged rolls", description=__doc__)
    inner = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    every = inner.add_parser("list", help="a line for each account")
    every.set_defaults(run=run_list)
    for what, about in (("add", "an account answers from now on"), ("remove", "it no longer does")):
        change = inner.add_parser(what, help=about)
        change.add_argument("name", metavar="NAME", help="the account's name")
        change.set_defaults(run=run_change)


def run_list(arguments: argparse.Namespace) -> int:
    """Print a line for each account that answers for the house."""

    def lines(session: Session) -> list[str]:
        rows = session.execute(
            select(AccountRow.name, HouseRow.since)
            .join(HouseRow, HouseRow.account == AccountRow.id)
            .order_by(HouseRow.since, AccountRow.id)
        )
        return [f"{name}, since {datetime.fromtimestamp(since / 1000, UTC):%Y-%m-%d}" for name, since in rows]

    reader = Reader(Settings().sqlalchemy_url)
    try:
        found = reader.now(lines)
    except DBAPIError as error:
        return _unread(error)
    finally:
        reader.close()
    for each in found or ["Nobody."]:
        print(each)
    return 0


def run_change(arguments: argparse.Namespace) -> int:
    """Add or remove an account; doing it twice changes nothing. Exit code 2 if there is no such account."""
    url, adding = Settings().sqlalchemy_url, arguments.what == "add"
    reader = Reader(url)
    try:
        account = reader.now(lambda session: by_name(session, arguments.name))
        if account is None:
            return _complain(f"there is no account called {arguments.name!r}")
        changed = asyncio.run(_changed(url, account.id, adding))
    except DBAPIError as error:
        return _unread(error)
    finally:
        reader.close()
    words = "answers flags now" if adding else "answers no flags any longer"
    if not changed:
        words = "answers flags already" if adding else "answers no flags"
    print(f"{account.name} {words}.")
    return 0


async def _changed(url: str, account: str, adding: bool) -> bool:
    """Save it; False where it was so already."""
    writer = Writer(open_engine(url))
    sql = Statements(writer)
    try:
        await writer.save([sql.house(account, wall_clock()) if adding else sql.no_house(account)])
    except (Conflict, Duplicate):
        return False
    finally:
        await writer.close()
    return True


def _complain(sentence: str) -> int:
    print(f"tenk house: {sentence}", file=sys.stderr)
    return 2


def _unread(error: DBAPIError) -> int:
    return _complain(f"the accounts cannot be read ({error.orig}). Has the server been started?")
