"""The twin as phones get it."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.api.pages.scripts import slim
from tests.twin.asked import ENGINE


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the modules in the form that is sent."""
    folder = tmp_path_factory.mktemp("served") / "js" / "engine"
    folder.mkdir(parents=True)
    for module in ENGINE.glob("*.js"):
        (folder / module.name).write_text(slim(module.read_text()))
    return folder
