"""`coins`: look after the books of the coins."""

from __future__ import annotations

import argparse
import asyncio
import sys
from uuid import uuid4

from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from app.api.accounts.models import AccountRow
from app.api.accounts.service import by_name
from app.api.core.clock import wall_clock
from app.api.core.db import Reader, open_engine
from app.api.core.settings import Settings
from app.api.core.writer import Duplicate, Writer
from app.api.cosmetics.books import purchases_match_their_goods
from app.api.ledger.audit import audit
from app.api.ledger.coins import Coins, refusal_of
from app.api.ledger.models import AMOUNT_MAX
from app.api.ledger.statement import balance_of
from app.api.play.coin_books import pots_match_their_seats
from app.api.play.coin_watch import all_watched
from app.api.play.statements import Statements

REASON_MAX = 240


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put `coins` on the command line."""
    parser = subparsers.add_parser("coins", help="look after the books of the coins", description=__doc__)
    inner = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    check = inner.add_parser("audit", help="prove every invariant of the books from their rows")
    check.set_defaults(run=run_audit)
    right = inner.add_parser("adjust", help="put an account's balance right, for a reason that its owner reads")
    right.add_argument("name", metavar="NAME", help="the account's name")
    right.add_argument("amount", metavar="AMOUNT", type=int, help="coins to add; below 0 to take")
    right.add_argument("--reason", required=True, help="one sentence for the owner")
    right.set_defaults(run=run_adjust)
    look = inner.add_parser("watched", help="name accounts whose coin games somebody should look at, and why")
    look.set_defaults(run=run_watched)
    clear = inner.add_parser("cleared", help="note that an account's games were looked at and nothing is wrong")
    clear.add_argument("name", metavar="NAME", help="the account's name")
    clear.set_defaults(run=run_cleared)


def run_audit(arguments: argparse.Namespace) -> int:
    """Print each row that breaks an invariant; exit code 1 if there is one, 2 where there are no books."""
    reader = Reader(Settings().sqlalchemy_url)
    try:
        checks = (audit, pots_match_their_seats, purchases_match_their_goods)
        findings = reader.now(lambda session: [found for check in checks for found in check(session)])
    except DBAPIError as error:
        return _no_books(error)
    finally:
        reader.close()
    for finding in findings:
        print(finding)
    if not findings:
        print("The books balance.")
    return 1 if findings else 0


def run_adjust(arguments: argparse.Namespace) -> int:
    """Move coins between the mint and an account; exit code 1 if it holds too few, 2 if there is no such account."""
    name, amount, reason = arguments.name, arguments.amount, " ".join(arguments.reason.split())
    if not 0 < abs(amount) <= AMOUNT_MAX:
        return _complain(f"AMOUNT must be from 1 to {AMOUNT_MAX}, or from -1 to -{AMOUNT_MAX}")
    if not 0 < len(reason) <= REASON_MAX:
        return _complain(f"--reason must be one sentence of at most {REASON_MAX} characters")
    url = Settings().sqlalchemy_url
    reader = Reader(url)
    try:
        account = reader.now(lambda session: by_name(session, name))
        if account is None:
            return _complain(f"there is no account called {name!r}")
        refused = asyncio.run(_adjusted(url, account.id, amount, reason))
        balance = reader.now(lambda session: balance_of(session, account.id))
    except DBAPIError as error:
        return _no_books(error)
    finally:
        reader.close()
    if refused is not None:
        print(f"tenk coins: {account.name} holds {balance:,} coins; nothing was moved ({refused})", file=sys.stderr)
        return 1
    print(f"{account.name} now holds {balance:,} coins.")
    return 0


def run_watched(arguments: argparse.Namespace) -> int:
    """Print a line for each account; exit code 1 if there is one."""
    reader = Reader(Settings().sqlalchemy_url)

    def named(session: Session) -> list[tuple[str, str]]:
        found = all_watched(session, wall_clock())
        return [(session.get_one(AccountRow, account).name, why) for account, why in found]

    try:
        found = reader.now(named)
    except DBAPIError as error:
        return _no_books(error)
    finally:
        reader.close()
    for name, why in found:
        print(f"{name}: {why}")
    if not found:
        print("Nobody.")
    return 1 if found else 0


def run_cleared(arguments: argparse.Namespace) -> int:
    """Let an account sit everywhere again; exit code 2 if there is no such account."""
    url = Settings().sqlalchemy_url
    reader = Reader(url)
    try:
        account = reader.now(lambda session: by_name(session, arguments.name))
    except DBAPIError as error:
        return _no_books(error)
    finally:
        reader.close()
    if account is None:
        return _complain(f"there is no account called {arguments.name!r}")
    asyncio.run(_cleared(url, account.id))
    print(f"{account.name} sits everywhere again.")
    return 0


async def _cleared(url: str, account: str) -> None:
    writer = Writer(open_engine(url))
    try:
        await writer.save(Statements(writer).cleared(account, wall_clock()))
    finally:
        await writer.close()


async def _adjusted(url: str, account: str, amount: int, reason: str) -> str | None:
    """Move the coins; why not, if they were not moved."""
    writer = Writer(open_engine(url))
    try:
        await writer.save(Coins(writer).adjust(uuid4().hex, account, amount, reason, wall_clock()))
    except Duplicate as error:
        return refusal_of(error)
    finally:
        await writer.close()
    return None


def _complain(sentence: str) -> int:
    print(f"tenk coins: {sentence}", file=sys.stderr)
    return 2


def _no_books(error: DBAPIError) -> int:
    return _complain(f"the books cannot be read ({error.orig}). Has the server been started?")
