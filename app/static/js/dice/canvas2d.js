/**
 * Draws the same dice and table with canvas 2D, where there is no WebGL: real perspective, rounded edges, shaded
 * faces, soft shadows; the light is worked out once a face instead of once a pixel.
 */
import { project } from './camera.js';
import { FACE_BY_AXIS, PIP, PIPS } from './faces.js';
import { BEVEL } from './geometry.js';
import { EDGE, TRAY } from './layout.js';
import { linear } from './skins.js';
import { KEY, SOFT, weave } from './studio.js';

const HALF = EDGE / 2;
const CORE = HALF - BEVEL;
/** The flat of a face as drawn, and where along its sides the corners begin to round. */
const FLAT = CORE + 0.7;
const CUT = 0.72;
const SHADES = 96;
/** Dice whose middle is higher than this fly: their shadows are softer. */
const FLIES = 14;

/** @typedef {import('./camera.js').View} View */

/** What falls on a surface that looks along x, y, z: the studio's light in short. @type {(x: number, y: number, z: number) => number} */
const lightOn = (x, y, z) =>
  (SOFT[0] + SOFT[1] * x + SOFT[2] * y + SOFT[3] * z + SOFT[4] * z * z) * (0.75 + 0.25 * z) +
  0.86 * Math.max(0, (x * KEY[0] + y * KEY[1] + z * KEY[2] + 0.2) / 1.2);

/** CSS colours from dark to full light: plain, dimmed, flashing. @param {string} hex */
function shadesOf(hex) {
  const base = linear(hex);
  const srgb = (/** @type {number} */ v) => Math.round(255 * Math.min(1, 1.055 * v ** (1 / 2.4) - 0.055));
  const row = (/** @type {(c: number[]) => number[]} */ mood) =>
    Array.from({ length: SHADES }, (_, k) => `rgb(${mood(base.map((c) => (c * k * 1.25) / SHADES + 0.004)).map(srgb)})`);
  return [
    row((c) => c),
    row((c) => [0.36, 0.38, 0.4].map((tint) => tint * (c[0] * 0.25 + c[1] * 0.6 + c[2] * 0.15))),
    row((c) => [c[0] + 0.3, c[1] + 0.2, c[2]]),
  ];
}

/** The felt's weave as a dark or light veil that tiles. @param {CanvasRenderingContext2D} ctx */
function veil(ctx) {
  const size = 128;
  const texels = weave(size);
  const tile = document.createElement('canvas');
  tile.width = size;
  tile.height = size;
  const image = ctx.createImageData(size, size);
  for (let k = 0; k < size * size; k += 1) {
    const height = (texels[k * 2] + texels[k * 2 + 1]) / 2 - 128;
    image.data.fill(height > 0 ? 255 : 0, k * 4, k * 4 + 3);
    image.data[k * 4 + 3] = Math.min(26, Math.abs(height) * 0.4);
  }
  tile.getContext('2d')?.putImageData(image, 0, 0);
  return /** @type {CanvasPattern} */ (ctx.createPattern(tile, 'repeat'));
}

/** @param {number} out  mm beyond the felt's edge */
const ring = (out) => {
  const x = TRAY.w / 2 + out;
  const y = TRAY.h / 2 + out;
  return [-x, -y, x, -y, x, y, -x, y];
};

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {{skin: import('./skins.js').Skin, felt: string}} options
 * @returns {import('./webgl.js').Painter}
 */
