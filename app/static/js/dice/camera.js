/**
 * Where the eye is, in closed form: a camera that looks away from the player and down on the tray.
 *
 * Millimetres: x right, y away from the player, z up, origin at the tray's centre on the felt. Pixels are CSS pixels
 * of the canvas, y down. The focal length depends on the canvas alone, so no move ever warps the dice.
 */

/**
 * @typedef {object} Camera
 * @property {number} x  where on the felt it aims
 * @property {number} y
 * @property {number} tilt  radians above the horizon
 * @property {number} far  distance to the aim
 * @property {number} cx  the pixel at which the aim appears
 * @property {number} cy
 */
/**
 * All but the poses that a painter needs for a frame.
 * @typedef {object} View
 * @property {number} w  CSS pixels
 * @property {number} h
 * @property {Float32Array} lens  world to clip space, column-major
 * @property {Float32Array} eye
 * @property {Float32Array} pool  of light: centre x, y and radii x, y in CSS pixels
 * @property {Float32Array} mood  a number a die: 1 dimmed, 0 plain, −1 flashing
 * @property {boolean} moving  whether another frame follows at once
 */
/** @typedef {Float32Array | number[]} Numbers */

const NEAR = 40;
const DEEP = 4000;

/** @returns {Camera} */
export const newCamera = () => ({ x: 0, y: 0, tilt: 1, far: 400, cx: 0, cy: 0 });

/** @type {(w: number, h: number) => View} */
export const newView = (w, h) => ({
  w,
  h,
  lens: new Float32Array(16),
  eye: new Float32Array(3),
  pool: new Float32Array(4),
  mood: new Float32Array(8),
  moving: false,
});

/** Pixels; long enough that the outer dice show little of their sides. @type {(w: number, h: number) => number} */
export const focal = (w, h) => 2.6 * Math.sqrt(w * h);

/** Where a pixel looks at height z, into `out`. @type {(cam: Camera, f: number, px: number, py: number, z: number, out: Numbers) => void} */
export function unproject(cam, f, px, py, z, out) {
  const s = Math.sin(cam.tilt);
  const c = Math.cos(cam.tilt);
  const rise = (cam.cy - py) / f;
  const depth = (cam.far * s - z) / (s - rise * c);
  out[0] = cam.x + (depth * (px - cam.cx)) / f;
  out[1] = cam.y - cam.far * c + depth * (rise * s + c);
  out[2] = z;
}

/**
 * Steps back until a rectangle of half sizes hx, hy round the aim fits the canvas, and centres it there.
 * @type {(cam: Camera, w: number, h: number, hx: number, hy: number) => void}
 */
export function fit(cam, w, h, hx, hy) {
  const f = focal(w, h);
  const deep = hy * Math.cos(cam.tilt);
  const high = f * hy * Math.sin(cam.tilt);
  // The near edge must fit the width, and both edges together the height: high/(far + deep) + high/(far − deep) = h.
  cam.far = Math.max((2 * f * hx) / w + deep, (high + Math.hypot(high, h * deep)) / h);
  const above = high / (cam.far + deep);
  const below = high / (cam.far - deep);
  cam.cx = w / 2;
  cam.cy = (h + above - below) / 2;
}

/** The camera a share t from a to b; distances in proportion, so a zoom feels even. @type {(a: Camera, b: Camera, t: number, out: Camera) => void} */
export function blendCameras(a, b, t, out) {
  out.x = a.x + (b.x - a.x) * t;
  out.y = a.y + (b.y - a.y) * t;
  out.tilt = a.tilt + (b.tilt - a.tilt) * t;
  out.far = a.far * Math.pow(b.far / a.far, t);
  out.cx = a.cx + (b.cx - a.cx) * t;
  out.cy = a.cy + (b.cy - a.cy) * t;
}

/** Writes the camera into a view as eye and matrix. @type {(cam: Camera, view: View) => void} */
export function aim(cam, { w, h, lens, eye }) {
  const s = Math.sin(cam.tilt);
  const c = Math.cos(cam.tilt);
  const f = focal(w, h);
  const ky = (2 * f) / h;
  // The aim may stand beside the middle: a shift in clip space that grows with depth.
  const ox = (2 * cam.cx) / w - 1;
  const oy = 1 - (2 * cam.cy) / h;
  eye[0] = cam.x;
  eye[1] = cam.y - cam.far * c;
  eye[2] = cam.far * s;
  const depth = eye[2] * s - eye[1] * c;
  const up = -eye[1] * s - eye[2] * c;
  const k = (DEEP + NEAR) / (DEEP - NEAR);
  lens.fill(0);
  lens[0] = (2 * f) / w;
  row(lens, 4, ox * c, ky * s + oy * c, k * c, c);
  row(lens, 8, -ox * s, ky * c - oy * s, -k * s, -s);
  row(lens, 12, ox * depth - lens[0] * eye[0], ky * up + oy * depth, k * depth - (k + 1) * NEAR, depth);
}

/** @type {(out: Float32Array, at: number, a: number, b: number, c: number, d: number) => void} */
function row(out, at, a, b, c, d) {
  out[at] = a;
  out[at + 1] = b;
  out[at + 2] = c;
  out[at + 3] = d;
}

/** The pixel of a point through a view, into `out`. @type {(view: View, x: number, y: number, z: number, out: Numbers) => void} */
export function project({ w, h, lens: m }, x, y, z, out) {
  const depth = m[3] * x + m[7] * y + m[11] * z + m[15];
  out[0] = ((m[0] * x + m[4] * y + m[8] * z + m[12]) / depth + 1) * 0.5 * w;
  out[1] = (1 - (m[1] * x + m[5] * y + m[9] * z + m[13]) / depth) * 0.5 * h;
}
