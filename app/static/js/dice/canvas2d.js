/** The same dice and table with canvas 2D, where there is no WebGL: light is worked out by face, not by pixel. */
import { project } from './camera.js';
import { FACE_BY_AXIS, MARKS, NUMERAL, PIP, PIPS, axesOf, drawNumeral } from './faces.js';
import { BEVEL } from './geometry.js';
import { EDGE, TRAY } from './layout.js';
import { bodyOf, layTile, sheet, stripOf } from './flat_skins.js';
import { farthestFirst, hullOf } from './hull.js';
import { linear } from './skins.js';
import { KEY, SOFT, grit, weave } from './studio.js';
import { GREEN } from './surfaces.js';

const HALF = EDGE / 2;
const CORE = HALF - BEVEL;
/** The flat of a face as drawn, and where along its sides the corners begin to round. */
const FLAT = CORE + 0.7;
const CUT = 0.72;
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

export class FlatPainter {
  #ctx;
  #look = /** @type {Look} */ ({ surface: { ...GREEN, linen: -1 } });
  #nap = /** @type {CanvasPattern | null} */ (null);
  /** A copy of the empty table, its lens, and whether it is painted. */
  #ground;
  #lens = new Float32Array(16);
  #kept = false;
  #shades = shadesOf('#ffffff');
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
  /** CSS pixels a mm, in the middle of the tray. */
  #scale = 1;

  /** @param {CanvasRenderingContext2D} ctx @param {import('./renderer.js').Look} look */
  constructor(ctx, look) {
    this.#ctx = ctx;
    this.#ground = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
    this.wear(look);
  }

