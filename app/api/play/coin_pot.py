"""The pot of a coin game: what goes into it, what comes back, how it is paid out. Every way to the end leads here."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from app.api.core.ids import new_id
from app.api.core.writer import Write
from app.api.fairness.dice import game_id
from app.api.ledger.coins import Stake, shares
from app.api.play.asked import Asked
from app.api.play.room import OVER, pot_of
from app.api.play.standing import Change, Standing
from app.api.play.steps import with_more
from app.api.tables.place import Sitting
from app.engine.state import GameState, Result

PAID_CHARACTERS = 20


def new_payment() -> str:
    """The name of what is paid for a seat: whoever sits down anew pays anew."""
    return new_id(PAID_CHARACTERS)


def stake_of(asked: Asked, sitting: Sitting) -> Stake:
    """What stands in the pot for a seat."""
    assert sitting.paid is not None, "the seat is paid for"
    assert sitting.account is not None, "by an account"
    assert asked.place.stake is not None, "at a coin table"
    return Stake(sitting.paid, sitting.account, asked.place.stake)


def pay_in(asked: Asked, game: int, sitting: Sitting) -> list[Write]:
    """A seat's stake goes into the game's pot, and its account sits nowhere else."""
    statements, table = asked.statements, asked.place.id
    row = statements.add_coin_seat.row(account=sitting.account, table_id=table, device=sitting.device)
    stake = stake_of(asked, sitting)
    return [Write(statements.add_coin_seat, [row]), *asked.tools.coins.buy_in(game_id(table, game), stake, asked.now)]


def pay_back(asked: Asked, sitting: Sitting) -> list[Write]:
    """A seat's stake comes back to its account, which may sit elsewhere."""
    game = game_id(asked.place.id, asked.standing.game)
    return [*asked.tools.coins.refund(game, stake_of(asked, sitting), asked.now), set_free(asked, sitting)]


def set_free(asked: Asked, sitting: Sitting) -> Write:
    """The seat's account may sit down elsewhere."""
    statements = asked.statements
    return Write(statements.drop_coin_seat, [statements.drop_coin_seat.row(whose=sitting.account, of=asked.place.id)])


def void(asked: Asked, sittings: Sequence[Sitting]) -> list[Write]:
    """Every stake that stands in the pot goes back to its payer; the game is settled."""
    statements, table = asked.statements, asked.place.id
    staked = [stake_of(asked, each) for each in sittings if each.paid is not None]
    voided = asked.tools.coins.void(game_id(table, asked.standing.game), staked, asked.now)
    return [*voided, Write(statements.drop_coin_seats, [statements.drop_coin_seats.row(of=table)])]


def remembered(asked: Asked, standing: Standing, state: GameState, paid: dict[int, int]) -> Write:
    """How the game was for each of its accounts; those who left before the first roll took no part."""
    statement = asked.statements.add_staked
    rows = [
        statement.row(
            table_id=asked.place.id, game=standing.game, account=each.account, stake=asked.place.stake,
            paid=paid.get(each.seat, 0), gone=each.gone, turns=state.turns[each.seat], banked=state.banked[each.seat],
            at=asked.now,
        )
        for each in standing.sittings
        if each.paid is not None
    ]  # fmt: skip
    return Write(statement, rows)


def winners_of(state: GameState, result: Result) -> list[int]:
    """The seats that are paid, in the order in which they went out: the first of them get the odd coins (R-split)."""
    order = {seat: place for place, seat in enumerate(state.out)}
    return sorted(result.seats, key=lambda seat: order.get(seat, len(order) + seat))


def settled(asked: Asked, change: Change) -> Change:
    """The change that ends a game, with its pot paid out in the same unit of work."""
    standing = change.standing
    state, room = standing.state, standing.room
    assert state is not None, "a game was played"
    assert state.result is not None, "and is over"
    assert room is not None, "a coin table has a room"
    pot, sittings = pot_of(asked.place, standing.sittings), standing.sittings
    shared: list[dict[str, int]] = []
    refunds: list[dict[str, int]] = []
    if state.result.kind == "none":
        writes = void(asked, sittings)
        refunds = [{"seat": each.seat, "coins": asked.place.stake or 0} for each in sittings if each.paid is not None]
    else:
        winners = winners_of(state, state.result)
        accounts = [sittings[seat].account or "" for seat in winners]
        coins, game = asked.tools.coins, game_id(asked.place.id, standing.game)
        free = Write(asked.statements.drop_coin_seats, [asked.statements.drop_coin_seats.row(of=asked.place.id)])
        writes = [*coins.settle(game, state.result.kind, pot, accounts, asked.now), free]
        paid = shares(pot, len(winners))
        shared = [{"seat": seat, "coins": amount} for seat, amount in zip(winners, paid, strict=True)]
        writes.append(remembered(asked, standing, state, dict(zip(winners, paid, strict=True))))
    over = with_more(change.events[-1], {"pot": pot, "shares": shared, "refunds": refunds})
    return replace(
        change,
        standing=replace(standing, room=replace(room, phase=OVER, auto=None), due=None),
        events=[*change.events[:-1], over],
        writes=[*change.writes, *writes],
    )
