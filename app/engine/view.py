"""What a seat or a spectator may see. Progressive 10,000 hides nothing, so all see the same."""

from __future__ import annotations

from app.engine.commands import Keep
from app.engine.errors import Code, Refusal
from app.engine.events import part_record
from app.engine.odds import chance_of_nothing, dead_end
from app.engine.open_parts import Open
from app.engine.orders import best_order, keeps, places
from app.engine.reading import Reading, read, read_again
from app.engine.reducer import goes_over, refusal_on_table
from app.engine.state import GameState, Held
from app.engine.types import Phase

_CAN: dict[Phase, tuple[str, ...]] = {
    # With an offer to go on with, `piggyback` besides.
    Phase.ROLL: ("roll",),
    Phase.FIRST: ("roll",),
    Phase.KEEP: ("keep", "give_up"),
    Phase.DECIDE: ("roll", "bank"),
    Phase.VOTE: ("vote",),
    Phase.ORDER: ("choose_order",),
    Phase.SHARE: ("share",),
    Phase.OVER: (),
}


def view(state: GameState) -> dict[str, object]:
    """The position as plain values, in the words of the protocol."""
    return {
        "phase": str(state.phase),
        "seat": state.seat,
        "turn": state.turns[state.seat] if state.seat is not None else 0,
        "banked": state.banked,
        "opened": state.opened,
        "unbanked": state.unbanked,
        "dice": state.dice,
        "roll": state.rolls,
        "lying": state.lying,
        "kept": [_held(held) for held in state.held],
        "hand": state.hand,
        "open": state.open.words(),
        "for_nothing": state.for_nothing,
        "last_round": state.last_round,
        "waiting": state.waiting,
        "out": state.out,
        "left": [seat for seat in range(state.seats) if state.left[seat]],
        "rolloff": _rolloff(state),
        "nothing": _nothing(state.dice, state.open, state) if state.phase in (Phase.ROLL, Phase.DECIDE) else None,
        "can": _CAN[state.phase] if state.offer is None else ("roll", "piggyback"),
        "bank": _bank(state) if state.phase is Phase.DECIDE else None,
        "result": _result(state),
        "to_open": to_open(state),
        "must_roll": state.hot,
        "rolls_left": rolls_left(state),
        "to_beat": to_beat(state),
        "tied": state.tied,
        "extra": state.extra,
        "busts": state.busts if state.rules.farkle_penalty else (),
        "starting": {str(seat): die for seat, die in state.starting},
        "offer": {"dice": state.offer.dice, "points": state.offer.points} if state.offer else None,
    }


def to_open(state: GameState) -> int:
    """Points that the turn still needs before the acting seat may bank for the first time (R-open500)."""
    if state.seat is None or state.phase is Phase.FIRST or state.rolloff is not None or state.opened[state.seat]:
        return 0
    return max(0, state.rules.opening - state.unbanked)


def rolls_left(state: GameState) -> int | None:
    """Rolls that the turn still allows (R-limit3); None where there is no limit or nobody rolls."""
    if not state.rules.roll_limit or state.phase not in (Phase.ROLL, Phase.KEEP, Phase.DECIDE):
        return None
    return state.rules.roll_limit - state.turn_rolls


def to_beat(state: GameState) -> int | None:
    """The most points that somebody has in the final round (R-final); None before it."""
    if not state.final or state.rolloff is not None or state.phase is Phase.OVER:
        return None
    return state.banked[state.front()[0]]


def _held(held: Held) -> dict[str, object]:
    return {
        "roll": held.roll,
        "hand": held.hand,
        "parts": [part_record(part) for part in held.parts],
        "points": held.points,
        "bonus": held.bonus,
    }


def _rolloff(state: GameState) -> dict[str, object] | None:
    rolloff = state.rolloff
    if rolloff is None:
        return None
    return {
        "sequence": rolloff.sequence,
        "totals": {str(seat): rolloff.total(seat) for seat in rolloff.sequence},
        "going": rolloff.going,
        "waiting": rolloff.waiting,
        "round": rolloff.round,
    }


def _nothing(dice: int, opened: Open, state: GameState) -> float:
    return round(chance_of_nothing(dice, opened, state.rules), 6)


def _bank(state: GameState) -> dict[str, object]:
    total = state.total()
    return {
        "total": total,
        "dead_end": dead_end(total, state.rules),
        "wins_nothing": _wins_nothing(state, total),
        "reaches": state.rules.finish == "at_least" and not state.final and total >= state.rules.target,
    }


def _wins_nothing(state: GameState, total: int) -> bool:
    """Whether banking in a last turn leaves the acting seat behind."""
    beat = to_beat(state)
    if beat is None:
        return state.last_round
    return total < beat or (total == beat and state.rules.beat_leader and state.front()[0] != state.seat)


