/** The same dice and table with canvas 2D, where there is no WebGL: light is worked out by face, not by pixel. */
import { project } from './camera.js';
import { FACE_BY_AXIS, MARKS, NUMERAL, PIP, PIPS, axesOf, drawNumeral } from './faces.js';
import { BEVEL } from './geometry.js';
import { EDGE } from './layout.js';
import { CUT, FLAT, bodyOf, layTile, sheet, stripOf } from './flat_skins.js';
import { FlatTable } from './flat_table.js';
import { farthestFirst, hullOf } from './hull.js';
import { linear } from './skins.js';
import { KEY, SOFT } from './studio.js';

const HALF = EDGE / 2;
const CORE = HALF - BEVEL;
const SHADES = 96;
/** Dice whose middle is higher than this fly: their shadows are softer. */
const FLIES = 14;

/** @typedef {import('./camera.js').View} View */
/** @typedef {import('./renderer.js').Look} Look */

/** What falls on a surface that looks along x, y, z: the studio's light in short. @type {(x: number, y: number, z: number) => number} */
const lightOn = (x, y, z) =>
  (SOFT[0] + SOFT[1] * x + SOFT[2] * y + SOFT[3] * z + SOFT[4] * z * z) * (0.9 + 0.1 * z) +
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

/** @param {number} face */
const radiusOf = (face) => (face === 1 ? PIP.ace : PIP.radius);

/** A shape round the middle of a face, in mm. @param {(path: Path2D) => void} trace */
function shape(trace) {
  const path = new Path2D();
  trace(path);
  return path;
}

/** @param {number} half */
const flatOf = (half) => shape((path) => path.roundRect(-half, -half, 2 * half, 2 * half, half * (1 - CUT)));

/** @param {number[][]} pips @param {number} face */
const pipsOf = (pips, face) =>
  shape((path) => {
    const r = radiusOf(face);
    for (const [a, b] of pips) {
      path.moveTo(a + r, b);
      path.arc(a, b, r, 0, 7);
    }
  });

export class FlatPainter {
  #ctx;
  #look = /** @type {Look} */ ({});
  #table = new FlatTable();
  #shades = shadesOf('#ffffff');
  /** What is drawn on faces: the flat, its edge, and the pips by face. */
  #flat = flatOf(FLAT);
  #edge = flatOf(FLAT + 0.25);
  #pips = PIPS.map(pipsOf);
  /** What the flats of the set show over its colour. */
  #sheet = /** @type {HTMLCanvasElement | null} */ (null);
  #view = /** @type {View} */ ({});
  #poses = new Float32Array(0);
  /** Index in `poses` of the die that is being painted, and where its own axes point, three numbers each. */
  #die = 0;
  #axes = new Float32Array(9);
  /** The last pixel asked for. */
  #at = [0, 0];
  #spots = new Float32Array(16);
  #hull = new Float32Array(16);
  #order = new Uint8Array(8);
  /** CSS pixels a mm, in the middle of the tray, and pixels of the canvas a CSS pixel. */
  #scale = 1;
  #dense = 1;

  /** @param {CanvasRenderingContext2D} ctx @param {import('./renderer.js').Look} look */
  constructor(ctx, look) {
    this.#ctx = ctx;
    this.wear(look);
  }

  /** @param {import('./renderer.js').Look} look */
  wear(look) {
    const { skin, surface } = look;
    this.#table.wear(surface);
    if (skin !== this.#look.skin) {
      this.#shades = shadesOf(bodyOf(skin));
      this.#sheet = sheet(skin);
    }
    this.#look = { ...look };
  }

