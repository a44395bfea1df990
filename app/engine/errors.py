"""Refusals are values with a stable code; only unreadable text raises."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Code(StrEnum):
    """Why a command was refused by the rules. The codes are part of the protocol."""

    DEAD_DICE = "dead_dice"
    """A selected die scores nothing in this order."""
    NOTHING_TAPPED = "nothing_tapped"
    """A keep without dice."""
    NOT_ON_TABLE = "not_on_table"
    """A selected die does not lie there, or was tapped twice."""
    UNCONFIRMED_OVER = "unconfirmed_over"
    """The keep goes past the target and was not confirmed."""
    NOT_YOUR_TURN = "not_your_turn"
    """The answer is due from another seat."""
    WRONG_PHASE = "wrong_phase"
    """The command does not fit what the game waits for."""
    NOTHING_TO_BANK = "nothing_to_bank"
    """No points have been kept this turn."""
    BELOW_OPENING = "below_opening"
    """The first bank needs more points in one turn."""
    MUST_ROLL = "must_roll"
    """All dice were used and this rule set wants one more roll."""
    EXACT_MUST_ROLL = "exact_must_roll"
    """Exactly the target: only the roll for nothing can follow."""
    NO_BANK_IN_ROLLOFF = "no_bank_in_rolloff"
    """A roll-off turn ends only with a bust."""
    NO_OFFER = "no_offer"
    """Nothing was left to go on with: the player before did not bank, or this turn has begun."""
    NOT_SEATED = "not_seated"
    """No such seat, or it has left."""
    GAME_OVER = "game_over"
    """The game has ended."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A command that changed nothing, and why.

    `subject` holds what the code speaks of: positions of dead dice, the seat asked, the points at stake.
    `hint` is, for dead dice, an order of positions that would score.
    """

    code: Code
    subject: tuple[int, ...] = ()
    hint: tuple[int, ...] | None = None


class NotationError(ValueError):
    """Text that cannot be read as what it should be; the message names the text and what was expected."""


class RuleSetError(ValueError):
    """A rule set that cannot be played; `field` names the key at fault, `message` what is allowed there."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message
