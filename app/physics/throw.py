"""The plane part of a throw: every die's path over the felt, from its own pymunk run.

Seen from above a die is a disc that slides over the tray, strikes walls and other dice, and is braked by the felt.
Height and tumbling are added afterwards along these paths; positions, impacts and cues come from here alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pymunk
from pymunk import batch

from app.physics.hand import FRAME, LAUNCH_HIGH, Held, flight_time, footprint, hold_back, launch, let_go, reach
from app.physics.params import MAX_POWER, Move, ThrowSpec, Tray

Array = npt.NDArray[np.float64]

BRAKED: Final = 2
"""Frames between two brakings by the felt."""

MAX_FRAMES: Final = 360
"""Cap of a run, 3 s; what still moves then is stopped."""

STEPS: Final = ((420.0, 7), (200.0, 4), (0.0, 2))
"""Steps in a frame while the fastest die is above so many mm/s: none moves much more than 1 mm in a step."""

AIR: Final = 30.0
"""mm/s², what a die loses in its first flight."""

SOFT_ROLL: Final = 30.0
HARD_ROLL: Final = 10.0
"""mm/s², what rolling takes at power 0 and 100: a hard throw skips over the felt and loses less to it."""

FIBRE_DRAG: Final = 150.0
"""g·mm/s², the pull of the felt's fibres, which a light die feels more than a heavy one."""

SLAP_LENGTH: Final = 350.0
"""mm: a tumbling die loses speed² / this, because every face that slaps the felt takes its part of the energy."""

STOPPING: Final = 700.0
STOP_AT: Final = 120.0
"""mm/s² and mm/s: below this speed a die no longer gets over its edges and is stopped short."""

GRIP: Final = 3200.0
"""mm/s²: a die that lies flat grips the felt with a whole face when another one pushes it."""

SPIN_LOSS: Final = 1.5
"""Part of the flat spin lost in a second."""

WHIRL_KEPT: Final = 0.7
"""Part of the loss of flat spin that a whirling die is spared while it travels."""

WHIRL_SLIP: Final = 0.93
"""Part of its friction that a whirling die is without when it meets a wall or another die."""

WHIRL_LOSS: Final = 36.0
"""rad/s², what the felt takes from a die that turns on its face without travelling."""

DIE, WALL = 1, 2

FIELDS: Final = (
    batch.BodyFields.BODY_ID | batch.BodyFields.POSITION | batch.BodyFields.VELOCITY | batch.BodyFields.ANGULAR_VELOCITY
)


@dataclass(frozen=True, slots=True)
class Hit:
    """A die met a wall (other = −1 left, −2 right, −3 far, −4 near) or another die, `speed` mm/s straight on."""

    row: int
    die: int
    other: int
    speed: float


@dataclass(frozen=True, slots=True)
class Run:
    """What pymunk did, in rows at `time` (s): centre (mm), velocity (mm/s) and flat spin (rad/s) of every die.

    Rows stand at every frame and at every step with a hit; a row's velocity holds until the next row. `drop` is the
    height (mm) and rise (mm/s) with which each die leaves the hand, `released` when it does (s), `landed` when it first
    comes down (s; a fall takes its time whatever the clock).
    """

    time: Array
    place: Array
    velocity: Array
    spin: Array
    hits: tuple[Hit, ...]
    drop: tuple[tuple[float, float], ...]
    released: tuple[float, ...]
    landed: tuple[float, ...]

    def on_clock(self, stretch: float, tail: float) -> Run:
        """The same run played `stretch` times as long, followed by `tail` seconds of stillness."""
        still = math.ceil(tail / FRAME)
        time = np.concatenate((self.time * stretch, self.time[-1] * stretch + FRAME * np.arange(1, still + 1)))
        pad = ((0, still), (0, 0))
        velocity = np.pad(self.velocity / stretch, (*pad, (0, 0)))
        velocity[len(self.time) - 1 :] = 0.0
        return Run(
            time,
            np.pad(self.place, (*pad, (0, 0)), mode="edge"),
            velocity,
            np.pad(self.spin / stretch, pad),
            tuple(Hit(hit.row, hit.die, hit.other, hit.speed / stretch) for hit in self.hits),
            self.drop,
            tuple(released * stretch for released in self.released),
            tuple(
                landed + released * (stretch - 1.0) for landed, released in zip(self.landed, self.released, strict=True)
            ),
        )


