/**
 * Reads a throw record (docs/throw-format.md, version 1) and tells where the dice are at any moment of it.
 *
 * The twin of app/physics/codec.py and `sample` in trajectory.py; both are held to tests/vectors/throws.
 */

const VERSION = 1;
const HEADER = 24;
const DIE = 4;
const KEY = 9;
const CUE = 4;
const SEAL = 4;
const MOST_DICE = 8;
const WALLS = 4;
/** Numbers a die takes in a pose array: x y z, then qx qy qz qw. */
const POSE = 7;

const HOP_STEP = 0.25;
const H = Math.SQRT1_2;

/** The turn that brings a face up, before any yaw; index 0 is unused. */
const FACE_UP = [
  [0, 0, 0, 1],
  [0, 0, 0, 1],
  [0, -H, 0, H],
  [H, 0, 0, H],
  [-H, 0, 0, H],
  [0, H, 0, H],
  [1, 0, 0, 0],
];

/** Kinds of sound, by their number in the record. */
const KINDS = /** @type {const} */ (['felt', 'wall', 'dice', 'settle']);

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

/** These bytes are not a throw record of a version known here. */
export class ThrowFormatError extends Error {
  /** @param {string} sentence */
  constructor(sentence) {
    super(sentence);
    this.name = 'ThrowFormatError';
  }
}

/**
 * @typedef {object} Die
 * @property {number} face  shown at rest
 * @property {number} finalYaw  radians
 * @property {Uint16Array} times  ms of every key
 * @property {Float64Array} places  x, y, hop of every key, mm
 * @property {Float64Array} turns  qx, qy, qz, qw of every key
 */

/**
 * @typedef {object} Cue
 * @property {number} tMs
 * @property {'felt' | 'wall' | 'dice' | 'settle'} kind
 * @property {number} a  the die
 * @property {number} b  the other die; the same one on the felt; for a wall 0 left, 1 right, 2 far, 3 near
 * @property {number} intensity  0–1
 */

/**
 * @typedef {object} Throw
 * @property {number} version
 * @property {bigint} table
 * @property {number} game
 * @property {number} roll
 * @property {number} durationMs
 * @property {number} trayW  mm
 * @property {number} trayH  mm
 * @property {number} edge  mm
 * @property {number} count  number of dice
 * @property {Die[]} dice
 * @property {Cue[]} cues  in order of time
 */

/**
 * @param {ArrayBuffer} buffer
 * @returns {Throw}
 * @throws {ThrowFormatError} for anything but a whole, unaltered record
 */
export function decodeThrow(buffer) {
  const view = new DataView(buffer);
  need(view.byteLength >= HEADER + SEAL, 'A throw record is longer than this.');
  need(view.getUint8(0) === VERSION, `Version ${view.getUint8(0)} of the throw record is not known here.`);
  const end = view.byteLength - SEAL;
  need(view.getUint32(end, true) === crc32(buffer, end), 'The seal of the throw record does not fit its bytes.');
  const count = view.getUint8(1);
  const thr = {
    version: VERSION,
    table: view.getBigUint64(4, true),
    game: view.getUint16(2, true),
    roll: view.getUint16(12, true),
    durationMs: view.getUint16(14, true),
    trayW: view.getUint16(16, true) / 2,
    trayH: view.getUint16(18, true) / 2,
    edge: view.getUint8(20) / 10,
    count,
    /** @type {Die[]} */
    dice: [],
    /** @type {Cue[]} */
    cues: [],
  };
  need(count >= 1 && count <= MOST_DICE, `A throw has 1 to ${MOST_DICE} dice.`);
  need(thr.trayW > 0 && thr.trayH > 0 && thr.edge > 0, 'Tray and dice have a size.');
  need(view.getUint8(21) > 0 && view.getUint8(23) === 0, 'The header of the throw record is wrong.');
  const cueCount = view.getUint8(22);
  let at = HEADER + count * DIE;
  need(end >= at, 'The throw record ends inside its dice.');
  let length = at + cueCount * CUE;
  for (let die = 0; die < count; die += 1) length += view.getUint8(HEADER + die * DIE + 1) * KEY;
  need(length === end, 'The throw record has the wrong length for its keys and cues.');
  for (let die = 0; die < count; die += 1) {
    thr.dice.push(readDie(view, HEADER + die * DIE, at, thr));
    at += thr.dice[die].times.length * KEY;
  }
  const last = Math.max(...thr.dice.map(({ times }) => times[times.length - 1]));
  need(last === thr.durationMs, 'The last key ends the throw.');
  for (let n = 0; n < cueCount; n += 1) thr.cues.push(readCue(view, at + n * CUE, thr));
  return thr;
}

