"""One step of a game: the rules, the dice that it needs, and the events that tell of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from app.api.core.refusals import Refused
from app.api.core.wire import encode
from app.api.core.writer import Write
from app.api.fairness.dice import UNMIXED, Mixed
from app.api.play import messages, rules
from app.api.play.asked import Asked
from app.api.play.opening import WITHHELD, Opening
from app.api.play.standing import OPEN, OVER, PLAYING, Change, Standing, Thrown
from app.engine.commands import Command
from app.engine.errors import Refusal
from app.engine.events import Event, GameOver, Rolled, RollWithheld
from app.engine.state import GameState

STRAIGHT = messages.Gesture()
"""How bots and the autopilot throw."""
DAY_MS = 86_400_000


def running(standing: Standing) -> GameState:
    """The running game's position."""
    if standing.status == OVER:
        raise Refused("game_over")
    if standing.status == OPEN or standing.state is None:
        raise Refused("wrong_phase", "The game has not started.")
    return standing.state


def play(
    asked: Asked,
    state: GameState,
    command: Command,
    mixed: Mixed = UNMIXED,
    gesture: messages.Gesture = STRAIGHT,
) -> Change:
    """One step of the game, with dice where the step needs them."""
    standing = asked.standing
    wanted = rules.dice_wanted(state, command)
    thrown = None
    faces = None
    if wanted:
        assert state.seat is not None, "dice are rolled by a seat"
        draw = standing.dice.draw(state.rolls + 1, state.seat, wanted, mixed)
        look = standing.sittings[state.seat].look
        thrown = Thrown(draw, round(gesture.angle), round(gesture.power), look)
        faces = draw.faces
    step = rules.step(state, command, faces)
    if isinstance(step, Refusal):
        raise refused(step)
    writes: list[Write] = []
    events, status = [], PLAYING
    for event in step.events:
        told = rules.told(event)
        kind = type(event)
        if thrown is not None and kind is Rolled:
            told = with_more(told, proof(standing.game, thrown))
            writes.append(counted(asked, state, thrown))
        elif kind is GameOver:
            status = OVER
            told = over(event, standing)
            row = asked.statements.reveal.row(of=asked.place.id, number=standing.game, at=asked.now)
            writes.append(Write(asked.statements.reveal, [row]))
        elif kind is RollWithheld and standing.opening is not None:
            told = with_more(told, unfallen(standing, standing.opening))
        events.append(told)
    after = replace(standing, status=status, state=step.state, opening=None, due=None)
    return on_its_way(standing, Change(after, events, writes, thrown))


def on_its_way(before: Standing, change: Change) -> Change:
    """A roll that was opened goes on while nothing but somebody else's leaving happens; else its number is used up."""
    opening, state = before.opening, change.standing.state
    if opening is None or state is None or before.state is None or state.rolls != before.state.rolls:
        return change
    same_turn = state.seat == opening.seat and state.turns == before.state.turns and not state.left[opening.seat]
    if same_turn and change.standing.status == PLAYING:
        return replace(change, standing=replace(change.standing, opening=opening))
    event = of_service({"type": "roll_withheld", **dropped(before, opening)})
    burned = replace(change.standing, state=rules.burned(state))
    # After the event that says why.
    return replace(change, standing=burned, events=[change.events[0], event, *change.events[1:]])


def dropped(standing: Standing, opening: Opening) -> dict[str, Any]:
    """What is told of a roll that was opened and will never fall."""
    for_nothing = standing.state is not None and standing.state.for_nothing
    told = {"seat": opening.seat, "roll": opening.n, "for_nothing": for_nothing}
    return {**told, **unfallen(standing, opening)}


def unfallen(standing: Standing, opening: Opening) -> dict[str, Any]:
    """Everything that can be checked about a roll without dice."""
    draw = standing.dice.unfallen(opening.n, opening.seat, opening.dice, replace(mixed_of(opening), by=WITHHELD))
    return {"game": standing.game, "angle": opening.angle, "power": opening.power, "fair": draw.record()}


def mixed_of(opening: Opening, own: bytes | None = None) -> Mixed:
    """What goes into the dice of a sealed roll."""
    parts = {seat: bytes.fromhex(r) for seat, r in opening.reveals.items()}
    if own is not None:
        parts[opening.seat] = own
    promises = {seat: bytes.fromhex(commitment) for seat, commitment in sorted(opening.promises.items())}
    return Mixed(dict(sorted(parts.items())), 2, opening.by, promises)


def counted(asked: Asked, state: GameState, thrown: Thrown) -> Write:
    """The roll as a row for those who count all of them."""
    draw, standing = thrown.draw, asked.standing
    sitting = standing.sittings[draw.roller]
    row = asked.statements.add_roll.row(
        table_id=asked.place.id,
        game=standing.game,
        n=draw.n,
        day=asked.now // DAY_MS,
        at=asked.now,
        seat=draw.roller,
        account=sitting.account,
        bot=sitting.bot is not None,
        faces="".join(map(str, draw.faces)),
        stake=asked.place.stake,
        ahead=state.banked[draw.roller] == max(state.banked),
        level=draw.mixed.level,
    )
    return Write(asked.statements.add_roll, [row])


def over(event: Event, standing: Standing) -> bytes:
    """The end of a game: now its secret can be told."""
    return with_more(rules.told(event), {"secret": standing.dice.secret.hex()})


def proof(game: int, thrown: Thrown) -> dict[str, Any]:
    """What a roll's event tells besides its dice: how they were thrown, and how anybody can check them."""
    told = {"game": game, "angle": thrown.angle, "power": thrown.power, "fair": thrown.draw.record()}
    return {**told, **thrown.look.more()}


def with_more(told: bytes, more: Mapping[str, Any]) -> bytes:
    """An event with more fields."""
    return told[:-1] + b"," + encode(more)[1:]


def of_service(event: dict[str, Any]) -> bytes:
    """An event that the game itself knows nothing of, in the form of the others."""
    return encode(event)[1:]


def refused(refusal: Refusal) -> Refused:
    """The engine's no, as it is told."""
    more: dict[str, Any] = {}
    if refusal.subject:
        more["subject"] = refusal.subject
    if refusal.hint is not None:
        more["hint"] = refusal.hint
    return Refused(str(refusal.code), **more)
