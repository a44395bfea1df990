"""Random games to the end: the two views of what is legal agree, nothing mutates, and everything reads back."""

from __future__ import annotations

import copy
import random
from dataclasses import replace

import pytest

from app.engine import bots, rulesets
from app.engine.commands import Bank, ChooseOrder, Command, GiveUp, Keep, Leave, Roll, Share, TimeOut, Vote, Withhold
from app.engine.errors import Code, NotationError, Refusal
from app.engine.events import to_record
from app.engine.notation import format_command, format_state, parse_command, parse_state
from app.engine.odds import dead_end
from app.engine.outcome import outcome
from app.engine.reducer import Step, dice_wanted, legal_commands, step
from app.engine.replay import Move, parse_move, replay
from app.engine.rules import from_record, with_changes
from app.engine.rules import to_record as rules_record
from app.engine.state import GameState, new_game
from app.engine.turns import opening_event
from app.engine.types import Phase
from app.engine.view import keep_points, reading, view

SHORT = 2_000
"""A target that random play reaches; the rules read it in the place of 10,000."""
OTHERS: tuple[Command, ...] = (
    Roll(), Bank(), GiveUp(), Vote(yes=True), Share(yes=False), ChooseOrder("first"), ChooseOrder("middle"), Keep(()),
    Keep((0, 0)), Keep((9,)),
)  # fmt: skip


def rolled(state: GameState, command: Command, draw: random.Random) -> tuple[int, ...] | None:
    wanted = dice_wanted(state, command)
    return tuple(draw.choices(range(1, 7), k=wanted)) or None


def card(draw: random.Random, target: int = SHORT) -> object:
    return with_changes(rulesets.load(draw.choice(("progressive", "trippn"))), {"target": target})


def chosen(state: GameState, draw: random.Random) -> Command:
    """Mostly sensible, sometimes wild, so that games end in every way; a game that drags on loses its players."""
    if draw.random() < (0.001 if state.rolls < 150 else 0.1):
        return Leave(draw.randrange(state.seats))
    if draw.random() < 0.02:
        return TimeOut()
    if draw.random() < 0.01 and state.phase in (Phase.FIRST, Phase.ROLL, Phase.DECIDE):
        return Withhold()
    legal = legal_commands(state)
    if state.phase is Phase.KEEP and state.rolloff is None:
        missing = state.rules.target - state.total()
        landing = [keep for keep, points in keep_points(state).items() if points == missing]
        if landing:
            return draw.choice(landing)
    if state.phase is Phase.KEEP and draw.random() < 0.9:
        return draw.choice(legal[: max(1, min(3, len(legal) - 1))])
    return draw.choice(legal)


def play_out(seed: int, inspect: object = None, behind: int = SHORT) -> tuple[list[Step], list[Move], GameState]:
    """A whole random game; `behind` is how far below the target every seat starts."""
    draw = random.Random(seed)
    state = new_game(card(draw), draw.randint(1, 5))  # type: ignore[arg-type]
    state = replace(state, banked=(SHORT - behind,) * state.seats)
    start = state
    steps: list[Step] = []
    moves: list[Move] = []
    while state.phase is not Phase.OVER:
        assert len(steps) < 1_500, format_state(state)
        command = chosen(state, draw)
        faces = rolled(state, command, draw)
        if callable(inspect):
            inspect(state, draw)
        told = step(state, command, faces)
        if isinstance(told, Refusal):
            assert isinstance(command, Leave)
            continue
        steps.append(told)
        moves.append(Move(command, faces or ()))
        state = told.state
    return steps, moves, start


def agree(state: GameState, draw: random.Random) -> None:
    """What is legal is accepted; what is not in the list is refused and changes nothing."""
    before = copy.deepcopy(state)
    legal = legal_commands(state)
    assert legal
    for command in draw.sample(legal, min(2, len(legal))):
        assert isinstance(step(state, command, rolled(state, command, draw)), Step), (command, format_state(state))
    kinds = {type(command) for command in legal}
    for command in OTHERS:
        if type(command) not in kinds or command in (Keep(()), Keep((0, 0)), Keep((9,)), ChooseOrder("middle")):
            assert isinstance(step(state, command, rolled(state, command, draw)), Refusal), (command, state.phase)
    if state.phase is Phase.KEEP:
        taps = tuple(draw.sample(range(len(state.lying)), draw.randint(1, len(state.lying))))
        told = step(state, Keep(taps, confirmed=True))
        faces = sorted(state.lying[place] for place in taps)
        offered = [sorted(state.lying[place] for place in keep.dice) for keep in legal if isinstance(keep, Keep)]
        assert isinstance(told, Refusal) or faces in offered
        assert reading(state, taps)["refused"] == (str(told.code) if isinstance(told, Refusal) else None)
    assert state == before


@pytest.mark.parametrize("batch", range(20))
def test_legal_commands_and_step_agree_in_random_games(batch: int) -> None:
    for seed in range(batch * 50, batch * 50 + 50):
        play_out(seed, agree if seed % 5 == 0 else None)


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(100))
def test_legal_commands_and_step_agree_in_ten_thousand_random_games(batch: int) -> None:
    for seed in range(10_000 + batch * 100, 10_100 + batch * 100):
        play_out(seed, agree)


