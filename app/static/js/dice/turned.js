/**
 * A recorded throw with its dice turned to other faces. Every die keeps its path, its speed and its hops; its body stands
 * otherwise in the same motion, by one of the 24 turns that bring a cube back onto itself, so that its pips stay those of a
 * legal die. A throw may also be played as in a mirror that stands in the middle of the tray: dice do not become left-handed
 * by it, because only the motion is mirrored.
 */
import { labelled } from "./label.js";

const [HEADER, DIE, KEY, SEAL] = [24, 4, 9, 4];
const WALL = 1;
const H = Math.SQRT1_2;

/** The turn that brings a face up; index 0 is unused (docs/throw-format.md §1). */
const FACE_UP = [[0, 0, 0, 1], [0, 0, 0, 1], [0, -H, 0, H], [H, 0, 0, H], [-H, 0, 0, H], [0, H, 0, H], [1, 0, 0, 0]];
/** Quarter turns about the vertical. */
const QUARTERS = [[0, 0, 0, 1], [0, 0, H, H], [0, 0, 1, 0], [0, 0, -H, H]];

/** @typedef {number[]} Turn  x y z w */

/** First b, then a. @type {(a: Turn, b: Turn) => Turn} */
export function product([ax, ay, az, aw], [bx, by, bz, bw]) {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** How a body that shows `from` at rest is put into the motion so that it shows `to`, a few quarters further round. @param {number} from @param {number} to @param {number} quarters @returns {Turn} */
export function recast(from, to, quarters) {
  const [x, y, z, w] = FACE_UP[from];
  return product(product([-x, -y, -z, w], QUARTERS[quarters & 3]), FACE_UP[to]);
}

/**
 * @param {ArrayBuffer} record  a throw's record; it stays as it is
 * @param {object} how
 * @param {number[]} how.faces  one for each die
 * @param {number[]} [how.quarters]  by die: how many quarter turns its body stands further round
 * @param {boolean} [how.mirrored]  left and right change places
 * @param {{table?: bigint, game?: number, roll?: number}} [how.of]  which roll it is now
 * @returns {ArrayBuffer} the record of the same motion to these faces
 */
export function turned(record, { faces, quarters = [], mirrored = false, of = {} }) {
  const bytes = record.slice(0);
  const view = new DataView(bytes);
  let at = HEADER + faces.length * DIE;
  faces.forEach((face, die) => {
    const head = HEADER + die * DIE;
    const quarter = quarters[die] ?? 0;
    const rest = view.getUint8(head);
    const yaw = view.getUint16(head + 2, true);
    // In the mirror the two faces to the left and right of the body have changed places.
    const into = recast(mirrored && (rest === 2 || rest === 5) ? 7 - rest : rest, face, quarter);
    view.setUint8(head, face);
    view.setUint16(head + 2, ((mirrored ? -yaw : yaw) + quarter * 16384) & 65535, true);
    for (const end = at + view.getUint8(head + 1) * KEY; at < end; at += KEY) turnKey(view, at, into, mirrored);
  });
  if (mirrored) for (; at < bytes.byteLength - SEAL; at += 4) mirrorCue(view, at);
  return labelled(bytes, of);
}

/** @param {DataView} view @param {number} at  of the key @param {Turn} into  in the die's own frame @param {boolean} mirrored */
function turnKey(view, at, into, mirrored) {
  const packed = view.getUint32(at + 5, true);
  const [x, y, z, w] = turnOf(packed >>> 30, [(packed >>> 20) & 1023, (packed >>> 10) & 1023, packed & 1023]);
  const out = product(mirrored ? [x, -y, -z, w] : [x, y, z, w], into);
  const largest = largestOf(out);
  const [a, b, c] = unitsOf(out, largest);
  view.setUint32(at + 5, ((largest << 30) | (a << 20) | (b << 10) | c) >>> 0, true);
  if (!mirrored) return;
  const place = view.getUint32(at + 1, true);
  view.setUint32(at + 1, (((4095 - (place >>> 20)) << 20) | (place & 0xfffff)) >>> 0, true);
}

/** A die that strikes the left wall strikes the right one. @param {DataView} view @param {number} at  of the cue */
function mirrorCue(view, at) {
  const what = view.getUint8(at + 2);
  if (what >> 6 === WALL && (what & 7) < 2) view.setUint8(at + 2, what ^ 1);
}

/** The component of an orientation that is written by being left out. @param {number[]} turned */
export function largestOf(turned) {
  const sizes = turned.map(Math.abs);
  return sizes.indexOf(Math.max(...sizes));
}

/** The three components beside the largest as a key writes them. @param {number[]} turned @param {number} largest */
export function unitsOf(turned, largest) {
  const sign = turned[largest] < 0 ? -1 : 1;
  const parts = turned.filter((_, k) => k !== largest);
  return parts.map((part) => Math.min(1023, Math.max(0, Math.floor(((sign * part * Math.sqrt(2) + 1) / 2) * 1023 + 0.5))));
}

/** The orientation that a key writes so. @param {number} largest @param {number[]} units */
export function turnOf(largest, units) {
  const turned = units.map((unit) => ((unit / 1023) * 2 - 1) / Math.sqrt(2));
  const [a, b, c] = turned;
  turned.splice(largest, 0, Math.sqrt(Math.max(0, 1 - (a * a + b * b + c * c))));
  return turned;
}
