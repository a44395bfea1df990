/** Which number is on which side of a die, its pips and its numeral; orientations are quaternions x y z w. */

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

/** What a face carries, as the painters take it: 1 pips, 2 a numeral, 3 both. */
export const MARKS = { pips: 1, numerals: 2, both: 3 };

/** Six tiles side by side, texels. */
export const NUMERALS = { w: 768, h: 128 };

/** mm: height of a numeral that stands alone, of one beside pips, and how far above the middle that stands. */
export const NUMERAL = { large: 12, small: 4.6, above: 4.4 };

/** Draws a numeral in the middle of a square; the 6 is underlined. @type {(ctx: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D, face: number, x: number, y: number, size: number) => void} */
export function drawNumeral(ctx, face, x, y, size) {
  ctx.font = `800 ${size * 0.92}px Figtree, system-ui, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'alphabetic';
  const rise = face === 6 ? size * 0.27 : size * 0.33;
  ctx.fillText(String(face), x, y + rise);
  if (face === 6) ctx.fillRect(x - size * 0.24, y + size * 0.34, size * 0.48, size * 0.08);
}

/** All six, one byte a texel, the first row at the foot as textures want it. */
export function numeralTexels() {
  const { w, h } = NUMERALS;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: w, height: h });
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  ctx.fillStyle = '#fff';
  for (let face = 1; face <= 6; face += 1) drawNumeral(ctx, face, (face - 0.5) * h, h / 2, h);
  const { data } = ctx.getImageData(0, 0, w, h);
  return Uint8Array.from({ length: w * h }, (_, k) => data[((h - 1 - Math.floor(k / w)) * w + (k % w)) * 4 + 3]);
}
