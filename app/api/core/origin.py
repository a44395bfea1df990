"""Who may talk to us from a browser: pages of this very server, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api.core.refusals import Refused

SAFE = ("GET", "HEAD", "OPTIONS")
SECURE = {"http": "http", "https": "https", "ws": "http", "wss": "https"}
BODY_BYTES_MAX = 4096

Headers = dict[bytes, bytes]


class Origin:
    """The origin of our own pages: the configured one, or the address under which we were called."""

    def __init__(self, public_url: str | None) -> None:
        self.public = public_url.rstrip("/").lower().encode() if public_url else None

    def own(self, scope: Scope, headers: Headers) -> bytes:
        """Scheme, host and port of this server as the caller sees it."""
        if self.public is not None:
            return self.public
        return SECURE[scope["scheme"]].encode() + b"://" + headers.get(b"host", b"").lower()

    def accepts(self, scope: Scope, headers: Headers) -> bool:
        """Whether the `Origin` header is present and ours."""
        return headers.get(b"origin", b"").lower() == self.own(scope, headers)

    def accepts_post(self, scope: Scope, headers: Headers) -> bool:
        """Our Origin, or none together with the browser's own word that the page is ours."""
        if b"origin" in headers:
            return self.accepts(scope, headers)
        return headers.get(b"sec-fetch-site") == b"same-origin"


class SameOrigin:
    """ASGI middleware: a call that changes something needs our Origin, JSON, and a body within bounds."""

    def __init__(self, app: ASGIApp, origin: Origin, roomier: Mapping[str, int] | None = None) -> None:
        self.app = app
        self.origin = origin
        self.roomier = roomier or {}
        """Paths whose calls may be larger than others, with how many bytes."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse before anything is read; a body that grows too large is cut off."""
        if scope["type"] != "http" or scope["method"] in SAFE:
            await self.app(scope, receive, send)
            return
        try:
            most = self.roomier.get(scope["path"], BODY_BYTES_MAX)
            self.check(scope, dict(scope["headers"]), most)
            body = await read_body(receive, most)
        except Refused as refused:
            await answer(send, refused)
            return
        await self.app(scope, replay(body, receive), send)

    def check(self, scope: Scope, headers: Headers, most: int = BODY_BYTES_MAX) -> None:
        """Raise what is wrong with the head of a call."""
        if not self.origin.accepts_post(scope, headers):
            raise Refused("wrong_origin")
        media_type = headers.get(b"content-type", b"").split(b";")[0].strip().lower()
        if media_type != b"application/json":
            raise Refused("malformed", "The body must be application/json.", status=415)
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > most:
            raise Refused("too_large")


async def read_body(receive: Receive, most: int = BODY_BYTES_MAX) -> bytes:
    """The whole body, if it is small enough."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return bytes(body)
        body += message.get("body", b"")
        if len(body) > most:
            raise Refused("too_large")
        if not message.get("more_body", False):
            return bytes(body)


def replay(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives the body that was already read, then whatever comes."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def answer(send: Send, refused: Refused) -> None:
    """Send a refusal without a framework around it."""
    body = json.dumps(refused.record()).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
