"""A game as the list of its moves: fold it to any position, for disputes, reconnects and tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.engine.commands import Command
from app.engine.errors import NotationError, Refusal
from app.engine.notation import format_command, format_taps, parse_command, parse_taps
from app.engine.reducer import Step, step
from app.engine.rules import RuleSet
from app.engine.state import new_game


@dataclass(frozen=True, slots=True)
class Move:
    """An accepted command with the faces it rolled, if any."""

    command: Command
    faces: tuple[int, ...] = ()

    def __str__(self) -> str:
        dice = f" | {format_taps(self.faces)}" if self.faces else ""
        return format_command(self.command) + dice


def parse_move(text: str) -> Move:
    """Read a line such as `roll | 6 6 6 1 2 3 4 5`."""
    command, mark, faces = text.partition("|")
    return Move(parse_command(command.strip()), parse_taps(faces) if mark else ())


def replay(rules: RuleSet, seats: int, first: int, moves: Iterable[Move]) -> Iterator[Step]:
    """The step of each move from a fresh game. Raises NotationError naming the first move that the rules refuse."""
    state = new_game(rules, seats, first)
    for number, move in enumerate(moves, 1):
        try:
            told = step(state, move.command, move.faces or None)
        except ValueError as wrong:
            raise NotationError(f"move {number} ({move}): {wrong}") from wrong
        if isinstance(told, Refusal):
            raise NotationError(f"move {number} ({move}) is refused: {told.code}")
        state = told.state
        yield told
