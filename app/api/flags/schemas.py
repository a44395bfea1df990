"""Bodies of the HTTP calls about flags."""

from __future__ import annotations

import json
import unicodedata
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from app.api.core.languages import say
from app.api.core.refusals import Refused
from app.api.core.wire import Closed

NOTE_CHARACTERS_MAX = 280
ANSWER_CHARACTERS_MAX = 1000
TRANSCRIPT_BYTES_MAX = 256 * 1024
EVIDENCE_BYTES_MAX = 16 * 1024
BODY_BYTES_MAX = TRANSCRIPT_BYTES_MAX + EVIDENCE_BYTES_MAX + 4096
"""A flag with everything it may carry; all other calls are held to much less."""

NULL = msgspec.Raw(b"null")
"""A part that did not come."""

Number = Annotated[int, Meta(ge=0, le=65535)]
Reason = Literal["looks_wrong", "score_wrong", "animation_stuck", "other", "mismatch"]


class NewFlag(Closed, frozen=True):
    """`POST /api/flags`. The roll is one of a table here, or one of the transcript that comes with it."""

    game: Number
    roll: Number
    """0 is the roll of the whole table."""
    reason: Reason
    table: Annotated[str, Meta(max_length=32)] | None = None
    note: Annotated[str, Meta(max_length=4000)] | None = None
    transcript: msgspec.Raw = NULL
    evidence: msgspec.Raw = NULL
    auto: bool = False


class Answer(Closed, frozen=True):
    """`POST /api/house/flags/{id}/answer`."""

    text: Annotated[str, Meta(max_length=4000)]


class Nothing(Closed, frozen=True):
    """A call that says nothing more than its address."""


new_flag = msgspec.json.Decoder(NewFlag)
answer = msgspec.json.Decoder(Answer)
nothing = msgspec.json.Decoder(Nothing)


def tidied(text: str) -> str:
    """What somebody wrote, with its lines but without marks that nobody sees or that turn the text around.

    >>> tidied(" odd\\u202e roll\\r\\nagain\\x00 ")
    'odd roll\\nagain'
    """
    lines = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n")
    kept = (
        sign
        for sign in lines
        if sign == "\n" or sign == "\u200d" or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn")
    )
    return "".join(kept).strip()


def note_of(said: NewFlag) -> str | None:
    """The note, tidied. Refuses one that is too long."""
    note = tidied(said.note or "")
    if len(note) > NOTE_CHARACTERS_MAX:
        raise Refused("malformed", say("A note has at most {n} characters.", n=NOTE_CHARACTERS_MAX), field="note")
    return note or None


def answer_of(text: str) -> str:
    """What the house answers, tidied. Refuses nothing at all, and too much."""
    tidy = tidied(text)
    if not 0 < len(tidy) <= ANSWER_CHARACTERS_MAX:
        raise Refused("malformed", say("An answer has 1 to {n} characters.", n=ANSWER_CHARACTERS_MAX), field="text")
    return tidy


def raw_of(value: msgspec.Raw, most: int, field: str) -> bytes | None:
    """A part of a call that is kept as it came; null counts as absent. Refuses one that is too large or broken."""
    if bytes(value) == b"null":
        return None
    if len(bytes(value)) > most:
        raise Refused("too_large", field=field)
    try:
        json.loads(bytes(value).decode())
    except (ValueError, RecursionError) as broken:
        raise Refused("malformed", field=field) from broken
    return bytes(value)
