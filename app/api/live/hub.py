"""All sockets of this process: who may open one, how many, and how they are sent away."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import random

from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from app.api.accounts.callers import Caller
from app.api.accounts.devices import DEVICE_BYTES, Devices
from app.api.accounts.logins import LoginCookie
from app.api.accounts.service import Accounts
from app.api.core.addresses import sender_at
from app.api.core.origin import Origin
from app.api.core.settings import Settings
from app.api.live.lobby import LobbyFeed
from app.api.live.outbox import Outbox
from app.api.live.socket import LOGIN_ENDED, REPLACED, Beside, Socket
from app.api.play.service import Play

RETURN_MS_MAX = 3000
"""Everybody is asked to come back at a moment of their own within this time."""
SAY_GOODBYE_S = 0.1
LOGINS_S = 2.0
"""How often it is looked whether the logins behind open sockets still are (reliability S5: within 5 s)."""

log = logging.getLogger("tenk.live")


class Hub:
    """Opens and counts sockets."""

    def __init__(
        self,
        settings: Settings,
        play: Play,
        devices: Devices,
        origin: Origin,
        accounts: Accounts,
        cookie: LoginCookie,
    ) -> None:
        self.settings = settings
        self.play = play
        self.devices = devices
        self.origin = origin
        self.accounts = accounts
        accounts.lines = self
        self.cookie = cookie
        self.sockets: dict[bytes, list[Socket]] = {}
        self.beside = Beside(Outbox(play.loop), LobbyFeed(play))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket; a page that is not ours is turned away before it is accepted."""
        if not self.origin.accepts(scope, dict(scope["headers"])) or self.play.stopping:
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        connection = HTTPConnection(scope)
        device = self.devices.of(connection) or stranger(scope)
        login = await self.accounts.who(self.cookie.of(connection))
        caller = Caller(device) if login is None else Caller(device, login.account, login.name)
        socket = Socket(self.play, caller, scope, send, self.beside)
        socket.login = None if login is None else login.digest
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

    async def watch_logins(self) -> None:
        """Close the sockets of logins that have ended, whichever process ended them."""
        while True:
            await asyncio.sleep(LOGINS_S)
            await self.close_ended()

    async def close_ended(self) -> None:
        """One look at the logins behind all open sockets; who ends one here is answered after it."""
        signed = [each for mine in self.sockets.values() for each in mine if each.login is not None]
        asked = {each.login for each in signed if each.login is not None}
        if not asked:
            return
        try:
            alive = await self.accounts.alive(asked)
        except Exception:
            log.exception("logins could not be looked at")
            return
        for socket in signed:
            if socket.login in asked and socket.login not in alive:
                socket.end(LOGIN_ENDED)

    def renew(self, old: bytes, new: bytes) -> None:
        """The sockets of a device that showed its password again go on with its new login."""
        for mine in self.sockets.values():
            for socket in mine:
                if socket.login == old:
                    socket.login = new

    async def say_goodbye(self) -> None:
        """Tell everybody that we restart and when to come back; the server then closes with 1012."""
        for mine in list(self.sockets.values()):
            for socket in list(mine):
                socket.say({"type": "restarting", "in_ms": random.randrange(RETURN_MS_MAX)})
        await asyncio.sleep(SAY_GOODBYE_S)


def stranger(scope: Scope) -> bytes:
    """Somebody without a cookie can only watch; all of one address count as one."""
    address = sender_at(scope)
    return hashlib.blake2b(address.encode(), digest_size=DEVICE_BYTES, person=b"stranger").digest()
