"""JSON in and out: closed message types in, bytes out."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from app.api.core.refusals import Refused

T = TypeVar("T")

encode = msgspec.json.Encoder().encode


class Closed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message that may say only what it is declared to say."""


def field_of(error: msgspec.ValidationError) -> str | None:
    """The name of the field that a validation error speaks of.

    >>> field_of(msgspec.ValidationError("Expected `str`, got `int` - at `$.seats[1].name`"))
    'seats[1].name'
    """
    _, found, path = str(error).rpartition("at `$.")
    return path.rstrip("`") if found else None


async def read(request: Request, decoder: msgspec.json.Decoder[T]) -> T:
    """The body of a call as a closed type. Refuses with 400 what is no JSON, with 422 what does not fit."""
    body = await request.body()
    try:
        return decoder.decode(body)
    except msgspec.ValidationError as error:
        raise Refused("malformed", str(error), field=field_of(error)) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("malformed", status=400) from error


def json_response(content: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """An answer as JSON; bytes are taken as JSON that was made before."""
    body = content if isinstance(content, bytes) else encode(content)
    return Response(body, status, headers, "application/json")
