/**
 * The light of the room, built at start: a map of softboxes for reflections, nine numbers for soft light,
 * and the weave of the felt. No picture is downloaded.
 *
 * Directions as on the table: z up, y away from the player.
 */

/** Towards the key light: from the left, a little from the player's side, so that front faces get some too. */
export const KEY = unit([-0.52, -0.2, 0.83]);

/** Nothing bright stands within 30° of where an upward face mirrors the eye: that washed pips out. */
const SOFTBOXES = [
  { at: [-0.72, -0.24, 0.62], w: 0.2, h: 0.26, glow: [17, 15.8, 14] },
  { at: [0.86, 0.3, 0.3], w: 0.1, h: 0.5, glow: [4.6, 4.7, 5] },
  { at: [0.1, 0.95, 0.22], w: 0.9, h: 0.07, glow: [3.4, 3.1, 2.7] },
  { at: [0.25, -0.9, 0.3], w: 0.7, h: 0.1, glow: [2.4, 2.2, 1.9] },
  { at: [-0.9, 0.4, 0.16], w: 0.3, h: 0.1, glow: [2.6, 2, 1.4] },
];

/** @param {number[]} v */
function unit(v) {
  const length = Math.hypot(...v);
  return v.map((c) => c / length);
}

/**
 * Light that comes from one direction, linear.
 * @param {number[]} d  unit vector
 * @param {{at: number[], w: number, h: number, glow: number[]}[]} [boxes]  the lamps that are lit
 * @returns {number[]}
 */
export function radiance(d, boxes = SOFTBOXES) {
  const rise = d[2];
  let light;
  if (rise < 0) {
    // The felt's bounce, warmed so that the sides of metal dice do not go dark.
    const k = 0.16 + 0.2 * Math.exp(rise * 5);
    light = [k * 0.95, k * 1.02, k * 0.8];
  } else {
    const ceiling = 0.12 + 0.1 * rise + 0.1 * Math.exp(-rise * 7) + 0.1 * rise * (d[1] - d[0]);
    light = [ceiling * 1.02, ceiling * 0.99, ceiling * 0.95];
  }
  for (const box of boxes) {
    const n = unit(box.at);
    const facing = d[0] * n[0] + d[1] * n[1] + d[2] * n[2];
    if (facing <= 0) continue;
    const u = unit([n[1], -n[0], 0]);
    const v = [-n[2] * u[1], n[2] * u[0], n[0] * u[1] - n[1] * u[0]];
    const a = Math.abs((d[0] * u[0] + d[1] * u[1]) / facing);
    const b = Math.abs((d[0] * v[0] + d[1] * v[1] + d[2] * v[2]) / facing);
    const soft = 0.05;
    const inside =
      Math.min(1, Math.max(0, (box.w - a) / soft + 0.5)) * Math.min(1, Math.max(0, (box.h - b) / soft + 0.5));
    for (let k = 0; k < 3; k += 1) light[k] += inside * box.glow[k];
  }
  return light;
}

/**
 * The reflection map as levels of an equirectangular picture; each level is the last one halved, so a
 * rougher surface reads a higher level.
 * @param {number} w  power of two
 * @returns {{w: number, h: number, texels: Float32Array}[]}  RGBA, linear
 */
export function studioLevels(w) {
  const h = w / 2;
  const texels = new Float32Array(w * h * 4);
  for (let j = 0; j < h; j += 1) {
    const fall = ((j + 0.5) / h) * Math.PI;
    for (let i = 0; i < w; i += 1) {
      const turn = ((i + 0.5) / w) * 2 * Math.PI - Math.PI;
      const d = [Math.sin(fall) * Math.cos(turn), Math.sin(fall) * Math.sin(turn), Math.cos(fall)];
      texels.set([...radiance(d), 1], (j * w + i) * 4);
    }
  }
  const levels = [{ w, h, texels }];
  while (levels[levels.length - 1].w > 1) levels.push(halved(levels[levels.length - 1]));
  return levels;
}

/** @param {{w: number, h: number, texels: Float32Array}} level */
function halved({ w, h, texels }) {
  const nw = Math.max(1, w >> 1);
  const nh = Math.max(1, h >> 1);
  const out = new Float32Array(nw * nh * 4);
  for (let j = 0; j < nh; j += 1) {
    const rows = [Math.min(h - 1, 2 * j), Math.min(h - 1, 2 * j + 1)];
    for (let i = 0; i < nw; i += 1) {
      for (let k = 0; k < 4; k += 1) {
        let sum = 0;
        for (const row of rows) sum += texels[(row * w + 2 * i) * 4 + k] + texels[(row * w + 2 * i + 1) * 4 + k];
        out[(j * nw + i) * 4 + k] = sum / 4;
      }
    }
  }
  return { w: nw, h: nh, texels: out };
}

/**
 * Soft light as second-order spherical harmonics, ready to be multiplied with (1, y, z, x, xy, yz, 3z²−1, xz,
 * x²−y²) of a normal; the key light is left out, it is drawn with shadows. Source: Ramamoorthi and Hanrahan,
 * An Efficient Representation for Irradiance Environment Maps (2001).
 * @returns {Float32Array}  nine RGB triples, divided by π
 */
export function softLight() {
  const out = new Float32Array(27);
  const rows = 24;
  // Basis constants squared, times the cosine lobe's (π, 2π/3, π/4), over π.
  const band = [0.282095 ** 2, ...Array(3).fill((0.488603 ** 2 * 2) / 3)];
  band.push(1.092548 ** 2 / 4, 1.092548 ** 2 / 4, 0.315392 ** 2 / 4, 1.092548 ** 2 / 4, 0.546274 ** 2 / 4);
  for (let j = 0; j < rows; j += 1) {
    const z = ((j + 0.5) / rows) * 2 - 1;
    const r = Math.sqrt(1 - z * z);
    for (let i = 0; i < 2 * rows; i += 1) {
      const turn = ((i + 0.5) / rows) * Math.PI;
      const x = r * Math.cos(turn);
      const y = r * Math.sin(turn);
      const light = radiance([x, y, z], SOFTBOXES.slice(1));
      const share = (4 * Math.PI) / (2 * rows * rows);
      const basis = [1, y, z, x, x * y, y * z, 3 * z * z - 1, x * z, x * x - y * y];
      basis.forEach((value, k) => {
        for (let c = 0; c < 3; c += 1) out[k * 3 + c] += light[c] * value * band[k] * share;
      });
    }
  }
  return out;
}

/**
 * The felt's weave, which tiles: red holds matted fibres a few millimetres long, green the fine nap.
 * @param {number} size  power of two
 * @returns {Uint8Array}  two bytes a texel
 */
export function weave(size) {
  const texels = new Uint8Array(size * size * 2).fill(128);
  let seed = 20107;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  const wrap = size - 1;
  /** @param {number} channel @param {number} count @param {number} length @param {number} strength */
  const fibres = (channel, count, length, strength) => {
    for (let k = 0; k < count; k += 1) {
      let x = random() * size;
      let y = random() * size;
      let turn = random() * 2 * Math.PI;
      const bend = (random() - 0.5) * 0.2;
      const shade = random() * 255;
      for (let i = 0; i < length; i += 1) {
        const at = ((Math.floor(y) & wrap) * size + (Math.floor(x) & wrap)) * 2 + channel;
        texels[at] += (shade - texels[at]) * strength;
        x += Math.cos(turn);
        y += Math.sin(turn);
        turn += bend;
      }
    }
  };
  fibres(0, size * 40, 14, 0.3);
  fibres(1, size * 60, 5, 0.4);
  return texels;
}
