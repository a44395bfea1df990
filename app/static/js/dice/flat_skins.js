/** Dice sets for canvas 2D: what the shader works out by pixel is painted once, six faces side by side. */
import { FACE_BY_AXIS } from './faces.js';
import { BEVEL } from './geometry.js';
import { EDGE } from './layout.js';
import { grit, weave } from './studio.js';

/** Pixels of a face on the sheet. */
const TILE = 96;
const GRAIN = 128;
/** The flat of a face as drawn, mm from its middle, and where along its sides the corners begin to round. */
export const FLAT = EDGE / 2 - BEVEL + 0.7;
export const CUT = 0.72;

/** @typedef {import('./skins.js').Skin} Skin */

/** sRGB, 0–255. @param {string} hex */
const parts = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

/** @param {number[]} a @param {number[]} b @param {number} t */
const mix = (a, b, t) => a.map((part, k) => part + (b[k] - part) * t);

/** @param {number} x @param {number} from @param {number} to */
const ramp = (x, from, to) => Math.min(1, Math.max(0, (x - from) / (to - from)));

/** @param {number[]} colour */
const hexOf = (colour) => `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** One colour for the whole body. @param {Skin} s */
export function bodyOf(s) {
  const inside = s.clear ? mix(parts(s.base), parts(s.rim), 0.18) : parts(s.base).map((part) => 255 * (part / 255) ** (1 + 0.5 * s.metal));
  const body = s.mask === 'rings' ? mix(inside, parts(s.vein), 0.35 * s.veins) : inside;
  return hexOf(body);
}

/** The light along its edges. @param {Skin} s @param {boolean} dim */
export const stripOf = (s, dim) => `${hexOf(mix(parts(s.rim), [255, 255, 255], 0.65))}${dim ? '30' : hexOf([255 * Math.min(0.95, 0.1 + 1.6 * s.glow)]).slice(1)}`;

/**
 * Colour and share of it that the mask puts at a point of the body.
 * @type {Record<string, (s: Skin, own: number[], texel: (x: number, y: number) => number, across: number) => [number[], number]>}
 */
const PAINTED = {
  rings(s, [x, y, z]) {
    const ring = Math.hypot(y + 11, z * 0.8 + 27) + 0.9 * Math.sin(x * 0.3 + z * 0.2) + 0.5 * Math.sin(y * 0.7) + x * 0.06;
    const t = (ring * s.grain[0]) % 1;
    return [mix(parts(s.base), parts(s.vein), ramp(t, 0, 0.75) * ramp(t, 1, 0.86)), 0.9 * s.veins];
  },
  chips(s, [x, y, z], texel) {
    const id = texel((x - (y + z) / 2) * s.grain[0], (y - z) * 0.866 * s.grain[0]) / 255;
    const [vein, rim] = [parts(s.vein), parts(s.rim)];
    const colours = [rim, vein, mix([...vein].reverse(), rim, 0.5), [vein[0], rim[1], vein[2]]];
    return [colours[[0.59, 0.75, 0.89].filter((level) => id > level).length], 0.85 * s.veins * ramp(id, 0.2, 0.4)];
  },
  brush(s, _, texel, across) {
    return [parts(s.vein), s.veins * ramp(texel(0.3, across * s.grain[0]), 60, 200)];
  },
};

/** Paints the mask of a face: what runs through the body, cut by it. @type {(ctx: CanvasRenderingContext2D, s: Skin, face: number, texels: Uint8Array) => void} */
function paintMask(ctx, s, face, texels) {
  const side = FACE_BY_AXIS.indexOf(face);
  const axis = side >> 1;
  const own = [0, 0, 0];
  own[axis] = (side & 1 ? -EDGE : EDGE) / 2;
  const wrap = (/** @type {number} */ v) => ((Math.round(v * GRAIN) % GRAIN) + GRAIN) % GRAIN;
  const texel = (/** @type {number} */ x, /** @type {number} */ y) => texels[(wrap(y) * GRAIN + wrap(x)) * 2 + 1];
  const image = ctx.createImageData(TILE, TILE);
  for (let k = 0; k < TILE * TILE; k += 1) {
    own[(axis + 1) % 3] = (((k % TILE) + 0.5) / TILE - 0.5) * EDGE;
    own[(axis + 2) % 3] = ((Math.floor(k / TILE) + 0.5) / TILE - 0.5) * EDGE;
    const [colour, share] = PAINTED[s.mask](s, own, texel, own[(axis + 2) % 3]);
    image.data.set([...colour, 255 * share], k * 4);
  }
  ctx.putImageData(image, (face - 1) * TILE, 0);
}

/** Paints what polish and depth do to a face, over its mask. @param {CanvasRenderingContext2D} ctx @param {Skin} s @param {number} x */
function paintSheen(ctx, s, x) {
  const half = TILE / 2;
  ctx.setTransform(1, 0, 0, 1, x + half, half);
  if (s.clear) {
    const inside = ctx.createRadialGradient(0, 0, half * 0.3, 0, 0, half * 1.3);
    inside.addColorStop(0, `${s.base}aa`);
    inside.addColorStop(0.55, `${s.base}33`);
    inside.addColorStop(1, `${s.rim}66`);
    ctx.fillStyle = inside;
    ctx.fillRect(-half, -half, TILE, TILE);
  }
  const sheen = ctx.createLinearGradient(-half, half, half, -half);
  const bright = s.metal ? 0.4 : 0.14 * s.coat;
  sheen.addColorStop(0, `rgb(0 0 0 / ${0.2 * s.metal})`);
  sheen.addColorStop(0.45, 'rgb(0 0 0 / 0)');
  sheen.addColorStop(0.75, `rgb(255 250 235 / ${bright})`);
  sheen.addColorStop(1, 'rgb(255 250 235 / 0)');
  ctx.fillStyle = sheen;
  ctx.fillRect(-half, -half, TILE, TILE);
}

/** Leaves of each tile what lies on the flat. @param {CanvasRenderingContext2D} ctx */
function cutOut(ctx) {
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.globalCompositeOperation = 'destination-in';
  ctx.fillStyle = '#000';
  ctx.beginPath();
  for (let face = 0; face < 6; face += 1) {
    const half = (FLAT * TILE) / EDGE;
    ctx.roundRect((face + 0.5) * TILE - half, TILE / 2 - half, half * 2, half * 2, half * (1 - CUT));
  }
  ctx.fill();
}

/** What each flat shows over the body's colour, faces 1 to 6 from left to right. @param {Skin} s */
export function sheet(s) {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: TILE * 6, height: TILE });
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const texels = s.mask === 'none' ? null : s.mask === 'chips' ? grit(GRAIN) : weave(GRAIN);
  for (let face = 1; face <= 6; face += 1) {
    if (texels) paintMask(ctx, s, face, texels);
    paintSheen(ctx, s, (face - 1) * TILE);
  }
  cutOut(ctx);
  return canvas;
}

/** Lays a face's part of the sheet over the square round 0, 0 that is a die wide in mm. @type {(ctx: CanvasRenderingContext2D, from: HTMLCanvasElement, face: number) => void} */
export const layTile = (ctx, from, face) =>
  ctx.drawImage(from, (face - 1) * TILE, 0, TILE, TILE, -EDGE / 2, -EDGE / 2, EDGE, EDGE);