/**
 * Writes x, y, z, qx, qy, qz, qw of every die at a moment of the throw; allocates nothing.
 * @param {Throw} thr
 * @param {number} tMs
 * @param {Float32Array} out  at least 7 numbers a die
 */
export function samplePoses(thr, tMs, out) {
  const half = thr.edge / 2;
  for (let die = 0; die < thr.count; die += 1) {
    const { times, places, turns } = thr.dice[die];
    const key = keyBefore(times, tMs);
    const part = Math.min(1, Math.max(0, (tMs - times[key]) / (times[key + 1] - times[key])));
    const at = die * POSE;
    slerp(turns, key * 4, part, out, at + 3);
    const p = key * 3;
    out[at] = places[p] + (places[p + 3] - places[p]) * part;
    out[at + 1] = places[p + 1] + (places[p + 4] - places[p + 1]) * part;
    const hop = places[p + 2] + (places[p + 5] - places[p + 2]) * part;
    const x = out[at + 3];
    const y = out[at + 4];
    const z = out[at + 5];
    const w = out[at + 6];
    const stand =
      half * (Math.abs(2 * (x * z - w * y)) + Math.abs(2 * (y * z + w * x)) + Math.abs(1 - 2 * (x * x + y * y)));
    out[at + 2] = Math.max(half + hop, stand);
  }
}

/**
 * The poses at rest, as `samplePoses` writes them.
 * @param {Throw} thr
 * @param {Float32Array} out
 */
export function finalPoses(thr, out) {
  samplePoses(thr, thr.durationMs, out);
}

/**
 * The last key that is not after a moment, but never the very last one.
 * @param {Uint16Array} times
 * @param {number} tMs
 */
function keyBefore(times, tMs) {
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= tMs) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * Even turning along the shorter arc from one key to the next.
 * @param {Float64Array} turns
 * @param {number} at  index of the first key's x; the next key follows
 * @param {number} part  0–1
 * @param {Float32Array} out
 * @param {number} to
 */
function slerp(turns, at, part, out, to) {
  let dot = 0;
  for (let k = 0; k < 4; k += 1) dot += turns[at + k] * turns[at + 4 + k];
  const angle = Math.acos(Math.min(1, Math.abs(dot)));
  const whole = Math.sin(angle);
  const from = whole < 1e-6 ? 1 - part : Math.sin((1 - part) * angle) / whole;
  const next = (whole < 1e-6 ? part : Math.sin(part * angle) / whole) * (dot < 0 ? -1 : 1);
  let size = 0;
  for (let k = 0; k < 4; k += 1) {
    const value = from * turns[at + k] + next * turns[at + 4 + k];
    out[to + k] = value;
    size += value * value;
  }
  size = 1 / Math.sqrt(size);
  for (let k = 0; k < 4; k += 1) out[to + k] *= size;
}

/**
 * @param {DataView} view
 * @param {number} head  where the die's own four bytes stand
 * @param {number} at  where its keys stand
 * @param {{trayW: number, trayH: number}} tray
 * @returns {Die}
 */
