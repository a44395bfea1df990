"""A second referee: plays whole games by the rules page, for comparison with the engine.

It shares nothing with the engine and speaks the words of a script: commands in, the shown position out. Bugs are
rules got wrong on purpose; a comparison that does not notice them sees too little.
"""

from collections.abc import Callable
from itertools import combinations

from .opens import OpenParts, open_words
from .reading import Ended, Scorer, scorer_for

BUGS: dict[str, str] = {
    "exact_by_eight": "a roll for nothing after an and-roll is of no dice and goes out (R-exact)",
    "over_keeps_points": "going over banks what was kept before (R-over)",
    "last_round_restarts": "a later player out starts the last round again (R-last)",
    "last_round_from_first": "the last round begins with the first seat (R-last)",
    "vote_asks_all": "everybody is asked although one refused (R-vote)",
    "order_last_ignored": "the first out rolls first whatever was chosen (R-order)",
    "rolloff_keeps_limit": "a roll-off turn ends at the target (R-rolloff)",
    "tie_drops_nobody": "after a tie all roll again, not only the tied (R-rolloff)",
    "one_share_is_enough": "one who offers shares for all (R-share)",
    "leaver_loses_out": "who is out even and leaves is out of the game (R-leave)",
    "leaver_keeps_points": "who leaves has unbanked points written down (R-leave)",
    "nobody_stuck": "a game in which nobody can go out goes on (R-stuck)",
}
_NOTHING = OpenParts()
_SINGLES_TO_THREES = [(face,) * number for face in range(1, 7) for number in (1, 2, 3)]
_RUNS = [(1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6)]
_THREE_PAIRS = [faces * 2 for faces in combinations(range(1, 7), 3)]


