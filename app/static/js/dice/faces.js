/**
 * Which number is on which side of a die, and what orientation shows it. Quaternions are x y z w.
 */

/**
 * Faces by the die's own axis: +x, −x, +y, −y, +z, −z, as docs/throw-format.md fixes them.
 * Opposite faces add up to seven.
 */
export const FACE_BY_AXIS = [2, 5, 3, 4, 1, 6];

/** Pip radius and distance between pips, mm on a 16 mm die; the ace is larger, as it stands alone. */
export const PIP = { radius: 1.75, ace: 2.2, gap: 4.2 };

const G = PIP.gap;
const FOUR = [[G, G], [-G, -G], [G, -G], [-G, G]];

/**
 * Pip centres by face, mm from the face's middle along the two axes that follow the face's own (x: y z, y: z x,
 * z: x y). Index 0 is unused.
 */
export const PIPS = [
  [],
  [[0, 0]],
  FOUR.slice(0, 2),
  [...FOUR.slice(0, 2), [0, 0]],
  FOUR,
  [...FOUR, [0, 0]],
  [...FOUR, [G, 0], [-G, 0]],
];

const H = Math.SQRT1_2;
/** Turns that bring +x, −x, +y, −y, +z, −z up. */
const TURNS = [
  [0, -H, 0, H],
  [0, H, 0, H],
  [H, 0, 0, H],
  [-H, 0, 0, H],
  [0, 0, 0, 1],
  [1, 0, 0, 0],
];

/**
 * Writes an orientation with `face` up and the die turned by `yaw` about the vertical.
 * @param {number} face  1–6
 * @param {number} yaw  radians
 * @param {Float32Array} out
 * @param {number} at  index of the quaternion's x
 */
export function turnUp(face, yaw, out, at) {
  const [x, y, z, w] = TURNS[FACE_BY_AXIS.indexOf(face)];
  const s = Math.sin(yaw / 2);
  const c = Math.cos(yaw / 2);
  out[at] = c * x - s * y;
  out[at + 1] = c * y + s * x;
  out[at + 2] = c * z + s * w;
  out[at + 3] = c * w - s * z;
}

/**
 * The three heights of the die's own axes: how far each points up. Written into `out`.
 * @param {Float32Array} poses
 * @param {number} at  index of the quaternion's x
 * @param {number[]} out
 */
function rises(poses, at, out) {
  const x = poses[at];
  const y = poses[at + 1];
  const z = poses[at + 2];
  const w = poses[at + 3];
  out[0] = 2 * (x * z - w * y);
  out[1] = 2 * (y * z + w * x);
  out[2] = 1 - 2 * (x * x + y * y);
}

/**
 * The face that points most nearly up.
 * @param {Float32Array} poses
 * @param {number} at  index of the quaternion's x
 */
export function faceUp(poses, at) {
  const up = [0, 0, 0];
  rises(poses, at, up);
  let axis = 0;
  for (let k = 1; k < 3; k += 1) if (Math.abs(up[k]) > Math.abs(up[axis])) axis = k;
  return FACE_BY_AXIS[axis * 2 + (up[axis] < 0 ? 1 : 0)];
}

/**
 * How far the die is turned from standing square, −π/4…π/4.
 * @param {Float32Array} poses
 * @param {number} at  index of the quaternion's x
 */
export function skew(poses, at) {
  const up = [0, 0, 0];
  rises(poses, at, up);
  // An axis that lies flat tells the turn: the x axis, or the y axis where x points up.
  const x = poses[at];
  const y = poses[at + 1];
  const z = poses[at + 2];
  const w = poses[at + 3];
  const angle =
    Math.abs(up[0]) < 0.5
      ? Math.atan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z))
      : Math.atan2(1 - 2 * (x * x + z * z), 2 * (x * y - w * z));
  return angle - Math.round(angle / (Math.PI / 2)) * (Math.PI / 2);
}
