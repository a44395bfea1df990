"""What the browser tests share: a browser for each file of them, and a house with coin tables."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.e2e.at_coins import SETTINGS
from tests.e2e.visiting import chromium
from tests.serving import Scripted, Server, end, launch_server


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives all browsers of one process; a second one beside it is not possible."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Debian's Chromium: one for all files, for each visit is a phone of its own."""
    with chromium(playwright) as browser:
        yield browser


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose limits leave room for a whole lobby."""
    server = launch_server(tmp_path_factory.mktemp("casino"), **SETTINGS)
    yield server
    assert server.complaints() == []
    end(server)


@pytest.fixture(scope="session")
def parlour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    """A house for many tables, each of a test of its own, and the file that says what dice they roll."""
    folder = tmp_path_factory.mktemp("parlour")
    script = folder / "dice.txt"
    script.write_text("")
    server = launch_server(
        folder / "state", scripted_dice=script, messages_per_window=100_000, posts_per_window=100_000
    )
    yield server, script
    assert server.process.poll() is None, "the shared house still stands"
    assert server.complaints() == []
    end(server)


@pytest.fixture
def scripted(parlour: tuple[Server, Path]) -> Scripted:
    """Has the shared house roll what a test needs; tables of other tests keep their dice."""
    server, script = parlour

    def house(dice: str) -> Server:
        script.write_text(dice)
        return server

    return house
