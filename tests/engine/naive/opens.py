"""What lies open from earlier keeps of the turn, and its text form `set:4,straight:low,pairs:234`."""

from typing import NamedTuple

LOW = (1, 2, 3, 4, 5)
HIGH = (2, 3, 4, 5, 6)
_RUN_OF = {"low": LOW, "high": HIGH}


class OpenParts(NamedTuple):
    """Open sets (a face each), unfilled straights (five faces), three pairs (three faces); oldest first."""

    sets: tuple[int, ...] = ()
    straights: tuple[tuple[int, ...], ...] = ()
    pairs: tuple[tuple[int, ...], ...] = ()


def parse_open(text: str | OpenParts) -> OpenParts:
    """Read the text form: parts parted by commas or spaces, `-` or nothing for none. Raises ValueError."""
    if isinstance(text, OpenParts):
        return text
    sets: list[int] = []
    straights: list[tuple[int, ...]] = []
    pairs: list[tuple[int, ...]] = []
    for word in text.replace(",", " ").split():
        kind, _, which = word.partition(":")
        faces = tuple(sorted(int(digit) for digit in which if digit in "123456"))
        if word == "-":
            continue
        if kind == "set" and len(which) == len(faces) == 1 and faces[0] not in sets:
            sets.append(faces[0])
        elif kind == "straight" and which in _RUN_OF:
            straights.append(_RUN_OF[which])
        elif kind == "pairs" and len(which) == len(faces) == len(set(faces)) == 3:
            pairs.append(faces)
        else:
            raise ValueError(f"not an open part: {word!r}")
    return OpenParts(tuple(sets), tuple(straights), tuple(pairs))


def open_words(opens: OpenParts) -> tuple[str, ...]:
    """The text of each open part, sorted: two states are the same when these are the same."""
    words = [f"set:{face}" for face in opens.sets]
    words += ["straight:low" if run == LOW else "straight:high" for run in opens.straights]
    words += ["pairs:" + "".join(map(str, faces)) for faces in opens.pairs]
    return tuple(sorted(words))