def test_random_games_end_in_every_way_there_is() -> None:
    ends = set()
    for seed in range(300):
        state = play_out(seed, behind=500)[0][-1].state
        assert state.result is not None
        assert outcome(state) == state.result
        ends.add((state.result.kind, state.result.reason))
    assert {
        ("win", "out_even"), ("win", "roll_off"), ("win", "last_standing"), ("split", "vote"),
        ("none", "abandoned"),
    } <= ends  # fmt: skip


def test_positions_commands_and_games_read_back_from_their_text() -> None:
    for seed in range(40):
        steps, moves, start = play_out(seed)
        for told in steps:
            assert parse_state(format_state(told.state), told.state.rules) == told.state
        again = [parse_move(str(move)) for move in moves]
        assert again == moves
        assert [told.state for told in replay(start.rules, start.seats, start.seat or 0, again)] == [
            told.state for told in steps
        ]


def test_a_replay_names_the_first_move_that_the_rules_refuse() -> None:
    rules = rulesets.load("progressive")
    with pytest.raises(NotationError, match=r"move 2 \(bank\) is refused: wrong_phase"):
        list(replay(rules, 2, 0, [parse_move("roll | 1 2 2 3 3 4 6 6"), parse_move("bank")]))
    with pytest.raises(NotationError, match=r"move 1 \(roll \| 1 2\): 8 faces"):
        list(replay(rules, 2, 0, [parse_move("roll | 1 2")]))


@pytest.mark.parametrize("text", ["", "jump", "keep x", "leave", "vote maybe", "leave 1 2"])
def test_text_that_is_no_command_is_named(text: str) -> None:
    with pytest.raises(NotationError, match="is no command"):
        parse_command(text)


def test_commands_read_back() -> None:
    for command in (
        *OTHERS,
        Leave(3),
        TimeOut(),
        Withhold(),
        Keep((3, 1), confirmed=True),
        Vote(yes=False),
        Share(yes=True),
    ):
        if command not in (ChooseOrder("middle"),):
            assert parse_command(format_command(command)) == command


def test_a_keep_past_the_target_wants_to_be_confirmed() -> None:
    rules = with_changes(rulesets.load("progressive"), {"target": 1_000})
    state = new_game(rules, 1)
    state = taken(step(state, Roll(), (1, 1, 1, 1, 2, 3, 5, 6)))
    told = step(state, Keep((0, 1, 2, 6)))
    assert told == Refusal(Code.UNCONFIRMED_OVER, (1_050,))
    over = step(state, Keep((0, 1, 2, 6), confirmed=True))
    assert isinstance(over, Step)
    assert [to_record(event)["type"] for event in over.events] == ["kept", "went_over", "turn_started"]
    assert over.state.banked == (0,)


def taken(told: Step | Refusal) -> GameState:
    assert isinstance(told, Step), told
    return told.state


def test_a_roll_needs_the_dice_that_are_due() -> None:
    state = new_game(rulesets.load("progressive"), 2)
    for faces in (None, (1,) * 7, (1,) * 9, (0,) * 8, (7,) * 8):
        with pytest.raises(ValueError, match="8 faces from 1 to 6 are due"):
            step(state, Roll(), faces)


def test_only_50_below_the_target_is_a_dead_end() -> None:
    rules = rulesets.load("progressive")
    assert [total for total in range(0, 10_001, 50) if dead_end(total, rules)] == [9_950]


@pytest.mark.parametrize("part", ["triple_ones", "run_five", "run_full", "three_pairs"])
def test_where_a_card_pays_50_for_several_dice_nobody_is_stuck(part: str) -> None:
    rules = with_changes(rulesets.load("progressive"), {part: 50})
    assert not dead_end(9_950, rules)


@pytest.mark.parametrize("key", [character.key for character in bots.BOTS])
def test_a_bot_plays_whole_games_through_what_is_legal(key: str) -> None:
    draw = random.Random(key)
    for seats in (1, 2, 3):
        state = new_game(with_changes(rulesets.load("progressive"), {"target": 3_000}), seats)
        for _ in range(4_000):
            if state.phase is Phase.OVER:
                break
            legal = legal_commands(state)
            command = bots.choose(view(state), legal, keep_points(state), key, draw.random())
            assert command in legal
            state = taken(step(state, command, rolled(state, command, draw)))
        assert state.phase is Phase.OVER or seats == 1


def test_the_view_speaks_plain_values_and_starts_with_a_turn() -> None:
    import json

    state = new_game(rulesets.load("trippn"), 3, 1)
    assert to_record(opening_event(state)) == {
        "type": "turn_started", "seat": 1, "turn": 1, "last": False, "rolloff": False,
    }  # fmt: skip
    seen = json.loads(json.dumps(view(state)))
    assert (seen["phase"], seen["seat"], seen["turn"], seen["can"], seen["nothing"]) == ("roll", 1, 1, ["roll"], 0.0)


def test_every_rule_set_is_a_valid_record_that_reads_back() -> None:
    for key in rulesets.keys():
        rules = rulesets.load(key)
        assert rules.key == key
        assert rules.how_to_win.endswith(".")
        assert from_record(rules_record(rules)) == rules


def test_a_withheld_roll_for_the_start_counts_as_the_lowest_die() -> None:
    state = new_game(rulesets.load("bc_society"), 2, None)
    assert state.phase is Phase.FIRST
    withheld = step(state, Withhold())
    assert isinstance(withheld, Step)
    told = step(withheld.state, Roll(), (2,))
    assert isinstance(told, Step)
    assert (told.state.phase, told.state.seat, told.state.rolls) == (Phase.ROLL, 1, 2)
