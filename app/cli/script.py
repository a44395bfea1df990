"""`script`: play a game with given dice from a text, and check what it says along the way."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from app.cli.lines import ESCAPED, UTF_8, numbered, standard_input, tell, text
from app.cli.script_game import Line, Script, Unmet
from app.engine.errors import NotationError, RuleSetError


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put `script` on the command line."""
    parser = subparsers.add_parser("script", help="play a game script with given dice", description=__doc__)
    parser.add_argument("file", metavar="FILE", help="the script; - reads standard input")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play the script: exit code 1 on the first unmet `expect` or `refuse`, 2 on a line that cannot be played."""
    if arguments.file == "-":
        return play(standard_input())
    try:
        lines = Path(arguments.file).read_text(UTF_8, ESCAPED).split("\n")
    except OSError as wrong:
        print(f"tenk script: {arguments.file} cannot be read: {wrong}", file=sys.stderr)
        return 2
    return play(lines)


def play(lines: Iterable[str]) -> int:
    """Play the lines and print one JSON object for each command."""
    script = Script()
    for number, said in numbered(lines):
        try:
            verb, *words = text(said).split()
            told = script.play(Line(number, verb, tuple(words)))
        except Unmet as unmet:
            print(f"tenk script: line {number}: {unmet}", file=sys.stderr)
            return 1
        except (NotationError, RuleSetError, KeyError) as wrong:
            print(f"tenk script: line {number}: {wrong.args[0]}", file=sys.stderr)
            return 2
        if told is not None:
            tell(told)
    return 0
