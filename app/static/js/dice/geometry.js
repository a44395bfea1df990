/** The two meshes: a die with rounded edges, and the tray let into its table. Positions and normals, mm. */
import { TRAY } from './layout.js';

/** Radius of a die's edges. */
export const BEVEL = 2;

/** @typedef {{points: Float32Array, corners: Uint16Array}} Mesh  x y z nx ny nz a point; three corners a triangle */

/**
 * Six grids, dense where the edge bends; each ends half-way round the bevel.
 * @type {(half: number, steps: number) => Mesh}
 */
export function roundedDie(half, steps) {
  const flat = half - BEVEL;
  const bend = Array.from({ length: steps + 1 }, (_, k) => flat + BEVEL * Math.tan((Math.PI / 4) * (k / steps)));
  const ticks = [...bend.map((v) => -v).reverse(), ...bend];
  const side = ticks.length;
  const points = [];
  const corners = [];
  for (let face = 0; face < 6; face += 1) {
    const axis = face >> 1;
    const sign = face & 1 ? -1 : 1;
    const first = points.length / 6;
    for (const u of ticks) {
      for (const v of ticks) {
        const cube = [0, 0, 0];
        cube[axis] = sign * half;
        cube[(axis + 1) % 3] = u;
        cube[(axis + 2) % 3] = v;
        // From the nearest point of the flat-sided core, one bevel outward.
        const core = cube.map((c) => Math.max(-flat, Math.min(flat, c)));
        const length = Math.hypot(...cube.map((c, k) => c - core[k]));
        const normal = cube.map((c, k) => (c - core[k]) / length);
        points.push(...core.map((c, k) => c + normal[k] * BEVEL), ...normal);
      }
    }
    for (let k = first; k < first + side * (side - 1); k += 1) {
      if ((k - first) % side === side - 1) continue;
      const [b, d] = sign > 0 ? [k + side, k + 1] : [k + 1, k + side];
      corners.push(k, b, k + side + 1, k, k + side + 1, d);
    }
  }
  return { points: new Float32Array(points), corners: new Uint16Array(corners) };
}

/**
 * Rings round the tray from the felt's edge up the rail and out over the wood; the innermost is closed to a floor.
 * @returns {Mesh}
 */
export function tray() {
  const bend = 4;
  const round = 2.5;
  // Distance outward, height, and the normal in that plane.
  const rings = [[0, 0, 0, 1], [0, 0, -1, 0]];
  for (let k = 0; k <= 4; k += 1) {
    const c = Math.cos((Math.PI / 8) * k);
    const s = Math.sin((Math.PI / 8) * k);
    rings.push([round - round * c, TRAY.rail - round + round * s, -c, s]);
  }
  rings.push([900, TRAY.rail, 0, 1]);
  const points = [0, 0, 0, 0, 0, 1];
  const count = 16;
  for (const [out, z, across, up] of rings) {
    for (let k = 0; k < count; k += 1) {
      const corner = k >> 2;
      const turn = (Math.PI / 2) * (corner + (k & 3) / 3);
      const dx = Math.cos(turn);
      const dy = Math.sin(turn);
      const x = (TRAY.w / 2 - bend) * (corner % 3 ? -1 : 1);
      const y = (TRAY.h / 2 - bend) * (corner < 2 ? 1 : -1);
      points.push(x + dx * (bend + out), y + dy * (bend + out), z, dx * across, dy * across, up);
    }
  }
  const corners = [];
  for (let i = 0; i < count; i += 1) {
    const j = (i + 1) % count;
    corners.push(0, 1 + i, 1 + j);
    for (let a = 1; a + count < points.length / 6; a += count) {
      corners.push(a + i, a + count + i, a + count + j, a + i, a + count + j, a + j);
    }
  }
  return { points: new Float32Array(points), corners: new Uint16Array(corners) };
}
