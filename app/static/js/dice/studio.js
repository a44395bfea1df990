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

/** The same lamps with the ways that their width and height run. */
const HUNG = LAMPS.map(([at, w, h, glow]) => {
  const n = unit(at);
  const u = unit([n[1], -n[0], 0]);
  return { n, u, v: [-n[2] * u[1], n[2] * u[0], n[0] * u[1] - n[1] * u[0]], w, h, glow };
});

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
  for (const { n, u, v, w, h, glow } of HUNG) {
    const facing = dot(d, n);
    if (facing <= 0) continue;
    const inside = within(dot(d, u) / facing, w) * within(dot(d, v) / facing, h);
    for (let k = 0; k < 3; k += 1) light[k] += inside * glow[k];
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
  const random = series();
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

/** Random numbers that are the same on every phone. */
function series() {
  let seed = 20107;
  return () => (seed = (seed * 16807) % 2147483647) / 2147483647;
}

/** What a woven cloth and a body of chips show, which tiles, two bytes a texel. @param {number} size  power of two */
export function grit(size) {
  const texels = new Uint8Array(size * size * 2);
  const random = series();
  threads(texels, size, random);
  chips(texels, size, random);
  return texels;
}

/** Over and under, 32 threads each way, no two of the same thickness. @type {(texels: Uint8Array, size: number, random: () => number) => void} */
function threads(texels, size, random) {
  const pitch = size / 32;
  const shades = Array.from({ length: 64 }, () => 0.72 + 0.28 * random());
  for (let k = 0; k < size * size; k += 1) {
    const x = (k % size) / pitch;
    const y = Math.floor(k / size) / pitch;
    const warp = (Math.floor(x) + Math.floor(y)) % 2;
    const round = (/** @type {number} */ v) => Math.sqrt(Math.max(0, 1 - (2 * (v % 1) - 0.9) ** 2));
    const lit = warp ? round(x) * (0.7 + 0.3 * round(y)) : round(y) * (0.7 + 0.3 * round(x));
    texels[k * 2] = 255 * lit * shades[Math.floor(warp ? x : y) + warp * 32];
  }
}

/** Broken stone: cells round scattered middles, each shrunk by its own share; within a chip the texel tells its colour. @type {(texels: Uint8Array, size: number, random: () => number) => void} */
function chips(texels, size, random) {
  const side = 10;
  const spots = Array.from({ length: side * side }, () => [random(), random(), random() ** 2 * 0.3, 110 + random() * 145]);
  for (let k = 0; k < size * size; k += 1) {
    const x = ((k % size) / size) * side;
    const y = (Math.floor(k / size) / size) * side;
    let near = 9;
    let next = 9;
    let chip = spots[0];
    for (let row = -1; row < 2; row += 1) {
      const own = ((Math.floor(y) + row + side) % side) * side;
      for (let column = -1; column < 2; column += 1) {
        const spot = spots[own + ((Math.floor(x) + column + side) % side)];
        const dx = Math.floor(x) + column + spot[0] - x;
        const dy = Math.floor(y) + row + spot[1] - y;
        const d = dx * dx + dy * dy;
        if (d < near) [next, near, chip] = [near, d, spot];
        else if (d < next) next = d;
      }
    }
    texels[k * 2 + 1] = Math.max(0, Math.min(chip[3], 700 * (Math.sqrt(next) - Math.sqrt(near) - 0.1 - chip[2])));
  }
}