  /** @param {import('./renderer.js').Look} look */
  wear(look) {
    const { skin, surface } = look;
    if (surface.linen !== this.#look.surface.linen) this.#nap = veil(this.#ctx, surface.linen > 0);
    if (skin !== this.#look.skin) {
      this.#shades = shadesOf(bodyOf(skin));
      this.#sheet = sheet(skin);
    }
    this.#look = { ...look };
    this.#kept = false;
  }

  /** @param {Float32Array} poses @param {number} n @param {View} view */
  draw(poses, n, view) {
    this.#poses = poses;
    this.#view = view;
    this.#scale = (view.lens[0] * view.w) / 2 / view.lens[15];
    this.#paintGround();
    this.#paintShadows(n, true, 9, '#05080673');
    this.#paintShadows(n, false, 3, '#05080699');
    this.#paintShadows(n, false, 1, '#05080655');
    farthestFirst(poses, n, view.lens, this.#order);
    for (let k = 0; k < n; k += 1) this.#paintDie(this.#order[k]);
  }

  /** The table without dice: straight away while the camera moves, else from a copy that is painted once. */
  #paintGround() {
    const front = this.#ctx;
    const { width, height } = front.canvas;
    const { canvas } = this.#ground;
    const { w, lens } = this.#view;
    const fits = canvas.width === width && canvas.height === height;
    const still = fits && lens.every((part, k) => part === this.#lens[k]);
    if (!still) {
      if (!fits) Object.assign(canvas, { width, height });
      this.#lens.set(lens);
      this.#kept = false;
    }
    if (!this.#kept) {
      if (still) this.#ctx = this.#ground;
      this.#ctx.setTransform(width / w, 0, 0, width / w, 0, 0);
      this.#paintWood();
      this.#paintFelt();
      this.#paintPool();
      this.#ctx = front;
      this.#kept = still;
    }
    front.setTransform(width / w, 0, 0, width / w, 0, 0);
    if (still) front.drawImage(canvas, 0, 0, w, this.#view.h);
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
    const [dark, light] = this.#look.surface.rail;
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
    this.#fill(this.#look.surface.cloth);
    ctx.clip();
    project(this.#view, 0, 0, 0, this.#at);
    const nap = /** @type {CanvasPattern} */ (this.#nap);
    nap.setTransform(new DOMMatrix([grain, 0, 0, grain, this.#at[0], this.#at[1]]));
    ctx.fillStyle = nap;
    ctx.fillRect(0, 0, this.#view.w, this.#view.h);
    this.#trace(LINE, 0);
    this.#stroke(`${this.#look.surface.line}66`, 0.6);
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
    this.#traceFace(top >> 1, top & 1 ? -1 : 1, FLAT + 0.25);
    this.#stroke(stripOf(this.#look.skin, mood > 0.5), 0.55);
  }

  /** The pixel of a point of a face. @type {(axis: number, sign: number, a: number, b: number) => void} */
  #seeOn(axis, sign, a, b) {
    const c = sign * HALF;
    if (axis === 0) this.#see(c, a, b);
    else if (axis === 1) this.#see(b, c, a);
    else this.#see(a, b, c);
  }

  /** A face's outline, rounded, `flat` mm from its middle. @type {(axis: number, sign: number, flat: number) => void} */
  #traceFace(axis, sign, flat) {
    const ctx = this.#ctx;
    const at = this.#at;
    ctx.beginPath();
    for (let k = 0; k < 4; k += 1) {
      const a = k % 3 ? flat : -flat;
      const b = k < 2 ? -flat : flat;
      const [turn, stay] = k % 2 ? [CUT, 1] : [1, CUT];
      this.#seeOn(axis, sign, a * turn, b * stay);
      ctx.lineTo(at[0], at[1]);
      this.#seeOn(axis, sign, a, b);
      const [x, y] = at;
      this.#seeOn(axis, sign, a * stay, b * turn);
      ctx.quadraticCurveTo(x, y, at[0], at[1]);
    }
    ctx.closePath();
  }

  /** @type {(axis: number, sign: number, colour: string, dim: boolean) => void} */
  #paintFace(axis, sign, colour, dim) {
    const ctx = this.#ctx;
    this.#traceFace(axis, sign, FLAT);
    this.#fill(colour);
    const face = FACE_BY_AXIS[axis * 2 + (sign < 0 ? 1 : 0)];
    const { marks } = this.#look;
    ctx.save();
    ctx.clip();
    if (dim) ctx.globalAlpha = 0.35;
    this.#standOn(axis, sign, 0, 0, 1);
    layTile(ctx, /** @type {HTMLCanvasElement} */ (this.#sheet), face);
    ctx.restore();
    if (MARKS[marks] !== 2) for (const [a, b] of PIPS[face]) this.#paintPip(axis, sign, a, b, face === 1 ? PIP.ace : PIP.radius);
    if (MARKS[marks] !== 1) this.#paintNumeral(axis, sign, face, MARKS[marks] === 2 ? NUMERAL.large : NUMERAL.small);
  }

  /** Draws on a face from here on: from a point of it, in steps of r mm along its axes. @type {(axis: number, sign: number, a: number, b: number, r: number) => number[]} */
  #standOn(axis, sign, a, b, r) {
    const at = this.#at;
    this.#seeOn(axis, sign, a, b);
    const [x, y] = at;
    this.#seeOn(axis, sign, a + r, b);
    const [ux, uy] = [at[0] - x, at[1] - y];
    this.#seeOn(axis, sign, a, b + r);
    this.#ctx.transform(ux, uy, at[0] - x, at[1] - y, x, y);
    return [x, y, ux, uy, at[0] - x, at[1] - y];
  }

  /** Upright, whichever way the face is turned. @type {(axis: number, sign: number, face: number, size: number) => void} */
  #paintNumeral(axis, sign, face, size) {
    const ctx = this.#ctx;
    ctx.save();
    const [, , , uy, , vy] = this.#standOn(axis, sign, 0, 0, 1);
    ctx.scale(sign, 1);
    const turned = Math.abs(uy) > Math.abs(vy);
    const rise = turned ? uy * sign : vy;
    // The face's own second axis points up in its own plane; the page's points down.
    ctx.rotate((turned ? -Math.PI / 2 : 0) + (rise < 0 ? 0 : Math.PI));
    ctx.scale(1, -1);
    ctx.fillStyle = this.#look.skin.pip;
    drawNumeral(ctx, face, 0, size === NUMERAL.small ? -NUMERAL.above : 0, size);
    ctx.restore();
  }

  /** @type {(axis: number, sign: number, a: number, b: number, r: number) => void} */
  #paintPip(axis, sign, a, b, r) {
    const ctx = this.#ctx;
    ctx.save();
    const [x, y, ux, uy] = this.#standOn(axis, sign, a, b, r);
    ctx.beginPath();
    ctx.arc(0, 0, 1, 0, 7);
    ctx.restore();
    this.#fill(this.#look.skin.pip);
    if (this.#axes[axis * 3 + 2] * sign < 0.5) return;
    // The bowl's far wall catches the key light.
    const size = Math.hypot(ux, uy);
    ctx.beginPath();
    ctx.arc(x + size * 0.28, y + size * 0.12, size * 0.5, -0.7, 1.1);
    this.#stroke('#ffffff21', (size * 0.22) / this.#scale);
  }
}
