"""What the browser tests share: a browser for each file of them, and a house with coin tables."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.e2e.at_coins import SETTINGS
from tests.e2e.visiting import chromium
from tests.serving import Server, end, launch_server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose limits leave room for a whole lobby."""
    server = launch_server(tmp_path_factory.mktemp("casino"), **SETTINGS)
    yield server
    assert server.complaints() == []
    end(server)
