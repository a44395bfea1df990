"""The twin in node: what it answers to questions, and what single functions of it give."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

HERE = Path(__file__).parent
ENGINE = HERE.parents[1] / "app" / "static" / "js" / "engine"


@dataclass(frozen=True)
class Compared:
    """How one engine fared."""

    checked: int
    differences: list[str]


def _node(program: str, lines: Iterable[bytes], *given: Path) -> list[Any]:
    done = subprocess.run(["node", HERE / program, *given], input=b"\n".join(lines), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return [json.loads(line) for line in done.stdout.splitlines()]


def compared(lines: Iterable[bytes], *engines: Path) -> list[Compared]:
    """Ask the engines in these folders the questions of each line, each up to a difference."""
    return [Compared(**told) for told in _node("lines.mjs", lines, *engines)]


def asked(*calls: tuple[Any, ...]) -> list[Any]:
    """What functions of the twin give, each call as module, name and arguments; `{"throws": …}` where one throws."""
    told = _node("ask.mjs", (msgspec.json.encode(call) for call in calls))
    assert len(told) == len(calls)
    return [each if "throws" in each else each.get("gives") for each in told]
