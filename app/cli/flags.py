"""`flags`: rolls that somebody wants looked at, and what the house says to them."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from app.api.core.clock import wall_clock
from app.api.core.db import Reader, open_engine
from app.api.core.refusals import Refused
from app.api.core.settings import Settings
from app.api.core.writer import Writer
from app.api.flags.models import FlagRow
from app.api.flags.service import Flags
from app.api.flags.told import row_of

STATUSES = ("new", "answered", "closed")


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put `flags` on the command line."""
    parser = subparsers.add_parser("flags", help="look at flagged rolls and answer them", description=__doc__)
    inner = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    every = inner.add_parser("list", help="a line for each flag, the oldest first")
    every.add_argument("--status", choices=STATUSES, help="only these")
    every.set_defaults(run=run_list)
    one = inner.add_parser("show", help="everything about a flag")
    one.set_defaults(run=run_show)
    say = inner.add_parser("answer", help="answer a flag; everybody can read it")
    say.set_defaults(run=run_answer)
    end = inner.add_parser("close", help="nothing more is to be done about a flag")
    end.set_defaults(run=run_close)
    for each in (one, say, end):
        each.add_argument("id", metavar="ID", help="the flag")
    say.add_argument("text", metavar="TEXT", help="what the house says, at most 1,000 characters")


def run_list(arguments: argparse.Namespace) -> int:
    """Print a line for each flag."""

    def lines(session: Session) -> list[str]:
        asked = select(FlagRow).where(FlagRow.removed_at.is_(None)).order_by(FlagRow.at, FlagRow.id)
        if arguments.status is not None:
            asked = asked.where(FlagRow.status == arguments.status)
        return [line(row) for row in session.scalars(asked)]

    def show(reader: Reader) -> int:
        found = reader.now(lines)
        for each in found or ["No flags."]:
            print(each)
        return 0

    return _reading(show)


def run_show(arguments: argparse.Namespace) -> int:
    """Print all that is known of a flag; exit code 2 if there is none."""

    def show(reader: Reader) -> int:
        for name, value in reader.now(lambda session: facts(row_of(session, arguments.id))).items():
            print(f"{name + ':':<12}{value}")
        return 0

    return _reading(show)


def run_answer(arguments: argparse.Namespace) -> int:
    """Answer a flag; exit code 2 if there is none, or nothing is said."""
    return _changing(lambda flags: flags.answer(arguments.id, arguments.text, None), "Answered.")


def run_close(arguments: argparse.Namespace) -> int:
    """Close a flag; exit code 2 if there is none."""
    return _changing(lambda flags: flags.close(arguments.id), "Closed.")


def line(row: FlagRow) -> str:
    """A flag in one line."""
    what = f"{row.game_id} roll {row.roll}" + (" (attached)" if row.attached else "")
    how = f"{row.reason}{', by itself' if row.auto else ''}"
    return f"{row.id}  {when(row.at)}  {row.status:<8}  {row.verdict:<10}  {what}  {row.faces or '-'}  {how}"


def facts(row: FlagRow) -> dict[str, str]:
    """A flag in full, by name; what people wrote is shown without anything that a terminal could act upon."""
    pattern = json.loads(row.pattern) if row.pattern is not None else None
    proof = json.loads(row.proof)
    known = {
        "id": row.id,
        "sent": when(row.at),
        "by": f"account {row.account}" if row.account else "a guest" if row.device else "somebody who left",
        "roll": f"{row.game_id} roll {row.roll}" + (", from an attached transcript" if row.attached else ""),
        "dice": " ".join(row.faces) or "none, the roll was withheld",
        "reason": row.reason + (", sent by the app itself" if row.auto else ""),
        "note": safe(row.note),
        "verdict": row.verdict,
        "steps": ", ".join(f"{each['step']} {each['state']}" for each in proof["steps"]),
        "phone saw": ", ".join(proof.get("phone", [])) and "otherwise: " + ", ".join(proof["phone"]),
        "chance": row.chance,
        "so far": pattern and f"{pattern['seen']} of {pattern['rolls']} rolls, {pattern['expected']:.4g} expected",
        "status": row.status,
        "answer": safe(row.answer),
        "answered": when(row.answered_at) if row.answered_at is not None else None,
        "closed": when(row.closed_at) if row.closed_at is not None else None,
        "evidence": safe(row.evidence),
    }
    return {name: value for name, value in known.items() if value}


def safe(text: str | None) -> str | None:
    """Text for a terminal: nothing in it can move the cursor or change colours.

    >>> safe("a\\x1b[2J\\nb")
    'a [2J b'
    """
    return None if text is None else "".join(sign if sign.isprintable() else " " for sign in text)


def when(ms: int) -> str:
    """A time, UTC."""
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def _reading(show: Callable[[Reader], int]) -> int:
    reader = Reader(Settings().sqlalchemy_url)
    try:
        return show(reader)
    except Refused as no:
        return _complain(no.message)
    except DBAPIError as error:
        return _complain(f"the flags cannot be read ({error.orig}). Has the server been started?")
    finally:
        reader.close()


def _changing(change: Callable[[Flags], Awaitable[None]], done: str) -> int:
    url = Settings().sqlalchemy_url

    async def work(reader: Reader) -> None:
        writer = Writer(open_engine(url))
        try:
            # Nothing is sent from here, so no name for others is made.
            await change(Flags(writer, reader, wall_clock, b""))
        finally:
            await writer.close()

    def carry_out(reader: Reader) -> int:
        asyncio.run(work(reader))
        print(done)
        return 0

    return _reading(carry_out)


def _complain(sentence: str) -> int:
    print(f"tenk flags: {sentence}", file=sys.stderr)
    return 2
