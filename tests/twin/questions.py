"""Questions about the rules with the answers of the Python engine, as plain values that the twin is asked as well.

A batch holds rule cards and questions about them: how taps read, what a roll offers, and whole games step by step.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from itertools import combinations_with_replacement
from typing import Any

import msgspec

from app.engine import bots, commands, rulesets
from app.engine.commands import Command
from app.engine.errors import Refusal
from app.engine.events import to_record as event_record
from app.engine.odds import chance_of_nothing
from app.engine.open_parts import Open, parse_open
from app.engine.orders import Order, best_order, can_score, fits, keeps, scoring_places
from app.engine.reading import read
from app.engine.reducer import dice_wanted, legal_commands, step
from app.engine.rules import RuleSet, to_record, with_changes
from app.engine.state import GameState, new_game
from app.engine.turns import opening_event
from app.engine.types import Phase
from app.engine.view import keep_points, reading, view
from tests.engine.cards import at_random, by_bots, random_card
from tests.engine.naive.inputs import OPEN_STATES
from tests.twin.stages import staged

Record = dict[str, Any]

FACES = range(1, 7)
STEPS_MAX = 250
SEEN = 0.6
"""Share of the positions that are looked at from all sides."""
TARGETS = (1_000, 1_000, 1_000, 1_500, 2_000, 2_000, 3_000, 10_000)
"""Most are near, so that the games end."""
ROOM = 300
"""Points that `fits` is asked about."""

TYPES: dict[type, str] = {
    commands.Roll: "roll",
    commands.Piggyback: "piggyback",
    commands.Keep: "keep",
    commands.Bank: "bank",
    commands.GiveUp: "give_up",
    commands.Vote: "vote",
    commands.ChooseOrder: "choose_order",
    commands.Share: "share",
    commands.Leave: "leave",
    commands.TimeOut: "time_out",
    commands.Withhold: "withhold",
}


def said(command: Command) -> Record:
    """A command in the words of the protocol."""
    return {"type": TYPES[type(command)]} | {each.name: getattr(command, each.name) for each in fields(command)}


@dataclass
class Batch:
    """Questions that are asked together, each card once."""

    cards: list[RuleSet] = field(default_factory=list)
    readings: list[Any] = field(default_factory=list)
    rolls: list[Any] = field(default_factory=list)
    games: list[Any] = field(default_factory=list)

    def card(self, rules: RuleSet) -> int:
        """The number of a card in this batch."""
        if rules not in self.cards:
            self.cards.append(rules)
        return self.cards.index(rules)

    def line(self) -> bytes:
        """The batch as one line of JSON."""
        whole = {"readings": self.readings, "rolls": self.rolls, "games": self.games}
        return msgspec.json.encode({"rules": [to_record(card) for card in self.cards], **whole})

    def ask_reading(self, rules: RuleSet, taps: tuple[int, ...], thrown: int, opened: Open) -> None:
        """How these taps read; of dead dice also the order that would score."""
        answer = read(taps, thrown, opened, rules)
        told = msgspec.to_builtins(answer)
        if isinstance(answer, Refusal):
            told = refused(answer)
            if taps:
                told["order"] = best_order(tuple(sorted(taps)), thrown, opened, rules)
        self.readings.append([self.card(rules), taps, thrown, str(opened), told])

    def ask_roll(self, rules: RuleSet, faces: tuple[int, ...], opened: Open) -> None:
        """What this roll offers, and how often such a roll offers nothing."""
        orders: tuple[Order, ...] = keeps(tuple(sorted(faces)), opened, rules)
        answer = {
            "keeps": orders,
            "scores": can_score(faces, opened, rules),
            "places": scoring_places(faces, opened, rules),
            "fits": fits(faces, opened, rules, ROOM),
            "nothing": round(chance_of_nothing(len(faces), opened, rules), 6),
        }
        self.rolls.append([self.card(rules), faces, str(opened), answer])

    def play(self, rules: RuleSet, draw: random.Random, start: GameState | None = None) -> None:
        """A game with commands that fit and that do not, and what can be seen on the way; or the rest of one."""
        seats = draw.randint(1, 5)
        first = draw.choice((None, draw.randrange(seats)))
        state = start or new_game(rules, seats, first)
        game: Record = {"card": self.card(rules), "seats": seats, "first": first, "steps": []}
        if start is None:
            game["opening"] = event_record(opening_event(state))
        else:
            game["start"] = position(start)
        by = draw.choice((by_bots, at_random))
        while state.phase is not Phase.OVER and len(game["steps"]) < STEPS_MAX:
            command = anything(state, draw) if draw.random() < 0.25 else by(state, draw)
            faces = tuple(draw.choices(FACES, k=dice_wanted(state, command))) or None
            if state.for_nothing and faces and draw.random() < 0.5:
                # Often enough somebody goes out.
                faces = tuple(draw.choices((2, 3, 4, 6), k=len(faces)))
            told = step(state, command, faces)
            game["steps"].append(tried(state, command, faces, told, draw))
            if not isinstance(told, Refusal):
                state = told.state
        if state.phase is Phase.OVER:
            late = commands.Bank()
            game["steps"].append(tried(state, late, None, step(state, late), draw))
        self.games.append(game)


def position(state: GameState) -> Record:
    """A position without its card, as it is stored."""
    return {each.name: getattr(state, each.name) for each in fields(state) if each.name != "rules"}


def refused(refusal: Refusal) -> Record:
    """A refusal as the twin tells it."""
    return {"refused": refusal.code, "subject": refusal.subject, "hint": refusal.hint}


def tried(state: GameState, command: Command, faces: tuple[int, ...] | None, told: Any, draw: random.Random) -> Record:
    """One command in a position, what can be seen there, and what came of it."""
    answer = refused(told) if isinstance(told, Refusal) else {"events": [event_record(each) for each in told.events]}
    seen = draw.random() < SEEN
    return {
        "state": position(state),
        "seen": seen_in(state, draw) if seen else None,
        "command": said(command),
        "faces": faces,
        "answer": answer,
    }


def seen_in(state: GameState, draw: random.Random) -> Record:
    """What players and bots see in a position, and how some of its dice would read."""
    selected = []
    if state.phase is Phase.KEEP:
        for _ in range(3):
            dice = tuple(draw.sample(range(len(state.lying)), draw.randint(0, len(state.lying))))
            selected.append([dice, reading(state, dice)])
    return {
        "view": view(state),
        "legal": [said(each) for each in legal_commands(state)],
        "bots": chosen(state, draw),
        "selected": selected,
    }


def chosen(state: GameState, draw: random.Random) -> list[tuple[str, float, Record]]:
    """What one of the bots would do here."""
    if state.phase in (Phase.OVER, Phase.FIRST):
        return []
    key, number = draw.choice(bots.BOTS).key, draw.random()
    points = keep_points(state) if state.phase is Phase.KEEP else {}
    return [(key, number, said(bots.choose(view(state), legal_commands(state), points, key, number)))]


def anything(state: GameState, draw: random.Random) -> Command:
    """A command that may fit or not."""
    luck = draw.random()
    if luck < 0.5 or state.phase is Phase.KEEP:
        dice = tuple(draw.choices(range(-1, 9), k=draw.randint(0, 4)))
        if draw.random() < 0.6 and state.lying:
            dice = tuple(draw.sample(range(len(state.lying)), draw.randint(1, len(state.lying))))
        return commands.Keep(dice, draw.random() < 0.3)
    if luck < 0.53:
        return draw.choice((commands.Leave(draw.randrange(-1, 9)), commands.Withhold()))
    return draw.choice(
        (
            commands.Bank(), commands.GiveUp(), commands.Piggyback(), commands.Vote(yes=True), commands.Vote(yes=False),
            commands.Share(yes=True), commands.ChooseOrder("first"), commands.ChooseOrder("middle"), commands.Roll(),
        )
    )  # fmt: skip


def orders_of_all(rules: RuleSet, orders: int, draw: random.Random) -> Batch:
    """Every multiset of 1 to 8 dice in so many tap orders each, with nothing open."""
    batch = Batch()
    for size in range(1, rules.dice + 1):
        for faces in combinations_with_replacement(FACES, size):
            for _ in range(orders):
                taps = tuple(draw.sample(faces, size))
                batch.ask_reading(rules, taps, draw.randint(size, rules.dice), Open())
    return batch


def cards(draw: random.Random, number: int) -> list[RuleSet]:
    """All presets, and so many random house cards."""
    return [rulesets.load(key) for key in rulesets.keys()] + [random_card(draw, 10_000) for _ in range(number)]


def random_readings(number: int, draw: random.Random, house: int = 20) -> Batch:
    """Random taps over all presets, some house cards and open parts."""
    batch = Batch()
    drawn = cards(draw, house)
    opens = [parse_open(text) for text in OPEN_STATES]
    for asked in range(number):
        rules = draw.choice(drawn)
        thrown = draw.randint(1, rules.dice)
        taps = tuple(draw.choices(FACES, k=draw.randint(min(1, asked), thrown)))
        opened = draw.choice(opens) if rules.progressive or draw.random() < 0.1 else Open()
        batch.ask_reading(rules, taps, thrown, opened)
        if asked % 10 == 0:
            batch.ask_roll(rules, tuple(draw.choices(FACES, k=thrown)), opened)
    return batch


def card_for(key: str, draw: random.Random) -> RuleSet:
    """A preset or a random house card, most often with a near target."""
    target = draw.choice(TARGETS)
    return random_card(draw, target) if draw.random() < 0.5 else with_changes(rulesets.load(key), {"target": target})


def random_games(number: int, draw: random.Random) -> Iterator[Batch]:
    """Games over all presets and random house cards, a few to a batch: two of three whole, one from near its end."""
    keys = rulesets.keys()
    for start in range(0, number, len(keys)):
        batch = Batch()
        for at, key in enumerate(keys[: number - start], start):
            rules = card_for(key, draw)
            batch.play(rules, draw, staged(rules, draw) if at % 3 == 0 else None)
        yield batch
