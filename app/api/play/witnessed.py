"""Rolls that other players' phones take part in: opened, sealed, and fallen or withheld (docs/fairness.md, level 2)."""

from __future__ import annotations

from msgspec.structs import replace

from app.api.core.refusals import Refused
from app.api.fairness.dice import Mixed, game_id
from app.api.play import messages, rules
from app.api.play.asked import Asked
from app.api.play.opening import ABSENT_MAX, AUTOPILOT, PLAYER, Opening, revealed
from app.api.play.standing import Change
from app.api.play.steps import mixed_of, of_service, play
from app.api.tables.place import ONE_PHONE
from app.engine import commands, fair
from app.engine.commands import Command
from app.engine.state import GameState

IN_THE_AIR = "These dice are on their way already."


def witnesses_of(asked: Asked, n: int, roller: int) -> tuple[dict[int, str], tuple[int, ...]]:
    """Commitments of those who will be asked for a roll, and the seats that were silent too often to be asked."""
    if asked.place.kind == ONE_PHONE:
        return {}, ()
    here = asked.audience.witnesses(n)
    here.pop(roller, None)
    removed = tuple(seat for seat in here if asked.standing.absences.get(seat, 0) > ABSENT_MAX)
    return {seat: commitment for seat, commitment in here.items() if seat not in removed}, removed


def roll(asked: Asked, state: GameState, said: messages.Roll) -> Change:
    """A player rolls: at once with what the phone sends; or with what it promises, once the others have opened."""
    seat = state.acting()
    wanted = rules.dice_wanted(state, rules.ROLL)
    if not wanted:
        # The rules have their own words for it.
        return play(asked, state, rules.ROLL)
    witnesses, removed = witnesses_of(asked, state.rolls + 1, seat)
    if said.commitment is None:
        if said.entropy is None:
            raise Refused("malformed", "A roll needs entropy or a commitment.", field="entropy")
        if witnesses:
            raise Refused("promise_first")
        return play(asked, state, rules.ROLL, Mixed({seat: bytes.fromhex(said.entropy)}), said.gesture)
    if said.entropy is not None or asked.place.kind == ONE_PHONE:
        raise Refused("malformed", "A roll on one phone carries its entropy, and nothing else.", field="commitment")
    gesture = said.gesture
    promises = {**witnesses, seat: said.commitment}
    opening = Opening(
        state.rolls + 1, seat, wanted, PLAYER, round(gesture.angle), round(gesture.power), promises, removed,
        sealed=not witnesses,
    )  # fmt: skip
    return opened(asked, opening)


def opened(asked: Asked, opening: Opening) -> Change:
    """The dice are lifted: everybody hears what was promised for them."""
    standing = asked.standing
    told = {"type": "roll_opened", "game": standing.game, **opening.record(standing.dice.key(opening.n)[1])}
    return Change(replace(standing, opening=opening), [of_service(told)])


def by_autopilot(asked: Asked, state: GameState, command: Command, mixed: Mixed) -> Change:
    """One step for a seat whose player is away: where it rolls and phones are here, they take part."""
    assert state.seat is not None, "somebody acts while a game runs"
    wanted = rules.dice_wanted(state, command)
    witnesses, removed = witnesses_of(asked, state.rolls + 1, state.seat) if wanted else ({}, ())
    if not witnesses:
        return play(asked, state, command, mixed)
    return opened(asked, Opening(state.rolls + 1, state.seat, wanted, AUTOPILOT, promises=witnesses, removed=removed))


def seal(asked: Asked, state: GameState, opening: Opening) -> Change:
    """What witnesses have opened is all that counts. An autopilot's dice fall now; else the roller's phone is next."""
    standing = asked.standing
    sealed = replace(opening, sealed=True, reveals=dict(sorted(asked.audience.reveals().items())))
    absences = dict(standing.absences)
    for seat in sealed.absent:
        absences[seat] = absences.get(seat, 0) + 1
    told = {
        "type": "roll_sealed",
        "game": standing.game,
        "n": sealed.n,
        "reveals": revealed(sealed.reveals),
        "absent": sealed.absent,
    }
    after = replace(standing, opening=sealed, absences=absences)
    change = Change(after, [of_service(told)])
    if sealed.by != AUTOPILOT:
        return change
    fallen = play(replace(asked, standing=after), state, commands.TimeOut(), mixed_of(sealed))
    return replace(fallen, events=[*change.events, *fallen.events])


def reveal(asked: Asked, state: GameState, said: messages.Reveal) -> Change:
    """The roller's phone opens its part, last of all; the dice fall."""
    opening = asked.standing.opening
    if opening is None or opening.n != said.n or opening.by != PLAYER:
        raise Refused("wrong_phase")
    if not opening.sealed:
        raise Refused("wrong_phase", "The other phones come first.")
    own = bytes.fromhex(said.r)
    game = game_id(asked.place.id, asked.standing.game)
    if fair.commitment("r", game, opening.seat, opening.n, own).hex() != opening.promises[opening.seat]:
        raise Refused("malformed", "This is not what the phone promised.", field="r")
    gesture = messages.Gesture(opening.angle, opening.power)
    return play(asked, state, rules.ROLL, mixed_of(opening, own), gesture)
