/**
 * Draws the same dice and table with canvas 2D, for phones without WebGL: real perspective, rounded edges,
 * shaded faces, soft shadows. The light is the studio's, sampled once per face instead of once per pixel.
 */
import { FACE_BY_AXIS, PIP, PIPS } from './faces.js';
import { BEVEL } from './geometry.js';
import { EDGE, TRAY } from './layout.js';
import { linear, rgb } from './skins.js';
import { KEY, softLight, weave } from './studio.js';

const HALF = EDGE / 2;
const CORE = HALF - BEVEL;
/** The flat of a face as drawn, and where its corners begin to round. */
const FLAT = CORE + 0.7;
const CUT = 0.72;
const SHADES = 96;
const WOOD = ['#55321e', '#6b4228', '#2b170d'];
const BRASS = '#c9a254';

/**
 * @typedef {import('./camera.js').View} View
 */

/** Light on a surface that looks along n. @param {Float32Array} soft @param {number} x @param {number} y @param {number} z */
function lightOn(soft, x, y, z) {
  const s = (/** @type {number} */ k) => soft[k * 3 + 1];
  const sky =
    s(0) + s(1) * y + s(2) * z + s(3) * x + s(4) * x * y + s(5) * y * z + s(6) * (3 * z * z - 1) + s(7) * x * z +
    s(8) * (x * x - y * y);
  return sky * (0.75 + 0.25 * z) + 0.83 * Math.max(0, (x * KEY[0] + y * KEY[1] + z * KEY[2] + 0.2) / 1.2);
}

/** @param {number} v linear */
const srgb = (v) => Math.round(255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * Math.min(1, v) ** (1 / 2.4) - 0.055));

/**
 * CSS colours of a body from dark to full light: plain, dimmed and flashing.
 * @param {string} hex
 */
function shadesOf(hex) {
  const base = linear(hex);
  const row = (/** @type {(c: number[]) => number[]} */ change) =>
    Array.from({ length: SHADES }, (_, k) => {
      const lit = change(base.map((c) => (c * (k + 0.5) * 1.25) / SHADES));
      return `rgb(${lit.map(srgb).join(' ')})`;
    });
  const grey = (/** @type {number[]} */ c) => c[0] * 0.25 + c[1] * 0.6 + c[2] * 0.15;
  return [row((c) => c), row((c) => [0.36, 0.38, 0.4].map((t) => t * grey(c))), row((c) => [c[0] + 0.3, c[1] + 0.2, c[2]])];
}

/**
 * The felt's weave as a dark or light veil that tiles.
 * @param {CanvasRenderingContext2D} ctx
 */
