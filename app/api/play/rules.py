"""The one module that talks to the engine: positions, steps, views and choices in the service's terms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import MISSING, fields
from hashlib import blake2b
from operator import attrgetter
from typing import Any

import msgspec

from app.api.core.wire import encode
from app.api.play import messages
from app.engine import bots, commands, reducer, view, withheld
from app.engine.commands import Command
from app.engine.errors import Refusal
from app.engine.events import TYPES, Event
from app.engine.frozen import replace
from app.engine.reducer import Step
from app.engine.rules import RuleSet
from app.engine.state import GameState, new_game
from app.engine.turns import opening_event
from app.engine.types import Phase

Faces = tuple[int, ...]

_decode_state = msgspec.json.Decoder(GameState).decode

ROLL, BANK, GIVE_UP = commands.Roll(), commands.Bank(), commands.GiveUp()
PIGGYBACK = commands.Piggyback()
PLAIN: dict[type[messages.Command], Callable[[Any], Command]] = {
    messages.Roll: lambda said: ROLL,
    messages.Piggyback: lambda said: PIGGYBACK,
    messages.Keep: lambda said: commands.Keep(said.dice, said.confirmed),
    messages.Bank: lambda said: BANK,
    messages.GiveUp: lambda said: GIVE_UP,
    messages.Vote: lambda said: commands.Vote(said.yes),
    messages.Share: lambda said: commands.Share(said.yes),
    messages.ChooseOrder: lambda said: commands.ChooseOrder(said.order),
}
"""What the acting seat says, in the engine's words."""


def begin(rules: RuleSet, seats: int, first: int | None = None) -> GameState:
    """A game before its first roll; seat 0 starts, unless another is named or the card has the players roll for it."""
    return new_game(rules, seats, first)


KEPT = [field for field in fields(GameState) if field.name != "rules"]
"""What is kept of a position; its rules stand once with the table."""

_kept_of = attrgetter(*[field.name for field in KEPT])
_Kept = msgspec.defstruct(
    "Kept",
    [(field.name, Any) if field.default is MISSING else (field.name, Any, field.default) for field in KEPT],
    omit_defaults=True,
)
"""The same fields in a form that leaves out what is as at the start: most of it is, most of the time."""


def store(state: GameState) -> bytes:
    """A position as it is kept."""
    return encode(_Kept(*_kept_of(state)))


def restore(stored: bytes, rules: RuleSet) -> GameState:
    """A position that was kept, also by a release that knew less or wrote everything out."""
    state = _decode_state(b'{"rules":' + encode(rules) + b"," + stored.removeprefix(b"{"))
    # Releases that did not count busts yet left none behind: the count starts now.
    return state if state.busts else replace(state, busts=(0,) * state.seats)


def dice_wanted(state: GameState, command: Command) -> int:
    """How many dice this command rolls."""
    return reducer.dice_wanted(state, command)


def step(state: GameState, command: Command, faces: Faces | None) -> Step | Refusal:
    """Play one command."""
    return reducer.step(state, command, faces)


def burned(state: GameState) -> GameState:
    """The position after a roll that was opened and will never fall."""
    return withheld.burn(state)


_HEADS = {kind: b'"type":"%b",' % name.encode() for kind, (name, _) in TYPES.items()}


def told(event: Event) -> bytes:
    """An event of the game as the rest of a JSON object: its type and its fields."""
    return _HEADS[type(event)] + encode(event)[1:]


def opening(state: GameState) -> bytes:
    """The event that opens a game's first turn, in the same form."""
    return told(opening_event(state))


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
