"""Where texts stand in the source: sentences the service says, and keys that pages and scripts ask for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

APP = Path(__file__).resolve().parents[1]

SPOKEN: dict[str, int] = {"Refused": 1, "Meaning": 1, "say": 0}
"""Calls that take a sentence for players, and which of their arguments it is."""
CONSTANTS = ("SENTENCES", "OTHERWISE", "IN_THE_AIR")
"""Names of sentences that are said from elsewhere."""

QUOTED = re.compile(r"""["'`](?:t:)?((?:\w+\.)*\w+\.?)["'`]""")
IN_TEMPLATE = re.compile(r"`((?:[\w.]|\$\{[^`{}]*\})+)`")
JOINED = re.compile(r"""["']([\w.]+\.)["']\s*[~+]""")
INSERTED = re.compile(r"\$\{[^}]*\}")
FORMS = ("zero", "one", "two", "few", "many", "other")


def spoken(root: Path = APP) -> dict[str, str]:
    """The sentences the service says to players, each with the file that says it first, in the order of the files."""
    found: dict[str, str] = {}
    for folder in ("api", "engine"):
        for path in sorted((root / folder).rglob("*.py")):
            for sentence in sentences_in(ast.parse(path.read_text())):
                found.setdefault(sentence, path.relative_to(root).as_posix())
    return found


def sentences_in(module: ast.Module) -> Iterator[str]:
    """The sentences that a module's calls and constants say, written out."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SPOKEN:
            place = SPOKEN[node.func.id]
            if len(node.args) > place:
                yield from texts_in(node.args[place])
        elif isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id in CONSTANTS for target in node.targets
        ):
            yield from texts_in(node.value)


def texts_in(node: ast.expr) -> Iterator[str]:
    """Strings written out in an expression; a formatted one can never be looked up and counts as a mistake."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Dict):
        for value in node.values:
            yield from texts_in(value)
    elif isinstance(node, ast.IfExp):
        yield from texts_in(node.body)
        yield from texts_in(node.orelse)


def sources(root: Path = APP) -> Iterator[tuple[str, str]]:
    """The client's scripts, templates and manifest: name and text."""
    static = root / "static"
    for path in sorted([*static.rglob("*.js"), *static.glob("*.webmanifest"), *(root / "templates").glob("*.html")]):
        yield path.relative_to(root).as_posix(), path.read_text()


def unused(keys: Iterable[str], texts: Iterable[str]) -> list[str]:
    """Keys that nothing asks for: neither by their name, nor by a beginning or an end to which something is added."""
    named: set[str] = set()
    patterns: set[str] = set()
    ends: set[str] = set()
    for text in texts:
        named |= set(QUOTED.findall(text))
        patterns |= {re.escape(start) + ".+" for start in JOINED.findall(text)}
        for literal in IN_TEMPLATE.findall(text):
            first, *rest = INSERTED.split(literal)
            if "." in first:
                patterns.add(".+".join(map(re.escape, (first, *rest))))
            elif not first and len(rest) == 1:
                ends.add(rest[0])
    named |= {key + end for key in named for end in ends}
    matches = re.compile("|".join(sorted(patterns)) or "(?!)").fullmatch
    return [key for key in keys if not ({key, without_form(key)} & named or matches(key) or matches(without_form(key)))]


def without_form(key: str) -> str:
    """A key without the name of its plural form."""
    stem, _, form = key.rpartition(".")
    return stem if form in FORMS else key
