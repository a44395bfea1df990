"""A line between a phone and the house that can be cut, also after so many bytes, and that counts what comes down."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class Line:
    """Listens on a port of its own and carries every connection to the house as it is."""

    def __init__(self, port: int) -> None:
        self.house = ("127.0.0.1", port)
        self.down = 0
        """Bytes that came from the house."""
        self.left: int | None = None
        """How many more may come before the line breaks; None for as many as like."""
        self.open: set[socket.socket] = set()
        self.guard = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    @property
    def dead(self) -> bool:
        return self.left is not None and self.left <= 0

    def cut(self, after: int = 0) -> None:
        """Break everything, now or after so many more bytes, until `mend`."""
        self.left = after
        if self.dead:
            self.drop()

    def mend(self) -> None:
        self.left = None

    def drop(self) -> None:
        """Break what is open."""
        with self.guard:
            ends, self.open = self.open, set()
        for end in ends:
            # Whoever reads from it must wake up.
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def close(self) -> None:
        self.listener.close()
        self.drop()

    def accept(self) -> None:
        while True:
            try:
                phone, _ = self.listener.accept()
            except OSError:
                return
            if self.dead:
                phone.close()
                continue
            try:
                house = socket.create_connection(self.house)
            except OSError:
                phone.close()
                continue
            with self.guard:
                self.open |= {phone, house}
            threading.Thread(target=self.carry, args=(phone, house, False), daemon=True).start()
            threading.Thread(target=self.carry, args=(house, phone, True), daemon=True).start()

    def carry(self, source: socket.socket, target: socket.socket, down: bool) -> None:
        """One direction of one connection, to its end."""
        with suppress(OSError):
            while piece := source.recv(65_536):
                if down and not self.counted(len(piece)):
                    self.drop()
                    return
                target.sendall(piece)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def counted(self, size: int) -> bool:
        """Whether these bytes may still come."""
        with self.guard:
            self.down += size
            if self.left is not None:
                self.left -= size
            return not self.dead
