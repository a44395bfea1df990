import assert from 'node:assert/strict';
import { test } from 'node:test';

import { aim, blendCameras, focal, newCamera, newView, project, unproject } from '../../app/static/js/dice/camera.js';
import { farthestFirst, hullOf } from '../../app/static/js/dice/hull.js';
import { faceUp, skew, turnUp } from '../../app/static/js/dice/faces.js';
import { BEVEL, roundedDie, tray } from '../../app/static/js/dice/geometry.js';
import { EDGE, TRAY, planFelt, rowsOf } from '../../app/static/js/dice/layout.js';
import { HOUSE, linear, skinNumbers } from '../../app/static/js/dice/skins.js';
import { BRIGHTEST, KEY, SOFT, radiance, weave } from '../../app/static/js/dice/studio.js';

const FELTS = [[320, 248], [360, 320], [390, 524], [412, 595]];
const WIDER = [[568, 300], [820, 560], [1280, 720]];

const seen = (layout, cam) => {
  const view = newView(layout.w, layout.h);
  aim(cam, view);
  return (x, y, z) => {
    const out = [0, 0];
    project(view, x, y, z, out);
    return out;
  };
};

test('the pixel of a point and the point of a pixel undo each other', () => {
  for (const [w, h] of FELTS) {
    const layout = planFelt(w, h);
    for (const cam of [layout.rest, layout.tray]) {
      for (const [x, y, z] of [[0, 0, 0], [-50, 60, 8], [33, -20, 16]]) {
        const [px, py] = seen(layout, cam)(x, y, z);
        const back = [0, 0, 0];
        unproject(cam, focal(w, h), px, py, z, back);
        assert.ok(Math.hypot(back[0] - x, back[1] - y) < 0.01, `${w}×${h}: ${back} is not ${[x, y]}`);
      }
    }
  }
});

test('every felt gives eight dice boxes of a finger and more, side by side and inside', () => {
  const wanted = [[78, 86], [88, 96], [95, 104], [95, 104]];
  FELTS.forEach(([w, h], felt) => {
    const boxes = planFelt(w, h).cells(8);
    assert.equal(boxes.length, 8);
    for (const box of boxes) {
      assert.ok(box.w >= wanted[felt][0] && box.h >= wanted[felt][1], `${w}×${h}: ${box.w}×${box.h}`);
      assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.w <= w && box.y + box.h <= h, `${w}×${h}: inside`);
    }
    boxes.forEach((a, k) =>
      boxes.slice(k + 1).forEach((b) => {
        const apart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
        assert.ok(apart, `${w}×${h}: ${JSON.stringify(a)} lies over ${JSON.stringify(b)}`);
      }),
    );
  });
});

test('one to eight dice stand in at most two centred rows of at most four', () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7, 8].map(rowsOf), [[1], [2], [3], [4], [3, 2], [3, 3], [4, 3], [4, 4]]);
  for (const [w, h] of [...FELTS, ...WIDER]) {
    for (let n = 1; n <= 8; n += 1) {
      const cells = planFelt(w, h).cells(n);
      for (const y of new Set(cells.map((cell) => cell.y))) {
        const row = cells.filter((cell) => cell.y === y);
        const middle = (row[0].x + row[row.length - 1].x + row[0].w) / 2;
        assert.ok(Math.abs(middle - w / 2) < 0.01, `${n} dice on ${w}×${h}`);
      }
    }
  }
});

test('a die in its place is seen inside its box and fills more than half of it', () => {
  for (const [w, h] of [...FELTS, ...WIDER]) {
    const layout = planFelt(w, h);
    for (const box of layout.cells(8)) {
      const [x, y] = layout.spot(box);
      const corners = [];
      for (let k = 0; k < 8; k += 1) {
        corners.push(seen(layout, layout.rest)(x + (k & 1 ? 8 : -8), y + (k & 2 ? 8 : -8), k & 4 ? 16 : 0));
      }
      const xs = corners.map(([px]) => px);
      const ys = corners.map(([, py]) => py);
      const inside = Math.min(...xs) >= box.x && Math.max(...xs) <= box.x + box.w && Math.min(...ys) >= box.y && Math.max(...ys) <= box.y + box.h;
      assert.ok(inside, `${w}×${h}: ${[Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]} in ${JSON.stringify(box)}`);
      assert.ok(Math.max(...xs) - Math.min(...xs) > 0.6 * box.w);
    }
  }
});