  /** @param {Float32Array} poses @param {number} n @param {View} view */
  draw(poses, n, view) {
    this.#poses = poses;
    this.#view = view;
    this.#scale = (view.lens[0] * view.w) / 2 / view.lens[15];
    this.#dense = this.#ctx.canvas.width / view.w;
    this.#table.paint(this.#ctx, view);
    this.#paintShadows(n, true, 9, '#05080673');
    this.#paintShadows(n, false, 3, '#05080699');
    this.#paintShadows(n, false, 1, '#05080655');
    farthestFirst(poses, n, view.lens, this.#order);
    for (let k = 0; k < n; k += 1) this.#paintDie(this.#order[k]);
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

  /** @param {number} i */
  #takeDie(i) {
    this.#die = i * 7;
    axesOf(this.#poses, this.#die + 3, this.#axes);
  }

  /** The pixel of a point of the die; with `cast`, of its shadow on the felt. @type {(a: number, b: number, c: number, cast?: boolean) => void} */
  #see(a, b, c, cast = false) {
    const m = this.#axes;
    const x = this.#poses[this.#die] + m[0] * a + m[3] * b + m[6] * c;
    const y = this.#poses[this.#die + 1] + m[1] * a + m[4] * b + m[7] * c;
    const z = this.#poses[this.#die + 2] + m[2] * a + m[5] * b + m[8] * c;
    const fall = cast ? z / KEY[2] : 0;
    project(this.#view, x - KEY[0] * fall, y - KEY[1] * fall, z - KEY[2] * fall, this.#at);
  }

  /** Adds the outline of a cube round the die's middle to the path. @param {number} half @param {boolean} cast */
  #outline(half, cast) {
    const hull = this.#hull;
    for (let k = 0; k < 8; k += 1) {
      this.#see(k & 1 ? half : -half, k & 2 ? half : -half, k & 4 ? half : -half, cast);
      this.#spots.set(this.#at, k * 2);
    }
    const count = hullOf(this.#spots, 8, hull);
    for (let k = 0; k < count; k += 1) this.#ctx[k ? 'lineTo' : 'moveTo'](hull[k * 2], hull[k * 2 + 1]);
    this.#ctx.closePath();
  }

  /** Shadows of the dice that fly or lie, in one shape, so that none counts twice. @type {(n: number, flying: boolean, blur: number, colour: string) => void} */
  #paintShadows(n, flying, blur, colour) {
    const ctx = this.#ctx;
    // Only the blurred copy shall show: the shape itself lies beside the canvas.
    const aside = this.#view.w * 2;
    const dense = ctx.canvas.width / this.#view.w;
    ctx.save();
    ctx.translate(-aside, 0);
    ctx.beginPath();
    for (let i = 0; i < n; i += 1) {
      if (this.#poses[i * 7 + 2] > FLIES !== flying) continue;
      this.#takeDie(i);
      this.#outline(HALF - 1, true);
    }
    ctx.shadowColor = colour;
    ctx.shadowBlur = blur * this.#scale * dense;
    ctx.shadowOffsetX = aside * dense;
    this.#fill('#000');
    ctx.restore();
  }

  /** @param {number} i */
  #paintDie(i) {
    const mood = this.#view.mood[i];
    const shades = this.#shades[mood > 0.5 ? 1 : mood < 0 ? 2 : 0];
    const shade = (/** @type {number} */ light) => shades[Math.min(SHADES - 1, Math.floor((light / 1.25) * SHADES))];
    const { eye } = this.#view;
    this.#takeDie(i);
    // The whole body first: its core, with a round brush drawn along the outline.
    this.#ctx.beginPath();
    this.#outline(CORE, false);
    this.#ctx.lineJoin = 'round';
    this.#fill(shade(0.86));
    this.#stroke(shade(0.86), BEVEL * 2);
    let top = -1;
    for (let side = 0; side < 6; side += 1) {
      const axis = side >> 1;
      const sign = side & 1 ? -1 : 1;
      const x = this.#axes[axis * 3] * sign;
      const y = this.#axes[axis * 3 + 1] * sign;
      const z = this.#axes[axis * 3 + 2] * sign;
      const at = this.#die;
      const facing = x * (eye[0] - this.#poses[at]) + y * (eye[1] - this.#poses[at + 1]) + z * (eye[2] - this.#poses[at + 2]);
      if (facing > HALF) this.#paintFace(axis, sign, shade(lightOn(x, y, z)), mood > 0.5);
      if (z > 0.7) top = side;
    }
    if (top < 0) return;
    // Light along the edges of an upper face parts a die from its table.
    this.#standOn(top >> 1, top & 1 ? -1 : 1);
    const ctx = this.#ctx;
    ctx.strokeStyle = stripOf(this.#look.skin, mood > 0.5);
    ctx.lineWidth = 0.55;
    ctx.stroke(this.#edge);
    this.#standBack();
  }

  /** The pixel of a point of a face. @type {(axis: number, sign: number, a: number, b: number) => void} */
  #seeOn(axis, sign, a, b) {
    const c = sign * HALF;
    if (axis === 0) this.#see(c, a, b);
    else if (axis === 1) this.#see(b, c, a);
    else this.#see(a, b, c);
  }

  /**
   * Everything on a face goes through one transform that is set, not saved (a canvas keeps a copy of all it knows for each
   * save), in shapes that are made once: a frame is short.
   * @type {(axis: number, sign: number, colour: string, dim: boolean) => void}
   */
  #paintFace(axis, sign, colour, dim) {
    const ctx = this.#ctx;
    const face = FACE_BY_AXIS[axis * 2 + (sign < 0 ? 1 : 0)];
    const marks = MARKS[this.#look.marks];
    const stand = this.#standOn(axis, sign);
    ctx.fillStyle = colour;
    ctx.fill(this.#flat);
    if (dim) ctx.globalAlpha = 0.35;
    layTile(ctx, /** @type {HTMLCanvasElement} */ (this.#sheet), face);
    if (dim) ctx.globalAlpha = 1;
    ctx.fillStyle = this.#look.skin.pip;
    if (marks !== 2) ctx.fill(this.#pips[face]);
    if (marks !== 1) this.#paintNumeral(stand, sign, face, marks === 2 ? NUMERAL.large : NUMERAL.small);
    this.#standBack();
    if (marks !== 2 && this.#axes[axis * 3 + 2] * sign > 0.5) this.#lightPips(face, stand);
  }

  /** Draws on a face from here on, in mm from its middle: its middle and where its two axes point, in CSS pixels. @param {number} axis @param {number} sign */
  #standOn(axis, sign) {
    const at = this.#at;
    const k = this.#dense;
    this.#seeOn(axis, sign, 0, 0);
    const [x, y] = at;
    this.#seeOn(axis, sign, 1, 0);
    const [ux, uy] = [at[0] - x, at[1] - y];
    this.#seeOn(axis, sign, 0, 1);
    const [vx, vy] = [at[0] - x, at[1] - y];
    this.#ctx.setTransform(k * ux, k * uy, k * vx, k * vy, k * x, k * y);
    return [x, y, ux, uy, vx, vy];
  }

  /** Draws on the page again. */
  #standBack() {
    this.#ctx.setTransform(this.#dense, 0, 0, this.#dense, 0, 0);
  }

  /** Upright, whichever way the face is turned. @type {(stand: number[], sign: number, face: number, size: number) => void} */
  #paintNumeral([x, y, ux, uy, vx, vy], sign, face, size) {
    const ctx = this.#ctx;
    const k = this.#dense;
    ctx.setTransform(k * ux * sign, k * uy * sign, k * vx, k * vy, k * x, k * y);
    const turned = Math.abs(uy) > Math.abs(vy);
    const rise = turned ? uy * sign : vy;
    // The face's own second axis points up in its own plane; the page's points down.
    ctx.rotate((turned ? -Math.PI / 2 : 0) + (rise < 0 ? 0 : Math.PI));
    ctx.scale(1, -1);
    drawNumeral(ctx, face, 0, size === NUMERAL.small ? -NUMERAL.above : 0, size);
  }

  /** The bowl's far wall catches the key light, which comes from one side of the page however the die is turned. @type {(face: number, stand: number[]) => void} */
  #lightPips(face, [x, y, ux, uy, vx, vy]) {
    const ctx = this.#ctx;
    const size = Math.hypot(ux, uy) * radiusOf(face);
    ctx.beginPath();
    for (const [a, b] of PIPS[face]) {
      const cx = x + ux * a + vx * b + size * 0.28;
      const cy = y + uy * a + vy * b + size * 0.12;
      ctx.moveTo(cx + size * 0.5 * Math.cos(-0.7), cy + size * 0.5 * Math.sin(-0.7));
      ctx.arc(cx, cy, size * 0.5, -0.7, 1.1);
    }
    this.#stroke('#ffffff21', (size * 0.22) / this.#scale);
  }
}
