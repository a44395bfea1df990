// The browser's reader of throw records, held to the vectors the Python reader is held to.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { ThrowFormatError, decodeThrow, finalPoses, samplePoses } from '../../app/static/js/dice/trajectory.js';

const VECTORS = new URL('../vectors/throws/', import.meta.url);
const NAMES = readdirSync(VECTORS)
  .filter((name) => name.endsWith('.bin'))
  .map((name) => name.slice(0, -4));

const bytesOf = (name) => new Uint8Array(readFileSync(new URL(`${name}.bin`, VECTORS)));
const valuesOf = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, VECTORS), 'utf8'));
const read = (bytes) => decodeThrow(bytes.slice().buffer);

/** Equal in shape and words, numbers within `off`. */
function close(found, wanted, off, where) {
  if (typeof wanted === 'number') assert.ok(Math.abs(found - wanted) <= off, `${where}: ${found} is not ${wanted}`);
  else if (typeof wanted !== 'object') assert.equal(found, wanted, where);
  else {
    assert.deepEqual(Object.keys(found).sort(), Object.keys(wanted).sort(), where);
    for (const key of Object.keys(wanted)) close(found[key], wanted[key], off, `${where}.${key}`);
  }
}

/** The sum zlib seals with, one bit at a time. */
function slowCrc(bytes) {
  let c = 0xffffffff;
  for (const byte of bytes) {
    c ^= byte;
    for (let k = 0; k < 8; k += 1) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  }
  return ~c >>> 0;
}

function resealed(bytes) {
  const copy = bytes.slice();
  new DataView(copy.buffer).setUint32(copy.length - 4, slowCrc(copy.subarray(0, -4)), true);
  return copy;
}

const refused = (bytes, why) => assert.throws(() => read(bytes), ThrowFormatError, why);

test('there are vectors, one of them made by hand', () => {
  assert.ok(NAMES.includes('by_hand') && NAMES.includes('eight_hard') && NAMES.length >= 5);
});

for (const name of NAMES) {
  test(`${name} reads as its values say`, () => {
    const { poses, ...wanted } = valuesOf(name);
    const { count, table, dice, ...head } = read(bytesOf(name));
    assert.equal(typeof table, 'bigint');
    assert.equal(count, wanted.dice.length);
    const plain = dice.map((die) => ({
      ...die,
      times: [...die.times],
      places: [...die.places],
      turns: [...die.turns],
    }));
    close({ ...head, table: String(table), dice: plain }, wanted, 1e-6, name);
  });

  test(`${name} is sampled as its values say, at, between and after its keys`, () => {
    const thr = read(bytesOf(name));
    const out = new Float32Array(thr.count * 7);
    for (const { tMs, values } of valuesOf(name).poses) {
      samplePoses(thr, tMs, out);
      close([...out], values, 2e-4, `${name} at ${tMs}`);
    }
  });

  test(`${name} ends flat, with the faces of its record up`, () => {
    const thr = read(bytesOf(name));
    const out = new Float32Array(thr.count * 7);
    finalPoses(thr, out);
    thr.dice.forEach(({ face, places }, die) => {
      const [x, y, z, qx, qy, qz, qw] = out.subarray(die * 7);
      const up = [2 * (qx * qz - qw * qy), 2 * (qy * qz + qw * qx), 1 - 2 * (qx * qx + qy * qy)];
      const shown = { 1: up[2], 2: up[0], 3: up[1], 4: -up[1], 5: -up[0], 6: -up[2] };
      assert.ok(shown[face] > 0.999999);
      assert.ok(Math.abs(z - thr.edge / 2) < 1e-4);
      assert.ok(Math.abs(x - places[places.length - 3]) < 1e-4 && Math.abs(y - places[places.length - 2]) < 1e-4);
    });
  });
}

test('a moment before the start is the start, one after the end is the end', () => {
  const thr = read(bytesOf('eight_hard'));
  const [before, start, end, after] = [-50, 0, thr.durationMs, 99999].map((t) => {
    const out = new Float32Array(thr.count * 7);
    samplePoses(thr, t, out);
    return out;
  });
  assert.deepEqual(before, start);
  assert.deepEqual(after, end);
  assert.notDeepEqual(start, end);
});

test('no corner sinks below the felt at any millisecond', () => {
  const thr = read(bytesOf('eight_hard'));
  const out = new Float32Array(thr.count * 7);
  for (let t = 0; t <= thr.durationMs; t += 1) {
    samplePoses(thr, t, out);
    for (let at = 0; at < out.length; at += 7) {
      const [, , z, qx, qy, qz, qw] = out.subarray(at);
      const low =
        Math.abs(2 * (qx * qz - qw * qy)) + Math.abs(2 * (qy * qz + qw * qx)) + Math.abs(1 - 2 * (qx * qx + qy * qy));
      assert.ok(z - (thr.edge / 2) * low > -1e-3);
      assert.ok(Math.abs(Math.hypot(qx, qy, qz, qw) - 1) < 1e-5);
    }
  }
});

test('sampling allocates nothing', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const thr = read(bytesOf('eight_hard'));
  const out = new Float32Array(thr.count * 7);
  const grown = Array.from({ length: 8 }, () => {
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let k = 0; k < 20000; k += 1) samplePoses(thr, (k * 7) % thr.durationMs, out);
    return process.memoryUsage().heapUsed - before;
  });
  // The quietest round, as the compiler allocates too; one number a sample would be 240,000 bytes.
  assert.ok(Math.min(...grown) < 100000, `${grown} bytes in 20000 samples each`);
});

for (const { why, at, ...change } of JSON.parse(readFileSync(new URL('refused.json', VECTORS), 'utf8'))) {
  test(`${why} is refused, even under a right seal`, () => {
    const bytes = bytesOf('by_hand');
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    if ('u8' in change) view.setUint8(at, change.u8);
    if ('u16' in change) view.setUint16(at, change.u16, true);
    if ('u32' in change) view.setUint32(at, change.u32, true);
    refused(resealed(bytes), why);
  });
}

test('every shortened record, and one with a byte behind it, is refused', () => {
  const bytes = bytesOf('by_hand');
  for (let length = 0; length < bytes.length; length += 1) refused(bytes.slice(0, length), `${length} bytes`);
  for (let length = 8; length < bytes.length; length += 1) refused(resealed(bytes.slice(0, length)), `${length} sealed`);
  refused(resealed(Uint8Array.of(...bytes, 0)), 'one byte more');
});

test('every single altered byte is noticed', () => {
  const bytes = bytesOf('by_hand');
  for (let at = 0; at < bytes.length; at += 1) {
    const copy = bytes.slice();
    copy[at] ^= 1 << at % 8;
    refused(copy, `byte ${at}`);
  }
});

test('resealed noise is read or refused, and nothing else is thrown', () => {
  let seed = 7;
  const next = (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const source = bytesOf('eight_hard');
  let bad = 0;
  for (let round = 0; round < 1500; round += 1) {
    const copy = source.slice(0, source.length - [0, 0, 0, 1, 9][next(5)]);
    for (let k = 0; k <= next(4); k += 1) copy[1 + next(next(2) ? 60 : copy.length - 5)] = next(256);
    try {
      const thr = read(resealed(copy));
      const out = new Float32Array(thr.count * 7);
      samplePoses(thr, thr.durationMs / 2, out);
      assert.ok(out.every(Number.isFinite));
    } catch (error) {
      if (!(error instanceof ThrowFormatError)) throw error;
      bad += 1;
    }
  }
  assert.ok(bad > 150 && bad < 1500, `${bad} refused`);
});
