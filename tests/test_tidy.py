"""Style as tests. Each ban says what to do instead."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.api.cosmetics import catalogue
from app.api.pages.assets import Assets

ROOT = Path(__file__).resolve().parents[1]
FILE_LINES_MAX = 400
FUNCTION_LINES_MAX = 60
SOURCES = ("app", "tests", "migrations")
THIS = Path(__file__).resolve()


def files(suffixes: tuple[str, ...], folders: tuple[str, ...] = SOURCES) -> list[Path]:
    found = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in suffixes]
    return sorted(path for path in found if "__pycache__" not in path.parts and path != THIS)


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def matches(pattern: str, paths: list[Path]) -> list[str]:
    """Places where a pattern occurs, as file:line."""
    wanted = re.compile(pattern)
    return [
        f"{named(path)}:{number}"
        for path in paths
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if wanted.search(line)
    ]


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Names and lengths of a module's functions, without their decorators."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None, "parsed from text"
            yield node.name, node.end_lineno - node.lineno + 1


CODE = files((".py", ".js", ".mjs"))
PYTHON = files((".py",), ("app", "tests"))
APP = files((".py",), ("app",))


def test_no_file_is_longer_than_a_reader_can_hold() -> None:
    """Split by verb: one job, one file."""
    lengths = {named(path): len(path.read_text().splitlines()) for path in CODE}
    assert {name: length for name, length in lengths.items() if length > FILE_LINES_MAX} == {}


def test_no_function_is_longer_than_a_screen() -> None:
    """Name the steps and make them functions."""
    long = [
        f"{named(path)}: {name} has {length} lines"
        for path in PYTHON
        for name, length in functions(path)
        if length > FUNCTION_LINES_MAX
    ]
    assert long == []


def test_nothing_is_left_for_later() -> None:
    """Do it, or write it into the changelog as missing."""
    assert matches(r"\b(TODO|FIXME|XXX|HACK)\b", files((".py", ".js", ".mjs", ".css", ".html", ".toml"))) == []


def test_only_the_command_line_prints() -> None:
    """Log, or raise; players never see a terminal."""
    outside = [path for path in APP if "cli" not in path.parts]
    assert matches(r"\bprint\(", outside) == []
    assert matches(r"\bconsole\.(log|debug|info)\(", files((".js",), ("app",))) == []


def test_no_drawer_for_things_without_a_name() -> None:
    """Name a module after what it knows."""
    drawers = {"utils", "util", "helpers", "helper", "common", "misc", "manager"}
    assert [named(path) for path in CODE if path.stem in drawers] == []


def test_there_is_one_commit() -> None:
    """Save through the writer: it commits, and only what is committed is told."""
    assert {place.partition(":")[0] for place in matches(r"\.commit\(", APP)} == {"app/api/core/writer.py"}


def test_every_silenced_check_says_which() -> None:
    """Write `# type: ignore[code]`, `# noqa: CODE`."""
    assert matches(r"#\s*type:\s*ignore(?!\[)", PYTHON) == []
    assert matches(r"#\s*noqa(?!:)", PYTHON) == []


def test_no_test_is_switched_off() -> None:
    """A test that cannot run is a test to mend or to delete."""
    tests = files((".py", ".mjs", ".js"), ("tests",))
    assert matches(r"mark\.(skip|skipif|xfail)|pytest\.(skip|xfail|importorskip)\(|\b(test|it)\.skip\(", tests) == []


def test_no_file_names_the_machine_it_was_written_on() -> None:
    """Paths are found from where the file stands."""
    everything = files((".py", ".js", ".mjs", ".css", ".html", ".toml", ".md", ".ini"), (*SOURCES, "docs"))
    assert matches(r"/work/|/home/\w+/|/tmp/team", everything) == []


def modules_used() -> set[str]:
    """Modules that some other module of the app, a test or a migration imports."""
    used: set[str] = set()
    for path in PYTHON:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                used.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                used.add(node.module)
                used.update(f"{node.module}.{alias.name}" for alias in node.names)
    return used


def test_no_python_module_is_dead() -> None:
    """Delete what nothing imports."""
    used = modules_used()
    dead = [
        named(path)
        for path in APP
        if path.stem not in ("__init__", "__main__")
        # The command line finds its commands by itself, the migrations their rows.
        and "def add_parser" not in path.read_text()
        and path.stem != "models"
        and ".".join(path.relative_to(ROOT).with_suffix("").parts) not in used
    ]
    assert dead == []


def test_no_file_of_the_client_is_dead() -> None:
    """Delete what no page, style sheet or module loads."""
    assets = Assets()
    pages = "\n".join(path.read_text() for path in files((".html",), ("app",)))
    text = pages + "\n".join(
        # As it was written: shapes are named in comments, which are not served.
        (assets.root / asset.path).read_text()
        for asset in assets.files.values()
        if asset.path.endswith((".js", ".css", ".webmanifest"))
    )
    entries = [
        name
        for name in assets.files
        if re.fullmatch(r"js/\w+\.js", name) and re.search(rf"['\"]{Path(name).stem}['\"]", pages)
    ]
    loaded = {module for entry in entries for module in assets.modules(entry)}
    dead = [
        name
        for name in assets.files
        if name not in loaded
        and name not in text
        and Path(name).name not in text
        # The frame names a page's style sheet as it names its entry module.
        and not (name.startswith("css/") and re.search(rf"['\"]{Path(name).stem}['\"]", pages))
        # Pictures of dice sets are asked for by the keys of the sets.
        and not (name.startswith("img/looks/") and Path(name).stem in catalogue.SETS)
        # Licences lie beside what they license, catalogues are put into the page by the server.
        and not name.endswith("-OFL.txt")
        and not name.startswith("text/")
    ]
    assert dead == []


@pytest.mark.parametrize("suffix", [".orig", ".bak", ".rej", ".swp", ".log", ".db"])
def test_no_left_overs_lie_about(suffix: str) -> None:
    """Remove what tools leave behind."""
    assert [named(path) for path in files((suffix,), (*SOURCES, "docs"))] == []
