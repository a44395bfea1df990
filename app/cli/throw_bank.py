"""`throw-bank`: makes the bank of throws that goes along to devices, or says whether it is still the one made here."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

FILE = Path(__file__).resolve().parents[1] / "static" / "throws" / "bank.bin"


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put `throw-bank` on the command line."""
    parser = subparsers.add_parser("throw-bank", help="make the bank of throws for devices", description=__doc__)
    parser.add_argument("--out", type=Path, default=FILE, metavar="FILE", help="where it is written")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where the file is another one")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Make the bank and write it, or compare it with the file; exit code 1 where they differ."""
    # Loaded here: every command's module is imported to list the commands, and few need the physics.
    from app.physics.bank import entries, make_bank

    bank = make_bank(entries())
    if arguments.check:
        same = arguments.out.is_file() and arguments.out.read_bytes() == bank
        print(f"{arguments.out} is {'the bank that is made here' if same else 'another bank'}", file=sys.stderr)
        return 0 if same else 1
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_bytes(bank)
    print(f"{len(entries())} throws, {len(bank)} bytes, in {arguments.out}")
    return 0
