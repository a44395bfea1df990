/** Dice sets as records: what a set is made of, in numbers. A painter knows materials, not sets. Colours as in CSS. */

/**
 * @typedef {object} Skin
 * @property {string} key
 * @property {string} base  body
 * @property {number} rough  0 mirror – 1 chalk
 * @property {string} vein  second colour of the body
 * @property {number} veins  how much of it shows, 0–1
 * @property {number[]} grain  the veins' stretch along two axes, and two levels between which a vein fades in
 * @property {string} rim  what shows where the surface turns away
 * @property {number} glow  how much of it, 0–1
 * @property {number} metal  0 or 1
 * @property {number} coat  clear lacquer, 0–1
 * @property {number} depth  how far light creeps round an edge, 0–0.5
 * @property {string} pip
 * @property {number} pipRough
 * @property {number} pipMetal  0 or 1
 */

/** @type {Skin} */
export const HOUSE = {
  key: 'house',
  base: '#e8e0cf',
  rough: 0.38,
  vein: '#e8e0cf',
  veins: 0,
  grain: [0.02, 0.02, 0.4, 0.6],
  rim: '#ffe9c4',
  glow: 0.1,
  metal: 0,
  coat: 1,
  depth: 0.22,
  pip: '#1b1714',
  pipRough: 0.3,
  pipMetal: 0,
};

/** The sets this release knows, by key. */
export const SETS = new Map([[HOUSE.key, HOUSE]]);

/** Linear light, 0–1, of #rrggbb. @param {string} hex */
export const linear = (hex) =>
  [1, 3, 5].map((at) => {
    const v = parseInt(hex.slice(at, at + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  });

/** A set as the shader takes it: 24 numbers. @param {Skin} s */
export const skinNumbers = (s) =>
  new Float32Array([
    ...linear(s.base),
    s.rough,
    ...linear(s.vein),
    s.veins,
    ...linear(s.rim),
    s.glow,
    ...linear(s.pip),
    s.pipRough,
    s.metal,
    s.coat,
    s.depth,
    s.pipMetal,
    ...s.grain,
  ]);
