"""Forged commands at coin tables: another's seat, out of turn, of dice that do not lie there."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from app.api.fairness.dice import game_id
from tests.coins.staking import Holder, Mortal, begin, findings, rows, sign_up
from tests.playing import Message

SLOW = {"countdown_s": 2, "reveal_s": 3600, "decision_s": 3600, "wait_s": 7200}
"""Nothing happens by the clock while forgeries are tried."""
HEX = "ab" * 32
PURSES = "SELECT id, balance FROM purse ORDER BY id"

Forgery = tuple[str, Message, str]
"""Who says what, and how it is refused (several codes: by spaces)."""

GAME: dict[str, Message] = {
    "roll": {"entropy": HEX},
    "piggyback": {},
    "keep": {"dice": [0], "confirmed": True},
    "bank": {},
    "give_up": {},
    "vote": {"yes": True},
    "share": {"yes": True},
    "choose_order": {"order": "last"},
}
STRANGERS = ("cem", "guest", "out")
"""An account without a seat here, a phone without an account, and a phone with the cookie of a login that has ended."""
NOBODY = {"cem": "not_seated", "ann": "not_seated", "guest": "signed_out", "out": "signed_out"}
"""How they are told that they have no say."""
OPENINGS: tuple[Message, ...] = (
    {"stake": 1000}, {"stake": 5000}, {"stake": 300}, {"stake": -250}, {"size": 9}, {"size": 1}, {"rules": "x"},
)  # fmt: skip
"""Tables that a newcomer cannot open, and tables that there are not."""
NOT_NOW = "wrong_phase nothing_to_bank below_opening no_offer exact_must_roll must_roll"


def out_of_turn(seq: int) -> list[Forgery]:
    """Commands of the game from everybody but the seat that acts."""
    found = []
    for kind, fields in GAME.items():
        said = {"type": kind, "expect_seq": seq, **fields}
        found.append(("other", said, "not_your_turn"))
        found += [(who, said, NOBODY[who]) for who in STRANGERS]
    return found


def of_the_past(seq: int, chance: random.Random) -> list[Forgery]:
    """The acting seat's own commands about what lay there before, or may lie there, or about nothing said."""
    found: list[Forgery] = []
    for kind, fields in GAME.items():
        said = {"type": kind, **fields}
        wrong = chance.choice([seq - 1, seq + 1, 0, 2**53])
        found += [("me", {**said, "expect_seq": wrong}, "stale"), ("me", said, "malformed")]
    return found


def of_no_such_thing(view: Message, seq: int) -> list[Forgery]:
    """The acting seat's commands that the position does not allow: other phases, unknown dice, more fields."""
    now = {"expect_seq": seq}
    found: list[Forgery] = [
        (
            "me",
            {"type": kind, **fields, **now},
            NOT_NOW,
        )
        for kind, fields in GAME.items()
        if kind not in view["can"]
    ]
    dice = ([8], [255], [-1], [256], [0, 0], [], [0, 0, 1, 1, 2, 2, 3, 3], list(range(17)), "0", [0.5])
    codes = "not_on_table nothing_tapped malformed dead_dice wrong_phase"
    found += [("me", {"type": "keep", "dice": each, "confirmed": True, **now}, codes) for each in dice]
    found += [
        ("me", {"type": "roll", "entropy": "ab", **now}, "malformed"),
        ("me", {"type": "roll", "entropy": HEX, "dice": [6] * 8, **now}, "malformed"),
        ("me", {"type": "bank", "points": 10_000, **now}, "malformed"),
        ("me", {"type": "roll", "entropy": HEX, "seat": 1 - view["seat"], **now}, "malformed"),
    ]
    return found


def around_the_game(view: Message) -> list[Forgery]:
    """What nobody can ask of a coin table while a game runs."""
    seat = view["seat"]
    everybody = ("me", "other", *STRANGERS)
    found: list[Forgery] = []
    for who in everybody:
        seated = who in ("me", "other")
        no_seat = "not_seated" if seated else NOBODY[who]
        found += [
            (who, {"type": "start"}, "wrong_phase"),
            (who, {"type": "play_for", "seat": seat, "entropy": HEX, "expect_seq": 0}, "wrong_phase stale"),
            (who, {"type": "rematch", "swap": True}, "wrong_phase seat_taken"),
            (who, {"type": "buy_in", "stake": 250}, "wrong_phase"),
            (who, {"type": "ready", "yes": True}, "wrong_phase"),
            (who, {"type": "promise", "commitment": HEX}, "wrong_phase"),
            (who, {"type": "reveal", "r": HEX}, "wrong_phase" if seated else NOBODY[who]),
            (who, {"type": "back"}, "not_away" if seated else NOBODY[who]),
            (
                who,
                {"type": "leave", "seat": 1 - seat if who == "me" else seat},
                "not_seated" if seated else NOBODY[who],
            ),
            (who, {"type": "leave", "seat": 7}, no_seat),
            (who, {"type": "leave", "seat": 8}, "malformed"),
        ]
        found += [(who, {"type": kind}, "unknown_type malformed") for kind in ("sit", "claim", "due", "lost", "settle")]
    return found


