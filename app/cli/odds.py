"""`odds`: what a roll is worth, exactly, by counting every roll."""

from __future__ import annotations

import argparse
import sys

from app.cli.lines import tell
from app.engine import rulesets
from app.engine.errors import NotationError, RuleSetError
from app.engine.odds import best_keeps
from app.engine.open_parts import Open, parse_open
from app.engine.rules import RuleSet, parse_change, with_changes


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put `odds` on the command line."""
    parser = subparsers.add_parser("odds", help="say what a roll is worth, exactly", description=__doc__)
    parser.add_argument("--rules", default="progressive", metavar="KEY", help="rule set, default progressive")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="change one rule; repeatable")
    parser.add_argument("--dice", type=int, metavar="N", help="dice rolled, default each number up to a full hand")
    parser.add_argument("--open", default="-", metavar="PARTS", help="open parts, such as set:4,straight:low,pairs:234")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print one JSON object for each number of dice; exit code 2 where there is no such roll."""
    try:
        rules = rulesets.load(arguments.rules)
        changes = dict(parse_change(word) for word in arguments.set)
        rules = with_changes(rules, changes) if changes else rules
        opened = parse_open(arguments.open)
        if arguments.dice is not None and not 1 <= arguments.dice <= rules.dice:
            raise NotationError(f"--dice must be from 1 to {rules.dice}: {rules.name} is played with {rules.dice}")
    except (KeyError, NotationError, RuleSetError) as wrong:
        print(f"tenk odds: {wrong.args[0]}", file=sys.stderr)
        return 2
    for dice in range(1, rules.dice + 1) if arguments.dice is None else (arguments.dice,):
        tell(odds(dice, opened, rules))
    return 0


def odds(dice: int, opened: Open, rules: RuleSet) -> dict[str, object]:
    """The chances of one roll: of nothing, and of each best keep, the bonus for all dice included."""
    kept = best_keeps(dice, opened, rules)
    every = 6**dice
    nothing = dict(kept).get(0, 0)
    return {
        "rules": rules.key,
        "dice": dice,
        "open": str(opened),
        "rolls": every,
        "nothing": {"rolls": nothing, "chance": nothing / every},
        "mean": sum(points * rolls for points, rolls in kept) / every,
        "best": [{"points": points, "rolls": rolls, "chance": rolls / every} for points, rolls in kept if points],
    }
