"""Sitting down at a coin table and standing up again: no seat without its stake, no stake without its seat."""

from __future__ import annotations

from msgspec.structs import replace

from app.api.core.languages import say
from app.api.core.refusals import Refused
from app.api.core.writer import Write
from app.api.ledger.coins import refusal_of
from app.api.play import messages
from app.api.play.asked import Asked
from app.api.play.coin_pot import new_payment, pay_back, pay_in, set_free, void
from app.api.play.coin_start import PLAYERS_MIN, counted, filling, own_seat
from app.api.play.coin_time import goes_on, runs_on
from app.api.play.coin_watch import NEWCOMER_GAMES
from app.api.play.room import OVER, WAITING, Room
from app.api.play.standing import OPEN, Change, Standing
from app.api.play.standing import OVER as FINISHED
from app.api.play.steps import dropped, of_service, play, with_more
from app.api.tables.place import Sitting, Sittings, free_seat, seated_anew, seats_of
from app.engine import commands

NEWCOMER_STAKE = 500
"""The highest stake of an account that has not finished `NEWCOMER_GAMES` coin games (DESIGN §6)."""


def buy_in(asked: Asked, said: messages.BuyIn) -> Change:
    """Take the first free seat, and pay for it in the same moment."""
    room = filling(asked.standing)
    may_enter(asked)
    if said.stake != asked.place.stake:
        raise Refused("malformed", say("A seat here costs {n}.", n=asked.place.stake), field="stake")
    known = asked.place.listed or asked.caller.account in room.before
    if not known and said.invite != asked.place.invite:
        raise Refused("not_found", "This invitation is not valid.", field="invite")
    return seated(asked)


def may_enter(asked: Asked) -> None:
    """Refuse whoever cannot sit at this coin table, with the reason and what would help."""
    account, entry = asked.caller.account, asked.entry
    if account is None or entry is None:
        raise Refused("signed_out")
    if seats_of(asked.standing.sittings, asked.caller) and asked.standing.status != FINISHED:
        raise Refused("seat_taken", "You have a seat here.")
    if entry.sits_at is not None:
        raise Refused("seated_elsewhere", subject=entry.sits_at)
    if not entry.notice:
        raise Refused("notice")
    stake = asked.place.stake or 0
    if stake > NEWCOMER_STAKE and entry.games < NEWCOMER_GAMES:
        raise Refused("stake_too_high", games_left=NEWCOMER_GAMES - entry.games)
    newcomer = entry.games < NEWCOMER_GAMES
    if entry.watched and (not asked.place.listed or entry.newcomers):
        raise Refused("under_review")
    if newcomer and entry.watched_there:
        raise Refused("under_review", "Somebody who sits here does not play with newcomers. Take another table.")
    if entry.meets_too_often:
        raise Refused("met_too_often")
    same = any(each.device == asked.caller.device and not each.gone for each in asked.standing.sittings)
    if asked.standing.status == OPEN and (same or entry.shares_device):
        raise Refused("same_device")


def seated(asked: Asked) -> Change:
    """The table with the caller in its first free seat."""
    standing, room = asked.standing, asked.standing.room
    assert room is not None, "a coin table has a room"
    seat = free_seat(standing.sittings, asked.place.size)
    if seat is None:
        raise Refused("table_full", "All seats are taken.")
    sitting = sitting_of(asked, seat)
    sittings = (*standing.sittings, sitting)
    closes = asked.now + asked.tools.timing.wait
    row = asked.statements.seat_row(asked.place.id, sitting)
    writes = [Write(asked.statements.add_seat, [row]), *pay_in(asked, standing.game, sitting)]
    event = of_service({"type": "seat_taken", "seat": seat, "name": sitting.name, **sitting.look.more()})
    waiting = replace(standing, sittings=sittings, room=replace(room, closes=closes))
    return counted(asked, Change(waiting, [event], writes, reseated=True, refusal=refusal))


def sitting_of(asked: Asked, seat: int) -> Sitting:
    """The caller in a seat that it pays for."""
    caller, entry = asked.caller, asked.entry
    assert entry is not None, "whoever sits down was looked up"
    return Sitting(seat, caller.device, entry.name, account=caller.account, paid=new_payment(), worn=entry.worn)


def refusal(error: Exception) -> Refused | None:
    """What the database's no to a seat means."""
    said = str(error)
    if "coin_seat" in said:
        return Refused("same_device" if "device" in said else "seated_elsewhere")
    code = refusal_of(error)
    return Refused("too_few_coins") if code == "too_few_coins" else None


def rematch(asked: Asked, said: messages.Rematch) -> Change:
    """The next game at this table, opened by somebody who played the last one; others of them then sit down too."""
    standing = asked.standing
    if standing.status == OPEN and standing.room is not None and asked.caller.account in standing.room.before:
        filling(standing)
        may_enter(asked)
        return seated(asked)
    if standing.status != FINISHED:
        raise Refused("wrong_phase")
    if asked.caller.account is None:
        raise Refused("signed_out")
    players = tuple(each.account for each in standing.sittings if each.account is not None)
    if asked.caller.account not in players:
        raise Refused("not_seated")
    may_enter(asked)
    change = reopened(asked, [sitting_of(asked, 0)], players)
    return replace(change, refusal=refusal)


