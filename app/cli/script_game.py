"""The game behind a script: named players, one command a line, and what may be expected of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.engine import rulesets, view
from app.engine.commands import (
    Bank,
    ChooseOrder,
    Command,
    GiveUp,
    Keep,
    Leave,
    Piggyback,
    Roll,
    Share,
    TimeOut,
    Vote,
    Withhold,
)
from app.engine.errors import Code, NotationError, Refusal
from app.engine.events import Event, to_record
from app.engine.notation import parse_taps
from app.engine.open_parts import parse_open
from app.engine.reducer import dice_wanted, step
from app.engine.rules import RuleSet, parse_change, with_changes
from app.engine.state import GameState, new_game
from app.engine.types import Phase

Told = dict[str, object]


class Unmet(Exception):
    """An `expect` or a `refuse` that the game does not meet."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a script."""

    number: int
    verb: str
    words: tuple[str, ...]


class Script:
    """Plays the lines of a script one after another."""

    def __init__(self) -> None:
        self.rules: RuleSet = rulesets.load("progressive")
        self.names: tuple[str, ...] = ()
        self.first: str | None = None
        """Who starts; None for the first named."""
        self.state: GameState | None = None
        """The position after the commands so far; None until one was accepted."""

    def play(self, line: Line) -> Told | None:
        """Play one line. Raises Unmet, or NotationError for a line that is not understood."""
        settings: dict[str, Callable[[tuple[str, ...]], None]] = {
            "rules": self._set_rules,
            "players": self._set_players,
            "first": self._set_first,
            "expect": self._expect,
        }
        if line.verb in settings:
            settings[line.verb](line.words)
            return None
        if line.verb == "refuse":
            return self._refuse(line)
        told = self._command(line.verb, line.words)
        if isinstance(told, Refusal):
            return self._refused(line, told)
        state = self.shown() | {key: value for key, value in self.more_shown().items() if self.on_card[key]}
        return {"line": line.number, "events": [self.named(event) for event in told], "state": state}

    @property
    def on_card(self) -> dict[str, bool]:
        """Which of `more_shown` the rule card knows."""
        rules = self.rules
        return {
            "offer": rules.piggyback,
            "to_beat": rules.ending in ("final_turn", "final_roll"),
            "rolls_left": rules.roll_limit > 0,
            "busts": rules.farkle_penalty > 0,
        }

    # Setting up ---------------------------------------------------------------------------------

    def _before_the_game(self, verb: str) -> None:
        if self.state:
            raise NotationError(f"`{verb}` must stand before the first command of the game")

    def _set_rules(self, words: tuple[str, ...]) -> None:
        self._before_the_game("rules")
        if not words:
            raise NotationError("`rules` needs the key of a rule set, such as `rules progressive`")
        rules = rulesets.load(words[0])
        changes = dict(parse_change(word) for word in words[1:])
        self.rules = with_changes(rules, changes) if changes else rules

    def _set_players(self, words: tuple[str, ...]) -> None:
        self._before_the_game("players")
        if not 1 <= len(words) <= 8:
            raise NotationError(f"`players` needs 1 to 8 names, not {len(words)}")
        if len(set(words)) < len(words) or "-" in words:
            raise NotationError("every player needs a name of their own")
        self.names = words
        if self.first is not None:
            self._seat(self.first)

    def _set_first(self, words: tuple[str, ...]) -> None:
        if len(words) != 1:
            raise NotationError("`first` needs one name")
        gone: tuple[int, ...] = ()
        if self.state:
            if self.state.rolls or self.state.phase is Phase.OVER:
                raise NotationError("`first` must stand before the first roll")
            gone = tuple(seat for seat in range(self.state.seats) if self.state.left[seat])
        if self.names and self._seat(words[0]) in gone:
            raise NotationError(f"{words[0]} has left and cannot start")
        self.first = words[0]
        self.state = None
        for seat in gone:
            self._step(Leave(seat))

    def _game(self) -> GameState:
        if self.state:
            return self.state
        if not self.names:
            raise NotationError("no players yet: start with a line such as `players Ann Ben`")
        return new_game(self.rules, len(self.names), 0 if self.first is None else self._seat(self.first))

    def _seat(self, name: str) -> int:
        if name not in self.names:
            raise NotationError(f"no player {name!r}; there are {', '.join(self.names) or 'none yet'}")
        return self.names.index(name)

    # Commands -----------------------------------------------------------------------------------

    def _command(self, verb: str, words: tuple[str, ...]) -> tuple[Event, ...] | Refusal:
        state = self._game()
        command, faces = self._parse(verb, words, state)
        wanted = dice_wanted(state, command)
        if wanted and len(faces) != wanted:
            raise NotationError(f"{wanted} dice are due, but {len(faces)} faces are given")
        return self._step(command, faces if wanted else None)

    def _step(self, command: Command, faces: tuple[int, ...] | None = None) -> tuple[Event, ...] | Refusal:
        told = step(self._game(), command, faces)
        if isinstance(told, Refusal):
            return told
        self.state = told.state
        return told.events

    def _parse(self, verb: str, words: tuple[str, ...], state: GameState) -> tuple[Command, tuple[int, ...]]:
        match verb, words:
            case "roll", _:
                return Roll(), parse_taps(" ".join(words))
            case "time-out", _:
                return TimeOut(), parse_taps(" ".join(words))
            case "withhold", ():
                return Withhold(), ()
            case "keep", _:
                return Keep(self._positions(parse_taps(" ".join(words)), state), confirmed=True), ()
            case "piggyback", ():
                return Piggyback(), ()
            case "bank", ():
                return Bank(), ()
            case "give-up", ():
                return GiveUp(), ()
            case "vote", ("yes" | "no",):
                return Vote(words[0] == "yes"), ()
            case "share", ("yes" | "no",):
                return Share(words[0] == "yes"), ()
            case "order", ("first" | "last",):
                return ChooseOrder(words[0]), ()
            case "leave", (name,):
                return Leave(self._seat(name)), ()
        raise NotationError(f"{' '.join((verb, *words))!r} is not understood: expected {_EXPECTED}")

    @staticmethod
    def _positions(taps: tuple[int, ...], state: GameState) -> tuple[int, ...]:
        """The leftmost die of each face first; a face that does not lie there gets a place beyond the dice."""
        free = [(place, face) for place, face in enumerate(state.lying)]
        positions = []
        for beyond, face in enumerate(taps, len(state.lying)):
            found = next((die for die in free if die[1] == face), None)
            if found:
                free.remove(found)
            positions.append(found[0] if found else beyond)
        return tuple(positions)

    def _refuse(self, line: Line) -> Told:
        words = list(line.words)
        code = words.pop() if words and words[-1] in set(Code) else None
        if not words:
            raise NotationError("`refuse` needs a command, such as `refuse bank nothing_to_bank`")
        told = self._command(words[0], tuple(words[1:]))
        if not isinstance(told, Refusal):
            raise Unmet(f"`{' '.join(words)}` was to be refused, but it was accepted")
        if code is not None and told.code != code:
            raise Unmet(f"`{' '.join(words)}` was to be refused as {code}, but it was refused as {told.code}")
        return self._refused(line, told)

    def _refused(self, line: Line, refusal: Refusal) -> Told:
        told: Told = {"line": line.number, "refused": str(refusal.code)}
        state = self._game()
        if refusal.code is Code.DEAD_DICE:
            told["dead"] = sorted(state.lying[place] for place in refusal.subject)
            told["hint"] = None if refusal.hint is None else [state.lying[place] for place in refusal.hint]
        return told

    # What the game shows ------------------------------------------------------------------------

    def named(self, event: Event) -> Told:
        """An event with names in the place of seats."""
        record = to_record(event)
        told: Told = {"type": record.pop("type")}
        if "seat" in record:
            seat = record.pop("seat")
            assert isinstance(seat, int), "events speak of seats by number"
            told["player"] = self.names[seat]
        for name, value in record.items():
            seats = name in ("seats", "sequence") or (name == "order" and isinstance(value, tuple))
            told["players" if name == "seats" else name] = (
                [self.names[seat] for seat in value] if seats and isinstance(value, tuple) else value
            )
        return told

    def shown(self) -> Told:
        """The position with names in the place of seats."""
        state = self._game()
        rolloff = state.rolloff
        return {
            "phase": str(state.phase),
            "player": "-" if state.seat is None else self.names[state.seat],
            "banked": dict(zip(self.names, state.banked, strict=True)),
            "unbanked": state.unbanked,
            "dice": state.dice,
            "open": str(state.open),
            "for_nothing": state.for_nothing,
            "last_round": state.last_round,
            "out": [self.names[seat] for seat in state.out],
            "rolloff": None
            if rolloff is None
            else {self.names[seat]: rolloff.total(seat) for seat in rolloff.sequence},
            "turn": max(state.turns) if state.seat is None else state.turns[state.seat],
            "result": self._result(state),
        }

    def more_shown(self) -> Told:
        """What some rule sets have besides; it can be expected on every card."""
        state = self._game()
        return {
            "offer": f"{state.offer.dice}:{state.offer.points}" if state.offer else None,
            "to_beat": view.to_beat(state),
            "rolls_left": view.rolls_left(state),
            "busts": dict(zip(self.names, state.busts, strict=True)),
        }

    def _result(self, state: GameState) -> str | None:
        if state.phase is not Phase.OVER or state.result is None:
            return None
        names = ",".join(self.names[seat] for seat in state.result.seats)
        return f"{state.result.kind}:{names}" if names else state.result.kind

    def _expect(self, words: tuple[str, ...]) -> None:
        if not words:
            raise NotationError("`expect` needs what to expect, such as `expect phase=keep unbanked=0`")
        shown = self.shown() | self.more_shown()
        for word in words:
            key, wanted, got = self._compared(word, shown)
            if key == "open":
                met = sorted(parse_open(wanted).words()) == sorted(parse_open(got).words())
            else:
                met = wanted == got or (got == "-" and wanted == "null")
            if not met:
                raise Unmet(f"expected {word}, but {key}={got}")

    def _compared(self, word: str, shown: Told) -> tuple[str, str, str]:
        """The key of an expectation, what it wants and what the game shows; a name may hold the equals sign too."""
        pieces = word.split("=")
        for end in range(1, len(pieces)):
            key = "=".join(pieces[:end])
            got = self._looked_up(key, shown)
            if got is not None:
                return key, "=".join(pieces[end:]), got
        raise NotationError(f"{word!r} cannot be expected: write one of {', '.join(shown)} as key=value")

    @staticmethod
    def _looked_up(key: str, shown: Told) -> str | None:
        """The value of a key as `expect` writes it; `banked.Ann` and `rolloff.Ann` look inside."""
        name, dot, inner = key.partition(".")
        if name not in shown:
            return None
        value = shown[name]
        if dot:
            if not isinstance(value, dict) or inner not in value:
                return None
            value = value[inner]
        match value:
            case None:
                return "-"
            case bool():
                return "true" if value else "false"
            case list():
                return ",".join(value) or "-"
            case dict():
                return ",".join(f"{player}:{points}" for player, points in value.items())
            case _:
                return str(value)


_EXPECTED = (
    "rules, players, first, roll, piggyback, keep, bank, give-up, vote yes|no, order first|last, share yes|no, "
    "leave NAME, time-out, withhold, refuse or expect"
)
