// Throws of the bank with their dice turned: the same motion, the faces that were drawn, and dice that stay legal.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { crc32 as zlibCrc } from 'node:zlib';

import { axesOf, faceUp } from '../../app/static/js/dice/faces.js';
import { decodeThrow, samplePoses } from '../../app/static/js/dice/trajectory.js';
import { turned } from '../../app/static/js/dice/turned.js';
import { BankFormatError, readBank } from '../../app/static/js/practice/bank.js';

const FILE = new URL('../../app/static/throws/bank.bin', import.meta.url);
const file = () => new Uint8Array(readFileSync(FILE)).buffer;
const bank = await readBank(file());
const countOf = (n) => bank.throws[n].dice;
/** One throw of every number of dice. */
const EACH = [1, 2, 3, 4, 5, 6, 7, 8].map((dice) => bank.throws.findIndex((each) => each.dice === dice));
const FACES = [1, 2, 3, 4, 5, 6];
const STEP_MS = 1000 / 120;

/** Poses of a throw at 120 Hz, by moment. */
function posesOf(thr) {
  const out = [];
  for (let t = 0; t < thr.durationMs + STEP_MS; t += STEP_MS) {
    const poses = new Float32Array(56);
    samplePoses(thr, t, poses);
    out.push(poses);
  }
  return out;
}

/** Degrees between two orientations. */
function between(a, b, at, bt = at) {
  let dot = 0;
  for (let k = 0; k < 4; k += 1) dot += a[at + k] * b[bt + k];
  return (2 * Math.acos(Math.min(1, Math.abs(dot))) * 180) / Math.PI;
}

const turnsOf = (thr, die) => thr.dice[die].turns;

test('every record of the bank, unpacked here, is the record that was thrown there', () => {
  let seal = 0;
  bank.throws.forEach((_, n) => (seal = zlibCrc(new Uint8Array(bank.record(n)), seal)));
  assert.equal(seal, bank.seal);
});

test('the bank is small enough to go along, and has several throws for every number of dice and every aim', () => {
  assert.ok(file().byteLength <= 300_000);
  const buckets = new Map();
  for (const { dice, angle, power } of bank.throws) {
    assert.ok(angle >= 0 && angle <= 45 && power >= 0 && power <= 100);
    const key = `${dice}/${angle < 9 ? 0 : angle < 27 ? 1 : 2}/${Math.min(3, Math.floor(power / 25))}`;
    buckets.set(key, (buckets.get(key) ?? 0) + 1);
  }
  assert.equal(buckets.size, 8 * 3 * 4);
  assert.ok(Math.min(...buckets.values()) >= 2);
});

test('a file that is cut, altered or of another version is no bank', async () => {
  const bytes = new Uint8Array(file());
  for (const spoil of [(b) => b.slice(0, 9), (b) => b.slice(0, -2000), (b) => b.with(0, 9)]) {
    await assert.rejects(readBank(spoil(bytes).slice().buffer), BankFormatError);
  }
});

test('every number of dice turned to every face shows it at rest, exactly', () => {
  for (const n of EACH) {
    for (const face of FACES) {
      const faces = Array.from({ length: countOf(n) }, (_, die) => ((face + die - 1) % 6) + 1);
      for (const mirrored of [false, true]) {
        for (const quarter of [0, 1, 2, 3]) {
          const thr = decodeThrow(turned(bank.record(n), { faces, mirrored, quarters: faces.map(() => quarter) }));
          assert.deepEqual(thr.dice.map((die) => die.face), faces);
          const poses = posesOf(thr).at(-1);
          faces.forEach((wanted, die) => {
            assert.equal(faceUp(poses, die * 7 + 3), wanted);
            const axes = axesOf(poses, die * 7 + 3, new Float32Array(9));
            const flat = Math.max(Math.abs(axes[2]), Math.abs(axes[5]), Math.abs(axes[8]));
            assert.ok(flat > 1 - 1e-6, `die ${die} lies flat`);
          });
        }
      }
    }
  }
});

test('no die changes its path, its height or how fast it turns', () => {
  for (const n of EACH) {
    const record = bank.record(n);
    const before = decodeThrow(record);
    const faces = Array.from({ length: countOf(n) }, (_, die) => FACES[(die * 5 + n) % 6]);
    const after = decodeThrow(turned(record, { faces, quarters: faces.map((_, die) => die) }));
    assert.deepEqual(after.cues, before.cues);
    const [was, is] = [posesOf(before), posesOf(after)];
    for (let die = 0; die < faces.length; die += 1) {
      assert.deepEqual(after.dice[die].times, before.dice[die].times);
      assert.deepEqual(after.dice[die].places, before.dice[die].places);
      was.forEach((poses, moment) => assert.ok(Math.abs(poses[die * 7 + 2] - is[moment][die * 7 + 2]) < 0.12, 'the same height'));
      const [a, b] = [turnsOf(before, die), turnsOf(after, die)];
      for (let key = 4; key < a.length; key += 4) assert.ok(Math.abs(between(a, a, key - 4, key) - between(b, b, key - 4, key)) < 0.6, 'the same turn from key to key');
    }
  }
});

