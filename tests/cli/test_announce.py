"""What the terminal says where to open the game."""

from __future__ import annotations

import pytest

from app.cli import announce
from app.cli.announce import announcement


def test_on_this_machine_only_its_address_is_printed() -> None:
    assert announcement("http://127.0.0.1:8123", colour=True) == "Listening on http://127.0.0.1:8123"


def test_on_every_network_a_phone_is_told_where_to_go_and_what_needs_https(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announce, "own_address", lambda: "192.0.2.7")
    lines = announcement("http://0.0.0.0:8000", colour=True).splitlines()
    assert lines[0] == "Listening on http://127.0.0.1:8000"
    assert lines[1] == "On a phone in the same network: http://192.0.2.7:8000"
    assert sum("█" in line or "▄" in line or "▀" in line for line in lines) > 8
    assert "https" in lines[-1]


def test_without_a_network_it_says_that_no_phone_can_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announce, "own_address", lambda: None)
    assert "a phone cannot reach it" in announcement("http://0.0.0.0:80", colour=False)


def test_a_piped_terminal_gets_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announce, "own_address", lambda: "192.0.2.7")
    assert len(announcement("http://0.0.0.0:8000", colour=False).splitlines()) == 3
