"""What a throw depends on, what it refuses, and that it keeps nothing."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest

from app.physics import STANDARD_TRAY, DiceBody, Move, ThrowSpec, Tray, decode, throw_bytes
from app.physics.faces import FACE_NORMALS, FACE_UP, at_rest, between, product, top_face, upward
from app.physics.params import MotionStream
from app.physics.throw import simulate
from tests.physics.thrown import matrices, spec

HARD = spec(1, 8, 80, 20)
SEED = b"0123456789abcdef"


@pytest.mark.parametrize(
    "other",
    [
        replace(HARD, dice_set=DiceBody(mass=5.4)),
        replace(HARD, dice_set=DiceBody(edge=15.0)),
        replace(HARD, dice_set=DiceBody(friction=0.3)),
        replace(HARD, dice_set=DiceBody(elasticity=0.85)),
        replace(HARD, angle=21),
        replace(HARD, power=81),
        replace(HARD, seed=HARD.seed[:-1] + b"!"),
        replace(HARD, move=Move(speed=1.02)),
        replace(HARD, move=Move(lift=1.1)),
        replace(HARD, move=Move(spread=1.2)),
        replace(HARD, move=Move(tumble=0.9)),
        replace(HARD, move=Move(bounce=1.2)),
        replace(HARD, move=Move(twist=3.0)),
    ],
    ids=lambda other: f"{other.angle} {other.power} {other.dice_set} {other.move}",
)
def test_dice_gesture_move_and_seed_change_the_motion_and_never_the_faces(other: ThrowSpec) -> None:
    plain, changed = decode(throw_bytes(HARD)), decode(throw_bytes(other))
    assert changed.faces == plain.faces
    pairs = list(zip(plain.motion.dice, changed.motion.dice, strict=True))
    assert any(
        not np.array_equal(getattr(a, key), getattr(b, key)) for a, b in pairs for key in ("place", "turn", "hop")
    )


@pytest.mark.parametrize("tray", [Tray(elasticity=0.8), Tray(width=150.0), Tray(depth=186.0), Tray(friction=0.2)])
def test_another_wall_changes_the_places_of_the_dice(tray: Tray) -> None:
    plain, changed = decode(throw_bytes(HARD)).motion, decode(throw_bytes(HARD, tray)).motion
    ends = [np.array([track.place[-1] for track in motion.dice]) for motion in (plain, changed)]
    assert np.abs(ends[0] - ends[1]).max() > 1.0
    assert plain.cues != changed.cues


def test_a_light_die_stops_sooner_than_a_heavy_one() -> None:
    way = {}
    for mass in (3.0, 9.0):
        run = simulate(replace(spec(4, 1, 0, 0), dice_set=DiceBody(mass=mass)), STANDARD_TRAY)
        way[mass] = run.place[-1, 0, 1] - run.place[0, 0, 1]
    assert way[9.0] > way[3.0] + 5.0


def test_dice_of_one_hand_strike_walls_and_each_other_and_the_cues_tell_which() -> None:
    motion = decode(throw_bytes(HARD)).motion
    walls = {cue.b for cue in motion.cues if cue.kind == 1}
    assert 2 in walls
    assert {cue.kind for cue in motion.cues} == {0, 1, 2, 3}
    assert all(cue.a != cue.b for cue in motion.cues if cue.kind == 2)
    assert len(motion.cues) <= 40


def test_cues_fall_where_dice_touch() -> None:
    """At a sound of two dice their discs touch; at a wall's the die is at that wall."""
    record = decode(throw_bytes(HARD))
    motion = record.motion
    disc = motion.edge * np.sqrt(0.5) + 0.45
    inset = motion.edge * np.sqrt(0.75) + 0.35
    x, y = motion.tray_width / 2 - inset, motion.tray_depth / 2 - inset
    seen = set()
    for cue in motion.cues:
        at = [np.array([np.interp(cue.time, t.time, t.place[:, k]) for k in (0, 1)]) for t in motion.dice]
        if cue.kind == 2:
            assert np.linalg.norm(at[cue.a] - at[cue.b]) < 2 * disc + 2.5
        if cue.kind == 1:
            side = {0: -at[cue.a][0] - x, 1: at[cue.a][0] - x, 2: at[cue.a][1] - y, 3: -at[cue.a][1] - y}[cue.b]
            assert abs(side) < 2.0
        seen.add(cue.kind)
    assert {1, 2} <= seen


def test_a_throw_before_leaves_no_trace_in_the_next() -> None:
    alone = throw_bytes(HARD)
    throw_bytes(spec(2, 5, 100, -45))
    assert throw_bytes(HARD) == alone


