"""Where a table stands, as the row of its last event keeps it: the game's position, at a coin table after the room, and
before what is known of a roll on its way."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from app.api.core.wire import encode
from app.api.play import rules
from app.api.play.opening import Opening
from app.api.play.room import Room
from app.api.play.standing import Standing
from app.engine.rules import RuleSet
from app.engine.state import GameState

PART = b"\n"
"""Between the two; JSON of one line holds none."""

_decode_room = msgspec.json.Decoder(Room).decode


class OnItsWay(Struct, frozen=True, omit_defaults=True):
    """What is kept of rolls that other players' phones take part in."""

    opening: Opening | None = None
    absences: dict[int, int] = {}


_decode_on_its_way = msgspec.json.Decoder(OnItsWay).decode


def kept(standing: Standing) -> bytes | None:
    """What the row of the last event keeps; nothing before a friends' table starts."""
    game = None if standing.state is None else rules.store(standing.state)
    rolling = b""
    if standing.opening is not None or standing.absences:
        rolling = PART + encode(OnItsWay(standing.opening, standing.absences))
    if standing.room is None:
        return PART + (game or b"") + rolling if rolling else game
    return encode(standing.room) + PART + (game or b"") + rolling


def restored(stored: bytes | None, card: RuleSet) -> tuple[GameState | None, Room | None]:
    """The position and the room that were kept."""
    if not stored:
        return None, None
    head, parted, rest = stored.partition(PART)
    if not parted:
        return rules.restore(head, card), None
    game = rest.partition(PART)[0]
    return (rules.restore(game, card) if game else None), (_decode_room(head) if head else None)


def on_its_way(stored: bytes | None) -> OnItsWay:
    """The roll that was on its way, and who did not answer for those before."""
    parts = (stored or b"").split(PART)
    return _decode_on_its_way(parts[2]) if len(parts) > 2 else OnItsWay()


def room_of(stored: bytes | None) -> Room | None:
    """The room alone, without looking at the game."""
    head, parted, _ = (stored or b"").partition(PART)
    return _decode_room(head) if parted and head else None
