"""The dice that games get, drawn the way games draw them, under the battery (reliability F2 to F5, F18)."""

from __future__ import annotations

import inspect
import random
from collections import defaultdict
from collections.abc import Iterator
from math import exp, sqrt

import pytest

from app.api.fairness.dice import GameDice, Mixed
from app.cli import audit_dice
from app.cli.audit_dice import Bytes, RemainderDice, drawn
from app.cli.main import main
from app.engine import fair, rulesets
from app.engine.battery import ALPHA, FACES, Sample, Verdict, alike, battery
from app.engine.commands import Bank, GiveUp, Keep, Roll
from app.engine.errors import Refusal
from app.engine.open_parts import NOTHING_OPEN
from app.engine.orders import can_score, scoring_places
from app.engine.reducer import Step, dice_wanted, step
from app.engine.state import GameState, new_game
from app.engine.types import Phase

PROGRESSIVE = rulesets.load("progressive")
MILLION = 1_000_000


def source_of(seed: int) -> Bytes:
    """Bytes as random as those of the operating system, and the same in every run."""
    return random.Random(seed).randbytes


def sample_of(dice: int, seed: int, kind: type[GameDice] = GameDice) -> Sample:
    sample = Sample()
    for _, faces in drawn(dice, kind, source_of(seed)):
        sample.add(faces)
    return sample


def failed(verdicts: list[Verdict]) -> list[str]:
    return [each.name for each in verdicts if not each.passed]


@pytest.mark.parametrize("dice", [100_000, pytest.param(MILLION, marks=pytest.mark.soak)])
def test_dice_of_the_production_path_pass_every_test(dice: int) -> None:
    sample = sample_of(dice, 2)
    verdicts = battery(sample)
    assert len(sample.stream) >= dice
    names = ["frequency", "pairs", "places", "runs", "lag_1", "lag_2", "lag_8", "lag_16"]
    assert [each.name for each in verdicts] == names
    assert failed(verdicts) == []


@pytest.mark.soak
def test_a_build_that_takes_bytes_modulo_six_is_rejected_at_a_million_dice() -> None:
    told = {each.name: each.p for each in battery(sample_of(MILLION, 2, RemainderDice))}
    assert told["frequency"] < ALPHA
    assert told["places"] < ALPHA


def test_a_million_bytes_modulo_six_are_rejected() -> None:
    """The same fault without the hashes around it: 5 and 6 come 42 times in 256, the others 43 times."""
    sample = Sample(bytearray(byte % 6 + 1 for byte in random.Random(3).randbytes(MILLION)))
    told = {each.name: each.p for each in battery(sample)}
    assert told["frequency"] < ALPHA


def test_the_faulty_build_differs_in_nothing_but_the_remainder() -> None:
    """Where no byte is beyond 251 both builds roll the same."""
    rolls = zip(drawn(4_000, GameDice, source_of(4)), drawn(4_000, RemainderDice, source_of(4)), strict=True)
    same = sum(right == wrong for right, wrong in rolls)
    every = len(list(drawn(4_000, GameDice, source_of(4))))
    assert 0.85 < same / every < 1


def kolmogorov(p_values: list[float]) -> float:
    """How likely it is that so many p-values of a fair source lie at least this unevenly (Stephens 1970)."""
    count = len(p_values)
    ordered = sorted(p_values)
    gap = max(max((n + 1) / count - p, p - n / count) for n, p in enumerate(ordered))
    scaled = gap * (sqrt(count) + 0.12 + 0.11 / sqrt(count))
    return min(1.0, float(2 * sum((-1) ** (n - 1) * exp(-2 * n * n * scaled * scaled) for n in range(1, 101))))


@pytest.mark.parametrize(
    ("p_values", "even"),
    [
        ([(n + 0.5) / 20 for n in range(20)], True),
        ([(n + 0.5) / 40 for n in range(20)], False),
        ([0.5] * 20, False),
    ],
)
def test_p_values_that_crowd_are_seen(p_values: list[float], even: bool) -> None:
    assert (kolmogorov(p_values) > 1e-3) is even


@pytest.mark.parametrize("dice", [10_000, pytest.param(MILLION, marks=pytest.mark.soak)])
def test_the_p_values_of_twenty_samples_lie_evenly(dice: int) -> None:
    told: dict[str, list[float]] = defaultdict(list)
    for seed in range(20):
        for each in battery(sample_of(dice, 100 + seed)):
            told[each.name].append(each.p)
    assert {name: len(p_values) for name, p_values in told.items()} == dict.fromkeys(told, 20)
    assert {
        name: round(kolmogorov(p_values), 4) for name, p_values in told.items() if kolmogorov(p_values) <= 1e-3
    } == {}


NOTHING_OF = {
    1: (4, 6),
    2: (16, 36),
    3: (60, 216),
    4: (204, 1296),
    5: (600, 7776),
    6: (1080, 46656),
    7: (0, 1),
    8: (0, 1),
}
"""Rolls of a fresh hand that score nothing, of all there are."""


