"""What each command makes of a table. Nothing here is saved, told or drawn from chance of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from app.api.accounts.callers import Caller
from app.api.core.names import clean_name
from app.api.core.refusals import Refused
from app.api.core.writer import Write
from app.api.fairness.dice import Mixed
from app.api.play import messages, rules, witnessed
from app.api.play.asked import Asked
from app.api.play.opening import AUTOPILOT, BOT
from app.api.play.room import pot_of
from app.api.play.standing import OPEN, OVER, PLAYING, Change, Standing
from app.api.play.steps import of_service, play, running
from app.api.tables.place import (
    FRIENDS,
    NAME_CHARACTERS_MAX,
    Place,
    Sitting,
    free_seat,
    seated_anew,
    seats_of,
)
from app.engine import commands
from app.engine.state import GameState


def act(asked: Asked, said: messages.Command) -> Change:
    """A command of the acting seat, from the device that holds it."""
    state = running(asked.standing)
    acting = state.seat
    assert acting is not None, "somebody acts while a game runs"
    # Seats are numbered without gaps once a game has started.
    sitting = asked.standing.sittings[acting]
    if not sitting.held_by(asked.caller):
        seated = any(each.held_by(asked.caller) for each in asked.standing.sittings)
        raise Refused("not_your_turn" if seated else "not_seated")
    if isinstance(said, messages.Reveal):
        return witnessed.reveal(asked, state, said)
    if asked.standing.opening is not None:
        raise Refused("wrong_phase", witnessed.IN_THE_AIR)
    if isinstance(said, messages.Roll):
        return witnessed.roll(asked, state, said)
    return play(asked, state, rules.PLAIN[type(said)](said))


def sealed(asked: Asked, said: messages.Seal) -> Change:
    """Every witness has answered, or has had its time."""
    opening = asked.standing.opening
    if opening is None or opening.sealed or (said.game, said.n) != (asked.standing.game, opening.n):
        raise Refused("stale")
    return witnessed.seal(asked, running(asked.standing), opening)


def leave(asked: Asked, said: messages.Leave) -> Change:
    """Leave the running game for good; before the start, stand up."""
    standing, table = asked.standing, asked.place.id
    if said.seat not in seats_of(standing.sittings, asked.caller):
        raise Refused("not_seated")
    if standing.status == OPEN:
        stayed = tuple(each for each in standing.sittings if each.seat != said.seat)
        writes = [Write(asked.statements.drop_seat, [asked.statements.drop_seat.row(of=table, number=said.seat)])]
        event = of_service({"type": "seat_left", "seat": said.seat})
        return Change(replace(standing, sittings=stayed), [event], writes, reseated=True)
    change = play(asked, running(standing), commands.Leave(said.seat))
    sittings = tuple(replace(each, gone=True) if each.seat == said.seat else each for each in standing.sittings)
    writes = [
        *change.writes,
        Write(asked.statements.seat_gone, [asked.statements.seat_gone.row(of=table, number=said.seat)]),
    ]
    return replace(change, standing=replace(change.standing, sittings=sittings), writes=writes, reseated=True)


def sit(asked: Asked, said: messages.Sit) -> Change:
    """Take the first free seat of a friends' table that has not started."""
    standing = asked.standing
    if seats_of(standing.sittings, asked.caller):
        raise Refused("seat_taken", "You have a seat here.")
    if asked.place.kind != FRIENDS:
        raise Refused("table_full", "This table is played on one phone.")
    if standing.status == OVER:
        raise Refused("game_over")
    if standing.status == PLAYING:
        raise Refused("wrong_phase", "This game has already started.")
    name = clean_name(said.name, NAME_CHARACTERS_MAX)
    if name is None:
        raise Refused("malformed", "A name has 1 to 20 characters.", field="name")
    seat = free_seat(standing.sittings)
    if seat is None:
        raise Refused("table_full")
    sitting = Sitting(seat, asked.caller.device, name, account=asked.caller.account, worn=said.worn)
    sittings = tuple(sorted((*standing.sittings, sitting), key=lambda each: each.seat))
    writes = [Write(asked.statements.add_seat, [asked.statements.seat_row(asked.place.id, sitting)])]
    event = of_service({"type": "seat_taken", "seat": seat, "name": name, **sitting.look.more()})
    return Change(replace(standing, sittings=sittings), [event], writes, reseated=True)


def start(asked: Asked, said: messages.Start) -> Change:
    """The host starts the first game of a friends' table."""
    standing = asked.standing
    if not asked.hosts:
        raise Refused("not_seated", "Whoever opened the table starts the game.")
    if standing.status != OPEN:
        raise Refused("game_over" if standing.status == OVER else "wrong_phase")
    if len(standing.sittings) < 2:
        raise Refused("too_few")
    seated = replace(standing, status=PLAYING, sittings=seated_anew(standing.sittings))
    return begin(asked, seated, asked.statements.reseat(asked.place.id, seated))


