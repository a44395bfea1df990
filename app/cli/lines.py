"""Lines in and objects out: UTF-8 whatever the locale says, each answer told before the next line is awaited."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterable, Iterator, Mapping

from app.engine.errors import NotationError

UTF_8 = "utf-8-sig"
"""As other programs write it: a mark may stand at the start."""
ESCAPED = "surrogateescape"
"""Bytes that are no text come in all the same, so that the line they stand in can be named: see `text`."""


def standard_input() -> Iterable[str]:
    """The lines of standard input."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding=UTF_8, errors=ESCAPED)
    return sys.stdin


def numbered(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines that say something, without their remarks, each with its number from 1."""
    for number, line in enumerate(lines, 1):
        said = line.partition("#")[0].strip()
        if said:
            yield number, said


def text(said: str) -> str:
    """The line itself. Raises NotationError if it came from bytes that are no text."""
    try:
        said.encode()
    except UnicodeEncodeError as wrong:
        raise NotationError(f"{said!r} is no UTF-8 text") from wrong
    return said


def tell(record: Mapping[str, object]) -> None:
    """Print one object in a line of its own, at once."""
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.encoding != "utf-8":
        sys.stdout.reconfigure(encoding="utf-8")
    print(json.dumps(record, ensure_ascii=False), flush=True)
