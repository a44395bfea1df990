"""All sockets of this process: who may open one, how many, and how they are sent away."""

from __future__ import annotations

import asyncio
import hashlib
import random

from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from app.api.accounts.devices import DEVICE_BYTES, Devices
from app.api.core.origin import Origin
from app.api.core.settings import Settings
from app.api.live.outbox import Outbox
from app.api.live.socket import REPLACED, Socket
from app.api.play.service import Play

RETURN_MS_MAX = 3000
"""Everybody is asked to come back at a moment of their own within this time."""
SAY_GOODBYE_S = 0.1


class Hub:
    """Opens and counts sockets."""

    def __init__(self, settings: Settings, play: Play, devices: Devices, origin: Origin) -> None:
        self.settings = settings
        self.play = play
        self.devices = devices
        self.origin = origin
        self.sockets: dict[bytes, list[Socket]] = {}
        self.outbox = Outbox(play.loop)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket; a page that is not ours is turned away before it is accepted."""
        if not self.origin.accepts(scope, dict(scope["headers"])) or self.play.stopping:
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        device = self.devices.of(HTTPConnection(scope)) or stranger(scope)
        socket = Socket(self.play, device, scope, send, self.settings, self.outbox)
        await receive()
        mine = self.sockets.setdefault(device, [])
        mine.append(socket)
        if len(mine) > self.settings.sockets_per_device:
            mine[0].end(REPLACED)
            del mine[0]
        try:
            await socket.run(receive)
        finally:
            if socket in mine:
                mine.remove(socket)
            if not mine:
                self.sockets.pop(device, None)

    async def say_goodbye(self) -> None:
        """Tell everybody that we restart and when to come back; the server then closes with 1012."""
        for mine in list(self.sockets.values()):
            for socket in list(mine):
                socket.say({"type": "restarting", "in_ms": random.randrange(RETURN_MS_MAX)})
        await asyncio.sleep(SAY_GOODBYE_S)


def stranger(scope: Scope) -> bytes:
    """Somebody without a cookie can only watch; all of one address count as one."""
    address = (scope.get("client") or ("", 0))[0]
    return hashlib.blake2b(address.encode(), digest_size=DEVICE_BYTES, person=b"stranger").digest()