def _result(state: GameState) -> dict[str, object] | None:
    if state.result is None:
        return None
    result = state.result
    return {"kind": result.kind, "seats": result.seats, "reason": result.reason, "turns": state.turns}


def reading(state: GameState, dice: tuple[int, ...]) -> dict[str, object]:
    """How a selection of lying dice reads, with what would follow its keep; positions throughout."""
    faces = tuple(state.lying[place] for place in dice)
    answer = read_again(faces, len(state.lying), state.open, state.rules)
    if isinstance(answer, Refusal):
        return _refused(state, dice, refusal_on_table(state, dice, answer))
    left = len(state.lying) - len(dice)
    after = left or state.rules.dice
    nothing = _nothing(after, answer.open_after, state)
    parts = [{**part_record(part), "dice": tuple(dice[place] for place in part.dice)} for part in answer.parts]
    return {
        "refused": None,
        "points": answer.points,
        "bonus": answer.bonus,
        "parts": parts,
        "dead": (),
        "why": [],
        "hint": None,
        "open_after": answer.open_after.words(),
        "dice_after": after,
        "total_after": state.total() + answer.total,
        "warning": _warning(state, answer, nothing),
        "nothing": nothing,
        "rest": _rest(state, dice, answer),
    }


def _warning(state: GameState, answer: Reading, nothing: float) -> str | None:
    if goes_over(state, answer):
        return "over"
    exact = state.rolloff is None and state.rules.finish == "exact"
    if not exact or state.total() + answer.total != state.rules.target:
        return None
    return "exact" if nothing > 0 else "exact_hopeless"


def _rest(state: GameState, dice: tuple[int, ...], answer: Reading) -> list[dict[str, int]]:
    """Single dice that would score besides, each face once."""
    faces = tuple(state.lying[place] for place in dice)
    others = {state.lying[place] for place in range(len(state.lying)) if place not in dice}
    rest = []
    for face in sorted(others):
        more = read((*faces, face), len(state.lying), state.open, state.rules)
        if isinstance(more, Reading):
            rest.append({"face": face, "points": more.points - answer.points})
    return rest


def _refused(state: GameState, dice: tuple[int, ...], refusal: Refusal) -> dict[str, object]:
    hint = None
    if refusal.hint is not None:
        faces = tuple(sorted(state.lying[place] for place in dice))
        order = best_order(faces, len(state.lying), state.open, state.rules)
        assert order is not None, "a hint comes from an order that scores"
        hint = {"dice": refusal.hint, "points": order.reading.points}
    return {
        "refused": str(refusal.code),
        "points": 0,
        "bonus": 0,
        "parts": [],
        "dead": refusal.subject,
        "why": _why(state, dice, refusal),
        "hint": hint,
        "open_after": state.open.words(),
        "dice_after": len(state.lying),
        "total_after": state.total(),
        "warning": None,
        "nothing": None,
        "rest": [] if dice else _scoring(state),
    }


def _scoring(state: GameState) -> list[dict[str, int]]:
    """Faces that some keep of the lying dice takes, each with what one die of it pays alone (0: it needs company)."""
    found = keeps(tuple(sorted(state.lying)), state.open, state.rules)
    alone = {order.taps[0]: order.reading.points for order in found if len(order.taps) == 1}
    return [
        {"face": face, "points": alone.get(face, 0)} for face in sorted({face for each in found for face in each.taps})
    ]


def _why(state: GameState, dice: tuple[int, ...], refusal: Refusal) -> list[dict[str, object]]:
    """Which message explains a refusal, with the faces it speaks of."""
    if refusal.code is not Code.DEAD_DICE:
        return [{"code": "SEL_NONE", "faces": []}]
    faces = sorted(state.lying[place] for place in refusal.subject)
    if refusal.hint is not None:
        return [{"code": "SEL_LOCKED", "faces": faces}]
    kinds = sorted(set(faces))
    gone = {face for face in kinds if _cleared(state, face)}
    if gone and len(kinds) == 1:
        return [{"code": "SEL_EXTEND_NO", "faces": faces}]
    if len(faces) == 1:
        return [{"code": "SEL_LONE", "faces": faces}]
    if all(faces.count(face) == 2 for face in kinds):
        return [{"code": "SEL_PAIR", "faces": faces}]
    return [{"code": "SEL_LEFTOVER", "faces": faces}]


def _cleared(state: GameState, face: int) -> bool:
    """A set of this face was kept earlier in the turn, before an and-roll cleared it."""
    return face not in state.open.sets and any(
        part.kind == "set" and part.faces[0] == face
        for held in state.held
        if held.hand < state.hand
        for part in held.parts
    )


def keep_points(state: GameState) -> dict[Keep, int]:
    """What each legal keep of the lying dice adds to the turn."""
    orders = keeps(tuple(sorted(state.lying)), state.open, state.rules)
    return {
        Keep(places(state.lying, order.taps), goes_over(state, order.reading)): order.reading.total for order in orders
    }
