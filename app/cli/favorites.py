"""`favorites`: how many love each dice set, and what they say to the house."""

from __future__ import annotations

import argparse
import sys

from sqlalchemy import select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from app.api.core.db import Reader
from app.api.core.settings import Settings
from app.api.cosmetics.catalogue import SETS
from app.api.cosmetics.models import FavoriteRow
from app.api.cosmetics.owned import hearts
from app.cli.flags import safe, when

NOTES = 50


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put `favorites` on the command line."""
    parser = subparsers.add_parser("favorites", help="hearts of the dice sets, and notes", description=__doc__)
    parser.add_argument("set", nargs="?", choices=tuple(SETS), metavar="SET", help="notes about this set alone")
    parser.add_argument("--notes", type=int, default=NOTES, metavar="N", help=f"at most so many notes ({NOTES})")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the sets, the most loved first, and the newest notes; exit code 2 if the database cannot be read."""
    reader = Reader(Settings().sqlalchemy_url)
    try:
        lines = reader.now(lambda session: [*counts(session), *notes(session, arguments.set, arguments.notes)])
    except DBAPIError as error:
        print(f"tenk favorites: they cannot be read ({error.orig}). Has the server been started?", file=sys.stderr)
        return 2
    finally:
        reader.close()
    for each in lines:
        print(each)
    return 0


def counts(session: Session) -> list[str]:
    """A line for each set: its hearts, and its name."""
    given = hearts(session)
    # Sets with as many hearts stay in the order of the shop.
    ranked = sorted(SETS.values(), key=lambda each: -given.get(each.key, 0))
    return [f"{given.get(each.key, 0):>6}  {each.key}" for each in ranked]


def notes(session: Session, dice_set: str | None, most: int) -> list[str]:
    """The newest notes, a line each; nothing in them can act upon a terminal."""
    asked = select(FavoriteRow).where(FavoriteRow.note.is_not(None))
    if dice_set is not None:
        asked = asked.where(FavoriteRow.dice_set == dice_set)
    rows = session.scalars(asked.order_by(FavoriteRow.at.desc(), FavoriteRow.id).limit(max(0, most)))
    return [f"{when(row.at)}  {row.dice_set:<10}  {safe(row.note)}" for row in rows]
