"""How a coin game starts, and the roll that says who begins."""

from __future__ import annotations

from pathlib import Path

from app.api.fairness.dice import game_id
from app.api.play import messages
from app.engine import fair
from tests.coins.house import House, at_home, entropy_of


def test_a_game_starts_when_all_are_ready_or_no_seat_is_free(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann, ben, cleo = [await house.player(name) for name in ("Ann", "Ben", "Cleo")]
        table = await house.table(ann, size=3)
        steps = [
            (ann, messages.Ready, {"yes": True}, "waiting"),
            (ben, messages.BuyIn, {"stake": 500}, "waiting"),
            (ben, messages.Ready, {"yes": True}, "countdown"),
            (ben, messages.Ready, {"yes": False}, "waiting"),
            (ben, messages.Ready, {"yes": True}, "countdown"),
            (cleo, messages.BuyIn, {"stake": 500}, "countdown"),
            (ben, messages.Ready, {"yes": False}, "countdown"),
            (cleo, messages.Leave, {"seat": 2}, "waiting"),
            (cleo, messages.BuyIn, {"stake": 500}, "countdown"),
        ]
        for who, kind, said, phase in steps:
            await house.say(table, who, kind, **said)
            assert house.room(table).phase == phase, (who.name, kind, said)
        await house.wait(4.5)
        assert house.standing(table).status == "open"
        await house.wait(0.75)
        assert house.standing(table).status == "playing", "nobody promised anything, so nothing is waited for"

    at_home(here, tmp_path, story)


def test_one_player_alone_does_not_start_by_being_ready(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann = await house.player("Ann")
        table = await house.table(ann)
        await house.say(table, ann, messages.Ready, yes=True)
        await house.wait(60)
        assert house.room(table).phase == "waiting"

    at_home(here, tmp_path, story)


def test_the_table_roll_mixes_what_every_phone_opened_and_everybody_can_repeat_it(books: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        players = [await house.player(name) for name in ("Ann", "Ben", "Cleo")]
        table = await house.table(*players)
        await house.start(table, *players)
        events = {event["type"]: event for event in house.events(table)}
        opened, rolled, began = events["table_roll_opened"], events["table_rolled"], events["game_started"]
        proof, game = rolled["fair"], game_id(table, 1)
        key = bytes.fromhex(proof["key"])
        assert fair.key_commitment(game, 0, key).hex() == opened["key_commitment"]
        assert fair.roll_key(house.standing(table).dice.secret, game, 0) == key
        shares = {each["seat"]: bytes.fromhex(each["r"]) for each in proof["contributions"]}
        assert shares == {house.seat_of(table, who): entropy_of(who) for who in players}
        for each in opened["seats"]:
            assert fair.commitment("r", game, each["seat"], 0, shares[each["seat"]]).hex() == each["commitment"]
        rounds = fair.table_roll(fair.roll_seed(key, game, 0, proof["roller"], proof["ndice"], shares), 3)
        assert [[(die["seat"], die["face"]) for die in each] for each in rolled["rounds"]] == [
            list(each) for each in rounds
        ]
        highest = max(face for _, face in rounds[-1])
        assert [seat for seat, face in rounds[-1] if face == highest] == [rolled["first"]]
        assert began["first"] == rolled["first"] == house.state(table).acting()
        assert rolled["absent"] == []

    at_home(books, tmp_path, story)


def test_a_phone_that_opens_nothing_in_time_is_absent_and_holds_nobody_up(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann, ben, cleo = [await house.player(name) for name in ("Ann", "Ben", "Cleo")]
        table = await house.table(ann, ben, cleo, size=3)
        for who in (ann, ben):
            promise = fair.commitment("r", f"{table}/1", house.seat_of(table, who), 0, entropy_of(who)).hex()
            await house.say(table, who, messages.Promise, commitment=promise)
        await house.wait(5)
        assert house.room(table).phase == "table_roll"
        assert await house.no(table, cleo, messages.Promise, commitment="ab" * 32) == "wrong_phase"
        assert await house.no(table, cleo, messages.Leave, seat=2) == "wrong_phase"
        assert await house.no(table, ben, messages.Reveal, r="ab" * 32) == "malformed", "not what it promised"
        assert await house.no(table, cleo, messages.Reveal, r="ab" * 32) == "malformed", "it promised nothing"
        await house.say(table, ann, messages.Reveal, r=entropy_of(ann).hex())
        assert await house.no(table, ann, messages.Reveal, r=entropy_of(ann).hex()) == "wrong_phase"
        await house.wait(1.25)
        assert house.room(table).phase == "table_roll"
        await house.wait(0.5)
        rolled = next(event for event in house.events(table) if event["type"] == "table_rolled")
        assert rolled["absent"] == [house.seat_of(table, who) for who in (ben, cleo)]
        assert await house.no(table, ben, messages.Reveal, r=entropy_of(ben).hex()) == "wrong_phase"

    at_home(here, tmp_path, story)


def test_the_key_of_the_table_roll_is_not_known_before_it_falls(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann, ben = await house.player("Ann"), await house.player("Ben")
        table = await house.table(ann, ben)
        key = house.standing(table).dice.key(0)[0].hex()
        secret = house.standing(table).dice.secret.hex()
        await house.start(table, ann, ben)
        for event in house.events(table):
            assert (key in str(event)) == (event["type"] == "table_rolled")
            assert secret not in str(event)

    at_home(here, tmp_path, story)


def test_a_table_that_was_read_again_in_the_middle_of_the_start_goes_on_as_it_was(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann, ben = await house.player("Ann"), await house.player("Ben")
        table = await house.table(ann, ben, size=2)
        for who in (ann, ben):
            promise = fair.commitment("r", f"{table}/1", house.seat_of(table, who), 0, entropy_of(who)).hex()
            await house.say(table, who, messages.Promise, commitment=promise)
        await house.wait(5)
        await house.say(table, ann, messages.Reveal, r=entropy_of(ann).hex())
        before = house.standing(table)
        house.play.actors.clear()
        await house.play.actor(table)
        after = house.standing(table)
        assert (after.room, after.due, after.sittings) == (before.room, before.due, before.sittings)
        await house.say(table, ben, messages.Reveal, r=entropy_of(ben).hex())
        assert house.standing(table).status == "playing"

    at_home(here, tmp_path, story)


def test_nobody_waits_for_a_phone_that_promised_nothing(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        players = [await house.player(name) for name in ("Ann", "Ben", "Cleo")]
        table = await house.table(*players, size=3)
        for who in players[:2]:
            promise = fair.commitment("r", f"{table}/1", house.seat_of(table, who), 0, entropy_of(who)).hex()
            await house.say(table, who, messages.Promise, commitment=promise)
        await house.wait(5)
        for who in players[:2]:
            await house.say(table, who, messages.Reveal, r=entropy_of(who).hex())
        assert house.standing(table).status == "playing"

    at_home(here, tmp_path, story)


def test_every_seat_starts_now_and_then(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        starts = set()
        for number in range(12):
            players = [await house.player(f"{name}{number}") for name in ("Ann", "Ben")]
            table = await house.table(*players)
            await house.start(table, *players)
            starts.add(house.state(table).acting())
        assert starts == {0, 1}

    at_home(here, tmp_path, story)