def simulate(spec: ThrowSpec, tray: Tray) -> Run:
    """Throw the dice of `spec` into a fresh space and follow them until the last one lies still."""
    space = pymunk.Space()
    space.gravity = (0.0, 0.0)
    space.iterations = 10
    space.collision_slop = 0.02
    _add_walls(space, spec, tray)
    bodies = _add_dice(space, spec)
    drop = launch(bodies, spec, tray)
    hits = _HitList(space, bodies)
    held = hold_back(bodies, spec)
    released = tuple(die.frame * FRAME for die in held)
    landed = tuple(at + flight_time(*out) for at, out in zip(released, drop, strict=True))
    times = _advance(space, bodies, spec, hits, held, landed)
    place, velocity, spin = hits.recorded(len(times))
    return Run(np.array(times), place, velocity, spin, tuple(hits.hits), drop, released, landed)


def _add_walls(space: pymunk.Space, spec: ThrowSpec, tray: Tray) -> None:
    """Four thick walls, set in so that a corner standing out of the disc stays inside the tray."""
    edge, thick = spec.dice_set.edge, 30.0
    inset = reach(edge) - footprint(edge) + 0.35
    x, y = tray.width / 2 - inset + thick, tray.depth / 2 - inset + thick
    for a, b in (((-x, -y), (-x, y)), ((x, -y), (x, y)), ((-x, y), (x, y)), ((-x, -y), (x, -y))):
        wall = pymunk.Segment(space.static_body, a, b, thick)
        wall.elasticity, wall.friction, wall.collision_type = tray.elasticity, tray.friction, WALL
        space.add(wall)


def _add_dice(space: pymunk.Space, spec: ThrowSpec) -> list[pymunk.Body]:
    """The dice as discs, in the order of their faces; the moment is that of a cube about its vertical."""
    dice = spec.dice_set
    bodies = []
    for _ in spec.faces:
        body = pymunk.Body(dice.mass, dice.mass * dice.edge**2 / 6.0)
        disc = pymunk.Circle(body, footprint(dice.edge))
        disc.elasticity, disc.collision_type = dice.elasticity, DIE
        disc.friction = dice.friction * (1.0 - WHIRL_SLIP * (1.0 - (1.0 - spec.move.whirl) ** 2))
        space.add(body, disc)
        bodies.append(body)
    return bodies


def _advance(
    space: pymunk.Space,
    bodies: list[pymunk.Body],
    spec: ThrowSpec,
    hits: _HitList,
    held: tuple[Held, ...],
    landing: tuple[float, ...],
) -> list[float]:
    """Step until all dice lie; returns the time of every recorded row."""
    hits.record()
    times, lying = [0.0], [False] * len(bodies)
    fastest = LAUNCH_HIGH
    for frame in range(MAX_FRAMES):
        steps = next(count for speed, count in STEPS if fastest >= speed)
        for step in range(1, steps + 1):
            before = len(hits.hits)
            hits.row = len(times)
            space.step(FRAME / steps)
            if step == steps and frame % BRAKED == 0:
                now = (frame + 1) * FRAME
                fastest = _brake(bodies, spec, [now >= t for t in landing], lying)
            if step == steps and spec.move.lag:
                going = [(body, how) for body, how in zip(bodies, held, strict=True) if how.frame == frame + 1]
                fastest = max([fastest, *(let_go(body, how) for body, how in going)])
            if step == steps or len(hits.hits) > before:
                hits.record()
                times.append((frame + step / steps) * FRAME)
        if fastest == 0.0 and frame * FRAME > max(landing):
            break
    return times


