/**
 * Dice sets as records: what a set is made of, in numbers. A renderer knows materials, not sets.
 *
 * Colours are sRGB as in CSS, because the shop shows them too.
 */

/**
 * @typedef {object} Skin
 * @property {string} key
 * @property {string} base  body colour
 * @property {string} vein  second colour of a pattern
 * @property {'plain' | 'wood' | 'terrazzo' | 'brushed'} pattern
 * @property {number} amount  how strongly the pattern shows, 0–1
 * @property {number} rough  0 mirror – 1 chalk
 * @property {number} metal  0 or 1
 * @property {number} coat  clear lacquer on top, 0–1
 * @property {number} depth  how far light creeps round an edge, 0–0.5: resin, gems
 * @property {string} rim  colour that shows where the surface turns away
 * @property {number} glow  strength of the rim
 * @property {string} pip
 * @property {number} pipMetal
 * @property {number} pipRough
 */

/** @type {Skin} */
export const HOUSE = {
  key: 'house',
  base: '#e8e0cf',
  vein: '#e6d9bd',
  pattern: 'plain',
  amount: 0,
  rough: 0.38,
  metal: 0,
  coat: 1,
  depth: 0.22,
  rim: '#ffe9c4',
  glow: 0.12,
  pip: '#1b1714',
  pipMetal: 0,
  pipRough: 0.3,
};

/** The sets this release knows, by key. */
export const SETS = new Map([[HOUSE.key, HOUSE]]);

const PATTERNS = ['plain', 'wood', 'terrazzo', 'brushed'];

/**
 * @param {string} hex  #rrggbb
 * @returns {number[]}  0–255
 */
export const rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

/**
 * @param {string} hex
 * @returns {number[]}  linear light, 0–1
 */
export const linear = (hex) =>
  rgb(hex).map((byte) => {
    const v = byte / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  });

/**
 * A set as the shader takes it: five colours with one number behind each, in linear light.
 * @param {Skin} skin
 * @returns {Float32Array}
 */
export function skinNumbers(skin) {
  const pattern = PATTERNS.indexOf(skin.pattern);
  return new Float32Array([
    ...linear(skin.base),
    skin.rough,
    ...linear(skin.vein),
    pattern === 0 ? 0 : skin.amount,
    ...linear(skin.rim),
    skin.glow,
    ...linear(skin.pip),
    skin.pipRough,
    skin.metal,
    skin.coat,
    skin.depth,
    skin.pipMetal + 2 * pattern,
  ]);
}
