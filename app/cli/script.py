"""`script`: play a game with given dice from a text, and check what it says along the way."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable

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
        return play(sys.stdin)
    try:
        with open(arguments.file, encoding="utf-8") as lines:
            return play(lines)
    except (OSError, UnicodeDecodeError) as wrong:
        print(f"tenk script: {arguments.file} cannot be read: {wrong}", file=sys.stderr)
        return 2


def play(lines: Iterable[str]) -> int:
    """Play the lines and print one JSON object for each command."""
    script = Script()
    for number, text in enumerate(lines, 1):
        words = text.partition("#")[0].split()
        if not words:
            continue
        try:
            told = script.play(Line(number, words[0], tuple(words[1:])))
        except Unmet as unmet:
            print(f"tenk script: line {number}: {unmet}", file=sys.stderr)
            return 1
        except (NotationError, RuleSetError, ValueError, KeyError) as wrong:
            print(f"tenk script: line {number}: {wrong.args[0]}", file=sys.stderr)
            return 2
        if told is not None:
            print(json.dumps(told, ensure_ascii=False))
    return 0
