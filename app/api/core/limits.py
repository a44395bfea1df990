"""How much one sender may say."""

from __future__ import annotations


class Window:
    """Counts within windows of fixed length; a new one starts with the first message after the old one's end."""

    __slots__ = ("count", "most", "over", "started", "window_s")

    def __init__(self, most: int, window_s: float) -> None:
        self.most = most
        self.window_s = window_s
        self.started = float("-inf")
        self.count = 0
        self.over = 0
        """Messages in a row that were too many."""

    def admits(self, now: float) -> bool:
        """Count one message at `now`, in seconds; False when it is too many."""
        if now - self.started >= self.window_s:
            self.started = now
            self.count = 0
        self.count += 1
        if self.count <= self.most:
            self.over = 0
            return True
        self.over += 1
        return False


class Windows:
    """A window for each of many senders; those whose window is over are forgotten."""

    KEPT = 10_000

    def __init__(self, most: int, window_s: float) -> None:
        self.most = most
        self.window_s = window_s
        self.windows: dict[bytes, Window] = {}

    def admits(self, sender: bytes, now: float) -> bool:
        """Count one call of a sender."""
        window = self.windows.get(sender)
        if window is None:
            if len(self.windows) >= self.KEPT:
                self.windows = {who: each for who, each in self.windows.items() if now - each.started < self.window_s}
            window = self.windows[sender] = Window(self.most, self.window_s)
        return window.admits(now)
