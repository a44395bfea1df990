"""Imports go one way, and the rules of the game stand on nothing but the standard library."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ENGINE = ROOT / "app" / "engine"
CHANCE_TIME_AND_WORLD = {"random", "time", "datetime", "os", "secrets", "asyncio"}
LINT = [sys.executable, "-c", "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"]


def imported(source: str) -> Iterator[str]:
    """The top-level packages that a module imports, wherever the import stands."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "app.engine" if node.level else engine_or_top(node.module or "")


def engine_or_top(module: str) -> str:
    return "app.engine" if f"{module}.".startswith("app.engine.") else module.partition(".")[0]


def strangers(source: str) -> set[str]:
    """What a module of the engine must not import."""
    allowed = (sys.stdlib_module_names - CHANCE_TIME_AND_WORLD) | {"app.engine"}
    return set(imported(source)) - allowed


@pytest.mark.parametrize("module", sorted(ENGINE.rglob("*.py")), ids=lambda path: path.relative_to(ENGINE).as_posix())
def test_the_engine_imports_only_the_standard_library_without_chance_time_or_world(module: Path) -> None:
    assert strangers(module.read_text()) == set()


@pytest.mark.parametrize(
    ("line", "stranger"),
    [
        ("import random", "random"),
        ("from time import monotonic", "time"),
        ("def late():\n    import os.path", "os"),
        ("import numpy as np", "numpy"),
        ("from app.api.core import db", "app"),
        ("from app import physics", "app"),
    ],
)
def test_a_stranger_in_the_engine_is_noticed(line: str, stranger: str) -> None:
    assert strangers(line) == {stranger}


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(LINT, cwd=folder, capture_output=True, text=True, timeout=120, check=False)


def test_imports_between_packages_go_one_way() -> None:
    found = lint(ROOT)
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("engine/stray.py", "import app.physics.params"),
        ("api/core/stray.py", "import app.api.play.service"),
        ("api/tables/stray.py", "import app.api.play.repo"),
        ("api/stray/__init__.py", ""),
    ],
    ids=["engine on physics", "core on play", "tables on play", "a package without a place"],
)
def test_an_import_the_wrong_way_is_noticed(tmp_path: Path, module: str, line: str) -> None:
    shutil.copytree(ROOT / "app", tmp_path / "app", ignore=shutil.ignore_patterns("static", "templates", "__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    stray = tmp_path / "app" / module
    stray.parent.mkdir(exist_ok=True)
    stray.write_text(f"{line}\n")
    assert lint(tmp_path).returncode != 0
