"""Dice sets and moves are bought once, for the price that was shown, or not at all; on SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from app.api.core.writer import Duplicate
from app.api.cosmetics import schemas
from app.api.cosmetics.catalogue import JEWEL_PRICE, MOVES, SETS
from app.api.cosmetics.routes import router
from app.api.ledger.coins import STAKES, START_COINS
from tests.coins.staking import Mortal, findings, moved, rows, sign_up
from tests.cosmetics.dressing import EVE, Shop, with_shop

PURCHASES = """
who   look            price  answer
eve   ruby            250    signed_out
nina  ruby            249    price_changed 250
nina  ruby/spin/1     20     not_owned
nina  ruby            250    bought 1750
nina  ruby            250    already_owned
nina  ruby/-/1        250    unknown_look
nina  ruby/spin/0     0      unknown_look
nina  rubies          250    unknown_look
nina  ruby/hop/1      20     unknown_look
nina  house           0      already_owned
nina  ruby/spin/2     50     bought 1700
nina  ruby/spin/2     50     already_owned
nina  ruby/spin/1     20     already_owned
nina  ruby/spin/4     150    price_changed 100
nina  ruby/spin/4     100    bought 1600
nina  slate/spin/1    20     not_owned
nina  house/slam/1    20     bought 1580
poor  gold            250    too_few_coins 250 249
poor  ivory           200    bought 49
poor  ivory/arc/2     50     too_few_coins 50 49
poor  ivory/arc/1     20     bought 29
"""
"""In this order."""


def said() -> list[list[str]]:
    return [line.split(maxsplit=3) for line in PURCHASES.strip().splitlines()[1:]]


def test_every_purchase_is_carried_out_or_refused_as_the_table_says(here: str, tmp_path: Path) -> None:
    async def story(shop: Shop) -> None:
        callers = {"eve": EVE, "nina": await shop.player("Nina"), "poor": await shop.player("Poor", coins=249 - 2000)}
        heard = [[*row[:3], await shop.buys(callers[row[0]], row[1], int(row[2]))] for row in said()]
        assert heard == said()
        ruby = await shop.shown(callers["nina"], "ruby")
        assert (ruby["owned"], ruby["stages"]) == (True, {"spin": 4})
        assert not (await shop.shown(callers["poor"], "ruby"))["owned"], "what is bought is nobody else's"
        assert shop.purse("shop") == 420 + 220
        told = await shop.looks.told(callers["poor"])
        assert (told["signed_in"], told["coins"], told["wearing"]) == (True, 29, "house")
        shop.halted = True
        assert await shop.buys(callers["nina"], "gold", 250) == "coins_halted"

    with_shop(here, tmp_path, story)


def test_whoever_wins_one_table_at_the_lowest_stake_can_buy_any_set(here: str, tmp_path: Path) -> None:
    assert max(each.price for each in SETS.values()) <= min(STAKES)
    assert [list(each.prices) == sorted(each.prices) and sum(each.prices) < JEWEL_PRICE for each in MOVES.values()] == (
        [True] * 6
    )

    async def story(shop: Shop) -> None:
        nina, otto = [await shop.player(name, coins=250 - START_COINS) for name in ("Nina", "Otto")]
        table = await shop.table(nina, otto, stake=250, size=2)
        await shop.start(table, nina, otto)
        await shop.play_on(table, nina, otto)
        winner = max(nina, otto, key=lambda each: shop.holds(each))
        for key in SETS:
            if key != "house":
                assert SETS[key].price <= shop.holds(winner)[0]
        assert await shop.buys(winner, "onyx", 250) == f"bought {shop.holds(winner)[0]}"

    with_shop(here, tmp_path, story)


CLICKS = 20


@pytest.mark.parametrize("rounds", [2, pytest.param(100, marks=pytest.mark.soak)])
def test_l17_twenty_clicks_at_once_with_price_equal_balance_buy_once_and_leave_nothing(
    books: str, tmp_path: Path, rounds: int
) -> None:
    """L17, from two processes; every second round the clicks are one and the same call."""

    async def story(shop: Shop) -> None:
        other, close = shop.another()
        for turn in range(rounds):
            buyer = await shop.player(f"Nina {turn}", coins=JEWEL_PRICE - START_COINS)
            cid = str(uuid4()) if turn % 2 else None
            clicks = (
                shop.buys(buyer, "ruby", JEWEL_PRICE, cid, (shop.looks, other)[click % 2]) for click in range(CLICKS)
            )
            answers = await asyncio.gather(*clicks)
            assert set(answers) == ({"bought 0"} if cid else {"bought 0", "already_owned"})
            assert cid or answers.count("bought 0") == 1
            assert shop.holds(buyer) == [0]
        await close()
        assert shop.purse("shop") == rounds * JEWEL_PRICE

    with_shop(books, tmp_path, story)


@pytest.mark.parametrize("rounds", [2, pytest.param(100, marks=pytest.mark.soak)])
def test_stages_that_are_bought_at_once_are_each_paid_once_and_none_is_left_out(
    books: str, tmp_path: Path, rounds: int
) -> None:
    prices = {1: 20, 2: 50, 3: 90, 4: 150}

    async def story(shop: Shop) -> None:
        other, close = shop.another()
        for turn in range(rounds):
            buyer = await shop.player(f"Nina {turn}")
            asked = [(stage, each) for stage in prices for each in (shop.looks, other)]
            answers = await asyncio.gather(
                *(shop.buys(buyer, f"house/arc/{stage}", prices[stage], shop=each) for stage, each in asked)
            )
            assert {each.split()[0] for each in answers} <= {"bought", "already_owned", "price_changed"}
            stages = (await shop.shown(buyer, "house"))["stages"]["arc"]
            assert shop.holds(buyer) == [START_COINS - prices[stages]]
        await close()

    with_shop(books, tmp_path, story)


def test_a_call_that_comes_again_gets_its_answer_again_and_another_one_under_its_number_is_refused(
    books: str, tmp_path: Path
) -> None:
    async def story(shop: Shop) -> None:
        nina, otto = await shop.player("Nina"), await shop.player("Otto")
        cid = str(uuid4())
        assert await shop.buys(nina, "gold", 250, cid) == "bought 1750"
        assert await shop.buys(nina, "slate", 200) == "bought 1550"
        shop.halted = True
        assert await shop.buys(nina, "gold", 250, cid) == "bought 1750", "what it said at the time"
        shop.halted = False
        for other in (("ruby", 250), ("gold", 200), ("gold/arc/1", 250)):
            assert await shop.buys(nina, *other, cid) == "cid_reused"
        assert await shop.buys(otto, "gold", 250, cid) == "bought 1750", "numbers are each account's own"
        refused = str(uuid4())
        assert await shop.buys(nina, "ruby", 1, refused) == "price_changed 250"
        assert await shop.buys(nina, "ruby", 250, refused) == "bought 1300", "a refused call has bought nothing"

    with_shop(books, tmp_path, story)


def test_of_two_that_reach_for_the_same_coins_one_gets_them(books: str, tmp_path: Path) -> None:
    async def story(shop: Shop) -> None:
        nina = await shop.player("Nina")
        for dice_set in ("gold", "ruby", "emerald", "sapphire"):
            left = shop.holds(nina)[0]
            # The house takes all but 100 in the same moment: what is left is enough for one of the two.
            takes = shop.play.coins.adjust(uuid4().hex, "nina", 100 - left, "for the test", shop.now)
            answer, away = await asyncio.gather(
                shop.buys(nina, dice_set, 250), shop.writer.save(takes), return_exceptions=True
            )
            bought = isinstance(away, Duplicate)
            assert answer == (f"bought {left - 250}" if bought else "too_few_coins 250 100")
            assert (await shop.shown(nina, dice_set))["owned"] is bought
            await shop.writer.save(shop.play.coins.adjust(uuid4().hex, "nina", 2_000, "for the test", shop.now))

    with_shop(books, tmp_path, story)


AT_START = 2
"""Commits of a start: the clocks are set on, and the heartbeat is noted."""


@pytest.mark.parametrize(
    ("point", "saved"), [("commit.after", 1), pytest.param("commit.before", 0, marks=pytest.mark.soak)]
)
def test_killed_while_it_buys_the_call_comes_again_and_is_paid_once(tmp_path: Path, point: str, saved: int) -> None:
    server = Mortal(tmp_path)
    owned = "SELECT dice_set, price FROM owned_set"

    async def story() -> None:
        assert server.start()
        (nina,) = await sign_up(server, "Nina")
        body = {"cid": nina.cid(), "set": "ruby", "move": None, "stage": 0, "price": 250}
        server.kill()
        assert server.start(failpoint=f"{point}:{AT_START + 1}", verify_s=3600)
        calls = [lambda: nina.post("/api/looks/purchase", body)] * 3
        asked = asyncio.gather(*(nina.insist(each) for each in calls))
        assert await server.gone() != 0
        assert rows(server.database, owned) == [("ruby", 250)] * saved
        assert await server.revive()
        assert [each.json() for each in await asked] == [{"ok": True, "coins": 1750}] * 3
        await nina.leave_us()

    try:
        asyncio.run(story())
    finally:
        server.kill()
    assert findings(server.database) == []
    assert moved(server.database)["Nina", "purchase"] == 1
    assert rows(server.database, owned) == [("ruby", 250)]


def test_coins_without_goods_and_goods_without_coins_are_found_in_the_books(here: str, tmp_path: Path) -> None:
    found: list[str] = []

    async def story(shop: Shop) -> None:
        nina = await shop.player("Nina")
        await shop.buys(nina, "ruby", 250)
        sql = shop.looks.sql
        for unit in (
            shop.play.coins.purchase("x", "nina", 7, shop.now),
            [sql.own_set("nina", "gold", 250, "grant:nina", shop.now)],
            [sql.own_stages("nina", "ruby", "arc", [(1, 20)], next(iter(bought(shop))), shop.now)],
        ):
            await shop.writer.save(unit)
        found.extend(shop.findings())
        with sqlite3.connect(tmp_path / "tenk.db") as database:
            for table in ("owned_set", "owned_stage"):
                database.execute(f"DELETE FROM {table} WHERE dice_set = 'gold' OR price = 20")
            database.execute("INSERT INTO owned_set VALUES ('nina', 'gold', 7, 'purchase:x', 0)")

    with_shop(here, tmp_path, story)
    assert [each.partition(": ")[2].partition(": ")[2] for each in sorted(found)] == [
        "goods name it, and it is no purchase",
        "250 were paid for goods of 270",
        "7 were paid for goods of 0",
    ]


def bought(shop: Shop) -> list[str]:
    """Names of all purchases."""
    return [name for (name,) in rows(shop.url, "SELECT id FROM transfer WHERE code = 'purchase'")]


def test_nothing_of_the_shop_leads_from_one_player_to_another() -> None:
    posts = sorted(route.path for route in router.routes if "POST" in getattr(route, "methods", ()))
    assert posts == ["/api/looks/favorite", "/api/looks/purchase", "/api/looks/wear"]
    fields: set[Any] = {*schemas.Purchase.__struct_fields__, *schemas.Wear.__struct_fields__}
    assert fields == {"cid", "set", "move", "stage", "price"}, "none of them names somebody else"
