"""How the dice leave the hand: where each lies in it, how fast and high it goes, and when it is let go."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import pymunk

from app.physics.params import GRAVITY, MAX_ANGLE, MAX_DICE, MAX_POWER, MotionStream, ThrowSpec, Tray

FRAME: Final = 1.0 / 120.0
"""s, one recorded frame."""

LAUNCH_LOW: Final = 190.0
LAUNCH_HIGH: Final = 1000.0
"""mm/s, speed out of the hand at power 0 and 100, before the clock is stretched."""

FAN: Final = 6.0
STRAY: Final = 3.0
"""Degrees by which dice side by side in the hand part, and by which each strays from its aim in a hard throw."""

QUICK_SPREAD: Final = 0.15
BACK_LAG: Final = 0.10
"""Parts of the launch speed by which dice differ in a hard throw, and by which each row lags the row before it.

Straying and differing grow towards a soft throw: a hand that only opens holds its dice less together.
"""

HAND: Final[dict[int, tuple[tuple[float, ...], ...]]] = {
    1: ((0.0,),),
    2: ((-0.5, 0.5),),
    3: ((-0.5, 0.5), (0.0,)),
    4: ((-0.75, 0.25), (-0.25, 0.75)),
    5: ((-1.0, 0.0, 1.0), (-0.5, 0.5)),
    6: ((-1.25, -0.25, 0.75), (-0.75, 0.25, 1.25)),
    7: ((-0.5, 0.5), (-1.0, 0.0, 1.0), (-0.5, 0.5)),
    8: ((-1.0, 0.0, 1.0), (-0.5, 0.5), (-1.0, 0.0, 1.0)),
}
"""Where the dice lie in the hand by their number: row by row from the front, each row half a place aside."""

SEAT: Final = 1.66
"""Edges from one place in the hand to the next."""

WALL_GAP: Final = 3.0
"""mm of air between the hand and the wall it starts at."""

HIGHEST: Final = 57.0
"""mm, the peak of a flight out of the hand: with a corner standing down it still fits a key's hop (63.75 mm)."""

LOOSE: Final = 0.09
"""Part of an edge by which a die may lie beside its seat in the hand."""

WIDEST_LAG: Final = 2.2
"""Times the lag of a full hand: no further apart do fewer dice leave, however few they are."""

LEAD: Final = 52.0
LESS_LEAD: Final = 0.35
"""mm: a curling throw starts so far of its bend aside of the aim and bends back; and the part less at full angle."""

HELD: Final = 1e9
"""Times its mass: a die still in the hand gives way to nothing."""


def footprint(edge: float) -> float:
    """Radius of the disc a die is seen as: half its flat diagonal and 0.45 mm of air."""
    return edge * math.sqrt(0.5) + 0.45


def reach(edge: float) -> float:
    """Half the diagonal through the cube: as far as a corner can stand out while the die tumbles."""
    return edge * math.sqrt(0.75)


def flight_time(height: float, rise: float) -> float:
    """Seconds until a centre that starts `height` above its rest with upward speed `rise` comes down."""
    return (rise + math.sqrt(rise * rise + 2.0 * GRAVITY * height)) / GRAVITY


def _hand(count: int, pitch: float, turned: float) -> list[tuple[float, float, int]]:
    """Where the dice lie in the hand, mm from its middle, and the row of each; `turned` clockwise by radians."""
    c, s = math.cos(turned), math.sin(turned)
    flat = [(place * pitch, -0.87 * pitch * row, row) for row, places in enumerate(HAND[count]) for place in places]
    return [(c * x + s * y, c * y - s * x, row) for x, y, row in flat]


def launch(bodies: list[pymunk.Body], spec: ThrowSpec, tray: Tray) -> tuple[tuple[float, float], ...]:
    """Give every die its place in the hand and its speed; returns height (mm) and rise (mm/s) of each.

    The hand starts on the side away from the aim, so that it has the tray's width to cross. A throw to the left is
    launched as the mirror image of one to the right.
    """
    stream = MotionStream(spec.seed, "launch")
    move, edge, power = spec.move, spec.dice_set.edge, spec.power / MAX_POWER
    side = -1.0 if spec.angle < 0 else 1.0
    aim = math.radians(abs(spec.angle))
    pitch = SEAT * edge
    seats = _hand(len(bodies), pitch, 0.35 * aim + math.radians(stream.around(7.0)))
    room = tray.width / 2 - reach(edge) - WALL_GAP - max(abs(x) for x, _, _ in seats)
    hand_x = -room * math.sin(aim) / math.sin(math.radians(MAX_ANGLE))
    hand_y = -tray.depth / 2 + reach(edge) + 1.5 - min(y for _, y, _ in seats)
    speed = (LAUNCH_LOW + (LAUNCH_HIGH - LAUNCH_LOW) * power) * move.speed
    loose = 2.2 - 1.2 * power
    drop = []
    for body, (x, y, row) in zip(bodies, seats, strict=True):
        place = hand_x + x + stream.around(LOOSE * edge), hand_y + y + stream.between(0.0, 2.0 * LOOSE * edge)
        way = aim + math.radians((FAN * x / pitch + loose * stream.around(STRAY)) * move.spread)
        way -= move.curl * LEAD * (1.0 - LESS_LEAD * aim / math.radians(MAX_ANGLE)) / 1000.0
        quick = speed * (1.0 + loose * stream.around(QUICK_SPREAD) - BACK_LAG * row)
        body.position = (side * place[0], place[1])
        body.velocity = (side * quick * math.sin(way), quick * math.cos(way))
        body.angular_velocity = side * (stream.around(9.0) + move.twist)
        height = (14.0 + 6.0 * power + stream.between(0.0, 8.0)) * move.lift
        rise = 40.0 + 50.0 * power + stream.around(30.0) + move.lob
        drop.append((height, min(rise, math.sqrt(2.0 * GRAVITY * (HIGHEST - height)))))
    return tuple(drop)


@dataclass(frozen=True, slots=True)
class Held:
    """A die that stays in the hand until `frame`, and how it then leaves: velocity (mm/s) and flat spin (rad/s)."""

    frame: int
    velocity: tuple[float, float]
    spin: float


def hold_back(bodies: list[pymunk.Body], spec: ThrowSpec) -> tuple[Held, ...]:
    """Keep the later dice of a move that lets them go one after another; all of any other leave at once."""
    gap = spec.move.lag * min(WIDEST_LAG, (MAX_DICE - 1) / max(1, len(bodies) - 1))
    held = []
    for index, body in enumerate(bodies):
        vx, vy = body.velocity
        held.append(Held(round(gap * index / FRAME), (vx, vy), body.angular_velocity))
        if held[-1].frame:
            body.mass, body.moment = body.mass * HELD, body.moment * HELD
            body.velocity, body.angular_velocity = (0.0, 0.0), 0.0
    return tuple(held)


def let_go(body: pymunk.Body, how: Held) -> float:
    """The die leaves the hand; returns its speed, mm/s."""
    body.mass, body.moment = body.mass / HELD, body.moment / HELD
    body.velocity, body.angular_velocity = how.velocity, how.spin
    return math.hypot(*how.velocity)
