"""Every way a coin game ends, with what everybody holds before and after."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.api.accounts.callers import Caller
from app.api.play import messages
from app.engine.state import at
from app.engine.types import Phase
from tests.coins.house import House, at_home

ROLLS = "/".join(["22334461"] * 400)
"""Two dice of it never score, eight score as three pairs and a 1, and the die left over then busts a roll-off turn."""


async def begun(house: House, *names: str, stake: int = 500) -> tuple[str, dict[int, Caller]]:
    """A running game of these players; each of them has rolled nothing yet."""
    players = [await house.player(name) for name in names]
    table = await house.table(*players, stake=stake)
    await house.start(table, *players)
    return table, house.seats(table, *players)


async def goes_out(house: House, table: str, seats: dict[int, Caller]) -> int:
    """Whoever acts stands at exactly 10,000 with two dice to roll for nothing, and goes out. Answers the seat."""
    state = house.state(table)
    seat = state.acting()
    house.put(
        table,
        banked=at(state.banked, seat, 9_000),
        unbanked=1_000,
        dice=2,
        for_nothing=True,
        phase=Phase.ROLL,
        lying=(),
    )
    await house.say(table, seats[seat], messages.Roll, entropy="ab" * 32)
    return seat


async def passes(house: House, table: str, seats: dict[int, Caller]) -> None:
    """Whoever acts plays the turn as the autopilot would."""
    state = house.state(table)
    seat, turns = state.acting(), state.turns[state.acting()]
    while house.standing(table).status == "playing":
        state = house.state(table)
        if state.phase is Phase.VOTE or (state.acting(), state.turns[seat]) != (seat, turns):
            return
        await house.step(table, seats, house.first_of)


def sheet(house: House, seats: dict[int, Caller]) -> dict[str, int]:
    """What everybody holds."""
    return dict(zip((each.name for each in seats.values()), house.holds(*seats.values()), strict=True))


def test_out_alone_wins_the_pot(books: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben", "Cleo")
        out = await goes_out(house, table, seats)
        while house.standing(table).status == "playing":
            await passes(house, table, seats)
        over = house.events(table)[-1]
        assert (over["kind"], over["reason"], over["pot"]) == ("win", "out_even", 1500)
        assert over["shares"] == [{"seat": out, "coins": 1500}]
        assert sheet(house, seats) == {who.name: 3000 if seat == out else 1500 for seat, who in seats.items()}
        assert house.purse(f"escrow:{table}/1") == 0

    at_home(books, tmp_path, story, scripted_dice=ROLLS)


@pytest.mark.parametrize(
    ("stake", "players", "out", "paid"),
    [
        (500, 2, 2, [500, 500]),
        (250, 4, 3, [334, 333, 333]),
        (500, 4, 3, [667, 667, 666]),
        (250, 5, 3, [417, 417, 416]),
        (500, 8, 7, [572, 572, 572, 571, 571, 571, 571]),
    ],
)
def test_all_who_are_out_agree_and_split_in_the_order_of_going_out(
    here: str, tmp_path: Path, stake: int, players: int, out: int, paid: list[int]
) -> None:
    async def story(house: House) -> None:
        table, seats = await begun(house, *(f"P{number}" for number in range(players)), stake=stake)
        went = [await goes_out(house, table, seats) for _ in range(out)]
        for _ in range(players - out):
            await passes(house, table, seats)
        for seat in went:
            assert house.state(table).acting() == seat
            await house.say(table, seats[seat], messages.Vote, yes=True)
        over = house.events(table)[-1]
        assert (over["kind"], over["pot"]) == ("split", stake * players)
        assert over["shares"] == [{"seat": seat, "coins": coins} for seat, coins in zip(went, paid, strict=True)]
        holds = {seat: house.holds(seats[seat])[0] for seat in seats}
        assert [holds[seat] for seat in went] == [2000 - stake + coins for coins in paid]
        assert all(holds[seat] == 2000 - stake for seat in seats if seat not in went)

    at_home(here, tmp_path, story, scripted_dice=ROLLS)


def test_one_no_starts_a_roll_off_and_its_winner_has_the_whole_pot(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben")
        first, second = await goes_out(house, table, seats), await goes_out(house, table, seats)
        await house.say(table, seats[first], messages.Vote, yes=False)
        await house.say(table, seats[first], messages.ChooseOrder, order="last")
        assert house.state(table).acting() == second
        # Something is banked for the second before the dice, so that they do not tie.
        house.put(table, unbanked=50)
        while house.standing(table).status == "playing":
            await house.step(table, seats, house.first_of)
        over = house.events(table)[-1]
        assert (over["kind"], over["reason"]) == ("win", "roll_off")
        assert house.holds(seats[first], seats[second]) == [1500, 2500]

    at_home(here, tmp_path, story, scripted_dice=ROLLS)


def test_a_tied_roll_off_may_be_shared_and_the_odd_coin_goes_to_who_went_out_first(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, seats = await begun(house, *(f"P{number}" for number in range(4)), stake=250)
        went = [await goes_out(house, table, seats) for _ in range(3)]
        await passes(house, table, seats)
        await house.say(table, seats[went[0]], messages.Vote, yes=False)
        # Rolling last changes the order of the roll-off, and not who gets the odd coin.
        await house.say(table, seats[went[0]], messages.ChooseOrder, order="last")
        while house.state(table).phase is not Phase.SHARE:
            await house.step(table, seats, house.first_of)
        for seat in (went[1], went[2], went[0]):
            assert house.state(table).acting() == seat
            await house.say(table, seats[seat], messages.Share, yes=True)
        over = house.events(table)[-1]
        assert (over["kind"], over["reason"]) == ("shared", "agreed")
        assert house.holds(*(seats[seat] for seat in went)) == [1750 + 334, 1750 + 333, 1750 + 333]

    at_home(here, tmp_path, story, scripted_dice=ROLLS)


def test_leaving_forfeits_the_stake_and_the_last_one_standing_is_paid_in_full(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben", "Cleo", "Dora")
        await passes(house, table, seats)
        for seat in (0, 1, 2):
            await house.say(table, seats[seat], messages.Leave, seat=seat)
        assert house.holds(*seats.values()) == [1500, 1500, 1500, 3500]

    at_home(here, tmp_path, story, scripted_dice=ROLLS)


def test_who_is_out_even_and_leaves_still_wins(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben", "Cleo")
        out = await goes_out(house, table, seats)
        await house.say(table, seats[out], messages.Leave, seat=out)
        while house.standing(table).status == "playing":
            await passes(house, table, seats)
        assert house.holds(seats[out]) == [3000]

    at_home(here, tmp_path, story, scripted_dice=ROLLS)


def test_a_void_gives_every_stake_back_forfeited_ones_too(books: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, seats = await begun(house, *(f"P{number}" for number in range(8)))
        await passes(house, table, seats)
        await house.say(table, seats[5], messages.Leave, seat=5)
        # Everybody else falls asleep: each turn runs out of time twice before a seat counts as away.
        await house.wait(8 * 2 * 100 + 600)
        while house.standing(table).status == "playing":
            await house.wait(60)
        over = house.events(table)[-1]
        assert (over["kind"], over["reason"], over["pot"]) == ("none", "all_away", 4000)
        assert over["refunds"] == [{"seat": seat, "coins": 500} for seat in range(8)]
        assert house.holds(*seats.values()) == [2000] * 8
        assert house.purse(f"escrow:{table}/1") == 0
        # All are free to sit down elsewhere.
        await house.table(*seats.values(), stake=250)

    at_home(books, tmp_path, story, scripted_dice=ROLLS)


def test_a_stuck_game_is_shared_by_those_who_are_still_in(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben")
        acting = house.state(table).acting()
        house.put(table, banked=(9_950, 9_950), phase=Phase.KEEP, lying=(2,), dice=1)
        await house.say(table, seats[acting], messages.GiveUp)
        over = house.events(table)[-1]
        assert (over["kind"], over["reason"]) == ("shared", "dead_end")
        assert house.holds(*seats.values()) == [2000, 2000]

    at_home(here, tmp_path, story, scripted_dice=ROLLS)