def reopened(asked: Asked, stayed: list[Sitting], players: tuple[str, ...]) -> Change:
    """The table waits for players of its next game, under a new secret and with a pot of its own."""
    standing, statements, table = asked.standing, asked.statements, asked.place.id
    number, closes = standing.game + 1, asked.now + asked.tools.timing.wait
    room = Room(WAITING, asked.tools.timing.decision, closes, before=players)
    dice = asked.tools.new_dice(table, number)
    after = Standing(standing.seq, number, OPEN, tuple(stayed), None, dice, room, closes)
    paid = [write for each in stayed for write in pay_in(asked, number, each)]
    secret = statements.keep_secret(table, after, asked.now)
    escrow = asked.tools.coins.open_escrow(dice.game)
    told = {
        "type": "game_opened",
        "game": number,
        "commitment": dice.commitment,
        "seats": [each.record() for each in stayed],
    }
    writes = [secret, *escrow, *statements.reseat(table, after), *paid]
    return counted(asked, Change(after, [of_service(told)], writes, reseated=True))


# Standing up.


def leave(asked: Asked, said: messages.Leave) -> Change:
    """Stand up: with the stake before the first roll, without it afterwards (R-forfeit, R-leave)."""
    standing = asked.standing
    if standing.status == FINISHED:
        raise Refused("game_over")
    if own_seat(asked) != said.seat:
        raise Refused("not_seated")
    sitting = standing.sittings[said.seat]
    if standing.status == OPEN:
        return stand_up(asked, sitting)
    assert standing.state is not None, "a game runs"
    if standing.state.rolls:
        return left(asked, sitting, refunded=False)
    others = [each for each in standing.sittings if not each.gone and each.seat != sitting.seat]
    if len(others) >= PLAYERS_MIN:
        return left(asked, sitting, refunded=True)
    return call_off(asked, sitting, others)


def stand_up(asked: Asked, sitting: Sitting) -> Change:
    """Leave a table that has not started: the stake comes back, and the others close up."""
    standing, room = asked.standing, filling(asked.standing)
    seat = sitting.seat
    stayed = [each for each in standing.sittings if each.seat != seat]
    writes = [*pay_back(asked, sitting)]
    if not stayed:
        return closed(asked, Change(replace(standing, sittings=()), [left_open(seat, ())], writes), "nobody")
    sittings = seated_anew(stayed)
    # Whoever moved up promised for another seat: their phones promise again.
    kept = {each: promise for each, promise in room.promises.items() if each < seat}
    ready = tuple(each - (each > seat) for each in room.ready if each != seat)
    after = replace(standing, sittings=sittings, room=replace(room, promises=kept, ready=ready))
    writes += asked.statements.reseat(asked.place.id, after)
    return counted(asked, Change(after, [left_open(seat, sittings)], writes, reseated=True))


def left_open(seat: int, sittings: Sittings) -> bytes:
    """The event that tells of it, with the seats as they are numbered now."""
    return of_service({"type": "seat_left", "seat": seat, "seats": [each.record() for each in sittings]})


def left(asked: Asked, sitting: Sitting, *, refunded: bool) -> Change:
    """Leave a running game; the others play on."""
    standing, statements = asked.standing, asked.statements
    state = standing.state
    assert state is not None, "a game runs"
    gone = replace(sitting, gone=True, paid=None if refunded else sitting.paid)
    sittings = tuple(gone if each.seat == sitting.seat else each for each in standing.sittings)
    own = replace(asked, standing=replace(standing, sittings=sittings))
    change = play(own, state, commands.Leave(sitting.seat))
    events = [with_more(change.events[0], {"refunded": refunded}), *change.events[1:]]
    marked = statements.seat_unpaid if refunded else statements.seat_gone
    freed = pay_back(asked, sitting) if refunded else [set_free(asked, sitting)]
    writes = [*change.writes, Write(marked, [marked.row(of=asked.place.id, number=sitting.seat)]), *freed]
    change = replace(change, events=events, writes=writes, reseated=True)
    if change.standing.status == FINISHED or state.seat == sitting.seat:
        return goes_on(asked, change)
    return runs_on(asked, change)


def call_off(asked: Asked, sitting: Sitting, others: list[Sitting]) -> Change:
    """One player is left before the first roll: the game has not started, and who stayed waits for the next."""
    statements, table, opening = asked.statements, asked.place.id, asked.standing.opening
    lost = [] if opening is None else [of_service({"type": "roll_withheld", **dropped(asked.standing, opening)})]
    told = of_service({"type": "called_off", "seat": sitting.seat, "secret": asked.standing.dice.secret.hex()})
    revealed = Write(statements.reveal, [statements.reveal.row(of=table, number=asked.standing.game, at=asked.now)])
    again = [replace(each, paid=new_payment()) for each in seated_anew(others, next_game=True)]
    change = reopened(asked, again, ())
    back = void(asked, asked.standing.sittings)
    writes = [revealed, *back, *change.writes]
    events = [*lost, told, *change.events]
    return replace(change, events=events, writes=writes, earlier=len(lost) + 1)


def closed(asked: Asked, change: Change, reason: str) -> Change:
    """The table is given up before its game started: whatever was paid goes back."""
    statements, table, standing = asked.statements, asked.place.id, change.standing
    assert standing.room is not None, "a coin table has a room"
    told = of_service({"type": "table_closed", "reason": reason, "secret": standing.dice.secret.hex()})
    revealed = Write(statements.reveal, [statements.reveal.row(of=table, number=standing.game, at=asked.now)])
    back = void(asked, standing.sittings)
    after = replace(
        standing, status=FINISHED, sittings=(), room=replace(standing.room, phase=OVER, ready=(), promises={}), due=None
    )
    writes = [*change.writes, revealed, *back, *statements.reseat(table, after)]
    return replace(change, standing=after, events=[*change.events, told], writes=writes, reseated=True)
