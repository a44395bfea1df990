/** Which number is on which side of a die and where its pips are; orientations are quaternions x y z w. */

/** Faces by the die's own axis: +x, −x, +y, −y, +z, −z, as docs/throw-format.md fixes them. */
export const FACE_BY_AXIS = [2, 5, 3, 4, 1, 6];

/** mm: radius of a pip, of the ace, which stands alone, and the distance between pips. */
export const PIP = { radius: 1.75, ace: 2.2, gap: 4.2 };

const G = PIP.gap;
const FOUR = [[G, G], [-G, -G], [G, -G], [-G, G]];
const ACE = [[0, 0]];
const TWO = FOUR.slice(0, 2);
/** Pip centres by face, along the face's axes (x: y z, y: z x, z: x y); index 0 is unused. */
export const PIPS = [[], ACE, TWO, [...TWO, ...ACE], FOUR, [...FOUR, ...ACE], [...FOUR, [G, 0], [-G, 0]]];

const H = Math.SQRT1_2;
/** What brings +x, −x, +y, −y, +z, −z up. */
const TURNS = [[0, -H, 0, H], [0, H, 0, H], [H, 0, 0, H], [-H, 0, 0, H], [0, 0, 0, 1], [1, 0, 0, 0]];

/** Writes an orientation turned by `angle` about the vertical. @type {(from: ArrayLike<number>, at: number, angle: number, out: Float32Array, to: number) => void} */
export function spinFlat(from, at, angle, out, to) {
  const s = Math.sin(angle / 2);
  const c = Math.cos(angle / 2);
  const [x, y, z, w] = [from[at], from[at + 1], from[at + 2], from[at + 3]];
  out[to] = c * x - s * y;
  out[to + 1] = c * y + s * x;
  out[to + 2] = c * z + s * w;
  out[to + 3] = c * w - s * z;
}

/** Writes the orientation that shows `face`, turned by `yaw`. @type {(face: number, yaw: number, out: Float32Array, to: number) => void} */
export const turnUp = (face, yaw, out, to) => spinFlat(TURNS[FACE_BY_AXIS.indexOf(face)], 0, yaw, out, to);

/** Where the die's own x, y, z axes point in the world: three triples, into `out`. @type {(poses: Float32Array, at: number, out: Float32Array) => Float32Array} */
export function axesOf(poses, at, out) {
  const x = poses[at];
  const y = poses[at + 1];
  const z = poses[at + 2];
  const w = poses[at + 3];
  out[0] = 1 - 2 * (y * y + z * z);
  out[1] = 2 * (x * y + w * z);
  out[2] = 2 * (x * z - w * y);
  out[3] = 2 * (x * y - w * z);
  out[4] = 1 - 2 * (x * x + z * z);
  out[5] = 2 * (y * z + w * x);
  out[6] = 2 * (x * z + w * y);
  out[7] = 2 * (y * z - w * x);
  out[8] = 1 - 2 * (x * x + y * y);
  return out;
}

/** The face that points most nearly up. @type {(poses: Float32Array, at: number) => number} */
export function faceUp(poses, at) {
  const [, , x, , , y, , , z] = axesOf(poses, at, new Float32Array(9));
  const ups = [x, -x, y, -y, z, -z];
  return FACE_BY_AXIS[ups.indexOf(Math.max(...ups))];
}

/** How far a die that lies flat is turned from standing square, −π/4…π/4. @type {(poses: Float32Array, at: number) => number} */
export function skew(poses, at) {
  const axes = axesOf(poses, at, new Float32Array(9));
  const flat = Math.abs(axes[2]) < 0.5 ? 0 : 3;
  const angle = Math.atan2(axes[flat + 1], axes[flat]);
  return angle - Math.round(angle / (Math.PI / 2)) * (Math.PI / 2);
}