function veil(ctx) {
  const size = 128;
  const texels = weave(size);
  const tile = ctx.canvas.ownerDocument.createElement('canvas');
  tile.width = size;
  tile.height = size;
  const image = ctx.createImageData(size, size);
  for (let k = 0; k < size * size; k += 1) {
    const height = (texels[k * 2] + texels[k * 2 + 1]) / 2 - 128;
    image.data.fill(height > 0 ? 255 : 0, k * 4, k * 4 + 3);
    image.data[k * 4 + 3] = Math.min(26, Math.abs(height) * 0.4);
  }
  /** @type {CanvasRenderingContext2D} */ (tile.getContext('2d')).putImageData(image, 0, 0);
  return /** @type {CanvasPattern} */ (ctx.createPattern(tile, 'repeat'));
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {{skin: import('./skins.js').Skin, felt: string}} options
 * @returns {import('./webgl.js').GlPainter}
 */
export function createFlatPainter(ctx, { skin, felt }) {
  const soft = softLight();
  const nap = veil(ctx);
  let shades = shadesOf(skin.base);
  let pip = skin.pip;
  const at = [0, 0];
  const hull = new Float32Array(64);
  const spots = new Float32Array(16);
  const turn = new Float32Array(9);
  const order = new Uint8Array(8);
  /** @type {View} */
  let view;
  let dense = 1;

  /** Writes the device pixel of a point into `at`. @param {number} x @param {number} y @param {number} z */
  function see(x, y, z) {
    const m = view.lens;
    const w = m[3] * x + m[7] * y + m[11] * z + m[15];
    at[0] = ((m[0] * x + m[4] * y + m[8] * z + m[12]) / w + 1) * 0.5 * view.w * dense;
    at[1] = (1 - (m[1] * x + m[5] * y + m[9] * z + m[13]) / w) * 0.5 * view.h * dense;
  }

  /** A closed path through points of the table, x y pairs at a height. @param {number[]} corners @param {number} z */
  function trace(corners, z) {
    ctx.beginPath();
    for (let k = 0; k < corners.length; k += 2) {
      see(corners[k], corners[k + 1], z);
      if (k === 0) ctx.moveTo(at[0], at[1]);
      else ctx.lineTo(at[0], at[1]);
    }
    ctx.closePath();
  }

  /** @param {number} out  mm beyond the felt's edge */
  const ring = (out) => {
    const x = TRAY.w / 2 + out;
    const y = TRAY.h / 2 + out;
    return [-x, -y, x, -y, x, y, -x, y];
  };

  /** Pixels per mm in the middle of the tray. */
  function scale() {
    see(0, 0, 0);
    const x = at[0];
    see(10, 0, 0);
    return (at[0] - x) / 10;
  }

  function paintWood() {
    const { width, height } = ctx.canvas;
    ctx.fillStyle = WOOD[0];
    ctx.fillRect(0, 0, width, height);
    // Grain: long lines beside each rail, told apart by width and strength alone.
    for (let k = 0; k < 26; k += 1) {
      trace(ring(3 + k * 1.7 + (k % 3) * 0.4), TRAY.railHeight);
      ctx.strokeStyle = WOOD[1 + (k % 2)];
      ctx.globalAlpha = 0.25 + 0.1 * ((k * 7) % 4);
      ctx.lineWidth = scale() * (0.4 + ((k * 5) % 4) * 0.25);
      ctx.stroke();
    }
    ctx.globalAlpha = 1;
    trace(ring(4.6), TRAY.railHeight);
    ctx.strokeStyle = BRASS;
    ctx.lineWidth = scale() * 0.7;
    ctx.stroke();
    trace(ring(1.4), TRAY.railHeight - 0.4);
    ctx.fillStyle = WOOD[2];
    ctx.fill();
    ctx.strokeStyle = '#8a5f40';
    ctx.lineWidth = scale() * 0.35;
    ctx.stroke();
  }

  function paintFelt() {
    const { width, height } = ctx.canvas;
    const grain = scale();
    ctx.save();
    trace(ring(0), 0);
    ctx.fillStyle = felt;
    ctx.fill();
    ctx.clip();
    see(0, 0, 0);
    nap.setTransform(new DOMMatrix([grain * 0.15, 0, 0, grain * 0.15, at[0], at[1]]));
    ctx.fillStyle = nap;
    ctx.fillRect(0, 0, width, height);
    trace(ring(-9), 0);
    ctx.strokeStyle = 'rgb(214 190 120 / 0.28)';
    ctx.lineWidth = grain * 0.6;
    ctx.stroke();
    // The rail keeps light from the felt's edge: strokes that add up towards it.
    trace(ring(0), 0);
    ctx.strokeStyle = 'rgb(0 10 4 / 0.045)';
    for (let mm = 1; mm < 26; mm += 1.5) {
      ctx.lineWidth = grain * mm;
      ctx.stroke();
    }
    ctx.restore();
  }

  function paintPool() {
    const { pool } = view;
    ctx.save();
    ctx.scale(dense * pool[2], dense * pool[3]);
    ctx.translate(pool[0] / pool[2], pool[1] / pool[3]);
    const dark = ctx.createRadialGradient(0, 0, 0.25, 0, 0, 1.15);
    dark.addColorStop(0, 'rgb(0 8 4 / 0)');
    dark.addColorStop(0.5, 'rgb(0 8 4 / 0.22)');
    dark.addColorStop(1, 'rgb(0 8 4 / 0.66)');
    ctx.fillStyle = dark;
    ctx.fillRect(-9, -9, 18, 18);
    ctx.restore();
  }

  /** @param {Float32Array} poses @param {number} from  index of the die's x */
  function readTurn(poses, from) {
    const x = poses[from + 3];
    const y = poses[from + 4];
    const z = poses[from + 5];
    const w = poses[from + 6];
    // Columns: where the die's own axes point.
    turn[0] = 1 - 2 * (y * y + z * z);
    turn[1] = 2 * (x * y + w * z);
    turn[2] = 2 * (x * z - w * y);
    turn[3] = 2 * (x * y - w * z);
    turn[4] = 1 - 2 * (x * x + z * z);
    turn[5] = 2 * (y * z + w * x);
    turn[6] = 2 * (x * z + w * y);
    turn[7] = 2 * (y * z - w * x);
    turn[8] = 1 - 2 * (x * x + y * y);
  }

  /**
   * Writes into `at` the pixel of a point of the die; with `cast`, of the point's shadow on the felt.
   * @param {Float32Array} poses @param {number} from @param {number} a @param {number} b @param {number} c
   * @param {boolean} cast
   */
  function seeOn(poses, from, a, b, c, cast) {
    let x = poses[from] + turn[0] * a + turn[3] * b + turn[6] * c;
    let y = poses[from + 1] + turn[1] * a + turn[4] * b + turn[7] * c;
    let z = poses[from + 2] + turn[2] * a + turn[5] * b + turn[8] * c;
    if (cast) {
      x -= (KEY[0] / KEY[2]) * z;
      y -= (KEY[1] / KEY[2]) * z;
      z = 0;
    }
    see(x, y, z);
  }

  /** Adds the outline of a cube's eight corners to the path. */
  function outline(/** @type {Float32Array} */ poses, /** @type {number} */ from, /** @type {number} */ half, /** @type {boolean} */ cast) {
    for (let k = 0; k < 8; k += 1) {
      seeOn(poses, from, k & 1 ? half : -half, k & 2 ? half : -half, k & 4 ? half : -half, cast);
      spots[k * 2] = at[0];
      spots[k * 2 + 1] = at[1];
    }
    const count = hullOf(spots, 8, hull);
    ctx.moveTo(hull[0], hull[1]);
    for (let k = 1; k < count; k += 1) ctx.lineTo(hull[k * 2], hull[k * 2 + 1]);
    ctx.closePath();
  }

  /**
   * Shadows of the dice below or above a height, all in one shape so that none counts twice.
   * @param {Float32Array} poses @param {number} n @param {boolean} low @param {number} blur mm @param {number} dark
   */
  function paintShadows(poses, n, low, blur, dark) {
    // Only the blurred copy shall show: the shape itself lies beside the canvas.
    const aside = ctx.canvas.width * 2;
    ctx.save();
    ctx.translate(-aside, 0);
    ctx.beginPath();
    for (let i = 0; i < n; i += 1) {
      if (poses[i * 7 + 2] < 14 !== low) continue;
      readTurn(poses, i * 7);
      outline(poses, i * 7, HALF - 1, true);
    }
    ctx.shadowColor = `rgb(0 12 5 / ${dark})`;
    ctx.shadowBlur = blur * scale();
    ctx.shadowOffsetX = aside;
    ctx.fillStyle = '#000';
    ctx.fill();
    ctx.restore();
  }

  /** @param {number} light @param {number} mood */
  const shade = (light, mood) =>
    shades[mood > 0.5 ? 1 : mood < -0.05 ? 2 : 0][Math.max(0, Math.min(SHADES - 1, Math.floor((light / 1.25) * SHADES)))];

  /** @param {Float32Array} poses @param {number} from @param {number} axis @param {number} sign @param {number} mood */
  function paintFace(poses, from, axis, sign, mood) {
    const nx = turn[axis * 3] * sign;
    const ny = turn[axis * 3 + 1] * sign;
    const nz = turn[axis * 3 + 2] * sign;
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    const p = [0, 0, 0];
    /** @param {number} a @param {number} b */
    const corner = (a, b) => {
      p[axis] = sign * HALF;
      p[u] = a;
      p[v] = b;
      seeOn(poses, from, p[0], p[1], p[2], false);
    };
    ctx.beginPath();
    for (let k = 0; k < 4; k += 1) {
      const a = k === 0 || k === 3 ? -FLAT : FLAT;
      const b = k < 2 ? -FLAT : FLAT;
      const [before, after] = k % 2 ? [[a * CUT, b], [a, b * CUT]] : [[a, b * CUT], [a * CUT, b]];
      corner(before[0], before[1]);
      if (k === 0) ctx.moveTo(at[0], at[1]);
      else ctx.lineTo(at[0], at[1]);
      corner(a, b);
      const [cx, cy] = at;
      corner(after[0], after[1]);
      ctx.quadraticCurveTo(cx, cy, at[0], at[1]);
    }
    ctx.fillStyle = shade(lightOn(soft, nx, ny, nz), mood);
    ctx.fill();
    const face = FACE_BY_AXIS[axis * 2 + (sign < 0 ? 1 : 0)];
    const r = face === 1 ? PIP.ace : PIP.radius;
    for (const [a, b] of PIPS[face]) {
      corner(a, b);
      const [cx, cy] = at;
      corner(a + r, b);
      const [ux, uy] = [at[0] - cx, at[1] - cy];
      corner(a, b + r);
      ctx.setTransform(ux, uy, at[0] - cx, at[1] - cy, cx, cy);
      ctx.beginPath();
      ctx.arc(0, 0, 1, 0, 7);
      ctx.fillStyle = pip;
      ctx.fill();
      ctx.setTransform(1, 0, 0, 1, 0, 0);
      // The bowl's far wall catches the key light.
      const size = Math.hypot(ux, uy);
      ctx.beginPath();
      ctx.arc(cx + size * 0.28, cy + size * 0.12, size * 0.5, -0.7, 1.1);
      ctx.strokeStyle = 'rgb(255 255 255 / 0.13)';
      ctx.lineWidth = size * 0.22;
      if (nz > 0.5) ctx.stroke();
    }
  }

  /** @param {Float32Array} poses @param {number} i */
  function paintDie(poses, i) {
    const from = i * 7;
    const mood = view.mood[i];
    readTurn(poses, from);
    // The whole body first, as a core with a round brush drawn along its outline.
    ctx.beginPath();
    outline(poses, from, CORE, false);
    ctx.lineJoin = 'round';
    ctx.lineWidth = scale() * BEVEL * 2;
    ctx.fillStyle = shade(0.86, mood);
    ctx.strokeStyle = ctx.fillStyle;
    ctx.fill();
    ctx.stroke();
    for (let axis = 0; axis < 3; axis += 1) {
      for (let sign = -1; sign <= 1; sign += 2) {
        const nx = turn[axis * 3] * sign;
        const ny = turn[axis * 3 + 1] * sign;
        const nz = turn[axis * 3 + 2] * sign;
        const toEye =
          nx * (view.eye[0] - poses[from]) + ny * (view.eye[1] - poses[from + 1]) + nz * (view.eye[2] - poses[from + 2]);
        if (toEye > HALF) paintFace(poses, from, axis, sign, mood);
      }
    }
  }

  return {
    draw(poses, n, next) {
      view = next;
      dense = ctx.canvas.width / view.w;
      ctx.setTransform(1, 0, 0, 1, 0, 0);
      paintWood();
      paintFelt();
      paintPool();
      paintShadows(poses, n, false, 9, 0.45);
      paintShadows(poses, n, true, 3.2, 0.6);
      paintShadows(poses, n, true, 1, 0.35);
      nearestLast(poses, n, view.eye, order);
      for (let k = 0; k < n; k += 1) paintDie(poses, order[k]);
    },
    setSet(set) {
      shades = shadesOf(set.base);
      pip = set.pip;
    },
  };
}

/**
 * Dice in the order to paint them, the furthest from the eye first.
 * @param {Float32Array} poses @param {number} n @param {Float32Array} eye @param {Uint8Array} out
 */
export function nearestLast(poses, n, eye, out) {
  const away = (/** @type {number} */ i) =>
    (poses[i * 7] - eye[0]) ** 2 + (poses[i * 7 + 1] - eye[1]) ** 2 + (poses[i * 7 + 2] - eye[2]) ** 2;
  for (let i = 0; i < n; i += 1) {
    let k = i;
    for (; k > 0 && away(out[k - 1]) < away(i); k -= 1) out[k] = out[k - 1];
    out[k] = i;
  }
}

/**
 * The convex outline of points given as x y pairs: wraps round them from the leftmost.
 * @param {Float32Array} points @param {number} n @param {Float32Array} out
 * @returns {number} how many points it has
 */
export function hullOf(points, n, out) {
  let start = 0;
  for (let i = 1; i < n; i += 1) if (points[i * 2] < points[start * 2]) start = i;
  let count = 0;
  let here = start;
  do {
    out[count * 2] = points[here * 2];
    out[count * 2 + 1] = points[here * 2 + 1];
    count += 1;
    let next = here === 0 ? 1 : 0;
    for (let i = 0; i < n; i += 1) {
      const turn =
        (points[next * 2] - points[here * 2]) * (points[i * 2 + 1] - points[here * 2 + 1]) -
        (points[next * 2 + 1] - points[here * 2 + 1]) * (points[i * 2] - points[here * 2]);
      if (turn < 0) next = i;
    }
    here = next;
  } while (here !== start && count < n);
  return count;
}
