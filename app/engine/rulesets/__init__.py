"""The printed rule sets, as records; this module is the only one that reads the packaged files."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from app.engine.rules import RuleSet, from_record


@cache
def keys() -> tuple[str, ...]:
    """The keys of all presets, the default game first."""
    names = (entry.name for entry in files(__name__).iterdir() if entry.name.endswith(".toml"))
    return tuple(sorted((name.removesuffix(".toml") for name in names), key=lambda key: (key != "progressive", key)))


@cache
def load(key: str) -> RuleSet:
    """The preset with this key. Raises KeyError naming the presets there are."""
    if key not in keys():
        raise KeyError(f"no rule set {key!r}; there are {', '.join(keys())}")
    return from_record(tomllib.loads(files(__name__).joinpath(f"{key}.toml").read_text("utf-8")))