function readDie(view, head, at, tray) {
  const face = view.getUint8(head);
  const count = view.getUint8(head + 1);
  const finalYaw = (view.getUint16(head + 2, true) / 65536) * 2 * Math.PI;
  need(face >= 1 && face <= 6, 'A die shows a face from 1 to 6.');
  need(count >= 2, 'A die has at least two keys.');
  const times = new Uint16Array(count);
  const places = new Float64Array(count * 3);
  const turns = new Float64Array(count * 4);
  let now = 0;
  for (let key = 0; key < count; key += 1) {
    const wait = view.getUint8(at + key * KEY);
    need(key === 0 ? wait === 0 : wait > 0, 'Keys start at 0 and move on in time.');
    now += wait;
    times[key] = now;
    const place = view.getUint32(at + key * KEY + 1, true);
    places[key * 3] = ((place >>> 20) / 4095 - 0.5) * tray.trayW;
    places[key * 3 + 1] = (((place >>> 8) & 4095) / 4095 - 0.5) * tray.trayH;
    places[key * 3 + 2] = (place & 255) * HOP_STEP;
    readTurn(view.getUint32(at + key * KEY + 5, true), turns, key * 4);
  }
  need(places[count * 3 - 1] === 0, 'A die at rest lies on the felt.');
  lieDown(turns, count * 4 - 4, face, finalYaw);
  return { face, finalYaw, times, places, turns };
}

/**
 * Smallest three: the largest component is the positive rest to one.
 * @param {number} packed
 * @param {Float64Array} turns
 * @param {number} at
 */
function readTurn(packed, turns, at) {
  const largest = packed >>> 30;
  let squares = 0;
  for (let k = 0, shift = 20; k < 4; k += 1) {
    if (k === largest) continue;
    const value = ((((packed >>> shift) & 1023) / 1023) * 2 - 1) / Math.SQRT2;
    turns[at + k] = value;
    squares += value * value;
    shift -= 10;
  }
  need(squares < 0.76, 'A key has an orientation that is none.');
  turns[at + largest] = Math.sqrt(1 - squares);
}

/**
 * Puts the exact pose of a face and yaw in place of the last key's.
 * @param {Float64Array} turns
 * @param {number} at
 * @param {number} face
 * @param {number} yaw
 */
function lieDown(turns, at, face, yaw) {
  const [x, y, z, w] = FACE_UP[face];
  const s = Math.sin(yaw / 2);
  const c = Math.cos(yaw / 2);
  const rest = [c * x - s * y, c * y + s * x, c * z + s * w, c * w - s * z];
  let dot = 0;
  for (let k = 0; k < 4; k += 1) dot += turns[at + k] * rest[k];
  need(Math.abs(dot) > 0.9998, 'The last key of a die shows its face.');
  turns.set(rest, at);
}

/**
 * @param {DataView} view
 * @param {number} at
 * @param {Throw} thr
 * @returns {Cue}
 */
function readCue(view, at, thr) {
  const tMs = view.getUint16(at, true);
  const packed = view.getUint8(at + 2);
  const kind = KINDS[packed >> 6];
  const a = (packed >> 3) & 7;
  const b = packed & 7;
  const before = thr.cues.length ? thr.cues[thr.cues.length - 1].tMs : 0;
  need(tMs >= before && tMs <= thr.durationMs, 'Cues stand in order of time.');
  need(a < thr.count, 'A cue names a die of this throw.');
  need(b < (kind === 'wall' ? WALLS : thr.count), 'A cue names a wall or a die of this throw.');
  return { tMs, kind, a, b, intensity: view.getUint8(at + 3) / 255 };
}

/**
 * The CRC-32 of zlib and PNG over the first bytes of a buffer.
 * @param {ArrayBuffer} buffer
 * @param {number} length
 */
export function crc32(buffer, length) {
  const bytes = new Uint8Array(buffer, 0, length);
  let c = 0xffffffff;
  for (let n = 0; n < length; n += 1) c = CRC[(c ^ bytes[n]) & 255] ^ (c >>> 8);
  return ~c >>> 0;
}

/**
 * @param {boolean} holds
 * @param {string} sentence
 * @returns {asserts holds}
 */
function need(holds, sentence) {
  if (!holds) throw new ThrowFormatError(sentence);
}
