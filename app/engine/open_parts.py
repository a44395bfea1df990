"""What earlier keeps of a turn left open for later dice (R-open)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.engine.errors import NotationError


@dataclass(frozen=True, slots=True)
class Open:
    """The open parts of a turn; straights and pairs stand oldest first."""

    sets: tuple[int, ...] = ()
    """Faces whose set is open, ascending."""
    straights: tuple[str, ...] = ()
    """`low` (1-5, wants a 6) or `high` (2-6, wants a 1)."""
    pairs: tuple[tuple[int, int, int], ...] = ()
    """Faces of three pairs, ascending in each."""

    def words(self) -> tuple[str, ...]:
        """Each open part in its text form, sets first.

        >>> Open((6,), ("low",), ((2, 3, 4),)).words()
        ('set:6', 'straight:low', 'pairs:234')
        """
        return (
            *(f"set:{face}" for face in self.sets),
            *(f"straight:{end}" for end in self.straights),
            *("pairs:" + "".join(map(str, faces)) for faces in self.pairs),
        )

    def __str__(self) -> str:
        return ",".join(self.words()) or "-"


NOTHING_OPEN = Open()


def parse_open(text: str) -> Open:
    """Read open parts, separated by commas or spaces; `-` or nothing for none.

    >>> str(parse_open("straight:low set:4"))
    'set:4,straight:low'
    """
    words = text.replace(",", " ").split()
    return NOTHING_OPEN if words == ["-"] else from_words(words)


def from_words(words: Iterable[str]) -> Open:
    """The open parts that these words name, in the order given. Raises NotationError on any other word."""
    sets: list[int] = []
    straights: list[str] = []
    pairs: list[tuple[int, int, int]] = []
    for word in words:
        kind, _, value = word.partition(":")
        if kind == "set" and len(value) == 1 and value in "123456":
            if int(value) in sets:
                raise NotationError(f"{word!r} stands twice: a face has one open set")
            sets.append(int(value))
        elif kind == "straight" and value in ("low", "high"):
            straights.append(value)
        elif kind == "pairs" and _three_faces(value):
            first, second, third = sorted(map(int, value))
            pairs.append((first, second, third))
        else:
            raise NotationError(f"{word!r} is no open part: expected set:4, straight:low, straight:high or pairs:234")
    return Open(tuple(sorted(sets)), tuple(straights), tuple(pairs))


def _three_faces(value: str) -> bool:
    """Three pairs have different faces; a face stands twice only where four alike were read as two pairs."""
    return len(value) == 3 and len(set(value)) >= 2 and set(value) <= set("123456")
