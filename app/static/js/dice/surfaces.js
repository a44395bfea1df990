/** Tables as records: cloth and rail in numbers. Colours as in CSS. */
import { linear } from './skins.js';

/**
 * @typedef {object} Surface
 * @property {string} key
 * @property {string} cloth
 * @property {number} nap  contrast of the fine fibres
 * @property {number} mat  contrast of the matted ones
 * @property {number} linen  0 felt – 1 woven thread
 * @property {string} line  printed on the cloth
 * @property {[string, string]} rail  its wood, dark and light
 * @property {number} string  of brass let into the rail, 0–1
 */

/** @type {[string, string]} */
const WALNUT = ['#3f2a1f', '#60442f'];
/** @type {[string, string]} */
const DARK = ['#17120f', '#2f2722'];
const FELT = { nap: 0.6, mat: 0.5, linen: 0, line: '#5b8b5c', rail: WALNUT, string: 1 };

/** @type {Surface} */
export const GREEN = { ...FELT, key: 'green', cloth: '#1b6a43' };

/** @type {Surface[]} */
const ALL = [
  GREEN,
  { ...FELT, key: 'wine', cloth: '#80283a', line: '#c58a77', rail: DARK },
  { ...FELT, key: 'navy', cloth: '#27497e', line: '#8fa6cf' },
  { ...FELT, key: 'slate', cloth: '#565e65', nap: 0.9, mat: 0.7, line: '#a9b0b4', rail: DARK },
  { ...FELT, key: 'linen', cloth: '#6d614a', nap: 0.2, mat: 0.25, linen: 1, line: '#c9b48c' },
];

/** The tables this release knows, by key. */
export const SURFACES = new Map(ALL.map((surface) => [surface.key, surface]));

/** What a cloth must be to look like `c` in full light: the tone mapping's toe, undone. @param {number[]} c */
function beforeToe(c) {
  const low = Math.min(...c);
  return c.map((part) => part + Math.sqrt(low / 6.25) - low);
}

/** A table as the shader takes it: 16 numbers. @param {Surface} s */
export const surfaceNumbers = (s) =>
  new Float32Array([
    ...beforeToe(linear(s.cloth)),
    s.nap,
    ...linear(s.line),
    s.mat,
    ...linear(s.rail[0]),
    s.linen,
    ...linear(s.rail[1]),
    s.string,
  ]);
