"""What the characters do with a turn that other rule sets bring about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.engine import bots, rulesets
from app.engine.commands import Bank, Command, Piggyback, Roll
from app.engine.reducer import legal_commands
from app.engine.rules import with_changes
from app.engine.state import GameState, Held, Offer, new_game
from app.engine.types import Phase
from app.engine.view import view

CARD = with_changes(rulesets.load("baseline"), {"piggyback": True})
HELD = (Held(1, 1, (), 300, 0),)


def deciding(
    unbanked: int, banked: tuple[int, ...], *, final: bool = False, waiting: tuple[int, ...] = ()
) -> GameState:
    """Seat 1 may bank or roll four dice."""
    start = new_game(CARD, len(banked), first=1)
    return replace(
        start, phase=Phase.DECIDE, unbanked=unbanked, banked=banked, dice=4, held=HELD, opened=(True,) * len(banked),
        leader=0 if final else None, last_round=final, waiting=waiting,
    )  # fmt: skip


def choose(state: GameState, key: str) -> Command:
    return bots.choose(view(state), legal_commands(state), {}, key, 0.5)


@pytest.mark.parametrize("key", [bot.key for bot in bots.BOTS])
@pytest.mark.parametrize(
    ("unbanked", "banked", "final", "waiting", "command"),
    [
        (300, (10_000, 9_000, 0), True, (2,), Roll()),
        (300, (10_000, 9_800, 0), True, (), Bank()),
        (300, (2_000, 9_800, 0), False, (), Bank()),
        (200, (10_000, 9_800, 0), True, (), Bank()),
        (150, (10_000, 9_800, 0), True, (), Roll()),
    ],
)
def test_no_bot_banks_behind_the_leader_and_none_risks_a_win(
    key: str, unbanked: int, banked: tuple[int, ...], final: bool, waiting: tuple[int, ...], command: Command
) -> None:
    assert choose(deciding(unbanked, banked, final=final, waiting=waiting), key) == command


@pytest.mark.parametrize(
    ("key", "dice", "points", "command"),
    [
        ("tilda", 3, 500, Piggyback()),
        ("tilda", 2, 900, Roll()),
        ("tilda", 4, 450, Roll()),
        ("roger", 3, 1_000, Piggyback()),
        ("max", 5, 1_900, Roll()),
        ("max", 5, 2_000, Piggyback()),
    ],
)
def test_a_bot_takes_over_what_is_worth_its_turn(key: str, dice: int, points: int, command: Command) -> None:
    state = replace(new_game(CARD, 2), opened=(True, True), offer=Offer(dice, points))
    assert choose(state, key) == command