def test_the_player_throws_from_the_near_edge_and_the_dice_fly_away_from_him() -> None:
    motion = decode(throw_bytes(HARD)).motion
    for track in motion.dice:
        assert track.place[0, 1] < 0.0
        assert track.hop[0] > 8.0
    early = [np.interp(100, track.time, track.place[:, 1]) - track.place[0, 1] for track in motion.dice]
    assert min(early) > 20.0


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"table": -1}, "table number"),
        ({"table": 2**64}, "table number"),
        ({"game": 65536}, "game number"),
        ({"roll": -1}, "roll number"),
        ({"roll": True}, "roll number"),
        ({"faces": ()}, "1 to 8 faces"),
        ({"faces": (1,) * 9}, "1 to 8 faces"),
        ({"faces": [1, 2]}, "1 to 8 faces"),
        ({"faces": (1, 7)}, "A face"),
        ({"faces": (0,)}, "A face"),
        ({"angle": 46}, "angle"),
        ({"angle": -46}, "angle"),
        ({"angle": 1.5}, "angle"),
        ({"power": 101}, "power"),
        ({"power": -1}, "power"),
        ({"seed": b"short"}, "motion seed"),
        ({"seed": "0123456789abcdef"}, "motion seed"),
    ],
)
def test_a_wrong_throw_is_refused_with_a_sentence_that_names_it(change: dict, sentence: str) -> None:
    right = {"table": 1, "game": 2, "roll": 3, "faces": (1, 2), "angle": 0, "power": 50, "seed": SEED}
    ThrowSpec(**right)
    with pytest.raises(ValueError, match=sentence):
        ThrowSpec(**{**right, **change})


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        (DiceBody, "mass", 1.0),
        (DiceBody, "edge", 20.0),
        (DiceBody, "friction", -0.1),
        (DiceBody, "elasticity", 1.2),
        (Move, "speed", 2.0),
        (Move, "lift", 0.0),
        (Move, "spread", 9.0),
        (Move, "tumble", 2.0),
        (Move, "bounce", float("nan")),
        (Move, "twist", 99.0),
        (Tray, "width", 90.0),
        (Tray, "depth", 9e9),
        (Tray, "elasticity", 2.0),
        (Tray, "friction", -1.0),
    ],
)
def test_dice_moves_and_trays_have_bounds(kind: type, field: str, value: float) -> None:
    with pytest.raises(ValueError, match=field):
        kind(**{field: value})


def test_a_spec_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        HARD.power = 3  # type: ignore[misc]


MOVES = [Move(0.9, 0.5, 0.3, 0.6, 0.5, -10.0), Move(1.15, 1.5, 2.5, 1.15, 1.4, 10.0)]
BODIES = [DiceBody(), DiceBody(3.0, 12.0, 0.0, 0.7), DiceBody(15.0, 17.0, 1.0, 0.95)]


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize("body", BODIES)
def test_the_most_extreme_dice_and_moves_still_lie_down_inside_the_tray_in_time(move: Move, body: DiceBody) -> None:
    for number, power in enumerate((0, 50, 100)):
        record = decode(throw_bytes(replace(spec(number, 8, power, 45), move=move, dice_set=body)))
        assert 900 <= record.motion.duration <= 2400
        assert len(throw_bytes(replace(spec(number, 8, power, 45), move=move, dice_set=body))) <= 5_200
        for track in record.motion.dice:
            room = np.array([72.0, 96.0]) - body.edge * np.sqrt(0.5)
            assert (np.abs(track.place[-1]) <= room).all()
            assert track.hop.max() < 63.0


def test_face_normals_are_those_of_a_right_handed_die() -> None:
    normals = {face: np.array(normal) for face, normal in FACE_NORMALS.items()}
    for face in range(1, 7):
        assert (normals[face] + normals[7 - face] == 0).all()
    assert normals[1] @ np.cross(normals[2], normals[3]) == 1


@pytest.mark.parametrize("face", range(1, 7))
def test_every_face_comes_up_with_every_yaw(face: int) -> None:
    for yaw in np.linspace(0.0, 6.2, 9):
        turn = at_rest(face, yaw)
        assert top_face(turn) == face
        assert (matrices(turn) @ np.array(FACE_NORMALS[face]))[2] == pytest.approx(1.0)
    along = {2: [0.0, 0.0, 1.0], 5: [0.0, 0.0, -1.0]}.get(face, [1.0, 0.0, 0.0])
    assert matrices(np.array(FACE_UP[face]))[:, 0] == pytest.approx(along)


def test_quaternions_multiply_as_their_matrices_do_and_slerp_turns_evenly() -> None:
    rng = np.random.default_rng(1)
    a, b = (q / np.linalg.norm(q, axis=1, keepdims=True) for q in rng.normal(size=(2, 50, 4)))
    assert matrices(product(a, b)) == pytest.approx(matrices(a) @ matrices(b))
    assert upward(a) == pytest.approx(matrices(a)[:, 2])
    whole = np.arccos(np.clip(np.abs((a * b).sum(1)), 0, 1))
    third = between(a, b, np.full(50, 1 / 3))
    assert np.arccos(np.clip(np.abs((a * third).sum(1)), 0, 1)) == pytest.approx(whole / 3, abs=1e-7)


def test_streams_of_one_seed_differ_by_label_and_are_even() -> None:
    draws = [MotionStream(SEED, label).unit() for label in ("launch", "tumble", "hops", "clock")]
    assert len(set(draws)) == 4
    many = np.array([MotionStream(bytes([i]) * 16, "launch").unit() for i in range(256)])
    assert abs(many.mean() - 0.5) < 0.06
    assert np.histogram(many, 4, (0, 1))[0].min() > 40
