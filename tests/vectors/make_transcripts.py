"""Writes transcripts.json: whole records of games, and altered ones with what a verifier must say of them.

Run it by hand when the scheme gets a new version: `python -m tests.vectors.make_transcripts`. The values are held fixed
otherwise; a test makes them again and compares. Shares are SHA-256 of a name, so that every run makes the same.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from app.engine import fair
from tests.vectors.alterations import ALTERED, FRIENDS, ONE_PHONE, sealed

FILE = Path(__file__).with_name("transcripts.json")
SCHEME = "trippn-roll/v1"
Record = dict[str, Any]


def share(*parts: object) -> bytes:
    """32 bytes that stand for a device's chance."""
    return sha256("/".join(map(str, parts)).encode()).digest()


class Game:
    """A game whose rolls are made one after another."""

    def __init__(self, table: str, number: int, seats: list[tuple[str, str | None]]) -> None:
        self.id = f"{table}/{number}"
        self.secret = share("secret", self.id)
        self.at = 1_780_000_000_000
        self.record: Record = {
            "scheme": SCHEME,
            "table": table,
            "game": number,
            "id": self.id,
            "rules": {"key": "progressive", "target": 10_000, "dice": 8},
            "seats": [{"seat": seat, "name": name, "bot": bot} for seat, (name, bot) in enumerate(seats)],
            "commitment": fair.game_commitment(self.id, self.secret).hex(),
            "table_roll": None,
            "rolls": [],
            "secret": self.secret.hex(),
        }

    def _mixed(self, n: int, promised: list[int], gave: list[int]) -> tuple[Record, dict[int, bytes]]:
        """What every roll has: the server's share, the promises, and what was opened."""
        self.at += 2_345
        key = fair.roll_key(self.secret, self.id, n)
        given = {seat: share("r", self.id, n, seat) for seat in gave}
        return {
            "n": n,
            "commitment": fair.key_commitment(self.id, n, key).hex(),
            "key": key.hex(),
            "promises": [
                {"seat": seat, "commitment": fair.commitment("r", self.id, seat, n, share("r", self.id, n, seat)).hex()}
                for seat in promised
            ],
            "contributions": [{"seat": seat, "r": r.hex()} for seat, r in given.items()],
            "absent": [seat for seat in promised if seat not in given],
            "at": self.at,
        }, given

    def table_roll(self, promised: list[int], gave: list[int]) -> None:
        """Who starts."""
        mixed, given = self._mixed(0, promised, gave)
        seats = len(self.record["seats"])
        seed = fair.roll_seed(bytes.fromhex(mixed["key"]), self.id, 0, fair.SERVER, seats, given)
        rounds = fair.table_roll(seed, seats)
        self.record["table_roll"] = {
            **mixed,
            "roller": fair.SERVER,
            "ndice": seats,
            "rounds": [[{"seat": seat, "face": face} for seat, face in each] for each in rounds],
            "first": max(rounds[-1], key=lambda die: die[1])[0],
        }

    def roll(
        self,
        roller: int,
        dice: int,
        by: str = "player",
        promised: list[int] | None = None,
        gave: list[int] | None = None,
    ) -> None:
        """The next roll: level 2 where something was promised."""
        n = len(self.record["rolls"]) + 1
        mixed, given = self._mixed(n, promised or [], [roller] if gave is None else gave)
        seed = fair.roll_seed(bytes.fromhex(mixed["key"]), self.id, n, roller, dice, given)
        self.record["rolls"].append(
            {
                **mixed,
                "roller": roller,
                "ndice": dice,
                "level": 1 if promised is None else 2,
                "by": by,
                "faces": [] if by == "withheld" else list(fair.faces(seed, dice)),
                "seat": roller,
                "for_nothing": False,
                "angle": -15,
                "power": 60,
            }
        )

    def running(self) -> Record:
        """The record while the game runs."""
        return sealed({**self.record, "secret": None})


def on_one_phone() -> Game:
    """Level 1: two players and a bot pass a phone on."""
    game = Game("k3v9q0000000a", 1, [("Ann", None), ("Zoë 🎲", None), ("Max", "max")])
    for roller, dice, by in [
        (0, 8, "player"), (0, 5, "player"), (1, 8, "player"), (2, 8, "bot"), (2, 3, "bot"), (0, 1, "player"),
    ]:  # fmt: skip
        game.roll(roller, dice, by)
    game.roll(1, 8, "autopilot", gave=[])
    game.roll(1, 6, "autopilot", gave=[0])
    return game


def among_friends() -> Game:
    """Level 2: three phones, one of which is sometimes silent; rolls that were withheld; two by the autopilot."""
    game = Game("m7w2x0000000b", 3, [("Ann", None), ("Ben", None), ("Cleo", None)])
    game.table_roll([0, 1, 2], [0, 1])
    everybody = [0, 1, 2]
    game.roll(1, 8, promised=everybody, gave=everybody)
    game.roll(1, 5, promised=everybody, gave=[0, 1])
    game.roll(2, 8, promised=[1, 2], gave=[1, 2])
    game.roll(0, 8, by="withheld", promised=everybody, gave=[1, 2])
    game.roll(1, 8, by="autopilot", promised=[0, 2], gave=[0, 2])
    game.roll(1, 4, by="autopilot", promised=[], gave=[])
    game.roll(2, 1, promised=[2], gave=[2])
    game.roll(0, 8, promised=everybody, gave=everybody)
    # The autopilot's dice were on their way when the player left for good.
    game.roll(1, 8, by="withheld", promised=[0, 2], gave=[])
    return game


def vectors() -> Record:
    """Everything that the file holds."""
    one, two = on_one_phone(), among_friends()
    records = {ONE_PHONE: sealed(one.record), FRIENDS: sealed(two.record)}
    empty = Game("p9y4z0000000d", 1, [("Ann", None)])
    true = [
        ("a finished game on one phone", sealed(one.record), "ok"),
        ("a running game on one phone", one.running(), "waiting"),
        ("a finished game among friends", sealed(two.record), "ok"),
        ("a running game among friends", two.running(), "waiting"),
        ("a game without a roll", sealed(empty.record), "ok"),
    ]
    return {
        "about": "docs/fairness.md. `roll`: 0 the table roll, null the record as a whole.",
        "true": [{"name": name, "state": state, "transcript": record} for name, record, state in true],
        "altered": [
            {"name": each.name, "roll": each.roll, "step": each.step, "code": each.code, "transcript": each.of(records)}
            for each in ALTERED
        ],
    }


def written() -> str:
    """The file, one record a line."""
    made = vectors()
    lines = [f"{json.dumps('about')}: {json.dumps(made['about'])}"]
    for part in ("true", "altered"):
        records = ",\n".join(json.dumps(each, separators=(",", ":"), ensure_ascii=False) for each in made[part])
        lines.append(f'"{part}": [\n{records}\n]')
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
