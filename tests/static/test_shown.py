"""What the page shows of readings and warnings, held to the engine and to a count of every roll."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from app.engine import rulesets
from app.engine.errors import Refusal
from app.engine.open_parts import parse_open
from app.engine.reading import Reading, read
from app.engine.rules import to_record
from app.engine.state import GameState, new_game
from app.engine.types import Phase
from app.engine.view import reading as read_for_page
from app.engine.view import view
from tests.engine.naive.chances import chance_of_nothing
from tests.engine.naive.inputs import OPEN_STATES

SHOWN = Path(__file__).with_name("shown.mjs")
TARGET = 10_000
STEP = 50
SELECTIONS = 10_000
OTHER_CARDS = ("baseline", "bc_society", "scribd", "inform", "grandfather")
Record = dict[str, Any]


def shown(cases: list[Record]) -> list[Record]:
    """What the page's own modules make of each case."""
    lines = "\n".join(json.dumps(case) for case in cases)
    done = subprocess.run(["node", SHOWN], input=lines, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(told) == len(cases)
    return told


@dataclass(frozen=True)
class Selection:
    """Dice tapped in one position."""

    state: GameState
    taps: tuple[int, ...]
    answer: Reading | Refusal

    def case(self) -> Record:
        return {
            "view": view(self.state),
            "rules": to_record(self.state.rules),
            "taps": self.taps,
            "reading": read_for_page(self.state, self.taps),
        }


def lying(key: str, faces: tuple[int, ...], opened: str, banked: int = 0, unbanked: int = 0) -> GameState:
    """A position with unread dice."""
    return replace(
        new_game(rulesets.load(key), 2),
        phase=Phase.KEEP,
        lying=faces,
        dice=len(faces),
        rolls=1,
        open=parse_open(opened),
        banked=(banked, 0),
        unbanked=unbanked,
    )


def selections(seed: int) -> Iterator[Selection]:
    """Random dice tapped in a random order, in random positions of both games, without end."""
    chance = random.Random(seed)
    while True:
        thrown = chance.randint(1, 8)
        faces = tuple(chance.randint(1, 6) for _ in range(thrown))
        opened = "-" if thrown == 8 else chance.choice(OPEN_STATES)
        taps = tuple(chance.sample(range(thrown), chance.randint(1, thrown)))
        if chance.random() < 0.5:
            # Alike next to alike reads well more often.
            taps = tuple(sorted(taps, key=lambda die: faces[die]))
        state = lying(chance.choice(("progressive", "trippn")), faces, opened)
        yield Selection(state, taps, read([faces[die] for die in taps], thrown, state.open, state.rules))


def points_of(chip: Record) -> int:
    """The points that a chip names."""
    text: str = chip["text"]
    found = "".join(sign for sign in text.rpartition("=" if "=" in text else "+")[2] if sign.isdigit())
    return int(found)


def test_ten_thousand_random_selections_show_the_engines_answer() -> None:
    source = selections(6)
    chosen = [next(source) for _ in range(SELECTIONS)]
    accepted = 0
    for each, told in zip(chosen, shown([each.case() for each in chosen]), strict=True):
        badges = [list(entry) for entry in sorted((die, place) for place, die in enumerate(each.taps, 1))]
        assert sorted(told["badges"]) == badges, each
        if isinstance(each.answer, Refusal):
            dead = sorted(each.taps[place] for place in each.answer.subject)
            assert (told["keep"], sorted(told["dead"])) == ("Doesn't score yet", dead), each
            continue
        accepted += 1
        total = each.answer.total
        assert told["dead"] == [], each
        message = told["message"]
        assert (told["keep"], message["sum"]) == (f"Keep · {total:,}", f"{total:,}"), each
        assert sum(map(points_of, message["chips"])) == total, each
        assert f"{total:,}" in told["info"], each
    assert min(accepted, SELECTIONS - accepted) > SELECTIONS // 5, "both kinds are there"


def test_random_selections_of_the_other_cards_show_the_engines_answer_without_an_order() -> None:
    chance = random.Random(7)
    chosen = []
    for _ in range(SELECTIONS // 5):
        state = lying(chance.choice(OTHER_CARDS), (), "-")
        faces = tuple(chance.randint(1, 6) for _ in range(chance.randint(1, state.rules.dice)))
        state = replace(state, lying=faces, dice=len(faces))
        taps = tuple(chance.sample(range(len(faces)), chance.randint(1, len(faces))))
        chosen.append(Selection(state, taps, read([faces[die] for die in taps], len(faces), state.open, state.rules)))
    accepted = 0
    for each, told in zip(chosen, shown([each.case() for each in chosen]), strict=True):
        assert sorted(told["badges"]) == [[die, 0] for die in sorted(each.taps)], each
        assert "order" not in str(told["message"]), each
        if isinstance(each.answer, Refusal):
            assert told["keep"] == "Doesn't score yet", each
            continue
        accepted += 1
        assert (told["keep"], told["dead"]) == (f"Keep · {each.answer.total:,}", []), each
        assert sum(map(points_of, told["message"]["chips"])) == each.answer.total, each
    assert min(accepted, len(chosen) - accepted) > len(chosen) // 10, "both kinds are there"


@cache
def hopeless(dice: int, opened: str, key: str) -> bool:
    """Whether every roll of so many dice scores, by counting them."""
    return chance_of_nothing(dice, opened, key) == 0


def near_the_mark(wanted: int) -> Iterator[Selection]:
    """Accepted selections that bring the turn just under, onto or past the mark."""
    chance = random.Random(22)
    for each in selections(22):
        if not isinstance(each.answer, Reading):
            continue
        total = TARGET - each.answer.total + chance.choice((-STEP * chance.randint(1, 20), 0, 0, STEP))
        if not 0 <= total < TARGET:
            continue
        unbanked = min(total, STEP * chance.randint(0, 40))
        yield replace(each, state=replace(each.state, banked=(total - unbanked, 0), unbanked=unbanked))
        wanted -= 1
        if not wanted:
            return


def warned_about(each: Selection) -> str | None:
    """The question that a keep must raise: only where the mark can no longer be reached."""
    assert isinstance(each.answer, Reading), "only accepted selections are kept"
    total = each.state.banked[0] + each.state.unbanked + each.answer.total
    if total > TARGET:
        return "Past the mark"
    left = len(each.state.lying) - len(each.taps) or 8
    opened = ",".join(each.answer.open_after.words()) or "-"
    return "This cannot go out" if total == TARGET and hopeless(left, opened, each.state.rules.key) else None


def test_a_keep_asks_first_exactly_where_the_mark_is_out_of_reach() -> None:
    chosen = list(near_the_mark(1000))
    wanted = [warned_about(each) for each in chosen]
    assert min(map(wanted.count, ("Past the mark", "This cannot go out", None))) > 50, "all kinds are there"
    for each, want, told in zip(chosen, wanted, shown([each.case() for each in chosen]), strict=True):
        assert told["asked"] == want, each
        assert (told["message"].get("tone") == "warn") or want is None, each


@cache
def reached_by_singles() -> frozenset[int]:
    """Distances that one turn can land on with single ones and fives alone, with dice left that may score nothing.

    Each is kept from a roll of its own; when all eight are kept a fresh hand follows.
    """
    kept: dict[int, set[int]] = {points: set() for points in range(0, TARGET + STEP, STEP)}
    kept[0].add(0)
    for points, hands in kept.items():
        for gain in (STEP, 2 * STEP):
            if points + gain <= TARGET:
                kept[points + gain] |= {(dice + 1) % 8 for dice in hands}
    return frozenset(
        points for points, hands in kept.items() if any(not hopeless(8 - dice, "-", "progressive") for dice in hands)
    )


@pytest.mark.parametrize("unbanked", [50, 150, 1000, 4950])
def test_a_bank_asks_first_exactly_where_no_later_turn_can_land_on_the_mark(unbanked: int) -> None:
    rules = rulesets.load("progressive")
    states = [
        replace(
            new_game(rules, 2), phase=Phase.DECIDE, banked=(total - unbanked, 0), unbanked=unbanked, dice=3, rolls=1
        )
        for total in range(unbanked, TARGET, STEP)
    ]
    told = shown([{"view": view(state), "rules": {}} for state in states])
    asked = {state.banked[0] + unbanked: each["asked"] for state, each in zip(states, told, strict=True)}
    # A single five is the only keep of 50, and it leaves seven dice, which always score.
    out_of_reach = {total for total in asked if TARGET - total not in reached_by_singles()}
    assert {total for total, title in asked.items() if title == "Dead end"} == out_of_reach == {TARGET - STEP}
    assert set(asked.values()) == {None, "Dead end"}
