"""`read`: how one selection reads, or many with `--batch`."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable

from app.cli.lines import numbered, standard_input, tell, text
from app.engine import rulesets
from app.engine.errors import NotationError
from app.engine.hand import answer
from app.engine.notation import parse_taps
from app.engine.open_parts import parse_open
from app.engine.rules import RuleSet


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put `read` on the command line."""
    parser = subparsers.add_parser("read", help="say how tapped dice read", description=__doc__)
    parser.add_argument("--rules", default="progressive", metavar="KEY", help="rule set, default progressive")
    parser.add_argument("--thrown", type=int, metavar="N", help="dice rolled, default as many as taps")
    parser.add_argument("--open", default="-", metavar="PARTS", help="open parts, such as set:4,straight:low,pairs:234")
    parser.add_argument("--batch", action="store_true", help="read lines `thrown | open | taps` from standard input")
    parser.add_argument("taps", nargs="*", metavar="TAPS", help="faces in tap order")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print one JSON object for each selection; exit code 2 on the first that cannot be understood."""
    try:
        rules = rulesets.load(arguments.rules)
    except KeyError as wrong:
        return _complain(str(wrong.args[0]))
    if arguments.batch:
        if arguments.taps:
            return _complain("--batch reads its selections from standard input: give no TAPS with it")
        return _batch(standard_input(), rules)
    try:
        taps = parse_taps(" ".join(arguments.taps))
        thrown = len(taps) if arguments.thrown is None else arguments.thrown
        tell(answer(taps, thrown, parse_open(arguments.open), rules))
    except NotationError as wrong:
        return _complain(str(wrong))
    return 0


def _batch(lines: Iterable[str], rules: RuleSet) -> int:
    for number, said in numbered(lines):
        try:
            tell(_line(text(said), rules))
        except NotationError as wrong:
            return _complain(f"line {number}: {wrong}")
    return 0


def _line(said: str, rules: RuleSet) -> dict[str, object]:
    columns = [column.strip() for column in said.split("|")]
    if len(columns) != 3:
        raise NotationError(f"{said!r} is no selection: expected `thrown | open | taps`, such as `8 | set:6 | 6 1`")
    thrown, opened, taps = columns
    if not re.fullmatch("[0-9]{1,4}", thrown):
        raise NotationError(f"{thrown!r} is no number of dice thrown")
    return answer(parse_taps(taps), int(thrown), parse_open(opened), rules)


def _complain(sentence: str) -> int:
    print(f"tenk read: {sentence}", file=sys.stderr)
    return 2
