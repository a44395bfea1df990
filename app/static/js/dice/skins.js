/** Dice sets as records: what a set is made of, in numbers. A painter knows materials, not sets. Colours as in CSS. */

/** What runs through a body, by the number that the shader knows it by. */
export const MASKS = { none: 0, rings: 1, chips: 2, brush: 3 };

/**
 * @typedef {object} Skin
 * @property {string} key
 * @property {string} collection
 * @property {'resin' | 'metal' | 'gem' | 'stone' | 'wood' | 'ceramic'} sound  what it is heard as
 * @property {string} base  body
 * @property {number} rough  0 mirror – 1 chalk
 * @property {string} vein  second colour of the body
 * @property {number} veins  how much of it shows, 0–1
 * @property {string} rim  what shows where the surface turns away; the light inside a clear body
 * @property {number} glow  how much of it, 0–1
 * @property {number} metal  0 or 1
 * @property {number} coat  clear lacquer, 0–1
 * @property {number} depth  how far light creeps round an edge, 0–0.5
 * @property {string} pip
 * @property {number} pipRough
 * @property {number} pipMetal  0 or 1
 * @property {number[]} grain  of the mask: its pitch along a mm, and how streaky it is
 * @property {number} clear  how much light passes through the body, 0–1
 * @property {keyof typeof MASKS} mask
 */

/** What a set is where its record says nothing. */
const PLAIN = {
  vein: '#000000', veins: 0, rim: '#ffffff', glow: 0, metal: 0, coat: 0, depth: 0, pipRough: 0.3, pipMetal: 0,
  grain: [0.05, 0], clear: 0, mask: /** @type {const} */ ('none'),
};

/** @type {Skin} */
export const HOUSE = {
  ...PLAIN, key: 'house', collection: 'house', sound: 'resin',
  base: '#e8e0cf', rough: 0.38, rim: '#ffe9c4', glow: 0.1, coat: 1, depth: 0.22, pip: '#1b1714',
};

const JEWEL = {
  ...PLAIN, collection: 'jewels', sound: /** @type {const} */ ('gem'),
  rough: 0.12, glow: 0.88, coat: 1, pip: '#ffe09a', pipRough: 0.3, pipMetal: 1, clear: 1,
};
const STUDIO = { ...PLAIN, collection: 'studio', pip: '#1b1714' };

/** @type {Skin[]} */
const ALL = [
  HOUSE,
  {
    ...JEWEL, key: 'gold', sound: 'metal', clear: 0, rim: '#ffedc2', glow: 0.4,
    base: '#ffe39d', rough: 0.16, metal: 1, coat: 0, pip: '#14121a', pipRough: 0.15, pipMetal: 0,
  },
  { ...JEWEL, key: 'ruby', base: '#2c040b', rim: '#ff3e50' },
  { ...JEWEL, key: 'emerald', base: '#021a14', rim: '#0aa36e' },
  { ...JEWEL, key: 'sapphire', base: '#081338', rim: '#2f6dff' },
  { ...JEWEL, key: 'amethyst', base: '#1e0a38', rim: '#a04dff' },
  { ...JEWEL, key: 'onyx', sound: 'stone', clear: 0, base: '#0d0d10', rough: 0.1, rim: '#aab4c8', glow: 0.55 },
  {
    ...STUDIO, key: 'ivory', sound: 'resin', base: '#efdfba', rough: 0.42, coat: 0.6, depth: 0.35, rim: '#ffd68f', glow: 0.2,
    vein: '#dcc08a', veins: 0.22, grain: [1.4, 0.5], mask: 'rings', pip: '#2a1a10',
  },
  { ...STUDIO, key: 'porcelain', sound: 'ceramic', base: '#eaedf0', rough: 0.08, coat: 1, depth: 0.1, rim: '#d5e6ff', glow: 0.15, pip: '#16337a' },
  {
    ...STUDIO, key: 'smoke', sound: 'resin', base: '#101215', rough: 0.1, coat: 1, rim: '#9aa4b0', glow: 0.6, clear: 1,
    pip: '#f4f4f0', pipRough: 0.4,
  },
  {
    ...STUDIO, key: 'walnut', sound: 'wood', base: '#2c180e', rough: 0.45, coat: 0.35, vein: '#7b5035', veins: 0.9, rim: '#ffc98c',
    glow: 0.53, grain: [0.5, 1.6], mask: 'rings', pip: '#fbf0d8', pipRough: 0.5,
  },
  {
    ...STUDIO, key: 'terrazzo', sound: 'stone', base: '#ece7df', rough: 0.35, coat: 0.7, vein: '#c77f5e', veins: 1, rim: '#86a08f', glow: 0.4,
    grain: [0.05, 0], mask: 'chips', pip: '#19171b',
  },
  {
    ...STUDIO, key: 'steel', sound: 'metal', base: '#e6e8ea', rough: 0.4, metal: 1, vein: '#8f949b', veins: 0.7,
    grain: [0.09, 0.12], rim: '#ffffff', glow: 0.4, mask: 'brush', pip: '#101216', pipRough: 0.5,
  },
  {
    ...STUDIO, key: 'slate', sound: 'stone', base: '#3b4249', rough: 0.8, vein: '#505962', veins: 0.5, grain: [0.3, 1.6],
    mask: 'rings', rim: '#aebccb', glow: 0.54, pip: '#f2efe6', pipRough: 0.7,
  },
];

/** The sets this release knows, by key. */
export const SETS = new Map(ALL.map((skin) => [skin.key, skin]));

/** Linear light, 0–1, of #rrggbb. @param {string} hex */
export const linear = (hex) =>
  [1, 3, 5].map((at) => {
    const v = parseInt(hex.slice(at, at + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  });

/** A set as the shader takes it: 24 numbers, the last of them its mask. @param {Skin} s */
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
    s.clear,
    MASKS[s.mask],
  ]);
