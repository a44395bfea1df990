"""The whole position of a game, frozen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from app.engine.open_parts import NOTHING_OPEN, Open
from app.engine.reading import Part
from app.engine.rules import RuleSet
from app.engine.types import Phase


@dataclass(frozen=True, slots=True)
class Held:
    """One keep of the running turn, as the tray shows it."""

    roll: int
    hand: int
    """Which hand of the turn, from 1; it goes up with each and-roll."""
    parts: tuple[Part, ...]
    points: int
    bonus: int


@dataclass(frozen=True, slots=True)
class RollOff:
    """The tie-break between seats that went out."""

    sequence: tuple[int, ...]
    """All its seats in rolling order; it holds for the whole roll-off."""
    totals: tuple[int, ...]
    """Their totals, in the same order."""
    going: tuple[int, ...]
    """Seats of the running round, in rolling order."""
    waiting: tuple[int, ...]
    """Those of them that have not rolled yet in this round."""
    round: int = 1
    shares: tuple[bool, ...] = ()
    """Answers of the tied seats so far, in rolling order."""
    locked: int | None = None
    """The seat that is locked in (R-locked)."""

    def total(self, seat: int) -> int:
        """Points of one of its seats."""
        return self.totals[self.sequence.index(seat)]

    def leaders(self) -> tuple[int, ...]:
        """The seats of the running round with the most points."""
        best = max(self.total(seat) for seat in self.going)
        return tuple(seat for seat in self.going if self.total(seat) == best)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    kind: str
    """`win`, `split`, `shared` or `none`."""
    seats: tuple[int, ...]
    reason: str
    """`out_even`, `roll_off`, `locked_in`, `last_standing`, `vote`, `agreed`, `dead_end`, `abandoned`; where banking
    the target ends the game `most_points`, `target` (at once) or `tied` (they share); `all_away` or `house` where a
    coin table called the game off."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a player left when banking, for the next one to go on with (R-piggyback)."""

    dice: int
    """Dice to roll; a full hand where none were left."""
    points: int
    """The banked turn's points, which the turn would start with."""


@dataclass(frozen=True, slots=True)
class GameState:
    """Everything the rules need to go on. Seats are numbered from 0; points are whole numbers."""

    rules: RuleSet
    seats: int
    banked: tuple[int, ...]
    opened: tuple[bool, ...]
    """Whether a seat has banked at all."""
    left: tuple[bool, ...]
    turns: tuple[int, ...]
    """How many turns each seat has begun."""
    phase: Phase = Phase.ROLL
    seat: int | None = 0
    """The seat that acts; None between turns and when the game is over."""
    unbanked: int = 0
    dice: int = 8
    """Dice to roll next; in phase keep those that lie unread."""
    lying: tuple[int, ...] = ()
    open: Open = NOTHING_OPEN
    hand: int = 1
    held: tuple[Held, ...] = ()
    for_nothing: bool = False
    hot: bool = False
    """All dice were used and the rule set wants one more roll."""
    rolls: int = 0
    """Rolls of this game so far."""
    last_round: bool = False
    """The last round or, where the target is banked, the final round runs; it stays so in what follows a tie."""
    waiting: tuple[int, ...] = ()
    """Seats that still have their turn of the last or final round, or of a round of extra turns, in order."""
    out: tuple[int, ...] = ()
    """Seats that went out, in order."""
    votes: tuple[bool, ...] = ()
    """Answers to the split vote so far, in the order of the tied."""
    rolloff: RollOff | None = None
    result: Result | None = None
    turn_rolls: int = 0
    """Rolls of this turn so far."""
    leader: int | None = None
    """The seat that started the final round by banking the target."""
    tied: tuple[int, ...] = ()
    """Seats that ended level, in the order in which they got there."""
    extra: int = 0
    """Which round of extra turns runs; 0 = none."""
    busts: tuple[int, ...] = ()
    """Each seat's busts in a row; the third may cost points (R-farkle3)."""
    offer: Offer | None = None
    """What the acting seat may go on with instead of a fresh hand."""
    starting: tuple[tuple[int, int], ...] = ()
    """While seats roll for the right to start: each of them and its die, 0 before it has rolled."""

    def still_in(self) -> tuple[int, ...]:
        """Seats that have neither left nor gone out."""
        return tuple(seat for seat in range(self.seats) if not self.left[seat] and seat not in self.out)

    @property
    def final(self) -> bool:
        """Whether the final round runs, in which the most points win."""
        return self.leader is not None

    def contends(self, seat: int) -> bool:
        """Whether a seat can still win; who got there cannot lose by leaving (R-leave)."""
        return not self.left[seat] or seat in self.out or (self.final and self.banked[seat] >= self.rules.target)

    def front(self) -> tuple[int, ...]:
        """The seats ahead of all others in the final round, in the order in which they got there."""
        assert self.leader is not None, "somebody has banked the target"
        seats = self.tied or (*range(self.leader, self.seats), *range(self.leader))
        contending = [seat for seat in seats if self.contends(seat)]
        best = max((self.banked[seat] for seat in contending), default=0)
        ahead = tuple(seat for seat in contending if self.banked[seat] == best)
        # An equal total has not beaten whoever had it first.
        return ahead[:1] if self.rules.beat_leader else ahead

    def acting(self) -> int:
        """The seat that acts, where one must."""
        assert self.seat is not None, "a seat acts while a turn or a question runs"
        return self.seat

    def total(self) -> int:
        """Banked and unbanked points of the acting seat."""
        return self.unbanked + (self.banked[self.seat] if self.seat is not None else 0)


Value = TypeVar("Value")


def at(values: tuple[Value, ...], seat: int, value: Value) -> tuple[Value, ...]:
    """The same tuple with one seat's value changed."""
    return (*values[:seat], value, *values[seat + 1 :])


def new_game(rules: RuleSet, seats: int, first: int | None = 0) -> GameState:
    """A game before its first roll; without a first seat the players roll for it where the card says so.

    Raises ValueError for a number of seats or a first seat that cannot be.
    """
    if not 1 <= seats <= 8:
        raise ValueError(f"a game has 1 to 8 seats, not {seats}")
    rolled_for = first is None and seats > 1 and rules.starts == "highest_die"
    first = first or 0
    if not 0 <= first < seats:
        raise ValueError(f"the first seat is one of 0 to {seats - 1}, not {first}")
    zeros = (0,) * seats
    return GameState(
        rules=rules,
        seats=seats,
        banked=zeros,
        opened=(False,) * seats,
        left=(False,) * seats,
        turns=zeros if rolled_for else at(zeros, first, 1),
        phase=Phase.FIRST if rolled_for else Phase.ROLL,
        seat=first,
        dice=1 if rolled_for else rules.dice,
        starting=tuple((seat, 0) for seat in range(seats)) if rolled_for else (),
        busts=zeros,
    )
