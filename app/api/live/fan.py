"""uvicorn's WebSocket protocol with one more door: frames that were built once go straight to the transport.

No game code ever waits for a reader. What a reader has not taken stays in a bounded buffer; beyond the bound the
socket is closed, and the reader resumes by sequence number.
"""

from __future__ import annotations

import socket
from asyncio import BaseTransport

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from app.api.core.frames import close_frame

KERNEL_BYTES = 64 * 1024
"""Asked of the kernel for each socket; Linux grants twice that."""

LINGER_S = 3.0
"""How long a socket that does not read may keep its close frame waiting before it is cut."""

EXTENSION = "tenk.fan"
"""Where an ASGI scope offers the door."""


class FanProtocol(WebSocketsSansIOProtocol):
    """A socket that can be written to without awaiting it."""

    def connection_made(self, transport: BaseTransport) -> None:
        """Bound what the kernel holds for a slow reader: by itself it would take megabytes for each."""
        super().connection_made(transport)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BYTES)

    async def run_asgi(self) -> None:
        """Offer this protocol to the application."""
        self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]
        await super().run_asgi()

    def push(self, frames: bytes, unsent_max: int) -> bool:
        """Write frames; False when the reader has fallen too far behind or is gone."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return True
        self.transport.write(frames)
        return self.transport.get_write_buffer_size() <= unsent_max

    def end(self, code: int) -> None:
        """Close with a code, now; cut the line when the reader does not take even that."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.transport.write(close_frame(code))
        self.close_sent = True
        self.stop_keepalive()
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(LINGER_S, self.transport.abort)

    def shutdown(self) -> None:
        """The server stops: say 1012, and do not wait for a reader that is stuck."""
        super().shutdown()
        self.loop.call_later(LINGER_S, self.transport.abort)
