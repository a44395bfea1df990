"""The bare servers that the service is measured against: an echo, and frames built once without any database.

Run as `python -m tests.bench.anchors echo|fan`; prints its address like the service does.
"""

from __future__ import annotations

import socket
import sys
from collections.abc import Sequence

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from app.api.core.frames import frame
from app.api.live.fan import EXTENSION, FanProtocol

UNSENT_MAX = 1 << 20


class Printing(uvicorn.Server):
    """uvicorn that prints where it listens."""

    def _log_started_message(self, listeners: Sequence[socket.SocketType]) -> None:
        print(f"Listening on http://127.0.0.1:{listeners[0].getsockname()[1]}", flush=True)


async def echo(line: WebSocket) -> None:
    """Send every message back."""
    await line.accept()
    try:
        while True:
            await line.send_text(await line.receive_text())
    except WebSocketDisconnect:
        return


class Fan:
    """Every message of a table goes to all its sockets, as one frame; nothing is kept."""

    def __init__(self) -> None:
        self.tables: dict[str, list[FanProtocol]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket, or the life of the server."""
        if scope["type"] == "lifespan":
            await self.live(receive, send)
            return
        await receive()
        await send({"type": "websocket.accept"})
        table = self.tables.setdefault(scope["path"], [])
        mine: FanProtocol = scope["extensions"][EXTENSION]
        table.append(mine)
        while (message := await receive())["type"] != "websocket.disconnect":
            ready = frame(message["text"].encode())
            for each in table:
                each.push(ready, UNSENT_MAX)
        table.remove(mine)

    async def live(self, receive: Receive, send: Send) -> None:
        """Start and stop."""
        while (message := await receive())["type"] == "lifespan.startup":
            await send({"type": "lifespan.startup.complete"})
        await send({"type": f"{message['type']}.complete"})


def main(kind: str) -> None:
    """Serve one of the anchors on any free port."""
    app = Starlette(routes=[WebSocketRoute("/{rest:path}", echo)]) if kind == "echo" else Fan()
    config = uvicorn.Config(
        app,
        port=0,
        log_config=None,
        log_level="warning",
        access_log=False,
        ws="websockets-sansio" if kind == "echo" else FanProtocol,
        ws_per_message_deflate=False,
        ws_max_size=4096,
    )
    Printing(config).run()


if __name__ == "__main__":
    main(sys.argv[1])
