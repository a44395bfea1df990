"""How a coin game starts: everybody is ready or the table is full, a countdown, and the roll that says who begins."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from app.api.core.refusals import Refused
from app.api.core.writer import Write
from app.api.fairness.dice import game_id
from app.api.play import messages
from app.api.play.asked import Asked
from app.api.play.changes import begin
from app.api.play.coin_time import begun, timed
from app.api.play.room import COUNTDOWN, FILLING, TABLE_ROLL, WAITING, Room
from app.api.play.standing import OPEN, PLAYING, Change, Standing
from app.api.play.steps import of_service
from app.api.tables.place import seats_of
from app.engine import fair

PLAYERS_MIN = 2


def filling(standing: Standing) -> Room:
    """The room of a table that has not started."""
    room = standing.room
    assert room is not None, "a coin table has a room"
    if standing.status == PLAYING:
        raise Refused("wrong_phase", "This game has already started.")
    if standing.status != OPEN:
        raise Refused("game_over")
    if room.phase not in FILLING:
        raise Refused("wrong_phase", "The dice are being rolled for the start.")
    return room


def own_seat(asked: Asked) -> int:
    """The caller's seat."""
    own = seats_of(asked.standing.sittings, asked.caller)
    if not own:
        raise Refused("not_seated" if asked.caller.account else "signed_out")
    return own[0]


def counted(asked: Asked, change: Change) -> Change:
    """Start the countdown when all are ready or no seat is free, and stop it when that is no longer so."""
    standing, timing = change.standing, asked.tools.timing
    room, seated = standing.room, len(standing.sittings)
    assert room is not None, "a coin table has a room"
    wanted = seated == asked.place.size or (seated >= PLAYERS_MIN and len(room.ready) == seated)
    events = change.events
    due = standing.due if room.phase == COUNTDOWN else room.closes
    if wanted and room.phase == WAITING:
        room, due = replace(room, phase=COUNTDOWN), asked.now + timing.countdown
        events = [*events, of_service({"type": "countdown_started"})]
    elif not wanted and room.phase == COUNTDOWN:
        room, due = replace(room, phase=WAITING), max(room.closes, asked.now + timing.countdown)
        events = [*events, of_service({"type": "countdown_stopped"})]
    return replace(change, standing=replace(standing, room=room, due=due), events=events)


def promise(asked: Asked, said: messages.Promise) -> Change:
    """A phone commits to what it will add to the table roll."""
    room, seat = filling(asked.standing), own_seat(asked)
    kept = replace(room, promises={**room.promises, seat: said.commitment})
    event = of_service({"type": "promised", "seat": seat, "commitment": said.commitment})
    return Change(replace(asked.standing, room=kept), [event])


def ready(asked: Asked, said: messages.Ready) -> Change:
    """A player wants to start without waiting for more, or does not any longer."""
    room, seat = filling(asked.standing), own_seat(asked)
    others = tuple(each for each in room.ready if each != seat)
    kept = replace(room, ready=tuple(sorted((*others, seat))) if said.yes else others)
    event = of_service({"type": "ready", "seat": seat, "yes": said.yes})
    return counted(asked, Change(replace(asked.standing, room=kept), [event]))


def open_table_roll(asked: Asked) -> Change:
    """The countdown is over: the seats are fixed, and every phone may open what it promised."""
    standing = asked.standing
    room = standing.room
    assert room is not None, "a coin table has a room"
    told = {
        "type": "table_roll_opened",
        "game": standing.game,
        "key_commitment": standing.dice.key(0)[1],
        "seats": [{"seat": each.seat, "commitment": room.promises.get(each.seat)} for each in standing.sittings],
    }
    opened = replace(room, phase=TABLE_ROLL, reveals={})
    change = Change(replace(standing, room=opened, due=asked.now + asked.tools.timing.reveal), [of_service(told)])
    return change if room.promises else conclude(asked, change)


def reveal(asked: Asked, said: messages.Reveal) -> Change:
    """A phone opens its promise; when all have, the dice fall."""
    room, seat = asked.standing.room, own_seat(asked)
    assert room is not None, "a coin table has a room"
    if room.phase != TABLE_ROLL:
        raise Refused("wrong_phase")
    if seat in room.reveals:
        raise Refused("wrong_phase", "This seat has opened its promise.")
    game = game_id(asked.place.id, asked.standing.game)
    if fair.commitment("r", game, seat, 0, bytes.fromhex(said.r)).hex() != room.promises.get(seat):
        raise Refused("malformed", "This is not what the phone promised.", field="r")
    kept = replace(room, reveals={**room.reveals, seat: said.r})
    event = of_service({"type": "revealed", "seat": seat, "r": said.r})
    change = Change(replace(asked.standing, room=kept), [event])
    return conclude(asked, change) if len(kept.reveals) == len(kept.promises) else change


def conclude(asked: Asked, change: Change) -> Change:
    """The table roll is drawn from what was opened, and the game begins with the seat that rolled highest."""
    standing = change.standing
    room, seats = standing.room, len(standing.sittings)
    assert room is not None, "a coin table has a room"
    contributions = {seat: bytes.fromhex(r) for seat, r in sorted(room.reveals.items())}
    rounds = standing.dice.table_roll(seats, contributions)
    first = max(rounds[-1], key=lambda die: die[1])[0]
    told = of_service(rolled(standing, contributions, rounds, first))
    start = replace(standing, status=PLAYING, room=begun(room, seats, asked.tools.timing))
    # Should the process die before its next heartbeat, the clocks count from here.
    alive = Write(asked.statements.beat, [asked.statements.beat.row(now=asked.now)])
    game = begin(asked, start, [*change.writes, alive], first)
    return timed(asked, replace(game, events=[*change.events, told, *game.events]))


def rolled(standing: Standing, contributions: dict[int, bytes], rounds: Any, first: int) -> dict[str, Any]:
    """What the table roll tells, and everything that is needed to repeat it."""
    seats = len(standing.sittings)
    return {
        "type": "table_rolled",
        "game": standing.game,
        "fair": {
            "n": 0,
            "roller": fair.SERVER,
            "ndice": seats,
            "key": standing.dice.key(0)[0].hex(),
            "contributions": [{"seat": seat, "r": r.hex()} for seat, r in contributions.items()],
        },
        "absent": [seat for seat in range(seats) if seat not in contributions],
        "rounds": [[{"seat": seat, "face": face} for seat, face in each] for each in rounds],
        "first": first,
    }
