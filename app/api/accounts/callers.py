"""Who makes an HTTP call, and whether it may make another one so soon."""

from __future__ import annotations

import asyncio

from fastapi import Request
from fastapi.responses import Response
from msgspec import Struct

from app.api.accounts.devices import Devices
from app.api.core.addresses import sender_at
from app.api.core.limits import Windows
from app.api.core.refusals import Refused


class Caller(Struct, frozen=True):
    """Who speaks: a browser, and the account that is signed in there."""

    device: bytes
    account: str | None = None
    name: str = ""
    """The account's name."""


def speaker(request: Request) -> tuple[bytes, bool]:
    """The device that calls, and whether it is new; refuses one that calls too often."""
    devices: Devices = request.app.state.devices
    limits: Windows = request.app.state.limits
    device, new = devices.of_or_new(request)
    sender = sender_at(request.scope).encode() if new else device
    if not limits.admits(sender, asyncio.get_running_loop().time()):
        raise Refused("rate")
    return device, new


def known(request: Request, answer: Response, device: bytes, new: bool) -> Response:
    """The answer, with the cookie of a device that had none."""
    if new:
        request.app.state.devices.tell(answer, device)
    return answer


def viewer(request: Request) -> bytes:
    """The device that only looks; nobody, if it has no cookie."""
    devices: Devices = request.app.state.devices
    return devices.of(request) or b""
