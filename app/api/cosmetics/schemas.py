"""Bodies of the HTTP calls about looks."""

from __future__ import annotations

import unicodedata
from hashlib import blake2b
from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta

from app.api.core.languages import say
from app.api.core.refusals import Refused
from app.api.core.wire import Closed
from app.api.cosmetics.catalogue import STAGES

NOTE_CHARACTERS_MAX = 280
DIGEST_BYTES = 16

Key = Annotated[str, Meta(max_length=16)]
Stage = Annotated[int, Meta(ge=0, le=STAGES)]
Price = Annotated[int, Meta(ge=0, le=1_000_000)]


class Purchase(Closed, frozen=True):
    """`POST /api/looks/purchase`: a set, or stages of a move for one."""

    cid: UUID
    set: Key
    price: Price
    """What the player was shown."""
    move: Key | None = None
    stage: Stage = 0


class Wear(Closed, frozen=True):
    """`POST /api/looks/wear`."""

    set: Key
    move: Key | None = None
    stage: Stage = 0


class Favorite(Closed, frozen=True):
    """`POST /api/looks/favorite`."""

    set: Key
    loved: bool
    note: Annotated[str, Meta(max_length=4000)] = ""


purchase = msgspec.json.Decoder(Purchase)
wear = msgspec.json.Decoder(Wear)
favorite = msgspec.json.Decoder(Favorite)


def digest(said: Purchase) -> bytes:
    """What a purchase says besides its number, in 16 bytes."""
    told = msgspec.msgpack.encode((said.set, said.move, said.stage, said.price))
    return blake2b(told, digest_size=DIGEST_BYTES, person=b"purchase").digest()


def note_of(said: Favorite) -> str | None:
    """The note in one line; None without one. Refuses one that is too long, or holds marks that nobody sees.

    >>> note_of(Favorite("ruby", True, " like wine\\r\\nin the sun "))
    'like wine in the sun'
    """
    note = " ".join(unicodedata.normalize("NFC", said.note).split())
    if len(note) > NOTE_CHARACTERS_MAX:
        raise Refused("malformed", say("A note has at most {n} characters.", n=NOTE_CHARACTERS_MAX), field="note")
    hidden = (unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Cn") for sign in note if sign != "\u200d")
    if any(hidden):
        raise Refused("malformed", "A note has no control characters.", field="note")
    return note or None
