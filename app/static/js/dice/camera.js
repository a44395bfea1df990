/**
 * Where the eye is, in closed form: a camera that looks away from the player and down on the tray.
 *
 * Millimetres: x right, y away from the player, z up, origin at the tray's centre on the felt.
 * Pixels are CSS pixels of the canvas, y down. The focal length never changes, so a move never warps the dice.
 */

/**
 * @typedef {object} Camera
 * @property {number} x  where on the felt it aims, mm
 * @property {number} y
 * @property {number} tilt  radians above the horizon
 * @property {number} far  distance from eye to aim, mm
 * @property {number} cx  the pixel at which the aim appears
 * @property {number} cy
 */

/**
 * What a renderer needs to draw one frame, apart from the poses.
 * @typedef {object} View
 * @property {number} w  CSS pixels
 * @property {number} h
 * @property {Float32Array} lens  world to clip space, 16, column-major
 * @property {Float32Array} eye  mm, 3
 * @property {Float32Array} pool  the pool of light: centre x, y and radii x, y in CSS pixels
 * @property {Float32Array} mood  one per die drawn: 1 quite dimmed, 0 plain, -1 flashing
 * @property {boolean} moving  whether another frame follows at once
 */

const NEAR = 40;
const DEEP = 4000;

/** @returns {Camera} */
export const newCamera = () => ({ x: 0, y: 0, tilt: 1, far: 400, cx: 0, cy: 0 });

/**
 * @param {number} w
 * @param {number} h
 * @returns {View}
 */
export const newView = (w, h) => ({
  w,
  h,
  lens: new Float32Array(16),
  eye: new Float32Array(3),
  pool: new Float32Array(4),
  mood: new Float32Array(8),
  moving: false,
});

/** Long enough that outer dice show little of their sides. @param {number} w @param {number} h */
export const focal = (w, h) => 2.6 * Math.sqrt(w * h);

/**
 * Fills `out` with the pixel under which a point appears, and its depth in mm.
 * @param {Camera} cam
 * @param {number} f  focal length in px
 * @param {number} x
 * @param {number} y
 * @param {number} z
 * @param {Float32Array | number[]} out
 */
export function project(cam, f, x, y, z, out) {
  const s = Math.sin(cam.tilt);
  const c = Math.cos(cam.tilt);
  const dx = x - cam.x;
  const dy = y - cam.y;
  const depth = cam.far + dy * c - z * s;
  out[0] = cam.cx + (f * dx) / depth;
  out[1] = cam.cy - (f * (dy * s + z * c)) / depth;
  out[2] = depth;
}

/**
 * Fills `out` with the point at height z that appears under a pixel.
 * @param {Camera} cam
 * @param {number} f
 * @param {number} px
 * @param {number} py
 * @param {number} z
 * @param {Float32Array | number[]} out
 */
export function unproject(cam, f, px, py, z, out) {
  const s = Math.sin(cam.tilt);
  const c = Math.cos(cam.tilt);
  const rx = (px - cam.cx) / f;
  const ry = -(py - cam.cy) / f;
  // Eye at aim + far·(0, −c, s); the ray leaves it along right·rx + up·ry + forward.
  const fall = s - ry * c;
  const depth = (cam.far * s - z) / fall;
  out[0] = cam.x + depth * rx;
  out[1] = cam.y - cam.far * c + depth * (ry * s + c);
  out[2] = z;
}

/**
 * Steps back until a box of half sizes (hx, hy, 0…top) centred on the aim fits the canvas, and centres it there.
 * @param {Camera} cam  its aim and tilt are kept, the rest is set
 * @param {number} w
 * @param {number} h
 * @param {number} hx
 * @param {number} hy
 * @param {number} top
 */
export function fitBox(cam, w, h, hx, hy, top) {
  const f = focal(w, h);
  const p = [0, 0, 0];
  let near = hy + 60;
  let wide = 3000;
  let high = 0;
  let low = 0;
  const measure = () => {
    let half = 0;
    high = Infinity;
    low = -Infinity;
    for (let k = 0; k < 4; k += 1) {
      project(cam, f, cam.x + hx, cam.y + (k & 1 ? hy : -hy), k & 2 ? top : 0, p);
      half = Math.max(half, p[0] - cam.cx);
      high = Math.min(high, p[1] - cam.cy);
      low = Math.max(low, p[1] - cam.cy);
    }
    return 2 * half <= w && low - high <= h;
  };
  for (let i = 0; i < 40; i += 1) {
    cam.far = (near + wide) / 2;
    if (measure()) wide = cam.far;
    else near = cam.far;
  }
  cam.far = wide;
  measure();
  cam.cx = w / 2;
  cam.cy = h / 2 - (high + low) / 2;
}

/**
 * The camera a share t of the way from a to b; distances in proportion, so the zoom feels even.
 * @param {Camera} a
 * @param {Camera} b
 * @param {number} t
 * @param {Camera} out
 */
export function blendCameras(a, b, t, out) {
  out.x = a.x + (b.x - a.x) * t;
  out.y = a.y + (b.y - a.y) * t;
  out.tilt = a.tilt + (b.tilt - a.tilt) * t;
  out.far = a.far * Math.pow(b.far / a.far, t);
  out.cx = a.cx + (b.cx - a.cx) * t;
  out.cy = a.cy + (b.cy - a.cy) * t;
}

/**
 * Writes the camera into a view as eye and world-to-clip matrix.
 * @param {Camera} cam
 * @param {View} view
 */
export function aim(cam, view) {
  const { w, h, lens, eye } = view;
  const s = Math.sin(cam.tilt);
  const c = Math.cos(cam.tilt);
  const f = focal(w, h);
  eye[0] = cam.x;
  eye[1] = cam.y - cam.far * c;
  eye[2] = cam.far * s;
  const kx = (2 * f) / w;
  const ky = (2 * f) / h;
  const ox = (2 * cam.cx) / w - 1;
  const oy = 1 - (2 * cam.cy) / h;
  const depth = (DEEP + NEAR) / (DEEP - NEAR);
  // Rows: depth of a point = c·y − s·z + dw; x and y rows carry the off-centre shift times that depth.
  const dw = -eye[1] * c + eye[2] * s;
  const uw = -eye[1] * s - eye[2] * c;
  lens[0] = kx;
  lens[1] = 0;
  lens[2] = 0;
  lens[3] = 0;
  lens[4] = ox * c;
  lens[5] = ky * s + oy * c;
  lens[6] = depth * c;
  lens[7] = c;
  lens[8] = -ox * s;
  lens[9] = ky * c - oy * s;
  lens[10] = -depth * s;
  lens[11] = -s;
  lens[12] = -kx * eye[0] + ox * dw;
  lens[13] = ky * uw + oy * dw;
  lens[14] = depth * dw - (2 * DEEP * NEAR) / (DEEP - NEAR);
  lens[15] = dw;
}
