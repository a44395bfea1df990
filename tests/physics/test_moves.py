"""The six moves and the bodies of the sets: they never touch a face, are seen, and pass every check of quality."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from hashlib import sha256

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.physics import BODIES, MOVES, PLAIN_MOVE, STAGES, STANDARD_TRAY, Move, ThrowSpec, decode, move_at, throw_bytes
from app.physics.throw import simulate
from tests.physics import test_quality as quality
from tests.physics.thrown import STEP_MS, Thrown, mixed, spearman, spec, spins, thrown

EVERY_STAGE = [(key, stage) for key in MOVES for stage in range(1, STAGES + 1)]
CHECKS: Sequence[Callable[[list[Thrown]], None]] = (
    quality.test_1_no_two_dice_overlap_at_rest,
    quality.test_2_the_cubes_stay_inside_the_tray_while_they_tumble_and_at_rest,
    quality.test_3_every_die_lies_flat_and_shows_its_drawn_face,
    quality.test_4_a_die_gains_no_speed_after_its_last_touch,
    quality.test_5_nothing_teleports_and_nothing_moves_after_rest,
    quality.test_6_dice_roll_the_way_they_travel_and_never_too_fast_to_follow,
    quality.test_7_no_corner_sinks_into_the_felt,
    quality.test_10_a_throw_lasts_by_its_power,
)


@pytest.fixture(scope="module")
def moved() -> list[Thrown]:
    """Every move at every stage six times, the bodies of all sets going round."""
    bodies = list(BODIES.values())
    return [
        thrown(replace(each, move=move_at(*EVERY_STAGE[i % 24]), dice_set=bodies[(i * 5 + i // 24) % len(bodies)]))
        for i, each in enumerate(mixed(144))
    ]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("test_"))
def test_a_throw_with_a_move_passes(check: Callable[[list[Thrown]], None], moved: list[Thrown]) -> None:
    check(moved)


def test_a_record_with_a_move_stays_small(moved: list[Thrown]) -> None:
    assert max(len(throw.blob) for throw in moved) <= 5_200
    hard = [throw_bytes(spec(500, 8, 100, 20, move=move_at(*each))) for each in EVERY_STAGE]
    assert max(len(blob) for blob in hard) <= 5_200


def test_the_same_move_gives_the_same_bytes_again(moved: list[Thrown]) -> None:
    for throw in moved[::8]:
        assert sha256(throw_bytes(throw.spec)).digest() == sha256(throw.blob).digest()


@pytest.mark.soak
@pytest.mark.parametrize(("key", "stage"), EVERY_STAGE)
def test_every_set_passes_every_check_with_every_move_at_every_stage(key: str, stage: int) -> None:
    series = mixed(16 * len(BODIES))
    bodies = [body for body in BODIES.values() for _ in range(16)]
    throws = [
        thrown(replace(each, move=move_at(key, stage), dice_set=bodies[(i * 89) % len(bodies)]))
        for i, each in enumerate(series)
    ]
    for check in CHECKS:
        check(throws)
    assert max(len(throw.blob) for throw in throws) <= 5_200


def _aimed(number: int, count: int, angle: int, move: Move) -> ThrowSpec:
    return spec(300 + number, count, 20 + 16 * number, angle, move=move)


@pytest.mark.parametrize(
    "counts", [pytest.param((3,), id="some"), pytest.param((1, 2, 4, 8), id="all", marks=pytest.mark.soak)]
)
@pytest.mark.parametrize("key", MOVES)
def test_the_angle_is_felt_through_a_move_and_left_mirrors_right(key: str, counts: tuple[int, ...]) -> None:
    angles = [-45, -30, -15, 15, 30, 45]
    for count in counts:
        way = np.array([[quality.sideways(thrown(_aimed(k, count, a, MOVES[key]))) for k in range(4)] for a in angles])
        assert spearman(np.repeat(angles, 4), way.ravel()) >= 0.8
        right, left = way[3:].mean(axis=1).sum(), way[:3].mean(axis=1).sum()
        assert right > 60.0
        assert abs(right + left) / right <= 0.05


GESTURE = st.tuples(st.integers(1, 10_000), st.integers(0, 100), st.integers(-45, 45))


@settings(max_examples=40, deadline=None)
@given(
    faces=st.lists(st.integers(1, 6), min_size=1, max_size=8),
    gesture=GESTURE,
    chosen=st.sampled_from(EVERY_STAGE),
    body=st.sampled_from(sorted(BODIES)),
)
def test_no_move_and_no_set_changes_a_face(
    faces: list[int], gesture: tuple[int, int, int], chosen: tuple[str, int], body: str
) -> None:
    number, power, angle = gesture
    plain = spec(number, len(faces), power, angle, tuple(faces))
    moved = decode(throw_bytes(replace(plain, move=move_at(*chosen), dice_set=BODIES[body])))
    assert moved.faces == decode(throw_bytes(plain)).faces == tuple(faces)


def test_a_move_knows_nothing_of_the_faces() -> None:
    for key, whole in MOVES.items():
        one, two = (decode(throw_bytes(spec(5, 4, 60, 10, faces, move=whole))) for faces in ((1,) * 4, (6, 2, 3, 5)))
        assert one.motion.cues == two.motion.cues, key
        for a, b in zip(one.motion.dice, two.motion.dice, strict=True):
            assert (a.place == b.place).all()
            assert (a.hop == b.hop).all()


def _flat_spin(throw: Thrown) -> float:
    """Turning about the vertical, rad/s, mean over the throw."""
    return float(np.abs(spins(throw.poses[1], STEP_MS / 1000.0)[..., 2]).mean())


def _skips(throw: Thrown) -> float:
    """Rises of at least 2.5 mm that are followed by a fall of as much, a die."""
    found = 0
    for die in range(len(throw.spec.faces)):
        low = high = throw.centre[0, die, 2]
        rising = False
        for level in throw.centre[1:, die, 2]:
            low, high = min(low, level), max(high, level)
            if rising and level < high - 2.5:
                rising, low, found = False, level, found + 1
            elif not rising and level > low + 2.5:
                rising, high = True, level
    return found / len(throw.spec.faces)


def _peak(throw: Thrown) -> float:
    """Highest lift of a die, mm."""
    return float(np.mean([track.hop.max() for track in throw.record.motion.dice]))


def _parted(throw: Thrown) -> float:
    """ms from the first die that moves to the last."""
    off = [
        track.time[np.argmax(np.linalg.norm(np.diff(track.place, axis=0), axis=1) > 0.3)]
        for track in throw.record.motion.dice
    ]
    return float(np.ptp(off))


def _curl(throw: Thrown) -> float:
    """How sharply paths bend towards the aim while nothing is touched, 1/m."""
    run, bend, way = throw.truth.run, 0.0, 1e-9
    side = 1.0 if throw.spec.angle < 0 else -1.0
    for die in range(len(throw.spec.faces)):
        near = {hit.row + k for hit in run.hits if die in (hit.die, hit.other) for k in (-1, 0, 1, 2)}
        velocity = run.velocity[:, die]
        speed = np.linalg.norm(velocity, axis=1)
        heading = np.arctan2(velocity[:, 1], velocity[:, 0])
        for row in np.flatnonzero((speed[:-1] > 150.0) & (speed[1:] > 150.0)):
            if row not in near and row + 1 not in near:
                bend += side * ((heading[row + 1] - heading[row] + np.pi) % (2 * np.pi) - np.pi)
                way += speed[row] * (run.time[row + 1] - run.time[row]) / 1000.0
    return bend / way


def _first_bounce(throw: Thrown) -> float:
    """How high the first landing throws a die back, mm."""
    hopped = throw.truth.hopped
    return float(np.mean([hopped.lift[mine[0].row :, die].max() for die, mine in enumerate(hopped.landings) if mine]))


MEASURES: list[tuple[str, Callable[[Thrown], float], float]] = [
    ("spin", _flat_spin, 9.0),
    ("skip", _skips, 1.0),
    ("arc", _peak, 28.0),
    ("cascade", _parted, 300.0),
    ("swirl", _curl, 12.0),
    ("slam", _first_bounce, 14.0),
]


@pytest.mark.parametrize(
    ("key", "measure", "more"), MEASURES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_move_is_seen_and_grows_with_its_stage(key: str, measure: Callable[[Thrown], float], more: float) -> None:
    series = [spec(900 + i, 2 + i % 7, (i * 37) % 101, (i * 29) % 91 - 45) for i in range(7)]
    seen = [
        float(np.mean([measure(thrown(replace(each, move=move_at(key, stage)))) for each in series]))
        for stage in range(STAGES + 1)
    ]
    assert seen[4] - seen[0] >= more
    assert spearman(range(5), seen) >= 0.9
    assert seen[1] < seen[4]
    assert seen[2] < seen[4]


def test_a_slam_is_short_and_loud() -> None:
    for power in (50, 100):
        plain, slam = (
            [decode(throw_bytes(spec(40 + k, 5, power, 9 * k - 20, move=move))).motion for k in range(5)]
            for move in (PLAIN_MOVE, MOVES["slam"])
        )
        assert np.mean([m.duration for m in slam]) < np.mean([m.duration for m in plain]) - 50
        felt = [np.mean([max(c.intensity for c in m.cues if c.kind == 0) for m in many]) for many in (plain, slam)]
        assert felt[1] > felt[0] + 20


def test_stages_go_evenly_from_the_plain_throw_to_the_whole_move() -> None:
    for key, whole in MOVES.items():
        assert move_at(key, 0) == move_at(None, 3) == PLAIN_MOVE
        assert move_at(key, 4) == whole
        for each in fields(Move):
            figures = [getattr(move_at(key, stage), each.name) for stage in range(5)]
            assert np.diff(figures, 2) == pytest.approx(np.zeros(3), abs=1e-9), (key, each.name)


@pytest.mark.parametrize(
    ("key", "stage", "error"),
    [("spin", 5, ValueError), ("spin", -1, ValueError), ("spin", True, ValueError), ("fling", 2, KeyError)],
)
def test_a_move_or_stage_that_is_none_is_refused(key: str, stage: int, error: type[Exception]) -> None:
    with pytest.raises(error):
        move_at(key, stage)


@pytest.mark.parametrize(
    ("name", "value"),
    [("speed", 0.5), ("twist", 27.0), ("whirl", 1.1), ("lob", -401.0), ("first", 0.9), ("ceiling", 51.0),
     ("skim", 181.0), ("lag", 0.11), ("curl", 26.0), ("hurry", 0.61), ("tumble", True)],
)  # fmt: skip
def test_a_move_out_of_its_range_is_refused_by_name(name: str, value: float) -> None:
    with pytest.raises(ValueError, match=f"The {name} of a move is between"):
        Move(**{name: value})


def test_every_set_has_a_body_of_one_size_and_its_own_weight() -> None:
    keys = [
        "house",
        "gold",
        "ruby",
        "emerald",
        "sapphire",
        "amethyst",
        "onyx",
        "ivory",
        "porcelain",
        "smoke",
        "walnut",
        "terrazzo",
        "steel",
        "slate",
    ]
    assert sorted(BODIES) == sorted(keys)
    assert {body.edge for body in BODIES.values()} == {16.0}
    by_weight = sorted(BODIES, key=lambda key: BODIES[key].mass)
    assert by_weight[0] == "walnut"
    assert by_weight[-2:] == ["steel", "gold"]


def test_gold_bounces_less_than_ruby_and_rolls_on_where_walnut_stops() -> None:
    bounce = {
        key: np.mean([_first_bounce(thrown(spec(60 + k, 4, 70, 8 * k - 30, dice_set=BODIES[key]))) for k in range(8)])
        for key in ("gold", "ruby")
    }
    assert bounce["gold"] < bounce["ruby"] - 1.0
    way = {}
    for key in ("gold", "walnut"):
        run = simulate(spec(4, 1, 0, 0, dice_set=BODIES[key]), STANDARD_TRAY)
        way[key] = run.place[-1, 0, 1] - run.place[0, 0, 1]
    assert way["gold"] > way["walnut"] + 5.0