def at_a_waiting_table(invite: str) -> list[Forgery]:
    """At a private table where Dora waits."""
    found: list[Forgery] = [
        ("cem", {"type": "buy_in", "stake": 250}, "not_found"),
        ("cem", {"type": "buy_in", "stake": 250, "invite": invite[::-1]}, "not_found"),
        ("cem", {"type": "buy_in", "stake": 0, "invite": invite}, "malformed"),
        ("cem", {"type": "buy_in", "stake": 500, "invite": invite}, "malformed"),
        ("cem", {"type": "buy_in", "stake": -250, "invite": invite}, "malformed"),
        ("cem", {"type": "buy_in", "stake": "250", "invite": invite}, "malformed"),
        ("ann", {"type": "buy_in", "stake": 250, "invite": invite}, "seated_elsewhere"),
        ("dora", {"type": "buy_in", "stake": 250, "invite": invite}, "seat_taken"),
        ("guest", {"type": "buy_in", "stake": 250, "invite": invite}, "signed_out"),
        ("out", {"type": "buy_in", "stake": 250, "invite": invite}, "signed_out"),
        ("dora", {"type": "reveal", "r": HEX}, "wrong_phase"),
        ("dora", {"type": "back"}, "wrong_phase"),
        ("dora", {"type": "start"}, "wrong_phase"),
        ("dora", {"type": "rematch"}, "wrong_phase"),
        ("dora", {"type": "leave", "seat": 1}, "not_seated"),
    ]
    for who in ("cem", "ann", "guest", "out"):
        found += [
            (who, {"type": "ready", "yes": True}, NOBODY[who]),
            (who, {"type": "promise", "commitment": HEX}, NOBODY[who]),
            (who, {"type": "leave", "seat": 0}, NOBODY[who]),
            (who, {"type": "rematch"}, "wrong_phase"),
        ]
    return found


def at_a_table_roll(eves: str, finns: str) -> list[Forgery]:
    """While Eve and Finn open what they promised; Finn has done so."""
    return [
        ("eve", {"type": "reveal", "r": HEX}, "malformed"),
        ("eve", {"type": "reveal", "r": finns}, "malformed"),
        ("finn", {"type": "reveal", "r": finns}, "wrong_phase"),
        ("finn", {"type": "reveal", "r": eves}, "wrong_phase"),
        ("eve", {"type": "leave", "seat": 0}, "wrong_phase"),
        ("eve", {"type": "ready", "yes": False}, "wrong_phase"),
        ("eve", {"type": "promise", "commitment": HEX}, "wrong_phase"),
        ("eve", {"type": "roll", "entropy": HEX, "expect_seq": 0}, "stale wrong_phase"),
        *[(who, {"type": "reveal", "r": eves}, NOBODY[who]) for who in ("cem", "ann", "guest", "out")],
        *[(who, {"type": "buy_in", "stake": 250}, "wrong_phase") for who in ("cem", "guest", "out")],
    ]


def at_a_table_of_friends() -> list[Forgery]:
    """A friends' table, which Cem opened, knows nothing of coins."""
    coins = (
        {"type": "buy_in", "stake": 250},
        {"type": "ready", "yes": True},
        {"type": "back"},
        {"type": "reveal", "r": HEX},
    )
    return [(who, said, "wrong_phase") for who in ("cem", "ann", "guest") for said in coins]


class Court:
    """Tables, people, and how often something forged was refused."""

    def __init__(self, server: Mortal, seed: int) -> None:
        self.server = server
        self.chance = random.Random(seed)
        self.people: dict[str, Holder] = {}
        self.refused: Counter[str] = Counter()

    async def assemble(self) -> None:
        """Everybody arrives."""
        names = ("Ann", "Ben", "Cem", "Dora", "Eve", "Finn")
        self.people = {each.name.lower(): each for each in await sign_up(self.server, *names)}
        self.people["guest"] = Holder(self.server.url, "Guest", 90)
        out = self.people["out"] = await self.people["ben"].another(91)
        login = out.http.cookies["login"]
        assert (await out.post("/api/logins/leave", {})).status_code == 204
        out.http.cookies.set("login", login)

    async def try_all(self, table: str, forgeries: list[Forgery], **called: str) -> None:
        """Every forgery is refused as it should be, and the table stands as before."""
        watch = self.people["guest"]
        before = standing(await watch.seen(table))
        for who, said, codes in forgeries:
            phone = self.people[called.get(who, who)]
            command = {"cid": str(uuid4()), **said}
            send = phone.resend if self.chance.random() < 0.3 else phone.over_socket
            answer = await send(table, command)
            assert answer.get("refused") in codes.split(), (who, said, answer)
            self.refused[answer["refused"]] += 1
        assert standing(await watch.seen(table)) == before


