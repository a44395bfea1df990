/**
 * The two meshes: a die with rounded edges, and the tray with its rail. Positions and normals in mm.
 */
import { TRAY } from './layout.js';

/** Radius of a die's edges; an eighth of the edge, as on a good resin die. */
export const BEVEL = 2;

/**
 * @typedef {object} Mesh
 * @property {Float32Array} points  x y z nx ny nz per vertex
 * @property {Uint16Array} corners  three indices a triangle, counter-clockwise seen from outside
 */

/**
 * A cube whose six faces are grids, dense where the edge bends. Each face ends half-way round the bevel.
 * @param {number} half  half the edge, mm
 * @param {number} steps  quads from the flat part to the middle of the bevel
 * @returns {Mesh}
 */
export function roundedDie(half, steps) {
  const flat = half - BEVEL;
  const across = [];
  for (let i = 0; i <= steps; i += 1) across.push(flat + BEVEL * Math.tan((Math.PI / 4) * (i / steps)));
  const ticks = [...across.map((v) => -v).reverse(), ...across];
  const side = ticks.length;
  const points = [];
  const corners = [];
  for (let face = 0; face < 6; face += 1) {
    const axis = face >> 1;
    const sign = face & 1 ? -1 : 1;
    const first = points.length / 6;
    for (const u of ticks) for (const v of ticks) points.push(...onDie(axis, sign, u, v, half, flat));
    for (let i = 0; i + 1 < side; i += 1) {
      for (let j = 0; j + 1 < side; j += 1) {
        const a = first + i * side + j;
        const quad = sign > 0 ? [a, a + side, a + side + 1, a + 1] : [a, a + 1, a + side + 1, a + side];
        corners.push(quad[0], quad[1], quad[2], quad[0], quad[2], quad[3]);
      }
    }
  }
  return { points: new Float32Array(points), corners: new Uint16Array(corners) };
}

/**
 * One vertex: the cube's surface drawn in to the rounded one.
 * @param {number} axis
 * @param {number} sign
 * @param {number} u
 * @param {number} v
 * @param {number} half
 * @param {number} flat
 */
function onDie(axis, sign, u, v, half, flat) {
  const cube = [0, 0, 0];
  cube[axis] = sign * half;
  cube[(axis + 1) % 3] = u;
  cube[(axis + 2) % 3] = v;
  const core = cube.map((c) => Math.max(-flat, Math.min(flat, c)));
  const out = cube.map((c, k) => c - core[k]);
  const length = Math.hypot(...out);
  const normal = out.map((c) => c / length);
  return [...core.map((c, k) => c + normal[k] * BEVEL), ...normal];
}

/** The rail's section: distance outward from the felt's edge, height, and the normal in that plane. */
function railSection() {
  const high = TRAY.railHeight;
  const round = 2.5;
  const section = [[0, 0, -1, 0], [0, high - round, -1, 0]];
  for (let i = 1; i <= 4; i += 1) {
    const a = (Math.PI / 2) * (i / 4);
    section.push([round - round * Math.cos(a), high - round + round * Math.sin(a), -Math.cos(a), Math.sin(a)]);
  }
  section.push([900, high, 0, 1]);
  return section;
}

/**
 * Felt and the wood it is let into as rings round the tray, the innermost closed to a floor.
 * @returns {Mesh}
 */
export function tray() {
  const bend = 4;
  const turn = 3;
  const path = [];
  for (let corner = 0; corner < 4; corner += 1) {
    const sx = corner === 0 || corner === 3 ? 1 : -1;
    const sy = corner < 2 ? 1 : -1;
    for (let i = 0; i <= turn; i += 1) {
      const a = (Math.PI / 2) * (corner + i / turn);
      path.push([sx * (TRAY.w / 2 - bend), sy * (TRAY.h / 2 - bend), Math.cos(a), Math.sin(a)]);
    }
  }
  const rings = [[0, 0, 0, 1], ...railSection()];
  const points = [0, 0, 0, 0, 0, 1];
  for (const [out, z, across, up] of rings) {
    for (const [x, y, dx, dy] of path) {
      points.push(x + dx * (bend + out), y + dy * (bend + out), z, dx * across, dy * across, up);
    }
  }
  const count = path.length;
  const corners = [];
  for (let i = 0; i < count; i += 1) {
    const j = (i + 1) % count;
    corners.push(0, 1 + i, 1 + j);
    for (let ring = 0; ring + 1 < rings.length; ring += 1) {
      const a = 1 + ring * count;
      const b = a + count;
      corners.push(a + i, b + i, b + j, a + i, b + j, a + j);
    }
  }
  return { points: new Float32Array(points), corners: new Uint16Array(corners) };
}
