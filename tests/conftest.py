"""A real server process for every test that wants one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serving import Launch, Server, end, launch_server


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: their browser keeps an event loop in its thread, in which no test can start another."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[Launch]:
    """Start servers; they end with the test. The same `state_dir` is used unless another one is given."""
    started: list[Server] = []

    def start(state_dir: Path | None = None, **settings: object) -> Server:
        server = launch_server(state_dir or tmp_path / "state", **settings)
        started.append(server)
        return server

    yield start
    for server in started:
        end(server)


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server that many tests share; its limits are high, and none of them may break it."""
    server = launch_server(
        tmp_path_factory.mktemp("house"),
        messages_per_window=1_000_000,
        posts_per_window=1_000_000,
        sockets_per_device=1_000,
        accounts_per_hour=1_000_000,
    )
    yield server
    assert server.process.poll() is None, "the shared server is still alive"
    assert server.complaints() == []
    end(server)