def _brake(bodies: list[pymunk.Body], spec: ThrowSpec, landed: list[bool], lying: list[bool]) -> float:
    """Let the felt and the air take their speed from every die; returns the greatest speed left, mm/s."""
    fastest = 0.0
    rolling, pause = _rolling_loss(spec), BRAKED * FRAME
    bend = -math.copysign(spec.move.curl / 1000.0, spec.angle + 0.5)
    for i, body in enumerate(bodies):
        vx, vy = body.velocity
        if vx == 0.0 and vy == 0.0:
            lying[i] = lying[i] or landed[i]
            fastest = max(fastest, _whirl_on(body, spec.move, pause))
            continue
        speed = math.hypot(vx, vy)
        if not landed[i]:
            loss = AIR
        elif lying[i]:
            loss = GRIP
        else:
            late = min(1.0, max(0.0, 2.0 * (STOP_AT - speed) / STOP_AT))
            loss = rolling + speed * speed / SLAP_LENGTH
            loss += max(0.0, STOPPING - loss) * late
        left = speed - loss * pause
        if left <= 0.0:
            body.velocity = (0.0, 0.0)
            lying[i] = lying[i] or landed[i]
            fastest = max(fastest, _whirl_on(body, spec.move, pause))
            continue
        body.velocity = (vx * left / speed, vy * left / speed)
        if spec.move.curl and not lying[i]:
            body.velocity = body.velocity.rotated(bend * speed * pause)
        body.angular_velocity *= 1.0 - SPIN_LOSS * (1.0 - WHIRL_KEPT * spec.move.whirl) * pause
        fastest = max(fastest, left)
    return fastest


def _whirl_on(body: pymunk.Body, move: Move, pause: float) -> float:
    """Brake a die that only turns on its face; without a whirl it is still at once. Returns its spin left, rad/s."""
    left = abs(body.angular_velocity) - WHIRL_LOSS * pause
    if move.whirl:
        for disc in body.shapes:
            # A neighbour that whirls on would rub and walk it over the felt.
            disc.friction = 0.0
    if not move.whirl or left <= 0.0:
        body.angular_velocity = 0.0
        return 0.0
    body.angular_velocity = math.copysign(left, body.angular_velocity)
    return left


def _rolling_loss(spec: ThrowSpec) -> float:
    """What the felt takes from a rolling die at any speed, mm/s²."""
    roll = SOFT_ROLL + (HARD_ROLL - SOFT_ROLL) * spec.power / MAX_POWER
    return roll + FIBRE_DRAG / spec.dice_set.mass


class _HitList:
    """Listens to one space: writes down first touches, and the state of all dice when told to."""

    def __init__(self, space: pymunk.Space, bodies: list[pymunk.Body]) -> None:
        self.hits: list[Hit] = []
        self.row = 0
        self._space, self._count = space, len(bodies)
        self._bodies = bodies
        self._die = {disc: i for i, body in enumerate(bodies) for disc in body.shapes}
        self._ids = [body.id for body in bodies]
        self._walls = {wall: -1 - i for i, wall in enumerate(space.static_body.shapes)}
        self._rows = batch.Buffer()
        space.on_collision(DIE, DIE, begin=self._met)
        space.on_collision(DIE, WALL, begin=self._met)

    def _met(self, arbiter: pymunk.Arbiter, space: pymunk.Space, _: Any) -> None:
        a, b = arbiter.shapes
        die, other = self._die[a], self._walls.get(b)
        velocity = self._bodies[die].velocity
        if other is None:
            other = self._die[b]
            velocity -= self._bodies[other].velocity
        closing = velocity.dot(arbiter.normal)
        if closing > 0.0:
            self.hits.append(Hit(self.row, die, other, closing))

    def record(self) -> None:
        """Append the state of every body to the rows."""
        batch.get_space_bodies(self._space, FIELDS, self._rows)

    def recorded(self, rows: int) -> tuple[Array, Array, Array]:
        """Places, velocities and flat spins, rows × dice; finds each die's column by its body's id."""
        ids = np.frombuffer(self._rows.int_buf(), np.uintp).reshape(rows, -1)[0].tolist()
        table = np.frombuffer(self._rows.float_buf(), np.float64).reshape(rows, len(ids), 5)
        mine = table[:, [ids.index(i) for i in self._ids]].copy()
        return mine[..., 0:2], mine[..., 2:4], mine[..., 4]
