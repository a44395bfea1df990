"""Level 2 has one order: promised, opened by the others, sealed, opened by the roller; nothing else counts (F7)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AsyncExitStack

import pytest

from tests.live.witnessing import THREE, Taker, circle, kept, record, told
from tests.playing import Message, Phone
from tests.serving import Server


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for witnesses longer than any test lasts."""
    yield from kept(tmp_path_factory.mktemp("patient"), witness_s=300)


BEFORE = """
roller   | roll with entropy      | promise_first
roller   | roll with both         | malformed
roller   | roll with nothing      | malformed
roller   | reveal                 | wrong_phase
witness  | reveal                 | not_your_turn
witness  | roll                   | not_your_turn
"""
OPENED = """
roller   | reveal                 | wrong_phase
roller   | roll                   | wrong_phase
roller   | roll with entropy      | wrong_phase
roller   | keep                   | wrong_phase
roller   | bank                   | wrong_phase
roller   | piggyback              | wrong_phase
roller   | give up                | wrong_phase
witness  | reveal                 | not_your_turn
witness  | roll                   | not_your_turn
watcher  | reveal                 | not_seated
"""
SEALED = """
roller   | roll                   | wrong_phase
roller   | keep                   | wrong_phase
roller   | bank                   | wrong_phase
roller   | piggyback              | wrong_phase
roller   | give up                | wrong_phase
roller   | reveal of another roll | wrong_phase
roller   | reveal something else  | malformed
witness  | reveal                 | not_your_turn
watcher  | reveal                 | not_seated
"""
FALLEN = """
roller   | reveal                 | wrong_phase
witness  | reveal                 | not_your_turn
"""
WHISPERED_BEFORE = """
witness  | witness                | let go
watcher  | witness                | not_seated
watcher  | pledge                 | not_seated
witness  | pledge two on          | wrong_phase
witness  | pledge for the past    | wrong_phase
"""
WHISPERED_OPENED = """
roller   | witness                | wrong_phase
guest    | witness                | wrong_phase
watcher  | witness                | not_seated
watcher  | pledge                 | not_seated
witness  | witness something else | malformed
witness  | witness another roll   | let go
witness  | pledge two on          | wrong_phase
witness  | pledge for the past    | wrong_phase
"""
WHISPERED_SEALED = """
witness  | witness something else | let go
roller   | witness                | let go
"""


def rows_of(table: str) -> list[list[str]]:
    """Who says what, and what comes of it."""
    return [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]


class Order:
    """Ann rolls, Ben takes part, Cleo promised nothing, and Eve only watches."""

    def __init__(self, roller: Taker, witness: Taker, guest: Taker, watcher: Taker) -> None:
        self.people = {"roller": roller, "witness": witness, "guest": guest, "watcher": watcher}
        self.watcher = watcher
        self.game, self.n = roller.next

    def command(self, who: str, what: str) -> Message:
        """A command by its name in the tables."""
        taker, n = self.people[who], self.n
        own = "e" * 64 if who == "watcher" else taker.r(self.game, n)
        about = {"expect_seq": taker.phone.folds[taker.table].seq}
        promise = "c" * 64
        plain = {name: {"type": name.replace(" ", "_"), **about} for name in ("bank", "piggyback", "give up")}
        said: dict[str, Message] = {
            **plain,
            "keep": {"type": "keep", "dice": [0], **about},
            "roll": {"type": "roll", "commitment": promise, **about},
            "roll with entropy": {"type": "roll", "entropy": own, **about},
            "roll with both": {"type": "roll", "entropy": own, "commitment": promise, **about},
            "roll with nothing": {"type": "roll", **about},
            "reveal": {"type": "reveal", "n": n, "r": own},
            "reveal of another roll": {"type": "reveal", "n": n + 1, "r": taker.r(self.game, n + 1)},
            "reveal something else": {"type": "reveal", "n": n, "r": "f" * 64},
        }
        return said[what]

    def whisper(self, who: str, what: str) -> Message:
        """The same of what is no command."""
        taker, n = self.people[who], self.n
        own = "e" * 64 if who == "watcher" else taker.r(self.game, n)
        said: dict[str, Message] = {
            "witness": {"type": "witness", "n": n, "r": own},
            "witness something else": {"type": "witness", "n": n, "r": "f" * 64},
            "witness another roll": {"type": "witness", "n": n + 1, "r": "f" * 64},
            "pledge": {"type": "pledge", "n": n, "commitment": "d" * 64},
            "pledge two on": {"type": "pledge", "n": n + 2, "commitment": "d" * 64},
            "pledge for the past": {"type": "pledge", "n": n - 1, "commitment": "d" * 64},
        }
        return said[what]

    async def holds(self, when: str, commands: str, whispers: str = "") -> None:
        """Nothing of it is carried out, and nothing of it is told."""
        before = (await self.people["roller"].phone.http.get(f"/api/tables/{self.watcher.table}")).json()
        found, wanted = [], []
        for who, what, answer in rows_of(commands):
            said = await self.people[who].ask(self.command(who, what))
            found.append((when, who, what, said.get("refused", "ok")))
            wanted.append((when, who, what, answer))
        for who, what, answer in rows_of(whispers) if whispers else ():
            found.append((when, who, what, await self.people[who].refusal(self.whisper(who, what))))
            wanted.append((when, who, what, answer))
        assert found == wanted
        after = (await self.people["roller"].phone.http.get(f"/api/tables/{self.watcher.table}")).json()
        assert {**after, "presence": 0} == {**before, "presence": 0}


def test_only_the_right_order_is_accepted_and_nothing_else_has_an_effect(patient: Server) -> None:
    async def story(stack: AsyncExitStack) -> None:
        friends = await circle(stack, patient.url, THREE, seed=10)
        for _ in range(2):
            await friends.roll()
        for each in friends.takers:
            each.keeps_back = each.silent = True
        roller = await friends.to_a_roll()
        witness, guest = friends.others
        # The guest's phone is here, and what it promised over the line before is forgotten.
        guest.promises = False
        guest.cut()
        await guest.line.reading
        await guest.connect()
        eve = await stack.enter_async_context(Phone(patient.url))
        watcher = await Taker(eve, friends.table, "Eve").connect()
        stack.push_async_callback(watcher.away)
        order = Order(roller, witness, guest, watcher)
        game, n = roller.next
        await order.holds("before", BEFORE, WHISPERED_BEFORE)
        assert (await roller.line.ask(roller.rolls())).get("ok")
        opened = await witness.hears("roll_opened", n)
        assert [each["seat"] for each in opened["promises"]] == sorted([roller.seat, witness.seat])
        await order.holds("opened", OPENED, WHISPERED_OPENED)
        await witness.testify(game, n)
        sealed = await roller.hears("roll_sealed", n)
        assert sealed["reveals"] == [{"seat": witness.seat, "r": witness.r(game, n)}]
        await order.holds("sealed", SEALED, WHISPERED_SEALED)
        assert (await roller.ask(roller.reveal(game, n))).get("ok")
        fallen = await witness.hears("rolled", n)
        assert {each["seat"]: each["r"] for each in fallen["fair"]["contributions"]} == {
            roller.seat: roller.r(game, n),
            witness.seat: witness.r(game, n),
        }
        if friends.acting is roller:
            await order.holds("fallen", FALLEN)
        await record(friends)

    told(story)