class Referee:
    """A game as the rules page tells it. Every command returns a refusal code or None."""

    def __init__(
        self, names: list[str], rules: str, target: int, opening: int, first: int, bugs: frozenset[str] = frozenset()
    ) -> None:
        self.names, self.rules, self.target, self.opening, self.bugs = names, rules, target, opening, bugs
        self.banked = [0] * len(names)
        self.turns = [0] * len(names)
        self.left: set[int] = set()
        self.opened: set[int] = set()
        self.out: list[int] = []
        self.to_come: list[int] | None = None
        self.said_yes = 0
        self.totals: dict[int, int] | None = None
        self.going: list[int] = []
        self.to_roll: list[int] = []
        self.result: str | None = None
        self._begin(first)

    # Commands -----------------------------------------------------------------------------------

    def roll(self, dice: list[int]) -> str | None:
        if self.phase not in ("roll", "decide"):
            return "wrong_phase"
        worth = self._cheapest(dice)
        if self.for_nothing:
            if worth is None:
                self._go_out()
            else:
                self._end_turn()
        elif worth is None or (self.totals is None and self._all() + worth > self.target):
            self._bust()
        else:
            self.phase, self.lying = "keep", dice
        return None

    def keep(self, taps: list[int]) -> str | None:
        if self.phase != "keep":
            return "wrong_phase"
        if not taps:
            return "nothing_tapped"
        if any(taps.count(face) > self.lying.count(face) for face in taps):
            return "not_on_table"
        scorer = scorer_for(self.open, self.rules)
        read = scorer.read_taps(tuple(taps))
        if read.dead:
            return "dead_dice"
        before, gain = self.unbanked, self._gain(scorer, read, len(taps), len(self.lying))
        left = len(self.lying) - len(taps)
        self.open = scorer.open_after(read, last_die_kept=left == 0)
        self.unbanked, self.dice, self.lying = before + gain, left or 8, []
        if (self.totals is None or "rolloff_keeps_limit" in self.bugs) and self._all() > self.target:
            if "over_keeps_points" in self.bugs:
                self.banked[self.seat] += before
            self._end_turn()
        elif self._locked():
            self._over(f"win:{self.names[self.seat]}")
        else:
            self.for_nothing = self.totals is None and self._all() == self.target
            if self.for_nothing and left == 0 and "exact_by_eight" in self.bugs:
                self._go_out()
            else:
                self.phase = "roll" if self._no_bank() else "decide"
        return None

    def bank(self) -> str | None:
        if self.phase not in ("roll", "decide"):
            return "no_bank_in_rolloff" if self.phase == "keep" and self.totals is not None else "wrong_phase"
        refused = self._no_bank()
        if refused is None:
            self.banked[self.seat] += self.unbanked
            self.opened.add(self.seat)
            self._end_turn()
        return refused

    def give_up(self) -> str | None:
        if self.phase != "keep":
            return "wrong_phase"
        self._bust()
        return None

    def vote(self, yes: bool) -> str | None:
        if self.phase != "vote":
            return "wrong_phase"
        self.said_yes += yes
        asked = self.out.index(self.seat) + 1
        if asked < len(self.out) and (yes or "vote_asks_all" in self.bugs):
            self._ask("vote", self.out[asked])
        elif self.said_yes == len(self.out):
            self._over(f"split:{self._named(self.out)}")
        else:
            self._ask("order", self.out[0])
        return None

    def order(self, place: str) -> str | None:
        if self.phase != "order":
            return "wrong_phase"
        last = place == "last" and "order_last_ignored" not in self.bugs
        self.going = self.out[1:] + self.out[:1] if last else list(self.out)
        self.totals = dict.fromkeys(self.going, self.target)
        self._roll_again()
        return None

    def share(self, yes: bool) -> str | None:
        if self.phase != "share":
            return "wrong_phase"
        tied = self._tied()
        asked = tied.index(self.seat) + 1
        if yes and (asked == len(tied) or "one_share_is_enough" in self.bugs):
            self._over(f"shared:{self._named(tied)}")
        elif yes:
            self._ask("share", tied[asked])
        else:
            self.going = self.going if "tie_drops_nobody" in self.bugs else tied
            self._roll_again()
        return None

    def leave(self, seat: int) -> str | None:
        if seat in self.left:
            return "not_seated"
        self.left.add(seat)
        if seat == self.seat and "leaver_keeps_points" in self.bugs:
            self.banked[seat] += self.unbanked
        if self.to_come and seat in self.to_come:
            self.to_come.remove(seat)
        if self._decided():
            return None
        if seat == self.seat:
            self._left_while_acting()
        return None

    def _left_while_acting(self) -> None:
        if self.phase in ("vote", "order", "share"):
            self._ask(self.phase, self.seat)
        elif self.seat not in self.out:
            self._end_turn()

    # Turns --------------------------------------------------------------------------------------

    def _begin(self, seat: int) -> None:
        self.seat = seat
        self.turns[seat] += 1
        self.phase, self.dice = "roll", 8
        self._clear()

    def _clear(self) -> None:
        self.unbanked, self.open, self.for_nothing = 0, _NOTHING, False
        self.lying: list[int] = []

    def _bust(self) -> None:
        if self.totals is not None:
            self.totals[self.seat] += self.unbanked
        self._end_turn()

    def _go_out(self) -> None:
        self.out.append(self.seat)
        self.banked[self.seat] = self.target
        if self.to_come is None or "last_round_restarts" in self.bugs:
            number = len(self.names)
            start = 0 if "last_round_from_first" in self.bugs else self.seat
            seats = [(start + step) % number for step in range(number)]
            self.to_come = [seat for seat in seats if seat not in self.left and seat not in self.out]
        self._end_turn()

    def _end_turn(self) -> None:
        self._clear()
        if self._decided():
            return
        if self.totals is not None:
            self._after_rolloff_turn()
        elif self.to_come:
            self._begin(self.to_come.pop(0))
        elif self.to_come is None:
            number = len(self.names)
            around = [(self.seat + step) % number for step in range(1, number + 1)]
            self._begin(next(seat for seat in around if seat not in self.left))
        elif len(self.out) == 1:
            self._over(f"win:{self._named(self.out)}")
        else:
            self.said_yes = 0
            self._ask("vote", self.out[0])

    def _after_rolloff_turn(self) -> None:
        if self.to_roll:
            self._begin(self.to_roll.pop(0))
        elif len(self._tied()) == 1:
            self._over(f"win:{self._named(self._tied())}")
        else:
            self._ask("share", self._tied()[0])

    def _roll_again(self) -> None:
        self.to_roll = list(self.going)
        self._begin(self.to_roll.pop(0))

    def _ask(self, question: str, seat: int) -> None:
        """Ask a seat; where it has left the house answers no, first, no."""
        self.seat, self.phase, self.dice = seat, question, 0
        self._clear()
        answers: dict[str, Callable[[], str | None]] = {
            "vote": lambda: self.vote(False), "order": lambda: self.order("first"), "share": lambda: self.share(False),
        }  # fmt: skip
        if seat in self.left:
            answers[question]()

    # Judgements ---------------------------------------------------------------------------------

    def _decided(self) -> bool:
        """The last one standing, nobody left, or all stuck."""
        number = len(self.names)
        kept = [] if "leaver_loses_out" in self.bugs else self.out
        contenders = [seat for seat in range(number) if seat not in self.left or seat in kept]
        if not contenders:
            self._over("none")
        elif number > 1 and len(contenders) == 1:
            self._over(f"win:{self._named(contenders)}")
        elif not self.out and "nobody_stuck" not in self.bugs and set(self._banked(contenders)) == {self.target - 50}:
            self._over(f"shared:{self._named(contenders)}" if number > 1 else "none")
        return self.result is not None

    def _banked(self, seats: list[int]) -> list[int]:
        return [self.banked[seat] for seat in seats]

    def _tied(self) -> list[int]:
        assert self.totals is not None
        totals = self.totals
        return [seat for seat in self.going if totals[seat] == max(totals[each] for each in self.going)]

    def _locked(self) -> bool:
        return self.rules == "trippn" and self.totals is not None and {2, 3, 4, 6} <= set(self.open.sets)

    def _all(self) -> int:
        return self.banked[self.seat] + self.unbanked

    def _no_bank(self) -> str | None:
        if self.totals is not None:
            return "no_bank_in_rolloff"
        if self.for_nothing:
            return "exact_must_roll"
        if not self.unbanked:
            return "nothing_to_bank"
        return None if self.seat in self.opened or self.unbanked >= self.opening else "below_opening"

    def _cheapest(self, dice: list[int]) -> int | None:
        """What the cheapest keep of a roll pays, or None where nothing scores."""
        scorer = scorer_for(self.open, self.rules)
        found = []
        for part in (*_SINGLES_TO_THREES, *_RUNS, *_THREE_PAIRS):
            if all(part.count(face) <= dice.count(face) for face in part):
                read = scorer.read_taps(part)
                if not read.dead:
                    found.append(self._gain(scorer, read, len(part), len(dice)))
        return min(found, default=None)

    @staticmethod
    def _gain(scorer: Scorer, read: Ended, kept: int, thrown: int) -> int:
        return read.points + scorer.bonus(kept, thrown)

    def _over(self, result: str) -> None:
        self._clear()
        self.phase, self.dice, self.result = "over", 0, result

    def worth(self, taps: list[int]) -> int | None:
        """What a keep of these dice would add to the turn, or None where it is refused."""
        scorer = scorer_for(self.open, self.rules)
        read = scorer.read_taps(tuple(taps))
        return None if read.dead else self._gain(scorer, read, len(taps), len(self.lying))

    def missing(self) -> int:
        """Points to the target."""
        return self.target - self._all()

    # What is shown ------------------------------------------------------------------------------

    def _named(self, seats: list[int]) -> str:
        return ",".join(self.names[seat] for seat in seats)

    def shown(self) -> dict[str, object]:
        """The position in the words of a script; open parts sorted, for their age shows in no word."""
        over = self.phase == "over"
        rolloff = self.totals and {self.names[seat]: total for seat, total in self.totals.items()}
        return {
            "phase": self.phase,
            "player": "-" if over else self.names[self.seat],
            "banked": dict(zip(self.names, self.banked, strict=True)),
            "unbanked": self.unbanked,
            "dice": len(self.lying) if self.phase == "keep" else self.dice,
            "open": sorted(open_words(self.open)),
            "for_nothing": self.for_nothing,
            "last_round": self.to_come is not None,
            "out": [self.names[seat] for seat in self.out],
            "rolloff": rolloff,
            "turn": max(self.turns) if over else self.turns[self.seat],
            "result": self.result,
        }
