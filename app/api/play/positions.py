"""Where a table stands, as the row of its last event keeps it: the game's position, at a coin table after the room."""

from __future__ import annotations

import msgspec

from app.api.core.wire import encode
from app.api.play import rules
from app.api.play.room import Room
from app.api.play.standing import Standing
from app.engine.rules import RuleSet
from app.engine.state import GameState

PART = b"\n"
"""Between the two; JSON of one line holds none."""

_decode_room = msgspec.json.Decoder(Room).decode


def kept(standing: Standing) -> bytes | None:
    """What the row of the last event keeps; nothing before a friends' table starts."""
    game = None if standing.state is None else rules.store(standing.state)
    if standing.room is None:
        return game
    return encode(standing.room) + PART + (game or b"")


def restored(stored: bytes | None, card: RuleSet) -> tuple[GameState | None, Room | None]:
    """The position and the room that were kept."""
    if not stored:
        return None, None
    head, parted, tail = stored.partition(PART)
    if not parted:
        return rules.restore(head, card), None
    return (rules.restore(tail, card) if tail else None), _decode_room(head)


def room_of(stored: bytes | None) -> Room | None:
    """The room alone, without looking at the game."""
    head, parted, _ = (stored or b"").partition(PART)
    return _decode_room(head) if parted else None
