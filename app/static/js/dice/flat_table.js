/** The empty table for canvas 2D. Its picture is kept: the dice are painted over a copy of it. */
import { project } from './camera.js';
import { TRAY } from './layout.js';
import { grit, weave } from './studio.js';
import { GREEN } from './surfaces.js';

/** @typedef {import('./camera.js').View} View */
/** @typedef {import('./surfaces.js').Surface} Surface */

/** The cloth's weave as a dark or light veil that tiles. @param {CanvasRenderingContext2D} ctx @param {boolean} linen */
function veil(ctx, linen) {
  const size = 128;
  const texels = linen ? grit(size) : weave(size);
  const tile = document.createElement('canvas');
  tile.width = size;
  tile.height = size;
  const image = ctx.createImageData(size, size);
  for (let k = 0; k < size * size; k += 1) {
    const height = linen ? (texels[k * 2] - 128) / 1.6 : (texels[k * 2] + texels[k * 2 + 1]) / 2 - 128;
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
const FELT_EDGE = ring(0);
const LINE = ring(-9);
const BRASS = ring(4.6);
const LIP = ring(1.4);
const GRAIN = Array.from({ length: 26 }, (_, k) => ring(3 + k * 1.7 + (k % 3) * 0.4));

/** Points of the felt, mm: by the first three a kept picture is laid, by the others its fit is judged, in CSS pixels. */
const SPOTS = [0, 0, 60, 0, 0, 80, 60, 80, -60, -80, 60, -80, -60, 80];
const MISFIT = 0.8;

export class FlatTable {
  #ctx;
  /** @type {Surface} */
  #surface = { ...GREEN, linen: -1 };
  #nap = /** @type {CanvasPattern | null} */ (null);
  #view = /** @type {View} */ ({});
  /** Where the felt's points are in the kept picture, and in this one; null: there is none. */
  #kept = /** @type {number[] | null} */ (null);
  #spots = /** @type {number[]} */ ([]);
  #at = [0, 0];
  #scale = 1;

  constructor() {
    this.#ctx = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
  }

  /** @param {Surface} surface */
  wear(surface) {
    if (surface.linen !== this.#surface.linen) this.#nap = veil(this.#ctx, surface.linen > 0);
    this.#surface = surface;
    this.#kept = null;
  }

  /**
   * Paints the table of a view, from the kept picture where that fits: exactly at rest, and while the eye only leans in, drawn
   * larger.
   * @param {CanvasRenderingContext2D} front @param {View} view
   */
  paint(front, view) {
    const { canvas } = this.#ctx;
    const { width, height } = front.canvas;
    const { w, h } = view;
    this.#view = view;
    if (canvas.width !== width || canvas.height !== height) {
      Object.assign(canvas, { width, height });
      this.#kept = null;
    }
    this.#spots = spotsOf(view);
    const fit = this.#kept && fitOf(this.#kept, this.#spots, view);
    const k = width / w;
    if (fit) front.setTransform(...fit.map((part) => part * k));
    else {
      this.#scale = (view.lens[0] * w) / 2 / view.lens[15];
      this.#kept = this.#spots;
      this.#ctx.setTransform(k, 0, 0, k, 0, 0);
      this.#paintWood();
      this.#paintFelt();
      this.#paintPool();
      front.setTransform(k, 0, 0, k, 0, 0);
    }
    front.drawImage(canvas, 0, 0, w, h);
    front.setTransform(k, 0, 0, k, 0, 0);
  }

  /** A closed path on the table. @param {number[]} corners  x y pairs @param {number} z */
  #trace(corners, z) {
    this.#ctx.beginPath();
    for (let k = 0; k < corners.length; k += 2) {
      project(this.#view, corners[k], corners[k + 1], z, this.#at);
      this.#ctx.lineTo(this.#at[0], this.#at[1]);
    }
    this.#ctx.closePath();
  }

  /** @param {string} colour @param {number} mm */
  #stroke(colour, mm) {
    this.#ctx.strokeStyle = colour;
    this.#ctx.lineWidth = mm * this.#scale;
    this.#ctx.stroke();
  }

  /** @param {string} colour */
  #fill(colour) {
    this.#ctx.fillStyle = colour;
    this.#ctx.fill();
  }

  #paintWood() {
    const [dark, light] = this.#surface.rail;
    this.#ctx.fillStyle = light;
    this.#ctx.fillRect(0, 0, this.#view.w, this.#view.h);
    for (let k = 0; k < GRAIN.length; k += 1) {
      this.#trace(GRAIN[k], TRAY.rail);
      this.#stroke(`${dark}${k % 2 ? '77' : '33'}`, 0.4 + ((k * 5) % 4) * 0.25);
    }
    this.#trace(BRASS, TRAY.rail);
    this.#stroke('#c9a254', 0.7);
    this.#trace(LIP, TRAY.rail - 0.4);
    this.#fill(dark);
    this.#stroke(`${light}cc`, 0.35);
  }

  #paintFelt() {
    const ctx = this.#ctx;
    const grain = this.#scale * 0.15;
    ctx.save();
    this.#trace(FELT_EDGE, 0);
    this.#fill(this.#surface.cloth);
    ctx.clip();
    project(this.#view, 0, 0, 0, this.#at);
    const nap = /** @type {CanvasPattern} */ (this.#nap);
    nap.setTransform(new DOMMatrix([grain, 0, 0, grain, this.#at[0], this.#at[1]]));
    ctx.fillStyle = nap;
    ctx.fillRect(0, 0, this.#view.w, this.#view.h);
    this.#trace(LINE, 0);
    this.#stroke(`${this.#surface.line}66`, 0.6);
    // The rail keeps light from the felt's edge: strokes that add up towards it.
    this.#trace(FELT_EDGE, 0);
    for (let mm = 1; mm < 26; mm += 1.5) this.#stroke('#0206040c', mm);
    ctx.restore();
  }

  #paintPool() {
    const ctx = this.#ctx;
    const [x, y, rx, ry] = this.#view.pool;
    ctx.save();
    ctx.translate(x, y);
    ctx.scale(rx, ry);
    const dark = ctx.createRadialGradient(0, 0, 0.25, 0, 0, 1.15);
    dark.addColorStop(0, '#02060400');
    dark.addColorStop(0.5, '#02060438');
    dark.addColorStop(1, '#020604a8');
    ctx.fillStyle = dark;
    ctx.fillRect(-9, -9, 18, 18);
    ctx.restore();
  }
}

/** Where the felt's points are seen: x y pairs. @param {View} view */
function spotsOf(view) {
  const spots = [];
  const at = [0, 0];
  for (let k = 0; k < SPOTS.length; k += 2) {
    project(view, SPOTS[k], SPOTS[k + 1], 0, at);
    spots.push(...at);
  }
  return spots;
}

/**
 * The transform that lays a picture with points at `from` so that they come to `to`; null where some would be seen to be off,
 * or the picture would not cover the page.
 * @type {(from: number[], to: number[], view: View) => [number, number, number, number, number, number] | null}
 */
function fitOf(from, to, { w, h, moving }) {
  if (!moving) return from.every((part, k) => part === to[k]) ? [1, 0, 0, 1, 0, 0] : null;
  const [ux, uy, vx, vy] = [from[2] - from[0], from[3] - from[1], from[4] - from[0], from[5] - from[1]];
  const [px, py, qx, qy] = [to[2] - to[0], to[3] - to[1], to[4] - to[0], to[5] - to[1]];
  const area = ux * vy - uy * vx;
  const a = (px * vy - qx * uy) / area;
  const b = (py * vy - qy * uy) / area;
  const c = (qx * ux - px * vx) / area;
  const d = (qy * ux - py * vx) / area;
  const e = to[0] - a * from[0] - c * from[1];
  const f = to[1] - b * from[0] - d * from[1];
  const off = (/** @type {number} */ k) => Math.hypot(a * from[k] + c * from[k + 1] + e - to[k], b * from[k] + d * from[k + 1] + f - to[k + 1]);
  for (let k = 6; k < from.length; k += 2) if (off(k) > MISFIT) return null;
  const covers = e <= 0.1 && f <= 0.1 && a * w + c * h + e >= w - 0.1 && b * w + d * h + f >= h - 0.1;
  return covers ? [a, b, c, d, e, f] : null;
}