test('during the throw the whole felt is in the picture, with room for dice at the far rail', () => {
  for (const [w, h] of [...FELTS, ...WIDER]) {
    const layout = planFelt(w, h);
    const at = seen(layout, layout.tray);
    for (const x of [-TRAY.w / 2, TRAY.w / 2]) {
      for (const [y, z] of [[-TRAY.h / 2, 0], [TRAY.h / 2, 0], [TRAY.h / 2, EDGE]]) {
        const [px, py] = at(x, y, z);
        assert.ok(px >= 0 && px <= w && py >= 0 && py <= h, `${w}×${h}: ${[x, y, z]} at ${[px, py]}`);
      }
    }
  }
});

test('at rest the eye stands 75 to 80 degrees above the felt and the far rail runs along the upper edge', () => {
  for (const [w, h] of FELTS) {
    const layout = planFelt(w, h);
    const tilt = (layout.rest.tilt * 180) / Math.PI;
    assert.ok(tilt >= 75 && tilt <= 80);
    const [, py] = seen(layout, layout.rest)(0, TRAY.h / 2, TRAY.rail);
    assert.ok(py >= 12 && py <= 28, `${w}×${h}: rail ends at ${py}`);
  }
});

test('the camera passes evenly from one place to the other', () => {
  const { rest, tray: whole } = planFelt(390, 524);
  const cam = newCamera();
  blendCameras(rest, whole, 0, cam);
  assert.deepEqual(cam, { ...rest });
  blendCameras(rest, whole, 1, cam);
  assert.ok(Math.abs(cam.far - whole.far) < 1e-9 && cam.tilt === whole.tilt);
  blendCameras(rest, whole, 0.5, cam);
  assert.ok(Math.abs(cam.far / rest.far - whole.far / cam.far) < 1e-9);
});

test('an orientation shows the face it was made for, however it is turned', () => {
  const pose = new Float32Array(8);
  for (let face = 1; face <= 6; face += 1) {
    for (let yaw = -3; yaw < 3; yaw += 0.37) {
      turnUp(face, yaw, pose, 3);
      assert.equal(faceUp(pose, 3), face);
      const quarter = yaw - Math.round(yaw / (Math.PI / 2)) * (Math.PI / 2);
      assert.ok(Math.abs(skew(pose, 3) - quarter) < 1e-5, `face ${face} at ${yaw}`);
    }
  }
});

test('the die is closed and rounded: its points lie on the core grown by the bevel, its triangles look outward', () => {
  const { points, corners } = roundedDie(EDGE / 2, 4);
  const flat = EDGE / 2 - BEVEL;
  for (let k = 0; k < points.length; k += 6) {
    const past = [0, 1, 2].map((c) => Math.max(0, Math.abs(points[k + c]) - flat));
    assert.ok(Math.abs(Math.hypot(...past) - BEVEL) < 1e-5);
  }
  const at = (k) => [...points.slice(k * 6, k * 6 + 3)];
  for (let k = 0; k < corners.length; k += 3) {
    const [a, b, c] = [at(corners[k]), at(corners[k + 1]), at(corners[k + 2])];
    const [u, v] = [b.map((x, i) => x - a[i]), c.map((x, i) => x - a[i])];
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    assert.ok(normal.reduce((sum, x, i) => sum + x * a[i], 0) > 0, `triangle ${k / 3}`);
  }
});

test('the tray has its felt at zero, its rail above it, and uses every point', () => {
  const { points, corners } = tray();
  const heights = new Set();
  for (let k = 2; k < points.length; k += 6) heights.add(points[k]);
  assert.equal(Math.min(...heights), 0);
  assert.equal(Math.max(...heights), TRAY.rail);
  assert.equal(new Set(corners).size, points.length / 6);
});

