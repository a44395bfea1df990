"""What somebody may do to a record of a game, and the first thing that a verifier must name."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

Record = dict[str, Any]
Make = Callable[[Any], Any]

ONE_PHONE = "one phone"
FRIENDS = "friends"


def sealed(record: Record) -> Record:
    """The record with its digest."""
    rest = {key: value for key, value in record.items() if key != "digest"}
    said = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return {**rest, "digest": sha256(said.encode()).hexdigest()}


def changed(record: Record, *changes: tuple[str, Make], again: bool = True) -> Record:
    """A copy with values changed at their places; `again`: by somebody who writes a new digest as well."""
    copied = copy.deepcopy(record)
    for place, make in changes:
        *way, last = [int(step) if step.isdigit() else step for step in place.split(".")]
        holder: Any = copied
        for step in way:
            holder = holder[step]
        holder[last] = make(holder[last])
    return sealed(copied) if again else copied


@dataclass(frozen=True)
class Altered:
    """One altered record. `roll`: 0 the table roll, None the record as a whole."""

    name: str
    game: str
    changes: tuple[tuple[str, Make], ...]
    roll: int | None
    step: str
    code: str

    def of(self, records: dict[str, Record]) -> Record:
        """The record itself; where its digest is what gives it away, that was not written anew."""
        return changed(records[self.game], *self.changes, again=self.step != "digest")


def to(value: Any) -> Make:
    """Whatever stood there, this stands there now."""
    return lambda _: value


def lacks(key: Any) -> Make:
    """One field or one member less."""

    def make(holder: Any) -> Any:
        kept = copy.deepcopy(holder)
        del kept[key]
        return kept

    return make


def flip(text: str) -> str:
    """32 bytes with their last bit turned over."""
    return text[:-1] + format(int(text[-1], 16) ^ 1, "x")


def exchange(given: list[Record]) -> list[Record]:
    """Two devices' shares under each other's seats."""
    return [{**given[0], "r": given[1]["r"]}, {**given[1], "r": given[0]["r"]}, *given[2:]]


KEY_OF_ANOTHER_GAME = "5b" * 32
ID_2 = "k3v9q0000000a/2"


def one(name: str, *changes: tuple[str, Make], at: tuple[int | None, str, str]) -> Altered:
    """An altered game of level 1."""
    return Altered(name, ONE_PHONE, changes, *at)


def two(name: str, *changes: tuple[str, Make], at: tuple[int | None, str, str]) -> Altered:
    """An altered game of level 2."""
    return Altered(name, FRIENDS, changes, *at)


DIGEST = (None, "digest", "digest_differs")
SECRET = (None, "secret", "commitment_differs")
ODD = (None, "shape", "shape")
ODD_5 = (5, "shape", "shape")
FACES_1 = (1, "faces", "faces_differ")

# fmt: off
ALTERED = [
    one("a name was changed", ("seats.0.name", to("Eve")), at=DIGEST),
    one("a time was changed", ("rolls.2.at", lambda at: at + 1), at=DIGEST),
    one("the digest was changed", ("digest", flip), at=DIGEST),
    one("a bit of the secret", ("secret", flip), at=SECRET),
    one("a bit of the sealed secret", ("commitment", flip), at=SECRET),
    one("another game's name", ("game", to(2)), ("id", to(ID_2)), at=SECRET),
    one("a name that is not table and number", ("id", to(ID_2)), at=ODD),
    one("a game that is no number", ("game", to("1")), at=ODD),
    one("no list of rolls", ("rolls", to(None)), at=ODD),
    one("seats out of order", ("seats", lambda seats: seats[::-1]), at=ODD),
    one("a bit of a key", ("rolls.1.key", flip), at=(2, "sealed", "key_differs")),
    one("a bit of a sealed key", ("rolls.1.commitment", flip), at=(2, "sealed", "key_differs")),
    one("a key of another game", ("rolls.0.key", to(KEY_OF_ANOTHER_GAME)), at=(1, "sealed", "key_differs")),
    one("a bit of a share of level 1", ("rolls.0.contributions.0.r", flip), at=FACES_1),
    one("another face", ("rolls.3.faces.0", lambda face: 7 - face), at=(4, "faces", "faces_differ")),
    one("the dice in another order", ("rolls.0.faces", sorted), at=FACES_1),
    one("a die less", ("rolls.0.faces", lambda faces: faces[:-1]), at=FACES_1),
    one("another number of dice", ("rolls.0.ndice", to(7)), at=FACES_1),
    one("another roller", ("rolls.0.roller", to(1)), at=(1, "shape", "shape")),
    one("another roller and seat", ("rolls.0.roller", to(1)), ("rolls.0.seat", to(1)),
        at=(1, "promises", "roller_missing")),
    one("a share of level 1 left out", ("rolls.0.contributions", to([])), at=(1, "promises", "roller_missing")),
    one("a withheld roll of level 1", ("rolls.0.by", to("withheld")), at=(1, "promises", "level")),
    one("a roll left out", ("rolls", lacks(2)), at=(3, "order", "missing")),
    one("a roll told twice", ("rolls", lambda rolls: [*rolls[:2], *rolls[1:]]), at=(3, "order", "missing")),
    one("two rolls exchanged", ("rolls", lambda rolls: [rolls[0], rolls[2], rolls[1], *rolls[3:]]),
        at=(2, "order", "missing")),
    one("a seat that the game has not", ("rolls.0.roller", to(3)), ("rolls.0.seat", to(3)), at=(1, "shape", "shape")),
    one("an unknown field", ("rolls.4", lambda roll: {**roll, "luck": 1}), at=ODD_5),
    one("a field left out", ("rolls.4", lacks("power")), at=ODD_5),
    one("true for a number", ("rolls.4.angle", to(True)), at=ODD_5),
    one("a number as text", ("rolls.4.ndice", str), at=ODD_5),
    one("capital digits", ("rolls.4.key", str.upper), at=ODD_5),
    one("a key of another length", ("rolls.4.key", lambda key: key + "00"), at=ODD_5),
    one("a roll that is none", ("rolls.4", to("6")), at=ODD_5),
    one("a seventh face", ("rolls.0.faces.0", to(7)), at=(1, "shape", "shape")),
    two("a bit of a promise", ("rolls.0.promises.1.commitment", flip), at=(1, "promises", "promise_differs")),
    two("a bit of a share of level 2", ("rolls.0.contributions.2.r", flip), at=(1, "promises", "promise_differs")),
    two("a bit of a witness's share of a withheld roll", ("rolls.3.contributions.0.r", flip),
        at=(4, "promises", "promise_differs")),
    two("seats of shares exchanged", ("rolls.0.contributions", exchange), at=(1, "promises", "promise_differs")),
    two("shares out of order", ("rolls.0.contributions", lambda given: given[::-1]), at=(1, "shape", "shape")),
    two("a share left out and its seat called absent",
        ("rolls.0.contributions", lacks(0)), ("rolls.0.absent", to([0])), at=FACES_1),
    two("a share left out without a word", ("rolls.0.contributions", lacks(0)), at=(1, "promises", "absent_differs")),
    two("a promise left out", ("rolls.0.promises", lacks(0)), at=(1, "promises", "unpromised")),
    two("the roller's share and promise left out",
        ("rolls.6.promises", to([])), ("rolls.6.contributions", to([])), at=(7, "promises", "by_player")),
    two("another seat called absent", ("rolls.1.absent", to([1])), at=(2, "promises", "absent_differs")),
    two("an autopilot's roll called the player's", ("rolls.4.by", to("player")), at=(5, "promises", "by_player")),
    two("a player's roll called the autopilot's", ("rolls.0.by", to("autopilot")), at=(1, "promises", "by_autopilot")),
    two("a roll called withheld that was not", ("rolls.0.by", to("withheld")), at=(1, "promises", "by_withheld")),
    two("dice of a withheld roll", ("rolls.3.faces", to([1] * 8)), at=(4, "faces", "withheld_faces")),
    two("a roll of level 2 called level 1", ("rolls.0.level", to(1)), at=(1, "promises", "level")),
    two("a bit of the table roll's key", ("table_roll.key", flip), at=(0, "sealed", "key_differs")),
    two("a bit of a promise of the table roll", ("table_roll.promises.0.commitment", flip),
        at=(0, "promises", "promise_differs")),
    two("another die of the table roll", ("table_roll.rounds.0.0.face", lambda face: 7 - face),
        at=(0, "faces", "faces_differ")),
    two("another seat starts", ("table_roll.first", lambda first: (first + 1) % 3), at=(0, "faces", "first_differs")),
    two("a table roll of fewer dice", ("table_roll.ndice", to(2)), at=(0, "shape", "shape")),
]
# fmt: on