export function createFlatPainter(ctx, { skin, felt }) {
  const nap = veil(ctx);
  let shades = shadesOf(skin.base);
  let pip = skin.pip;
  const at = [0, 0];
  const spots = new Float32Array(16);
  const hull = new Float32Array(16);
  /** Where the die's own axes point, three numbers each. */
  const axes = new Float32Array(9);
  const order = new Uint8Array(8);
  /** @type {View} */
  let view;
  let poses = new Float32Array(0);
  /** Index of the die's x in `poses`. */
  let die = 0;
  /** CSS pixels a mm, in the middle of the tray. */
  let scale = 1;

  /** @param {number[]} corners  x y pairs on the table @param {number} z */
  function trace(corners, z) {
    ctx.beginPath();
    for (let k = 0; k < corners.length; k += 2) {
      project(view, corners[k], corners[k + 1], z, at);
      ctx.lineTo(at[0], at[1]);
    }
    ctx.closePath();
  }

  /** @param {string} colour @param {number} mm */
  function stroke(colour, mm) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = mm * scale;
    ctx.stroke();
  }

  function paintWood() {
    ctx.fillStyle = '#55321e';
    ctx.fillRect(0, 0, view.w, view.h);
    for (let k = 0; k < 26; k += 1) {
      trace(ring(3 + k * 1.7 + (k % 3) * 0.4), TRAY.rail);
      stroke(k % 2 ? '#2b170d55' : '#6b422877', 0.4 + ((k * 5) % 4) * 0.25);
    }
    trace(ring(4.6), TRAY.rail);
    stroke('#c9a254', 0.7);
    trace(ring(1.4), TRAY.rail - 0.4);
    ctx.fillStyle = '#2b170d';
    ctx.fill();
    stroke('#8a5f40', 0.35);
  }

  function paintFelt() {
    ctx.save();
    trace(ring(0), 0);
    ctx.fillStyle = felt;
    ctx.fill();
    ctx.clip();
    project(view, 0, 0, 0, at);
    nap.setTransform(new DOMMatrix([scale * 0.15, 0, 0, scale * 0.15, at[0], at[1]]));
    ctx.fillStyle = nap;
    ctx.fillRect(0, 0, view.w, view.h);
    trace(ring(-9), 0);
    stroke('#d6be7847', 0.6);
    // The rail keeps light from the felt's edge: strokes that add up towards it.
    trace(ring(0), 0);
    for (let mm = 1; mm < 26; mm += 1.5) stroke('#000a040c', mm);
    ctx.restore();
  }

  function paintPool() {
    const [x, y, rx, ry] = view.pool;
    ctx.save();
    ctx.translate(x, y);
    ctx.scale(rx, ry);
    const dark = ctx.createRadialGradient(0, 0, 0.25, 0, 0, 1.15);
    dark.addColorStop(0, '#00080400');
    dark.addColorStop(0.5, '#00080438');
    dark.addColorStop(1, '#000804a8');
    ctx.fillStyle = dark;
    ctx.fillRect(-9, -9, 18, 18);
    ctx.restore();
  }

  /** @param {number} i */
  function takeDie(i) {
    die = i * 7;
    const [x, y, z, w] = [poses[die + 3], poses[die + 4], poses[die + 5], poses[die + 6]];
    axes[0] = 1 - 2 * (y * y + z * z);
    axes[1] = 2 * (x * y + w * z);
    axes[2] = 2 * (x * z - w * y);
    axes[3] = 2 * (x * y - w * z);
    axes[4] = 1 - 2 * (x * x + z * z);
    axes[5] = 2 * (y * z + w * x);
    axes[6] = 2 * (x * z + w * y);
    axes[7] = 2 * (y * z - w * x);
    axes[8] = 1 - 2 * (x * x + y * y);
  }

  /** The pixel of a point of the die, into `at`; with `cast`, of its shadow on the felt. @type {(a: number, b: number, c: number, cast?: boolean) => void} */
  function see(a, b, c, cast = false) {
    const x = poses[die] + axes[0] * a + axes[3] * b + axes[6] * c;
    const y = poses[die + 1] + axes[1] * a + axes[4] * b + axes[7] * c;
    const z = poses[die + 2] + axes[2] * a + axes[5] * b + axes[8] * c;
    const fall = cast ? z / KEY[2] : 0;
    project(view, x - KEY[0] * fall, y - KEY[1] * fall, z - KEY[2] * fall, at);
  }

  /** Adds the outline of a cube round the die's middle to the path. @param {number} half @param {boolean} cast */
  function outline(half, cast) {
    for (let k = 0; k < 8; k += 1) {
      see(k & 1 ? half : -half, k & 2 ? half : -half, k & 4 ? half : -half, cast);
      spots.set(at, k * 2);
    }
    const count = hullOf(spots, 8, hull);
    for (let k = 0; k < count; k += 1) ctx[k ? 'lineTo' : 'moveTo'](hull[k * 2], hull[k * 2 + 1]);
    ctx.closePath();
  }

  /** Shadows of the dice that fly or lie, in one shape, so that none counts twice. @type {(n: number, flying: boolean, blur: number, colour: string) => void} */
  function paintShadows(n, flying, blur, colour) {
    // Only the blurred copy shall show: the shape itself lies beside the canvas.
    const aside = view.w * 2;
    const dense = ctx.canvas.width / view.w;
    ctx.save();
    ctx.translate(-aside, 0);
    ctx.beginPath();
    for (let i = 0; i < n; i += 1) {
      if (poses[i * 7 + 2] > FLIES !== flying) continue;
      takeDie(i);
      outline(HALF - 1, true);
    }
    ctx.shadowColor = colour;
    ctx.shadowBlur = blur * scale * dense;
    ctx.shadowOffsetX = aside * dense;
    ctx.fillStyle = '#000';
    ctx.fill();
    ctx.restore();
  }

  /** @param {number} light @param {number} mood */
  const shade = (light, mood) =>
    shades[mood > 0.5 ? 1 : mood < 0 ? 2 : 0][Math.min(SHADES - 1, Math.floor((light / 1.25) * SHADES))];

  /** @param {number} axis @param {number} sign @param {string} colour */
  function paintFace(axis, sign, colour) {
    const p = [0, 0, 0];
    const on = (/** @type {number} */ a, /** @type {number} */ b) => {
      p[axis] = sign * HALF;
      p[(axis + 1) % 3] = a;
      p[(axis + 2) % 3] = b;
      see(p[0], p[1], p[2]);
    };
    ctx.beginPath();
    for (let k = 0; k < 4; k += 1) {
      const a = k % 3 ? FLAT : -FLAT;
      const b = k < 2 ? -FLAT : FLAT;
      const odd = k % 2;
      on(odd ? a * CUT : a, odd ? b : b * CUT);
      ctx.lineTo(at[0], at[1]);
      on(a, b);
      const [x, y] = at;
      on(odd ? a : a * CUT, odd ? b * CUT : b);
      ctx.quadraticCurveTo(x, y, at[0], at[1]);
    }
    ctx.fillStyle = colour;
    ctx.fill();
    const face = FACE_BY_AXIS[axis * 2 + (sign < 0 ? 1 : 0)];
    const r = face === 1 ? PIP.ace : PIP.radius;
    for (const [a, b] of PIPS[face]) {
      on(a, b);
      const [x, y] = at;
      on(a + r, b);
      const [ux, uy] = [at[0] - x, at[1] - y];
      on(a, b + r);
      ctx.save();
      ctx.transform(ux, uy, at[0] - x, at[1] - y, x, y);
      ctx.beginPath();
      ctx.arc(0, 0, 1, 0, 7);
      ctx.restore();
      ctx.fillStyle = pip;
      ctx.fill();
      if (axes[axis * 3 + 2] * sign < 0.5) continue;
      // The bowl's far wall catches the key light.
      const size = Math.hypot(ux, uy);
      ctx.beginPath();
      ctx.arc(x + size * 0.28, y + size * 0.12, size * 0.5, -0.7, 1.1);
      stroke('#ffffff21', (size * 0.22) / scale);
    }
  }

  /** @param {number} i */
  function paintDie(i) {
    const mood = view.mood[i];
    takeDie(i);
    // The whole body first: its core, with a round brush drawn along the outline.
    ctx.beginPath();
    outline(CORE, false);
    ctx.lineJoin = 'round';
    ctx.fillStyle = shade(0.86, mood);
    ctx.fill();
    stroke(shade(0.86, mood), BEVEL * 2);
    for (let side = 0; side < 6; side += 1) {
      const axis = side >> 1;
      const sign = side & 1 ? -1 : 1;
      const x = axes[axis * 3] * sign;
      const y = axes[axis * 3 + 1] * sign;
      const z = axes[axis * 3 + 2] * sign;
      const facing = x * (view.eye[0] - poses[die]) + y * (view.eye[1] - poses[die + 1]) + z * (view.eye[2] - poses[die + 2]);
      if (facing > HALF) paintFace(axis, sign, shade(lightOn(x, y, z), mood));
    }
  }

  return {
    draw(next, n, seen) {
      poses = next;
      view = seen;
      const dense = ctx.canvas.width / view.w;
      ctx.setTransform(dense, 0, 0, dense, 0, 0);
      scale = (view.lens[0] * view.w) / 2 / view.lens[15];
      paintWood();
      paintFelt();
      paintPool();
      paintShadows(n, true, 9, '#000c0573');
      paintShadows(n, false, 3.2, '#000c0585');
      paintShadows(n, false, 1, '#000c0555');
      farthestFirst(poses, n, view.lens, order);
      for (let k = 0; k < n; k += 1) paintDie(order[k]);
    },
    setSet(set) {
      shades = shadesOf(set.base);
      pip = set.pip;
    },
  };
}

