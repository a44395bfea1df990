"""Playing against a clock: what a player's own command, a clock that runs out, and a lost socket do (R-away)."""

from __future__ import annotations

from msgspec.structs import replace

from app.api.core.refusals import Refused
from app.api.core.writer import Write
from app.api.fairness.dice import Mixed
from app.api.play import changes, messages, witnessed
from app.api.play.asked import Asked
from app.api.play.coin_pot import settled
from app.api.play.coin_seats import closed
from app.api.play.coin_start import conclude, open_table_roll, own_seat
from app.api.play.coin_start import reveal as table_reveal
from app.api.play.coin_time import everybody_away, goes_on, running, timed, used_up
from app.api.play.opening import AUTOPILOT
from app.api.play.room import AWAY, COUNTDOWN, MISSED_MAX, PAUSED, PLAY, TABLE_ROLL, TIME, WAITING, Room
from app.api.play.standing import OPEN, OVER, Change
from app.api.play.steps import dropped, of_service, over, play
from app.api.play.steps import running as running_game
from app.engine import commands, turns
from app.engine.state import at


def act(asked: Asked, said: messages.Command) -> Change:
    """A command of the acting seat, from the account that holds it."""
    standing = asked.standing
    acting = running_game(standing).seat
    assert acting is not None, "somebody acts while a game runs"
    room, _ = running(standing)
    if asked.caller.account is None:
        raise Refused("signed_out")
    if standing.sittings[acting].held_by(asked.caller):
        if standing.sittings[acting].gone:
            # It left, and cannot come back: the autopilot plays on for it.
            raise Refused("not_seated")
        if room.auto or room.phase == PAUSED:
            raise Refused("autopilot" if room.auto == TIME else "away")
    change = changes.act(asked, said)
    room = used_up(room, acting, (standing.due or asked.now) - asked.now)
    if change.standing.opening is None:
        # Asking for dice alone is no turn played: their player may still keep them back.
        room = replace(room, missed=at(room.missed, acting, 0))
    return goes_on(asked, replace(change, standing=replace(change.standing, room=room)))


def reveal(asked: Asked, said: messages.Reveal) -> Change:
    """A phone opens what it promised: for the table roll, or for its own."""
    return act(asked, said) if said.n else table_reveal(asked, said)


def sealed(asked: Asked, said: messages.Seal) -> Change:
    """Witnesses of a roll have answered, or have had their time; the roller's clock starts anew."""
    return goes_on(asked, changes.sealed(asked, said))


def back(asked: Asked, said: messages.Back) -> Change:
    """An away player plays on: at once, unless the autopilot finishes a turn that ran out of time."""
    running_game(asked.standing)
    room, state = running(asked.standing)
    seat = own_seat(asked)
    if seat not in room.away:
        raise Refused("not_away")
    away = tuple(each for each in room.away if each != seat)
    here = replace(room, away=away, missed=at(room.missed, seat, 0))
    change = Change(replace(asked.standing, room=here), [of_service({"type": "back", "seat": seat})])
    if room.phase == PLAY and state.seat != seat:
        # Somebody else's clock runs on.
        return change
    return timed(asked, change)


def lost(asked: Asked, said: messages.Lost) -> Change:
    """The acting player's last socket is gone: more time, twice a game."""
    running_game(asked.standing)
    room, state = running(asked.standing)
    sitting = asked.standing.sittings[said.seat]
    if room.phase != PLAY or room.auto or state.seat != said.seat or asked.audience.online(sitting):
        raise Refused("stale")
    return extended(asked, room, said.seat)


def extended(asked: Asked, room: Room, seat: int) -> Change:
    """45 s more for a seat without a socket."""
    left = room.grace[seat] - 1
    if left < 0:
        raise Refused("stale")
    due = (asked.standing.due or asked.now) + asked.tools.timing.lost
    event = of_service({"type": "clock_extended", "seat": seat, "left": left})
    more = replace(room, grace=at(room.grace, seat, left))
    return Change(replace(asked.standing, room=more, due=due), [event])


def due(asked: Asked, said: messages.Due) -> Change:
    """The table's time has come: it goes on by itself."""
    standing, room = asked.standing, asked.standing.room
    if room is None or standing.due != said.at or asked.now < said.at:
        raise Refused("stale")
    if room.phase == WAITING:
        return closed(asked, Change(standing, []), "waited")
    if room.phase == COUNTDOWN:
        return open_table_roll(asked)
    if room.phase == TABLE_ROLL:
        return conclude(asked, Change(standing, []))
    if room.phase == PAUSED:
        return called_off(asked, "all_away")
    return out_of_time(asked, room)


def out_of_time(asked: Asked, room: Room) -> Change:
    """The acting seat's clock has run out, or the autopilot takes its next step."""
    state = running_game(asked.standing)
    seat = state.acting()
    opening = asked.standing.opening
    if opening is not None and not opening.sealed:
        # Whatever kept it from being sealed in its time: nobody loses by it.
        return goes_on(asked, witnessed.seal(asked, state, opening))
    if room.auto:
        return autopilot(asked, room, [])
    if room.grace[seat] and not asked.audience.online(asked.standing.sittings[seat]):
        return extended(asked, room, seat)
    missed = room.missed[seat] + 1
    room = replace(room, missed=at(room.missed, seat, missed), bank_ms=at(room.bank_ms, seat, 0), auto=TIME)
    events: list[bytes] = []
    if missed >= MISSED_MAX:
        room = replace(room, away=tuple(sorted((*room.away, seat))), auto=AWAY)
        events = [of_service({"type": "away", "seat": seat})]
        if opening is None and everybody_away(room, asked.standing.sittings, state):
            return timed(asked, Change(replace(asked.standing, room=room), events))
    return autopilot(asked, room, events)


def autopilot(asked: Asked, room: Room, events: list[bytes]) -> Change:
    """One step of the published autopilot. Its dice are opened without the roller: a phone may be asleep.

    A roll that its player asked for is not the autopilot's: kept back until the time is up, it has the worst outcome.
    """
    standing = replace(asked.standing, room=room)
    own = replace(asked, standing=standing)
    state = running_game(standing)
    if standing.opening is not None:
        change = play(own, state, commands.Withhold())
    else:
        change = witnessed.by_autopilot(own, state, commands.TimeOut(), Mixed(by=AUTOPILOT))
    return goes_on(own, replace(change, events=[*events, *change.events]))


def call_off(asked: Asked, said: messages.CallOff) -> Change:
    """The house calls the game off, whether it runs or has not started; every stake returns to its payer."""
    if asked.standing.status == OPEN:
        return closed(asked, Change(asked.standing, []), "house")
    return called_off(asked, "house")


def called_off(asked: Asked, reason: str) -> Change:
    """The game is void, and every stake returns to its payer, forfeited ones too."""
    state, told = turns.void(running_game(asked.standing), reason)
    standing, statements = asked.standing, asked.statements
    opening, standing = standing.opening, replace(standing, opening=None)
    lost = [] if opening is None else [of_service({"type": "roll_withheld", **dropped(asked.standing, opening)})]
    events = [*lost, *(over(event, standing) for event in told)]
    revealed = Write(statements.reveal, [statements.reveal.row(of=asked.place.id, number=standing.game, at=asked.now)])
    return settled(asked, Change(replace(standing, status=OVER, state=state), events, [revealed]))