def rematch(asked: Asked, said: messages.Rematch) -> Change:
    """The next game with those who stayed, under a new secret."""
    standing = asked.standing
    if not asked.hosts:
        raise Refused("not_seated", "Whoever opened the table starts the next game.")
    if standing.status != OVER:
        raise Refused("wrong_phase")
    stayed = [each for each in standing.sittings if not each.gone]
    if len(stayed) < (2 if asked.place.kind == FRIENDS else 1):
        raise Refused("too_few")
    number = standing.game + 1
    seated = replace(
        standing,
        game=number,
        status=PLAYING,
        sittings=seated_anew(reversed(stayed) if said.swap else stayed, next_game=True),
        dice=asked.tools.new_dice(asked.place.id, number),
    )
    secret = asked.statements.keep_secret(asked.place.id, seated, asked.now)
    return begin(asked, seated, [secret, *asked.statements.reseat(asked.place.id, seated)])


def begin(asked: Asked, standing: Standing, writes: list[Write], first: int | None = None) -> Change:
    """A game's first position and the events that tell of it."""
    state = rules.begin(asked.place.rules, len(standing.sittings), first)
    events = [of_service(started(asked.place, standing, state)), rules.opening(state)]
    fresh = replace(standing, state=state, opening=None, absences={})
    return Change(fresh, events, writes, reseated=True)


def started(place: Place, standing: Standing, state: GameState) -> dict[str, Any]:
    """The event that a game starts with; its commitment stands before anything is rolled."""
    told = {
        "type": "game_started",
        "game": standing.game,
        "rules": place.rules.key,
        "first": state.seat,
        "commitment": standing.dice.commitment,
        "seats": [
            {"seat": each.seat, "name": each.name, "bot": each.bot, **each.look.more()} for each in standing.sittings
        ],
    }
    if place.stake is not None:
        told |= {"stake": place.stake, "pot": pot_of(place, standing.sittings)}
    return told


def play_for(asked: Asked, said: messages.PlayFor) -> Change:
    """One step for a bot, or by the published autopilot for a player who is away."""
    state = running(asked.standing)
    sitting = next((each for each in asked.standing.sittings if each.seat == said.seat), None)
    if sitting is None:
        raise Refused("not_seated")
    if state.seat != said.seat:
        raise Refused("not_your_turn")
    entropy = bytes.fromhex(said.entropy)
    own = seats_of(asked.standing.sittings, asked.caller)
    if sitting.gone:
        # Out even and gone: the seat cannot lose by it, so whoever stayed lets the autopilot play on (R-leave).
        if not own and not asked.hosts:
            raise Refused("not_seated")
        return stands_in(asked, state, {own[0] if own else said.seat: entropy})
    if sitting.bot is not None:
        if not asked.hosts:
            raise Refused("not_seated", "The phone that opened the table plays its bots.")
        command = rules.bot_command(state, sitting.bot, entropy)
        # The bot's seat stands for the device that opened the table.
        return play(asked, state, command, Mixed({said.seat: entropy}, by=BOT))
    if not own:
        raise Refused("not_seated")
    if asked.place.kind != FRIENDS or not asked.audience.away(sitting):
        raise Refused("not_offline")
    return stands_in(asked, state, {own[0]: entropy})


def stands_in(asked: Asked, state: GameState, contributions: dict[int, bytes]) -> Change:
    """The autopilot's step for a seat without its player; a roll that the player left on its way is withheld."""
    opening = asked.standing.opening
    if opening is None:
        return witnessed.by_autopilot(asked, state, commands.TimeOut(), Mixed(contributions, by=AUTOPILOT))
    if opening.by == AUTOPILOT or not opening.sealed:
        raise Refused("wrong_phase", witnessed.IN_THE_AIR)
    return play(asked, state, commands.Withhold())


def claim(asked: Asked, said: messages.Claim) -> Change:
    """A guest's seats become those of the account that is signed in on the guest's device."""
    account = asked.caller.account
    if account is None:
        raise Refused("signed_out")
    guest = Caller(asked.caller.device)
    taken = [each.seat for each in asked.standing.sittings if each.account is None and each.held_by(guest)]
    if asked.place.kind != FRIENDS or not taken:
        raise Refused("not_seated")
    sittings = tuple(
        replace(each, account=account, worn=said.worn) if each.seat in taken else each
        for each in asked.standing.sittings
    )
    rows = [asked.statements.claim.row(of=asked.place.id, number=seat, whose=account) for seat in taken]
    events = [of_service({"type": "seat_claimed", "seat": seat}) for seat in taken]
    writes = [Write(asked.statements.claim, rows)]
    return Change(replace(asked.standing, sittings=sittings), events, writes, reseated=True)


Handler = Callable[[Asked, Any], Change]
"""Makes a change of a command, or raises Refused."""

HANDLERS: dict[type, Handler] = {
    **dict.fromkeys((*rules.PLAIN, messages.Reveal), act),
    messages.Seal: sealed,
    messages.Leave: leave,
    messages.Sit: sit,
    messages.Claim: claim,
    messages.Start: start,
    messages.Rematch: rematch,
    messages.PlayFor: play_for,
}