/** Dice in the order to paint them. @type {(poses: Float32Array, n: number, lens: Float32Array, out: Uint8Array) => void} */
export function farthestFirst(poses, n, lens, out) {
  const depth = (/** @type {number} */ i) => lens[7] * poses[i * 7 + 1] + lens[11] * poses[i * 7 + 2];
  for (let i = 0; i < n; i += 1) {
    let k = i;
    for (; k > 0 && depth(out[k - 1]) < depth(i); k -= 1) out[k] = out[k - 1];
    out[k] = i;
  }
}

/** The convex outline of points, x y pairs, wrapped from the leftmost; returns how many it has. @type {(points: Float32Array, n: number, out: Float32Array) => number} */
export function hullOf(points, n, out) {
  let here = 0;
  for (let i = 1; i < n; i += 1) if (points[i * 2] < points[here * 2]) here = i;
  const start = here;
  let count = 0;
  do {
    const x = points[here * 2];
    const y = points[here * 2 + 1];
    out[count * 2] = x;
    out[count * 2 + 1] = y;
    count += 1;
    let next = here ? 0 : 1;
    for (let i = 0; i < n; i += 1) {
      const turn = (points[next * 2] - x) * (points[i * 2 + 1] - y) - (points[next * 2 + 1] - y) * (points[i * 2] - x);
      if (turn < 0) next = i;
    }
    here = next;
  } while (here !== start && count < n);
  return count;
}
