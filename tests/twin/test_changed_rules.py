"""A rule that changes in one engine alone is noticed by the comparison."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from app.engine import banking, rulesets
from app.engine.open_parts import NOTHING_OPEN, parse_open
from app.engine.rules import RuleSet, with_changes
from tests.engine.test_readings import rows
from tests.twin.asked import ENGINE, compared
from tests.twin.questions import Batch, random_readings
from tests.twin.stages import staged

CHANGES: dict[str, tuple[str, str, str]] = {
    "a single 5 pays 100": ("sheet.js", "[0, 100, 0, 0, 0, 50, 0]", "[0, 100, 0, 0, 0, 100, 0]"),
    "a small straight always takes its dice": ("sheet.js", "!points || points < this.looseWorth(faces)", "!points"),
    "a face with an open set starts another": ("sheet.js", "pool[face] >= 3 && !this.extends[face]", "pool[face] >= 3"),
    "a fill pays before a dearer extension": ("sheet.js", "points <= fill && extend < fill ?", "fill ?"),
    "a fourth pair closes what pays least": ("sheet.js", "b[2] - a[2]", "a[2] - b[2]"),
    "a complete 1-6 gets no second chance": ("reading.js", "if (table.rules.run_full &&", "if (false &&"),
    "an and-roll always clears what is open": ("reading.js", "(allKept && !rules.survives_and_roll)", "allKept"),
    "the bonus is paid for any roll kept whole": ("reading.js", "full && thrown === rules.dice", "full"),
    "a tied grouping keeps more parts": ("best.js", "(pile.pairs), parts]", "(pile.pairs), -parts]"),
    "the best keep comes last": ("orders.js", "rank: [-total(order.reading)", "rank: [total(order.reading)"),
    "a keep that just fits does not": ("orders.js", "refused && total(reading) <=", "refused && total(reading) <"),
    "the exact target goes over": ("reducer.js", "> state.rules.target", ">= state.rules.target"),
    "locking in needs three sets": ("reducer.js", "LOCKED_SETS = [2, 3, 4, 6]", "LOCKED_SETS = [2, 3, 4]"),
    "four busts in a row cost points": ("banking.js", "BUSTS_IN_A_ROW = 3", "BUSTS_IN_A_ROW = 4"),
    "an unopened player may piggyback": ("passing.js", "piggyback && state.opened[seat]", "piggyback"),
    "a dead end is 100 below the target": ("odds.js", "rules.target - 50", "rules.target - 100"),
    "the lowest die starts": ("first_seat.js", "Math.max", "Math.min"),
    "whoever got there first rolls last": ("rolloff.js", 'order === "first"', 'order === "last"'),
    "an equal total beats the leader": ("state.js", "state.rules.beat_leader ? ahead.slice(0, 1) : ahead", "ahead"),
    "a hopeless roll for nothing has hope": ("view.js", "nothing > 0 ?", "nothing >= 0 ?"),
    "Tilda banks at 900": ("bots.js", "bankAt: 500", "bankAt: 900"),
}  # fmt: skip


def variant(key: str, **changes: object) -> RuleSet:
    return with_changes(rulesets.load(key), {"target": 1_000, **changes})


def lines() -> list[bytes]:
    """A small share of the comparison, near the rules that are changed: what it notices, all of it notices."""
    draw = random.Random("changed")
    worked = Batch()
    for thrown, opened, taps, _ in rows():
        worked.ask_reading(rulesets.load("progressive"), tuple(map(int, taps.split())), int(thrown), parse_open(opened))
    worked.ask_reading(variant("baseline", triple_ones=300), (1, 1, 1), 6, NOTHING_OPEN)
    worked.ask_reading(rulesets.load("trippn"), (6, 6), 8, parse_open("pairs:135 pairs:345"))
    worked.ask_reading(rulesets.load("trippn"), (1, 2, 3, 4, 5), 8, parse_open("set:2 set:3 set:4 set:5"))
    played = [Batch() for _ in range(8)]
    for batch in played:
        for rules in (variant("trippn"), variant("progressive"), variant("grandfather")):
            batch.play(rules, draw, staged(rules, draw))
        batch.play(variant("scribd", piggyback=True, opening=500), draw)
        batch.play(variant(draw.choice(("bc_society", "progressive")), farkle_penalty=500), draw)
    readings = [random_readings(300, draw) for _ in range(3)]
    return [batch.line() for batch in (worked, *readings, *played)]


def changed(folder: Path, name: str, old: str, new: str) -> Path:
    """A copy of the twin with one rule changed."""
    shutil.copytree(ENGINE, folder)
    source = (folder / name).read_text()
    assert source.count(old) == 1, f"{old!r} stands {source.count(old)} times in {name}"
    (folder / name).write_text(source.replace(old, new))
    return folder


def test_each_rule_that_changes_in_the_twin_alone_is_noticed(tmp_path: Path) -> None:
    engines = [changed(tmp_path / str(at), *change) for at, change in enumerate(CHANGES.values())]
    untouched, *told = compared(lines(), ENGINE, *engines)
    assert untouched.differences == []
    unnoticed = [rule for rule, each in zip(CHANGES, told, strict=True) if not each.differences]
    assert unnoticed == [], unnoticed


def test_a_rule_that_changes_in_python_alone_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(banking, "BUSTS_IN_A_ROW", 2)
    batch, draw = Batch(), random.Random("penalised")
    batch.play(with_changes(rulesets.load("scribd"), {"farkle_penalty": 1_000}), draw)
    (told,) = compared([batch.line()], ENGINE)
    assert "penalised" in told.differences[0]
