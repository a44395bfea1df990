"""`coins`: look after the books of the coins."""

from __future__ import annotations

import argparse
import sys

from sqlalchemy.exc import DBAPIError

from app.api.core.db import Reader
from app.api.core.settings import Settings
from app.api.ledger.audit import audit


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put `coins` on the command line."""
    parser = subparsers.add_parser("coins", help="look after the books of the coins", description=__doc__)
    inner = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    check = inner.add_parser("audit", help="prove every invariant of the books from their rows")
    check.set_defaults(run=run_audit)


def run_audit(arguments: argparse.Namespace) -> int:
    """Print each row that breaks an invariant; exit code 1 if there is one, 2 where there are no books."""
    reader = Reader(Settings().sqlalchemy_url)
    try:
        findings = reader.now(audit)
    except DBAPIError as error:
        print(f"tenk coins: the books cannot be read ({error.orig}). Has the server been started?", file=sys.stderr)
        return 2
    finally:
        reader.close()
    for finding in findings:
        print(finding)
    if not findings:
        print("The books balance.")
    return 1 if findings else 0
