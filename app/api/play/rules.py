"""The one module that talks to the engine: positions, steps, views and choices in the service's terms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from app.api.core.wire import encode
from app.api.play import messages
from app.engine import bots, commands, reducer, view
from app.engine.commands import Command
from app.engine.errors import Refusal
from app.engine.events import to_record
from app.engine.frozen import replace
from app.engine.reducer import Step
from app.engine.rules import RuleSet
from app.engine.state import GameState, new_game
from app.engine.turns import opening_event
from app.engine.types import Phase

Faces = tuple[int, ...]

_decode_state = msgspec.json.Decoder(GameState).decode

ROLL, BANK, GIVE_UP = commands.Roll(), commands.Bank(), commands.GiveUp()
PLAIN: dict[type[messages.Command], Callable[[Any], Command]] = {
    messages.Roll: lambda said: ROLL,
    messages.Keep: lambda said: commands.Keep(said.dice, said.confirmed),
    messages.Bank: lambda said: BANK,
    messages.GiveUp: lambda said: GIVE_UP,
    messages.Vote: lambda said: commands.Vote(said.yes),
    messages.Share: lambda said: commands.Share(said.yes),
    messages.ChooseOrder: lambda said: commands.ChooseOrder(said.order),
}
"""What the acting seat says, in the engine's words."""


def begin(rules: RuleSet, seats: int) -> GameState:
    """A game before its first roll; the first seat starts."""
    return new_game(rules, seats)


NO_CARD = b'{"rules":null,'
"""How a position begins whose rules were left out."""


def store(state: GameState) -> bytes:
    """A position as it is kept: without its rules, which stand once with the table."""
    # Left out by a value that the type does not have: it goes no further than the encoder.
    encoded = encode(replace(state, rules=None))  # type: ignore[arg-type]
    assert encoded.startswith(NO_CARD), "the rules are the first field of a position"
    return encoded[len(NO_CARD) :]


def restore(stored: bytes, rules: RuleSet) -> GameState:
    """A position that was kept."""
    return _decode_state(b'{"rules":' + encode(rules) + b"," + stored)


def dice_wanted(state: GameState, command: Command) -> int:
    """How many dice this command rolls."""
    return reducer.dice_wanted(state, command)


def step(state: GameState, command: Command, faces: Faces | None) -> Step | Refusal:
    """Play one command."""
    return reducer.step(state, command, faces)


def records(step_taken: Step) -> list[dict[str, Any]]:
    """The events of a step as they are told."""
    return [to_record(event) for event in step_taken.events]


def opening_records(state: GameState) -> list[dict[str, Any]]:
    """The events that open a game's first turn."""
    return [to_record(opening_event(state))]


def seen(state: GameState) -> dict[str, Any]:
    """The position as everybody may see it."""
    return view.view(state)


def reading(state: GameState, dice: Sequence[int]) -> dict[str, Any] | None:
    """How a selection reads; None when those dice do not lie there or nothing can be kept."""
    if state.phase is not Phase.KEEP or len(set(dice)) != len(dice):
        return None
    if any(place >= len(state.lying) for place in dice):
        return None
    return view.reading(state, tuple(dice))


def bot_command(state: GameState, key: str, entropy: bytes) -> Command:
    """What a bot does next; the entropy decides between equals."""
    legal = reducer.legal_commands(state)
    points = view.keep_points(state) if state.phase is Phase.KEEP else {}
    drawn = int.from_bytes(blake2b(entropy, digest_size=6, person=b"bot").digest(), "big") / 2**48
    return bots.choose(view.view(state), legal, points, key, drawn)


def is_bot(key: str) -> bool:
    """Whether there is such a bot."""
    return any(bot.key == key for bot in bots.BOTS)
