"""The dispatcher: every module of this package that has `add_parser` is a command."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
from collections.abc import Iterator, Sequence
from types import ModuleType

import app.cli


def commands() -> Iterator[ModuleType]:
    """The command modules, in the order of their names."""
    for entry in sorted(pkgutil.iter_modules(app.cli.__path__), key=lambda found: found.name):
        module = importlib.import_module(f"{app.cli.__name__}.{entry.name}")
        if hasattr(module, "add_parser"):
            yield module


def parser() -> argparse.ArgumentParser:
    """The whole command line. A command's `add_parser(subparsers)` sets `run`, which takes the arguments."""
    top = argparse.ArgumentParser(prog="tenk", description="Progressive 10,000, a dice game for phones.")
    subparsers = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for module in commands():
        module.add_parser(subparsers)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 well, 1 the command's own failure, 2 a bad command line."""
    arguments = parser().parse_args(argv)
    code: int = arguments.run(arguments)
    return code
