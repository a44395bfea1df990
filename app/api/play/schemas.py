"""Bodies of the HTTP calls about tables."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from app.api.core.names import clean_name
from app.api.core.refusals import Refused
from app.api.core.wire import Closed
from app.api.play import messages, rules
from app.api.tables import house
from app.api.tables.place import (
    FRIENDS,
    NAME_CHARACTERS_MAX,
    SEATS_MAX,
    TABLE_NAME_CHARACTERS_MAX,
)

RawName = Annotated[str, Meta(max_length=200)]


class Person(Closed, frozen=True):
    """Somebody who sits down when the table is opened."""

    name: RawName
    bot: Annotated[str, Meta(max_length=32)] | None = None


class OpenTable(Closed, frozen=True):
    """`POST /api/tables`."""

    kind: Literal["one_phone", "friends"]
    rules: Annotated[str, Meta(max_length=32)] | house.HouseRules
    seats: Annotated[tuple[Person, ...], Meta(min_length=1, max_length=SEATS_MAX)]
    name: RawName | None = None


class TakeSeat(Closed, frozen=True):
    """`POST /api/tables/{id}/seats`."""

    invite: Annotated[str, Meta(max_length=32)]
    name: RawName


class Empty(Closed, frozen=True):
    """A call that says nothing more than its address."""


open_table = msgspec.json.Decoder(OpenTable)
take_seat = msgspec.json.Decoder(TakeSeat)
empty = msgspec.json.Decoder(Empty)
command = msgspec.json.Decoder(messages.AnyCommand)


def people_of(said: OpenTable) -> list[tuple[str, str | None]]:
    """Names and bots of a new table, tidied. Refuses with the field that cannot stay."""
    people: list[tuple[str, str | None]] = []
    for index, person in enumerate(said.seats):
        name = clean_name(person.name, NAME_CHARACTERS_MAX)
        if name is None:
            raise Refused("malformed", "A name has 1 to 20 characters.", field=f"seats[{index}].name")
        if person.bot is not None and not rules.is_bot(person.bot):
            raise Refused("malformed", "There is no such bot.", field=f"seats[{index}].bot")
        people.append((name, person.bot))
    if all(bot is not None for _, bot in people):
        raise Refused("malformed", "Somebody has to play.", field="seats")
    if said.kind == FRIENDS and (len(people) > 1 or people[0][1] is not None):
        raise Refused("malformed", "A friends' table opens with one person.", field="seats")
    return people


def table_name_of(said: OpenTable, people: list[tuple[str, str | None]]) -> str:
    """The table's name; without one it is called after who opened it."""
    if said.name is None or not said.name.strip():
        return people[0][0]
    name = clean_name(said.name, TABLE_NAME_CHARACTERS_MAX)
    if name is None:
        raise Refused("malformed", "A table's name has up to 40 characters.", field="name")
    return name
