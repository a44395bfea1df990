"""What a socket may say besides commands."""

from __future__ import annotations

from typing import Annotated, Any, get_args

import msgspec
from msgspec import Meta

from app.api.play import messages as commands
from app.api.play.messages import Entropy, Positions, Seq, TableId

TABLES_MAX = 16
"""Tables that one socket may watch."""


class Watch(msgspec.Struct, tag="watch", frozen=True, forbid_unknown_fields=True):
    """Tell me about a table, from where I left off."""

    table: TableId
    have_seq: Seq | None = None
    epoch: Annotated[str, Meta(max_length=32)] | None = None


class Cursor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table in `hello`."""

    table: TableId
    have_seq: Seq | None = None
    epoch: Annotated[str, Meta(max_length=32)] | None = None


class Hello(msgspec.Struct, tag="hello", frozen=True, forbid_unknown_fields=True):
    """The first message."""

    protocol: int
    tables: Annotated[tuple[Cursor, ...], Meta(max_length=TABLES_MAX)] = ()


class Unwatch(msgspec.Struct, tag="unwatch", frozen=True, forbid_unknown_fields=True):
    """Tell me no more about a table."""

    table: TableId


class Ping(msgspec.Struct, tag="ping", frozen=True, forbid_unknown_fields=True):
    """Are you there?"""

    at: Any = None


class Select(msgspec.Struct, tag="select", frozen=True, forbid_unknown_fields=True):
    """Dice tapped so far, not kept yet."""

    table: TableId
    roll: Seq
    dice: Positions


class Pledge(msgspec.Struct, tag="pledge", frozen=True, forbid_unknown_fields=True):
    """What this phone will add to the next roll of somebody else, as a commitment."""

    table: TableId
    n: Seq
    commitment: Entropy


class Witness(msgspec.Struct, tag="witness", frozen=True, forbid_unknown_fields=True):
    """What this phone promised for the roll on its way; and its promise for the next one."""

    table: TableId
    n: Seq
    r: Entropy
    next: Entropy | None = None


class Lobby(msgspec.Struct, tag="lobby", frozen=True, forbid_unknown_fields=True):
    """Tell me, or tell me no more, which coin tables there are."""

    on: bool


Up = commands.AnyCommand | Hello | Watch | Unwatch | Ping | Select | Pledge | Witness | Lobby

decode = msgspec.json.Decoder(Up).decode


class Loose(msgspec.Struct):
    """The two words that make an unreadable message answerable."""

    cid: Any = None
    type: Any = None


decode_loose = msgspec.json.Decoder(Loose).decode

TYPES = frozenset(kind.__struct_config__.tag for kind in get_args(Up))
"""All types that are known."""
