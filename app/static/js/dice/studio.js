/**
 * The light of the room, made at start: softboxes for reflections and the weave of the felt. Directions as on the
 * table: z up, y away from the player. Light is linear.
 */

/** Towards the key light: from the left, a little from the player's side, so that front faces get some too. */
export const KEY = unit([-0.52, -0.2, 0.83]);

/** Soft light on a surface that looks along x, y, z: the sum of these times 1, x, y, z, z². Fitted to the map below. */
export const SOFT = [0.402, 0.071, 0.06, 0.095, -0.124];

/** The most a texel of the map can hold. */
export const BRIGHTEST = 17;

/**
 * Where a lamp hangs, its half sizes and its light; the first is the key light. Nothing bright stands within 30° of
 * where an upward face mirrors the eye: that would wash its pips out.
 * @type {[number[], number, number, number[]][]}
 */
const LAMPS = [
  [[-0.72, -0.24, 0.62], 0.2, 0.26, [17, 15.8, 14]],
  [[0.86, 0.3, 0.3], 0.1, 0.5, [4.6, 4.7, 5]],
  [[0.1, 0.95, 0.22], 0.9, 0.07, [3.4, 3.1, 2.7]],
  [[0.25, -0.9, 0.3], 0.7, 0.1, [2.4, 2.2, 1.9]],
  [[-0.9, 0.4, 0.16], 0.3, 0.1, [2.6, 2, 1.4]],
];

/** @param {number[]} v */
function unit(v) {
  const length = Math.hypot(...v);
  return v.map((c) => c / length);
}

/** @param {number[]} a @param {number[]} b */
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** How far x lies inside a soft edge at `limit`, 0–1. @param {number} x @param {number} limit */
const within = (x, limit) => Math.min(1, Math.max(0, (limit - Math.abs(x)) * 20 + 0.5));

/** Light that comes from a direction. @param {number[]} d */
export function radiance(d) {
  const rise = d[2];
  // Below lies the felt, warmer than it is, so that the sides of metal dice do not go dark.
  const level =
    rise < 0
      ? 0.16 + 0.2 * Math.exp(rise * 5)
      : 0.12 + 0.1 * rise + 0.1 * Math.exp(-rise * 7) + 0.1 * rise * (d[1] - d[0]);
  const light = [level, level, level * 0.9];
  for (const [at, w, h, glow] of LAMPS) {
    const n = unit(at);
    const u = unit([n[1], -n[0], 0]);
    const v = [-n[2] * u[1], n[2] * u[0], n[0] * u[1] - n[1] * u[0]];
    const facing = dot(d, n);
    if (facing <= 0) continue;
    const inside = within(dot(d, u) / facing, w) * within(dot(d, v) / facing, h);
    glow.forEach((part, k) => (light[k] += inside * part));
  }
  return light;
}

/** The room as an equirectangular picture, RGBA, each texel the root of its share of the brightest. @param {number} w  its height is half of it */
export function studioMap(w) {
  const texels = new Uint8Array(w * w * 2);
  for (let k = 0; k < w * (w / 2); k += 1) {
    const fall = ((Math.floor(k / w) + 0.5) / w) * 2 * Math.PI;
    const turn = (((k % w) + 0.5) / w) * 2 * Math.PI - Math.PI;
    const light = radiance([Math.sin(fall) * Math.cos(turn), Math.sin(fall) * Math.sin(turn), Math.cos(fall)]);
    texels.set(light.map((part) => 255 * Math.sqrt(Math.min(1, part / BRIGHTEST))), k * 4);
  }
  return texels;
}

/** The felt's weave, which tiles, two bytes a texel: matted fibres a few mm long, and the fine nap. @param {number} size  power of two */
export function weave(size) {
  const texels = new Uint8Array(size * size * 2).fill(128);
  let seed = 20107;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  for (let fibre = 0; fibre < size * 100; fibre += 1) {
    const fine = fibre % 5 < 3 ? 1 : 0;
    const turn = random() * 2 * Math.PI;
    const shade = random() * 255;
    let x = random() * size;
    let y = random() * size;
    for (let step = fine ? 5 : 14; step > 0; step -= 1) {
      const at = ((y & (size - 1)) * size + (x & (size - 1))) * 2 + fine;
      texels[at] += (shade - texels[at]) * 0.35;
      x += Math.cos(turn);
      y += Math.sin(turn);
    }
  }
  return texels;
}