@pytest.mark.parametrize("rolls", [20_000, pytest.param(200_000, marks=pytest.mark.soak)])
def test_opening_rolls_bust_as_often_as_counting_says(rolls: int) -> None:
    source = source_of(5)
    dice = GameDice("opening", 1, source(32))
    scores: dict[tuple[int, ...], bool] = {}
    for size, (nothing, every) in NOTHING_OF.items():
        # The largest hands can never bust: those are looked at in full, of the others a share.
        wanted = rolls if size >= 7 else rolls // 4
        busts = 0
        for n in range(1, wanted + 1):
            faces = tuple(sorted(dice.draw(n * 10 + size, 0, size, Mixed({0: source(32)})).faces))
            if faces not in scores:
                scores[faces] = can_score(faces, NOTHING_OPEN, PROGRESSIVE)
            busts += not scores[faces]
        chance = nothing / every
        assert abs(busts - wanted * chance) <= 5 * sqrt(wanted * chance * (1 - chance)), size


STAKES = (250, 500, 1_000, 2_000, 5_000)


def played(seed: int, dice: int) -> Iterator[tuple[GameState, int, int, tuple[int, ...]]]:
    """Rolls of games by the rules: the position before each, the game's stake, dice kept so far, and the faces."""
    source, luck = source_of(seed), random.Random(seed)
    left, number = dice, 0
    while left > 0:
        number += 1
        state, stake = new_game(PROGRESSIVE, luck.randint(2, 8)), luck.choice(STAKES)
        game = GameDice(f"stake {stake}", number, source(32))
        for _ in range(150):
            command = Bank() if state.phase is Phase.DECIDE and state.unbanked >= 300 else Roll()
            wanted = dice_wanted(state, command)
            faces = None
            if wanted:
                seat = state.acting()
                faces = game.draw(state.rolls + 1, seat, wanted, Mixed({seat: source(32)})).faces
                yield state, stake, PROGRESSIVE.dice - wanted, faces
                left -= wanted
            state = went_on(state, command, faces)
            if state.phase is Phase.KEEP:
                state = kept(state, luck)
            if state.phase not in (Phase.ROLL, Phase.DECIDE):
                break


def went_on(state: GameState, command: Roll | Bank, faces: tuple[int, ...] | None) -> GameState:
    told = step(state, command, faces)
    if isinstance(told, Refusal):
        # Exactly the target: there is nothing to do but roll, and such games are not what is looked for here.
        return new_game(PROGRESSIVE, state.seats)
    return told.state


def kept(state: GameState, luck: random.Random) -> GameState:
    """The position after one or more dice that score by themselves were kept, else after the roll was given up."""
    scoring = scoring_places(tuple(state.lying), state.open, PROGRESSIVE)
    singles = [place for place in scoring if state.lying[place] in (1, 5)]
    for count in (luck.randint(1, max(1, len(singles))), 1):
        told = step(state, Keep(tuple(singles[:count]))) if singles else None
        if isinstance(told, Step):
            return told.state
    told = step(state, GiveUp())
    assert isinstance(told, Step), told
    return told.state


@pytest.mark.parametrize("dice", [50_000, pytest.param(MILLION, marks=pytest.mark.soak)])
def test_dice_depend_neither_on_seat_nor_stake_nor_rank_nor_kept_dice(dice: int) -> None:
    told: dict[str, dict[object, list[int]]] = {
        name: defaultdict(lambda: [0] * FACES) for name in ("seat", "stake", "rank", "kept")
    }
    for state, stake, before, faces in played(6, dice):
        seat = state.acting()
        rank = sum(points > state.banked[seat] for points in state.banked)
        for name, group in (("seat", seat), ("stake", stake), ("rank", rank), ("kept", before)):
            counts = told[name][group]
            for face in faces:
                counts[face - 1] += 1
    for name, groups in told.items():
        assert len(groups) >= 5, name
        verdict = alike(name, groups)
        assert verdict is not None, name
        assert verdict.passed, verdict


def test_neither_angle_nor_power_nor_a_move_can_reach_the_dice() -> None:
    """What draws a roll takes its number, its seat, how many dice, and what devices added: nothing of the gesture."""
    assert list(inspect.signature(GameDice.draw).parameters) == ["self", "n", "roller", "dice", "mixed"]
    assert list(inspect.signature(fair.roll_seed).parameters) == [
        "key", "game", "n", "roller", "dice", "contributions", "label",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["audit-dice", "2000"], 0, "no test fails"),
        (["audit-dice", "999"], 2, "at least 1000"),
    ],
)
def test_the_command_says_what_it_found(
    words: list[str], code: int, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == code
    told = capsys.readouterr()
    assert says in told.out + told.err


def test_the_command_fails_where_a_test_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every build is judged by its faces: with a die that never shows a 6 the exit code is 1."""
    monkeypatch.setattr(audit_dice, "drawn", lambda dice, kind: ((0, (n % 5 + 1,)) for n in range(dice)))
    assert main(["audit-dice", "2000", "--bytes-mod"]) == 1
    told = capsys.readouterr().out
    assert "not fair: frequency" in told
    assert "FAILS" in told
