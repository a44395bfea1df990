"""How selected dice group into scoring parts: one selection in, its reading or a refusal out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from app.engine.best import best_grouping
from app.engine.errors import Code, Refusal
from app.engine.open_parts import Open
from app.engine.rules import RuleSet
from app.engine.sheet import HIGH_END, LARGE, LOW_END, Claims, Pile, Sheet, sheet
from app.engine.types import FACES, HIGH, LOW, Kind


@dataclass(frozen=True, slots=True)
class Part:
    """One scoring part of a reading."""

    kind: Kind
    faces: tuple[int, ...]
    """Its dice, ascending."""
    points: int
    dice: tuple[int, ...] = ()
    """Places in the tap order, counted from 0."""

    def __str__(self) -> str:
        """The text form of the worked cases, such as `set:6x3` or `fill:6`."""
        match self.kind:
            case Kind.SET:
                return f"set:{self.faces[0]}x{len(self.faces)}"
            case Kind.SMALL | Kind.LARGE:
                return str(self.kind)
            case Kind.PAIRS:
                return "pairs:" + "".join(str(face) for face in self.faces[::2])
            case _:
                return f"{self.kind}:{self.faces[0]}"


@dataclass(frozen=True, slots=True)
class Reading:
    """An accepted selection: its parts always sum to its points."""

    parts: tuple[Part, ...]
    points: int
    """Without the all-eight bonus."""
    bonus: int
    """The all-eight bonus, or 0 (R-all8)."""
    open_after: Open
    """What stays open for the next roll of this turn."""

    @property
    def total(self) -> int:
        """What the keep adds to the turn."""
        return self.points + self.bonus


def read(taps: Sequence[int], thrown: int, opened: Open, rules: RuleSet) -> Reading | Refusal:
    """Read faces in tap order against a roll of `thrown` dice with parts open (R-read).

    A refusal is `nothing_tapped` or `dead_dice`; its subject then holds the places of the dead dice. The hint is
    left out here: `orders.best_order` finds it.

    >>> from app.engine import rulesets
    >>> read((6, 6, 6, 1, 2, 3, 4, 5), 8, Open(), rulesets.load("progressive")).total
    2350
    """
    if not taps:
        return Refusal(Code.NOTHING_TAPPED)
    table = sheet(rules, opened)
    if rules.reading == "best":
        pile, claims = best_grouping(tuple(sorted(taps)), opened, rules)
        if claims.dead:
            return Refusal(Code.DEAD_DICE, _dead_places(taps, claims.dead))
        return _reading(taps, thrown, table, pile, claims)
    pile = Pile()
    take = table.take
    for face in taps:
        take(pile, face)
    claims = table.claims(pile.pool, pile.loose() if opened.pairs else ())
    if claims.dead:
        again = reread(taps, table)
        if again is None:
            return Refusal(Code.DEAD_DICE, _dead_places(taps, claims.dead))
        pile, claims = again
    return _reading(taps, thrown, table, pile, claims)


read_again = lru_cache(maxsize=8192)(read)
"""`read` of dice that are read more than once: those a player selects and then keeps, and every single die."""


def reread(taps: Sequence[int], table: Sheet) -> tuple[Pile, Claims] | None:
    """The second chance of a refused selection: a complete 1-6 (R-1to6), then four alike as two pairs (R-pairs)."""
    counts = [0] * 7
    for face in taps:
        counts[face] += 1
    if table.rules.run_full and all(counts[1:]):
        pile = Pile()
        pile.straight = LARGE
        found = _rest(taps, dict.fromkeys(range(1, 7), 1), pile, table)
        if found:
            return found
    if table.rules.quad_is_two_pairs:
        return _quads(taps, counts, table)
    return None


def _rest(taps: Sequence[int], taken: dict[int, int], pile: Pile, table: Sheet) -> tuple[Pile, Claims] | None:
    """Read the taps that a part has not taken, in tap order; None if one is dead."""
    left = dict(taken)
    for face in taps:
        if left.get(face, 0):
            left[face] -= 1
        else:
            table.take(pile, face)
    claims = table.claims(pile.pool, pile.loose())
    return None if claims.dead else (pile, claims)


def _quads(taps: Sequence[int], counts: list[int], table: Sheet) -> tuple[Pile, Claims] | None:
    """The best reading with four alike as two pairs, never in sequence."""
    pairs = [face for face in range(1, 7) for _ in range(min(counts[face] // 2, 2))]
    found: list[tuple[int, Pile, Claims]] = []
    for size in (4, 3):
        for chosen in _choices(pairs, size):
            if len(set(chosen)) == size or not (table.rules.four_pairs if size == 4 else table.rules.three_pairs):
                continue
            pile = Pile()
            pile.pairs = chosen
            rest = _rest(taps, {face: 2 * chosen.count(face) for face in chosen}, pile, table)
            if rest:
                points = sum(points for _, _, points in _scored(*rest, table))
                found.append((points, *rest))
    if not found:
        return None
    _, pile, claims = max(found, key=lambda entry: entry[0])
    return pile, claims


def _choices(pairs: list[int], size: int) -> list[tuple[int, ...]]:
    """The different ascending choices of so many pairs."""
    if size == 0:
        return [()]
    ways = {(face, *more) for place, face in enumerate(pairs) for more in _choices(pairs[place + 1 :], size - 1)}
    return sorted(ways)


def _dead_places(taps: Sequence[int], dead: tuple[int, ...]) -> tuple[int, ...]:
    """The places of dead faces: of each face the later-tapped dice, as earlier ones are claimed first."""
    left = [0] * 7
    for face in dead:
        left[face] += 1
    places = []
    for place in range(len(taps) - 1, -1, -1):
        if left[taps[place]]:
            left[taps[place]] -= 1
            places.append(place)
    return tuple(reversed(places))


def _reading(taps: Sequence[int], thrown: int, table: Sheet, pile: Pile, claims: Claims) -> Reading:
    scored = _scored(pile, claims, table)
    waiting: list[list[int]] = [[], [], [], [], [], [], []]
    for place in range(len(taps) - 1, -1, -1):
        waiting[taps[place]].append(place)
    # Straights and pairs complete before a set of the same face can start, so they hold the earlier dice.
    placed: dict[int, tuple[int, ...]] = {}
    for rank in (_COMPLETE_FIRST, _SETS, _LOOSE):
        for index, (kind, faces, _) in enumerate(scored):
            if kind in rank:
                placed[index] = tuple(sorted([waiting[face].pop() for face in faces]))
    rules = table.rules
    full = thrown == len(taps)
    return Reading(
        tuple([Part(kind, faces, points, placed[index]) for index, (kind, faces, points) in enumerate(scored)]),
        sum([points for _, _, points in scored]),
        rules.all_dice_bonus if full and thrown == rules.dice else 0,
        open_after(pile, claims, table, all_kept=full),
    )


_COMPLETE_FIRST = (Kind.SMALL, Kind.LARGE, Kind.PAIRS)
_SETS = (Kind.SET,)
_LOOSE = (Kind.EXTEND, Kind.FILL, Kind.PAIR4, Kind.SINGLE)
Scored = tuple[Kind, tuple[int, ...], int]
"""Kind, faces and points of a part before its dice are placed."""


def _scored(pile: Pile, claims: Claims, table: Sheet) -> list[Scored]:
    """The parts of a settled pile in their fixed order."""
    rules = table.rules
    parts: list[Scored] = [
        (Kind.SET, (face,) * count, table.set_points[face][count]) for face, count in enumerate(pile.sets) if count
    ]
    if pile.full:
        parts = sorted(parts + [(Kind.SET, (face,) * size, table.set_points[face][size]) for face, size in pile.full])
    if pile.straight == LOW_END:
        parts.append((Kind.SMALL, LOW, rules.run_five))
    elif pile.straight == HIGH_END:
        parts.append((Kind.SMALL, HIGH, rules.run_five))
    elif pile.straight == LARGE:
        parts.append((Kind.LARGE, FACES, rules.run_full))
    if pile.pairs:
        parts.append((Kind.PAIRS, tuple(sorted(pile.pairs * 2)), table.pairs_points(pile.pairs)))
    parts += [(Kind.EXTEND, (face,), points) for face, points in claims.extended]
    parts += [(Kind.FILL, (face,), points) for face, points in claims.filled]
    parts += [(Kind.PAIR4, (face, face), points) for face, _, points in claims.paired]
    parts += [(Kind.SINGLE, (face,), points) for face, points in claims.singles]
    return parts


def open_after(pile: Pile, claims: Claims, table: Sheet, *, all_kept: bool) -> Open:
    """What stays open once this keep is made (R-open, R-fill)."""
    rules = table.rules
    if not rules.progressive or (all_kept and not rules.survives_and_roll):
        return Open()
    if not (any(pile.sets) or pile.straight or pile.pairs or claims.filled or claims.paired):
        return table.open
    straights = list(table.open.straights)
    for face, _ in claims.filled:
        straights.remove("low" if face == 6 else "high")
    if pile.straight in (LOW_END, HIGH_END):
        straights.append("low" if pile.straight == LOW_END else "high")
    closed = {age for _, age, _ in claims.paired}
    pairs = [three for age, three in enumerate(table.open.pairs) if age not in closed]
    if len(pile.pairs) == 3:
        first, second, third = pile.pairs
        pairs.append((first, second, third))
    sets = {*table.open.sets, *(face for face, count in enumerate(pile.sets) if count)}
    return Open(tuple(sorted(sets)), tuple(straights), tuple(pairs))
