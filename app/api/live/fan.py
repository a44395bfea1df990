"""uvicorn's WebSocket protocol with two more doors, one for each direction.

Down: frames that were built once go straight to the transport. No game code ever waits for a reader. What a reader
has not taken stays in a bounded buffer; beyond the bound the socket is closed, and the reader resumes by number.

Up: a whole unfragmented text message is handed to the application at once, without a queue and a task in between.
Everything else (control frames, pieces, broken or oversized ones) goes through the library as ever.
"""

from __future__ import annotations

import socket
from asyncio import BaseTransport
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]

from app.api.core.frames import close_frame

KERNEL_BYTES = 64 * 1024
"""Asked of the kernel for each socket; Linux grants twice that."""

LINGER_S = 3.0
"""How long a socket that does not read may keep its close frame waiting before it is cut."""

EXTENSION = "tenk.fan"
"""Where an ASGI scope offers the doors."""

FINAL_TEXT, FINAL_CONTINUATION = 0x81, 0x80
MASKED = 0x80
TEXT, BINARY = 0x01, 0x02


class FanProtocol(WebSocketsSansIOProtocol):
    """A socket that can be written to and listened to without awaiting it."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.ear: Callable[[bytes], None] | None = None
        self.rest = b""
        """The beginning of a frame whose end has not come yet."""
        self.in_pieces = False
        """A fragmented message is on its way; its frames belong to the library."""

    def connection_made(self, transport: BaseTransport) -> None:
        """Bound what the kernel holds for a slow reader: by itself it would take megabytes for each."""
        super().connection_made(transport)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BYTES)

    async def run_asgi(self) -> None:
        """Offer this protocol to the application."""
        self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]
        await super().run_asgi()

    # Up.

    def listen(self, ear: Callable[[bytes], None]) -> None:
        """Hand messages to a function from now on; `receive` then only tells of the end."""
        self.ear = ear

    def data_received(self, data: bytes) -> None:
        """Take whole text messages out of the stream and leave the rest to the library, frame by frame."""
        if self.ear is None:
            super().data_received(data)
            return
        data = self.rest + data if self.rest else data
        at, size = 0, len(data)
        while size - at >= 6:
            head, length = data[at], data[at + 1] & 0x7F
            start = at + 6
            if length == 126:
                length, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 8
            if not data[at + 1] & MASKED or length == 127 or length > self.config.ws_max_size:
                # Broken or too large: the library knows what to say, and it is the last thing said.
                super().data_received(data[at:])
                self.rest = b""
                return
            end = start + length
            if end > size:
                break
            if head == FINAL_TEXT and not self.in_pieces:
                if not self.close_sent:
                    self.ear(apply_mask(data[start:end], data[start - 4 : start]))
            else:
                self.in_pieces = head in (TEXT, BINARY) or (self.in_pieces and head != FINAL_CONTINUATION)
                super().data_received(data[at:end])
            at = end
        self.rest = data[at:]

    def send_receive_event_to_app(self) -> None:
        """A message that the library put together."""
        if self.ear is None:
            super().send_receive_event_to_app()
            return
        data = b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self.ear(data if self.curr_msg_data_type == "text" else b"")

    # Down.

    def push(self, frames: bytes, unsent_max: int) -> bool:
        """Write frames; False when the reader has fallen too far behind."""
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
