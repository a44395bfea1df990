"""One series of mixed throws for all checks of quality."""

from __future__ import annotations

import pytest

from tests.physics.thrown import Thrown, mixed, thrown


@pytest.fixture(scope="session")
def throws() -> list[Thrown]:
    return [thrown(spec) for spec in mixed(240)]