def standing(told: Message) -> dict[str, Any]:
    """What must not change of a snapshot by what was refused."""
    return {name: told.get(name) for name in ("seq", "status", "game", "seats", "view", "room")}


async def every_forgery(server: Mortal, count: int) -> Court:
    """Try forgeries at tables in every phase, at least so many."""
    court = Court(server, count)
    await court.assemble()
    people = court.people
    ann, ben, cem = people["ann"], people["ben"], people["cem"]
    waits = await people["dora"].coin_table(250, 3, private=True)
    rolls = (await people["eve"].coin_table(250, 2))["table"]
    eves, finns = await open_table_roll(rolls, people["eve"], people["finn"])
    friends = (await cem.open_table(["Cem"], kind="friends"))["table"]
    table = (await ann.coin_table(250, 2))["table"]
    await done(ben, table, "buy_in", stake=250)
    await begin(table, ann, ben)
    before = rows(server.database, PURSES)
    await court.try_all(waits["table"], at_a_waiting_table(waits["invite"]))
    await court.try_all(rolls, at_a_table_roll(eves, finns))
    await court.try_all(friends, at_a_table_of_friends())
    for body in OPENINGS:
        whole = {"cid": str(uuid4()), "stake": 250, "rules": "progressive", "size": 2, **body}
        assert (await cem.post("/api/coin-tables", whole)).json()["refused"] in ("stake_too_high", "malformed")
    while court.refused.total() < count:
        told = await ann.seen(table)
        view, seq = told["view"], told["seq"]
        me, other = ("ann", "ben") if view["seat"] in told["you"]["seats"] else ("ben", "ann")
        forgeries = [
            *out_of_turn(seq), *of_the_past(seq, court.chance), *of_no_such_thing(view, seq), *around_the_game(view),
        ]  # fmt: skip
        await court.try_all(table, court.chance.sample(forgeries, len(forgeries)), me=me, other=other)
        # And one step by the rules, so that the next forgeries meet another position.
        await people[me].seen(table)
        answer = await people[me].resend(table, people[me].move(table))
        assert answer.get("ok"), answer
    assert rows(server.database, PURSES) == before
    for phone in people.values():
        await phone.leave_us()
    return court


async def done(phone: Holder, table: str, kind: str, **more: Any) -> None:
    """A command that is no forgery."""
    answer = await phone.send(table, kind, **more)
    assert answer.get("ok"), (kind, answer)


async def open_table_roll(table: str, eve: Holder, finn: Holder) -> tuple[str, str]:
    """A table in the roll for the start, where Finn has opened his promise; answers what both promised."""
    for seat, phone in enumerate((eve, finn)):
        if phone is finn:
            await done(finn, table, "buy_in", stake=250)
        await done(phone, table, "promise", commitment=phone.promised(table, 1, seat))
    while (await eve.seen(table))["room"]["phase"] != "table_roll":
        await asyncio.sleep(0.05)
    eves, finns = (phone.r(game_id(table, 1), seat).hex() for seat, phone in enumerate((eve, finn)))
    await done(finn, table, "reveal", r=finns)
    return eves, finns


@pytest.mark.parametrize("count", [1_000, pytest.param(10_000, marks=pytest.mark.soak)])
def test_no_forged_command_is_accepted_and_no_coin_moves(tmp_path: Path, count: int) -> None:
    server = Mortal(tmp_path, **SLOW)
    try:
        assert server.start()
        court = asyncio.run(every_forgery(server, count))
    finally:
        server.kill()
    assert court.refused.total() >= count
    assert findings(server.database) == []
    assert server.complaints() == []


def test_with_seats_that_anybody_may_play_a_forgery_is_noticed(tmp_path: Path) -> None:
    server = Mortal(tmp_path, ("tests.coins.broken", "anybody"), **SLOW)
    try:
        assert server.start()
        with pytest.raises(AssertionError, match="'ok': True"):
            asyncio.run(every_forgery(server, 200))
    finally:
        server.kill()
