"""What the browser tests share: a browser for each file of them, and a house with coin tables."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.e2e.at_coins import SETTINGS
from tests.e2e.visiting import chromium
from tests.serving import Server, end, launch_server


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