test('no lamp stands within 30 degrees of where an upward face mirrors the resting eye', () => {
  const tilt = planFelt(390, 524).rest.tilt;
  const mirror = [0, Math.cos(tilt), Math.sin(tilt)];
  const ceiling = radiance([0, 0, 1])[0];
  for (let k = 0; k < 4000; k += 1) {
    const z = 1 - (k + 0.5) / 4000;
    const turn = k * 2.39996;
    const d = [Math.sqrt(1 - z * z) * Math.cos(turn), Math.sqrt(1 - z * z) * Math.sin(turn), z];
    if (d[1] * mirror[1] + d[2] * mirror[2] < Math.cos(Math.PI / 6)) continue;
    assert.ok(radiance(d)[0] < 2 * ceiling, `light ${radiance(d)[0]} from ${d}`);
  }
});

test('the soft light that shaders use is that of the studio without its key light', () => {
  const whole = [0, 0, 0, 0, 0, 0];
  const ways = [[0, 0, 1], [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, -1]];
  const count = 20000;
  for (let k = 0; k < count; k += 1) {
    const z = 1 - (2 * (k + 0.5)) / count;
    const turn = k * 2.39996;
    const d = [Math.sqrt(1 - z * z) * Math.cos(turn), Math.sqrt(1 - z * z) * Math.sin(turn), z];
    if (d[0] * KEY[0] + d[1] * KEY[1] + d[2] * KEY[2] > 0.82) continue;
    const light = radiance(d)[0];
    ways.forEach((n, way) => (whole[way] += (light * Math.max(0, n[0] * d[0] + n[1] * d[1] + n[2] * d[2]) * 4) / count));
  }
  ways.forEach(([x, y, z], way) => {
    const fit = SOFT[0] + SOFT[1] * x + SOFT[2] * y + SOFT[3] * z + SOFT[4] * z * z;
    assert.ok(Math.abs(fit - whole[way]) < 0.12, `${ways[way]}: ${fit} for ${whole[way]}`);
  });
  assert.ok(radiance(KEY)[0] <= BRIGHTEST + 1);
});

test('the weave tiles in both channels and is the same on every phone', () => {
  const texels = weave(64);
  for (const channel of [0, 1]) {
    const values = texels.filter((_, k) => k % 2 === channel);
    const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
    assert.ok(Math.abs(mean - 128) < 12, `mean ${mean}`);
    assert.ok(new Set(values).size > 60);
  }
  assert.deepEqual(weave(64), texels);
});

test('a set becomes 24 numbers, its colours in linear light', () => {
  const numbers = skinNumbers(HOUSE);
  assert.equal(numbers.length, 24);
  assert.ok(Math.abs(numbers[0] - linear(HOUSE.base)[0]) < 1e-6);
  assert.ok(Math.abs(linear('#808080')[0] - 0.2159) < 1e-3);
});

test('the outline of a cloud of points goes round all of them', () => {
  const points = Float32Array.of(0, 0, 4, 0, 4, 4, 0, 4, 2, 2, 1, 3, 3, 1, 2, 1);
  const out = new Float32Array(16);
  const count = hullOf(points, 8, out);
  const corners = Array.from({ length: count }, (_, k) => `${out[k * 2]},${out[k * 2 + 1]}`).sort();
  assert.deepEqual(corners, ['0,0', '0,4', '4,0', '4,4']);
});

test('dice are painted from the far end of the tray to the near one', () => {
  const { tray: cam, w, h } = planFelt(390, 524);
  const view = newView(w, h);
  aim(cam, view);
  const poses = new Float32Array(21);
  [-40, 60, 10].forEach((y, die) => (poses[die * 7 + 1] = y));
  const order = new Uint8Array(8);
  farthestFirst(poses, 3, view.lens, order);
  assert.deepEqual([...order.slice(0, 3)], [1, 2, 0]);
});
