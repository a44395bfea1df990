"""Coins move once, whole, and only where the rules let them; on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from itertools import product

import pytest
from sqlalchemy import text

from app.api.core.db import open_engine
from app.api.ledger.coins import STAKES, START_COINS, Stake, account_purse, escrow_purse, shares
from tests.ledger.bank import AT, Bank, at_the_bank

GAME = "k3v9/1"


def stakes(*accounts: str, coins: int = 250, sitting: str = "") -> list[Stake]:
    return [Stake(f"{sitting}{account}1", account, coins) for account in accounts]


async def seated(bank: Bank, game: str, paid: list[Stake]) -> None:
    assert await bank.do(bank.coins.open_escrow(game)) == "done"
    for stake in paid:
        assert await bank.do(bank.coins.buy_in(game, stake, AT)) == "done"


def test_a_new_account_gets_its_coins_once(books: str) -> None:
    async def story(bank: Bank) -> None:
        await bank.open("ann")
        assert await bank.do(bank.coins.open_account("ann", AT)) == "already_done"
        assert (bank.of("ann"), bank.holds("mint")) == ([START_COINS], -START_COINS)

    at_the_bank(books, story)


@pytest.mark.parametrize(
    ("outcome", "winners", "balances"),
    [
        ("win", ["ben"], [1_750, 2_500, 1_750]),
        ("split", ["ben", "ann"], [2_125, 2_125, 1_750]),
        ("shared", ["cleo", "ann", "ben"], [2_000, 2_000, 2_000]),
    ],
)
def test_the_pot_goes_to_its_winners_and_the_game_is_settled_once(
    books: str, outcome: str, winners: list[str], balances: list[int]
) -> None:
    async def story(bank: Bank) -> None:
        await bank.open("ann", "ben", "cleo")
        await seated(bank, GAME, stakes("ann", "ben", "cleo"))
        assert bank.holds(escrow_purse(GAME)) == 750
        assert await bank.do(bank.coins.settle(GAME, outcome, 750, winners, AT)) == "done"
        assert await bank.do(bank.coins.settle(GAME, "win", 750, ["ann"], AT)) == "already_done"
        assert await bank.do(bank.coins.void(GAME, stakes("ann", "ben", "cleo"), AT)) == "already_done"
        assert bank.of("ann", "ben", "cleo") == balances
        assert bank.holds(escrow_purse(GAME)) == 0

    at_the_bank(books, story)


@pytest.mark.parametrize(("coins", "seats"), list(product(STAKES, range(2, 9))))
def test_every_pot_is_shared_to_the_last_coin(coins: int, seats: int) -> None:
    pot = coins * seats
    for winners in range(1, seats + 1):
        paid = shares(pot, winners)
        assert sum(paid) == pot
        assert max(paid) - min(paid) <= 1
        assert list(paid) == sorted(paid, reverse=True), "odd coins go to those who were out first"


def test_a_void_game_gives_every_stake_back_once(books: str) -> None:
    async def story(bank: Bank) -> None:
        names = [f"p{n}" for n in range(8)]
        await bank.open(*names)
        paid = stakes(*names, coins=2_000)
        await seated(bank, GAME, paid)
        assert bank.of(*names) == [0] * 8
        assert await bank.do(bank.coins.void(GAME, paid, AT)) == "done"
        assert await bank.do(bank.coins.void(GAME, paid, AT)) == "already_done"
        assert bank.of(*names) == [START_COINS] * 8

    at_the_bank(books, story)


def test_who_leaves_before_the_start_gets_the_stake_back_and_may_sit_down_anew(books: str) -> None:
    async def story(bank: Bank) -> None:
        await bank.open("ann")
        first, second = Stake("s1", "ann", 500), Stake("s2", "ann", 500)
        await seated(bank, GAME, [first])
        assert await bank.do(bank.coins.buy_in(GAME, first, AT)) == "already_done"
        assert await bank.do(bank.coins.refund(GAME, first, AT)) == "done"
        assert await bank.do(bank.coins.refund(GAME, first, AT)) == "already_done"
        assert await bank.do(bank.coins.buy_in(GAME, second, AT)) == "done"
        assert bank.of("ann") == [1_500]
        assert await bank.do(bank.coins.void(GAME, [second], AT)) == "done"

    at_the_bank(books, story)


def test_a_settlement_that_is_not_the_whole_pot_is_refused_and_changes_nothing(books: str) -> None:
    async def story(bank: Bank) -> None:
        await bank.open("ann", "ben")
        await seated(bank, GAME, stakes("ann", "ben"))
        assert await bank.do(bank.coins.settle(GAME, "win", 499, ["ann"], AT)) == "pot_not_empty"
        assert await bank.do(bank.coins.settle(GAME, "win", 501, ["ann"], AT)) == "too_few_coins"
        assert bank.of("ann", "ben") == [1_750, 1_750]
        assert await bank.do(bank.coins.settle(GAME, "win", 500, ["ann"], AT)) == "done"
        assert await bank.do(bank.coins.buy_in(GAME, Stake("late", "ben", 250), AT)) == "purse_closed"

    at_the_bank(books, story)


@pytest.mark.parametrize("repeat", range(3))
def test_forty_buy_ins_at_once_take_what_is_there_and_no_more(books: str, repeat: int) -> None:
    async def story(bank: Bank) -> None:
        await bank.open("ann")
        games = [f"t{n}/1" for n in range(40)]
        for game in games:
            assert await bank.do(bank.coins.open_escrow(game)) == "done"
        asked = (bank.do(bank.coins.buy_in(game, Stake(f"s-{game}", "ann", 250), AT)) for game in games)
        answers = await asyncio.gather(*asked)
        assert (answers.count("done"), answers.count("too_few_coins")) == (8, 32)
        assert bank.of("ann") == [0]

    at_the_bank(books, story)


def test_two_writers_settle_the_same_pots_and_each_is_paid_once(books: str) -> None:
    async def story(bank: Bank) -> None:
        await bank.open("ann", "ben")
        games = [f"t{n}/1" for n in range(8)]
        for game in games:
            paid = [Stake(f"{game}-{account}", account, 250) for account in ("ann", "ben")]
            await seated(bank, game, paid)
        other = Bank(books)
        orders = (["ann", "ben"], ["ben", "ann"])
        asked = [
            each.do(each.coins.settle(game, "split", 500, orders[(place + turn) % 2], AT))
            for place, game in enumerate(games)
            for turn, each in enumerate((bank, other))
        ]
        answers = await asyncio.gather(*asked)
        await other.close()
        assert (answers.count("done"), answers.count("already_done")) == (8, 8)
        assert bank.of("ann", "ben") == [START_COINS] * 2

    at_the_bank(books, story)


def test_the_house_adjusts_for_a_reason_and_a_reversal_happens_once(books: str) -> None:
    async def story(bank: Bank) -> None:
        await bank.open("ann")
        assert await bank.do(bank.coins.adjust("c1", "ann", -300, "Paid twice in game 7.", AT)) == "done"
        assert await bank.do(bank.coins.adjust("c1", "ann", -300, "Paid twice in game 7.", AT)) == "already_done"
        assert await bank.do(bank.coins.adjust("c2", "ann", -1_701, "Too much.", AT)) == "too_few_coins"
        back = bank.coins.reverse("adjust:c1", account_purse("ann"), "mint", 300, "It was right.", AT)
        assert await bank.do(back) == "done"
        assert await bank.do(back) == "already_done"
        assert bank.of("ann") == [START_COINS]
        with pytest.raises(ValueError, match="says why"):
            bank.coins.adjust("c3", "ann", 10, " ", AT)

    at_the_bank(books, story)


def test_an_account_that_closes_gives_its_coins_back_to_the_mint(books: str) -> None:
    async def story(bank: Bank) -> None:
        await bank.open("ann", "ben")
        await bank.do(bank.coins.adjust("c1", "ann", 5, "A gift of the house.", AT))
        assert await bank.do(bank.coins.close_account("ann", 2_000, AT)) == "pot_not_empty"
        assert await bank.do(bank.coins.close_account("ann", 2_005, AT)) == "done"
        assert await bank.do(bank.coins.adjust("c2", "ann", 5, "Too late.", AT)) == "purse_closed"
        assert (bank.of("ann", "ben"), bank.holds("mint")) == ([0, START_COINS], -START_COINS)

    at_the_bank(books, story)


HOSTILE = {
    "a second grant": "('g2','g2','grant','mint','account:ann',2000,NULL,NULL,NULL,1)",
    "more than there is": "('b','b','buyin','account:ann','escrow:g/1',2001,'g/1',NULL,NULL,1)",
    "nothing": "('b','b','buyin','account:ann','escrow:g/1',0,'g/1',NULL,NULL,1)",
    "less than nothing": "('b','b','buyin','account:ann','escrow:g/1',-5,'g/1',NULL,NULL,1)",
    "to the same purse": "('b','b','adjust','account:ann','account:ann',5,NULL,NULL,'why',1)",
    "from player to player": "('b','b','payout','account:ann','account:ben',5,'g/1',NULL,NULL,1)",
    "an unknown kind": "('b','b','gift','account:ann','account:ben',5,NULL,NULL,NULL,1)",
    "the same name again": "('grant:ann','x','purchase','account:ann','shop',5,NULL,NULL,NULL,1)",
    "to no purse": "('b','b','purchase','account:ann','account:zoe',5,NULL,NULL,NULL,1)",
    "a stake without a game": "('b','b','buyin','account:ann','escrow:g/1',5,NULL,NULL,NULL,1)",
    "an adjustment without a reason": "('b','b','adjust','mint','account:ann',5,NULL,NULL,NULL,1)",
    "out of the mint into a pot": "('b','b','refund','mint','account:ann',5,'g/1',NULL,NULL,1)",
    "a capital letter's disguise": "('b','b','grant','mint','ACCOUNT:ann',5,NULL,NULL,NULL,1)",
}


@pytest.mark.parametrize("row", HOSTILE.values(), ids=HOSTILE.keys())
def test_the_database_itself_refuses_what_is_illegal(books: str, row: str) -> None:
    refused(books, f"INSERT INTO transfer VALUES {row}")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE transfer SET amount = 5",
        "DELETE FROM transfer",
        "DELETE FROM purse WHERE id = 'account:ann'",
        "UPDATE purse SET balance = -1 WHERE id = 'account:ann'",
        "UPDATE purse SET closed = true WHERE id = 'account:ann'",
        "INSERT INTO purse VALUES ('escrow:x', 'account', 0, false)",
    ],
)
def test_what_was_written_stays(books: str, statement: str) -> None:
    refused(books, statement)


def refused(books: str, statement: str) -> None:
    async def story(bank: Bank) -> None:
        await bank.open("ann", "ben")
        await bank.do(bank.coins.open_escrow("g/1"))
        engine = open_engine(books)
        with pytest.raises(Exception, match=r"constraint|stays|missing or closed"), engine.begin() as connection:
            connection.execute(text(statement))
        engine.dispose()
        assert bank.of("ann", "ben") == [START_COINS] * 2

    at_the_bank(books, story)


@pytest.mark.parametrize(
    ("spoil", "invariant"),
    [
        ("UPDATE purse SET balance = balance + 1 WHERE id = 'account:ann'", "sum of all purses is 0"),
        (
            "UPDATE purse SET balance = balance + (CASE WHEN id = 'account:ann' THEN 1 ELSE -1 END)"
            " WHERE id IN ('account:ann', 'account:ben')",
            "a balance is the sum of its transfers",
        ),
        ("INSERT INTO settlement VALUES ('g/1', 'win', 500, 1)", "a settlement empties the pot"),
        ("UPDATE purse SET closed = true WHERE id = 'escrow:h/1'", "a pot is shut by its settlement"),
        ("INSERT INTO purse VALUES ('account:zoe', 'account', 0, false)", "an account is granted 2000 once"),
        (
            "INSERT INTO transfer VALUES ('refund:other', 'x', 'refund', 'escrow:g/1', 'account:ben', 1, 'g/1',"
            " NULL, NULL, 1)",
            "a refund is a stake given back",
        ),
    ],
)
def test_the_audit_finds_a_spoiled_book(books: str, spoil: str, invariant: str) -> None:
    async def story(bank: Bank) -> None:
        await bank.open("ann", "ben")
        await seated(bank, "g/1", stakes("ann", "ben", sitting="g"))
        await bank.do(bank.coins.open_escrow("h/1"))
        assert bank.findings() == []
        engine = open_engine(books)
        with engine.begin() as connection:
            connection.execute(text(spoil))
        engine.dispose()
        assert invariant in [finding.invariant for finding in bank.findings()]

    at_the_bank(books, story, sound=False)
