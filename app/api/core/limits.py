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
    """A window for each of many senders; those whose window is over are forgotten, and there are never more than
    `KEPT`: who comes then for the first time is asked to wait."""

    KEPT = 10_000
    SWEPT_S = 1.0
    """Looking through all of them takes a while, so it is done so seldom."""

    def __init__(self, most: int, window_s: float) -> None:
        self.most = most
        self.window_s = window_s
        self.windows: dict[bytes, Window] = {}
        self.swept = float("-inf")

    def admits(self, sender: bytes, now: float) -> bool:
        """Count one call of a sender."""
        window = self.windows.get(sender)
        if window is None:
            if len(self.windows) >= self.KEPT and now - self.swept >= self.SWEPT_S:
                self.swept = now
                self.windows = {who: each for who, each in self.windows.items() if now - each.started < self.window_s}
            if len(self.windows) >= self.KEPT:
                return False
            window = self.windows[sender] = Window(self.most, self.window_s)
        return window.admits(now)