test('a turned body stands by one of the 24 turns of a cube in the old motion, the same all the way', () => {
  const record = bank.record(EACH[7]);
  const before = decodeThrow(record);
  const kinds = new Set();
  for (const face of FACES) {
    for (const quarter of [0, 1, 2, 3]) {
      const after = decodeThrow(turned(record, { faces: Array(8).fill(face), quarters: Array(8).fill(quarter) }));
      let first = null;
      for (let key = 0; key < turnsOf(before, 0).length; key += 4) {
        const [old, now] = [before, after].map((thr) => axesOf(Float32Array.from(turnsOf(thr, 0)), key, new Float32Array(9)));
        // Which old axis each new one stands on: whole numbers, determinant +1.
        const seats = [0, 1, 2].map((i) => [0, 1, 2].map((j) => old[j * 3] * now[i * 3] + old[j * 3 + 1] * now[i * 3 + 1] + old[j * 3 + 2] * now[i * 3 + 2]));
        const whole = seats.map((row) => row.map(Math.round));
        seats.forEach((row, i) => row.forEach((value, j) => assert.ok(Math.abs(value - whole[i][j]) < 0.02)));
        const [a, b, c] = whole;
        assert.equal(a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]), 1);
        first ??= JSON.stringify(whole);
        assert.equal(JSON.stringify(whole), first);
      }
      kinds.add(first);
    }
  }
  assert.equal(kinds.size, 24);
});

test('in the mirror left is right, dice turn the other way round the vertical, and walls change places', () => {
  for (const n of EACH) {
    const record = bank.record(n);
    const faces = Array.from({ length: countOf(n) }, (_, die) => FACES[(die + n) % 6]);
    const [before, after] = [decodeThrow(record), decodeThrow(turned(record, { faces, mirrored: true }))];
    const [was, is] = [posesOf(before), posesOf(after)];
    was.forEach((poses, moment) => {
      for (let die = 0; die < faces.length; die += 1) {
        const at = die * 7;
        assert.ok(Math.abs(poses[at] + is[moment][at]) < 1e-4 && Math.abs(poses[at + 1] - is[moment][at + 1]) < 1e-4);
        assert.ok(Math.abs(poses[at + 2] - is[moment][at + 2]) < 0.12);
        // The cube without its pips is the mirror image: the same set of axes, x the other way.
        const [a, b] = [poses, is[moment]].map((of) => axesOf(of, at + 3, new Float32Array(9)));
        for (const axis of [0, 3, 6]) {
          const image = [-a[axis], a[axis + 1], a[axis + 2]];
          const best = Math.max(...[0, 3, 6].map((other) => Math.abs(image[0] * b[other] + image[1] * b[other + 1] + image[2] * b[other + 2])));
          assert.ok(best > Math.cos(0.012), `${best}`);
        }
      }
    });
    const swapped = { 0: 1, 1: 0, 2: 2, 3: 3 };
    assert.deepEqual(after.cues, before.cues.map((cue) => (cue.kind === 'wall' ? { ...cue, b: swapped[cue.b] } : cue)));
  }
});

test('a turned throw turned again, or back, is turned from what it shows', () => {
  const record = bank.record(EACH[2]);
  const once = turned(record, { faces: [2, 3, 5], mirrored: true, of: { table: 9n, game: 3, roll: 14 } });
  const back = decodeThrow(turned(once, { faces: [1, 1, 1], mirrored: true }));
  const first = decodeThrow(record);
  back.dice.forEach((die, k) => {
    assert.ok(Math.abs(die.finalYaw - first.dice[k].finalYaw) < 1e-4);
    for (let key = 0; key < die.turns.length; key += 4) assert.ok(between(die.turns, turnsOf(first, k), key) < 1);
  });
  const again = decodeThrow(turned(once, { faces: [4, 6, 1], quarters: [1, 2, 3] }));
  assert.deepEqual(again.dice.map((_, die) => faceUp(posesOf(again).at(-1), die * 7 + 3)), [4, 6, 1]);
  again.dice.forEach((die, k) => assert.deepEqual(die.places, decodeThrow(once).dice[k].places));
  const { table, game, roll } = decodeThrow(once);
  assert.deepEqual([table, game, roll], [9n, 3, 14]);
});
