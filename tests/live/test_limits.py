"""How much senders may say, and that who says too much costs no memory."""

from __future__ import annotations

from app.api.core.limits import Windows


def test_a_sender_is_heard_so_often_and_again_when_the_window_is_over() -> None:
    windows = Windows(2, 60.0)
    assert [windows.admits(b"Ann", now) for now in (0, 1, 2, 61, 62, 63)] == [True, True, False, True, True, False]


def test_there_are_never_more_windows_than_are_kept_and_strangers_come_in_again_later() -> None:
    windows = Windows(5, 60.0)
    told = [windows.admits(str(number).encode(), number / 1000) for number in range(Windows.KEPT + 500)]
    assert (told.count(True), len(windows.windows)) == (Windows.KEPT, Windows.KEPT)
    assert windows.admits(b"1", 11.0), "who was known before is heard as before"
    assert windows.admits(b"new", 90.0)
    assert len(windows.windows) < Windows.KEPT
