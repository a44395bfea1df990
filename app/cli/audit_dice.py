"""`audit-dice`: draw many dice as the games do and test them."""

from __future__ import annotations

import argparse
import hmac
import secrets
import sys
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from app.api.fairness.dice import Draw, GameDice, Mixed
from app.engine import fair
from app.engine.battery import ALPHA, Sample, Verdict, battery

ROLLS_A_GAME = 120
"""After so many rolls the next game begins, with a secret of its own."""
SEATS = 8
DICE_MIN = 1_000
"""For fewer some tests say nothing."""

Bytes = Callable[[int], bytes]
"""Where secrets and contributions come from: so many random bytes."""


class RemainderDice(GameDice):
    """Dice of a build with the oldest mistake there is: a byte modulo 6, so that 5 and 6 come too rarely."""

    def draw(self, n: int, roller: int, dice: int, mixed: Mixed) -> Draw:
        """The roll that such a build would show."""
        drawn = super().draw(n, roller, dice, mixed)
        seed = fair.roll_seed(drawn.key, self.game, n, roller, dice, mixed.contributions)
        stream = hmac.digest(seed, fair.lp("trippn/v1/dice", 0), "sha256")
        return Draw(self.game, n, roller, drawn.key, mixed, dice, tuple(byte % 6 + 1 for byte in stream[:dice]))


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put `audit-dice` on the command line."""
    parser = subparsers.add_parser("audit-dice", help="draw many dice as games do, and test them", description=__doc__)
    parser.add_argument("dice", type=int, metavar="N", help="how many dice, such as 1000000")
    parser.add_argument(
        "--bytes-mod", action="store_true", help="draw as a build that takes bytes modulo 6: the tests must find it"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print each test with its figure, p and verdict; exit code 1 if one fails."""
    if arguments.dice < DICE_MIN:
        print(f"tenk audit-dice: N must be at least {DICE_MIN}: fewer dice tell nothing", file=sys.stderr)
        return 2
    sample = Sample()
    for _, faces in drawn(arguments.dice, RemainderDice if arguments.bytes_mod else GameDice):
        sample.add(faces)
    verdicts = battery(sample)
    print(f"{len(sample.stream):,} dice in {sample.rolls:,} rolls; a test fails below p = {ALPHA:g}")
    for line in lines(verdicts):
        print(line)
    failed = [each.name for each in verdicts if not each.passed]
    print(f"not fair: {', '.join(failed)}" if failed else "no test fails")
    return 1 if failed else 0


def lines(verdicts: list[Verdict]) -> Iterator[str]:
    """The table of verdicts."""
    yield f"{'test':<10} {'statistic':>12} {'df':>4} {'p':>12}  verdict"
    for each in verdicts:
        freedom = str(each.freedom or "z")
        verdict = "ok" if each.passed else "FAILS"
        yield f"{each.name:<10} {each.statistic:>12.3f} {freedom:>4} {each.p:>12.4g}  {verdict}"


def drawn(
    dice: int, kind: type[GameDice] = GameDice, source: Bytes = secrets.token_bytes
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """At least so many dice by the path of every roll in production: seat and faces, 8 dice down to 1 and again.

    Each game has a fresh secret, each roll fresh contributions of one to three seats.
    """
    left = dice
    for number in count(1):
        game = kind("audit", number, source(fair.SECRET_BYTES))
        for n in range(1, ROLLS_A_GAME + 1):
            size, roller = 8 - (n - 1) % 8, n % SEATS
            seats = {(roller + each) % SEATS for each in range(n % 3 + 1)}
            yield roller, game.draw(n, roller, size, mixed(seats, source)).faces
            left -= size
            if left <= 0:
                return


def mixed(seats: set[int], source: Bytes) -> Mixed:
    """What the devices of these seats add."""
    more: dict[str, Any] = {"level": 2} if len(seats) > 1 else {}
    return Mixed({seat: source(fair.SECRET_BYTES) for seat in seats}, **more)
