import assert from "node:assert/strict";
import { test } from "node:test";

import { axesOf } from "../../app/static/js/dice/faces.js";
import { BEVEL } from "../../app/static/js/dice/geometry.js";
import { EDGE } from "../../app/static/js/dice/layout.js";
import { about, between, dragged, flat, flung, showing, standing, times, upOf } from "../../app/static/js/shop/turning.js";

const FACES = [1, 2, 3, 4, 5, 6];
const near = (a, b, by = 1e-4) => Math.abs(a - b) < by;
const alike = (a, b) => near(Math.abs(a.reduce((sum, part, k) => sum + part * b[k], 0)), 1);
/** Ways a die may be turned, spread over all of them. */
const WAYS = FACES.flatMap((face) => [-1.2, -0.4, 0.3, 0.9].map((angle) => dragged(showing(face), angle, angle / 2 + 0.1)));

for (const face of FACES)
  test(`a die that shows ${face} lies flat with ${face} up`, () => {
    assert.equal(upOf(showing(face)), face);
    assert.ok(near(standing(showing(face)), EDGE / 2));
    assert.ok(alike(flat(showing(face)), showing(face)));
  });

test("however a die is turned, it settles flat the short way and shows what was nearly up", () => {
  for (const turn of WAYS) {
    const lies = flat(turn);
    assert.ok(near(standing(lies), EDGE / 2), String(turn));
    assert.equal(upOf(lies), upOf(turn));
    const way = 2 * Math.acos(Math.min(1, Math.abs(turn.reduce((sum, part, k) => sum + part * lies[k], 0))));
    assert.ok(way < 0.96, `${way} is more than from a corner`);
  }
});

test("a die that stands on a corner or an edge touches the felt with its rounding, and none ever sinks into it", () => {
  const core = EDGE / 2 - BEVEL;
  assert.ok(near(standing(about(1, 0, 0, Math.PI / 4)), core * Math.SQRT2 + BEVEL));
  assert.ok(near(standing(times(about(0, 1, 0, Math.atan(Math.SQRT1_2)), about(1, 0, 0, Math.PI / 4))), core * Math.sqrt(3) + BEVEL));
  for (const turn of WAYS) assert.ok(standing(turn) >= EDGE / 2 - 1e-6 && standing(turn) < EDGE);
});

test("four quarter turns bring a die back, and its upper face stays", () => {
  let turn = showing(3);
  for (let k = 0; k < 4; k++) {
    turn = times(about(0, 0, 1, Math.PI / 2), turn);
    assert.equal(upOf(turn), 3);
  }
  assert.ok(alike(turn, showing(3)));
});

test("a drag down by a quarter turn brings up the face behind, a drag back brings it back", () => {
  const square = times(about(0, 0, 1, -0.62), showing(5));
  const down = dragged(square, 0, Math.PI / 2);
  assert.notEqual(upOf(down), 5);
  assert.notEqual(upOf(down), 2, "opposite faces are two quarter turns away");
  assert.ok(alike(dragged(down, 0, -Math.PI / 2), square));
});

/** Where a die's own upright axis points after a turn, and where the side towards the player went. */
const pointed = (turn) => axesOf(Float32Array.from(turn), 0, new Float32Array(9));

test("the die follows the finger: down tips its top towards the player, right takes its near side to the right", () => {
  const [, , , , , , , top] = pointed(dragged([0, 0, 0, 1], 0, 0.3));
  assert.ok(top < -0.2);
  const near = pointed(dragged([0, 0, 0, 1], 0.3, 0)).slice(3, 6).map((part) => -part);
  assert.ok(near[0] > 0.2 && near[1] < -0.9);
});

test("the way between two turns begins and ends there, in even steps", () => {
  const [a, b] = [showing(1), showing(4)];
  assert.ok(alike(between(a, b, 0), a) && alike(between(a, b, 1), b));
  const half = between(a, b, 0.5);
  assert.ok(alike(half, between(a, b.map((part) => -part), 0.5)), "one turn has two names");
  assert.ok(near(half.reduce((sum, part, k) => sum + part * a[k], 0), Math.abs(half.reduce((sum, part, k) => sum + part * b[k], 0))));
});

test("a fling carries the die on, and a wild one not all around", () => {
  const start = showing(6);
  assert.ok(alike(flung(start, 0, 0), start));
  assert.ok(!alike(flung(start, 0.004, 0), start));
  assert.ok(alike(flung(start, 5, 0), flung(start, 50, 0)));
});
