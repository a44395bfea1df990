import assert from 'node:assert/strict';
import { test } from 'node:test';

import { MARKS } from '../../app/static/js/dice/faces.js';
import { HOUSE, MASKS, SETS, linear, skinNumbers } from '../../app/static/js/dice/skins.js';
import { grit } from '../../app/static/js/dice/studio.js';
import { GREEN, SURFACES, surfaceNumbers } from '../../app/static/js/dice/surfaces.js';

/** Key, collection, what it is heard as, what runs through it. */
const KNOWN = `
house      house   resin    none
gold       jewels  metal    none
ruby       jewels  gem      none
emerald    jewels  gem      none
sapphire   jewels  gem      none
amethyst   jewels  gem      none
onyx       jewels  stone    none
ivory      studio  resin    rings
porcelain  studio  ceramic  none
smoke      studio  resin    none
walnut     studio  wood     rings
terrazzo   studio  stone    chips
steel      studio  metal    brush
slate      studio  stone    rings
`.trim().split('\n').map((line) => line.trim().split(/ +/));

test('the release knows fourteen sets in three collections, each with the sound of its material', () => {
  const told = [...SETS.values()].map(({ key, collection, sound, mask }) => [key, collection, sound, mask]);
  assert.deepEqual(told, KNOWN);
  assert.equal(SETS.get('house'), HOUSE);
});

test('every set becomes 24 numbers from 0 to 1 but for its grain and its mask', () => {
  for (const [key, skin] of SETS) {
    const numbers = skinNumbers(skin);
    assert.equal(numbers.length, 24, key);
    const shares = [...numbers.slice(0, 20), numbers[22]];
    assert.ok(shares.every((part) => part >= 0 && part <= 1), `${key}: ${shares}`);
    assert.equal(numbers[23], MASKS[skin.mask], key);
  }
});

test('only sets with a mask have a grain to show, and only clear bodies hold light', () => {
  for (const [key, skin] of SETS) {
    assert.equal(skin.mask !== 'none', skin.veins > 0, key);
    assert.ok(skin.clear === 0 || (skin.metal === 0 && skin.coat > 0), key);
  }
});

test('solid gold mirrors with the reflectance of gold', () => {
  const gold = linear(SETS.get('gold').base);
  [1, 0.77, 0.34].forEach((part, k) => assert.ok(Math.abs(gold[k] - part) < 0.01, `${gold}`));
});

test('five tables become sixteen numbers each, the green one first', () => {
  assert.deepEqual([...SURFACES.keys()], ['green', 'wine', 'navy', 'slate', 'linen']);
  assert.equal(SURFACES.get('green'), GREEN);
  for (const [key, surface] of SURFACES) {
    const numbers = [...surfaceNumbers(surface)];
    assert.equal(numbers.length, 16, key);
    assert.ok(numbers.every((part) => part >= 0 && part <= 1), `${key}: ${numbers}`);
  }
});

test('cloths are of middle brightness, so that white dice and black dice stand out', () => {
  for (const [key, { cloth }] of SURFACES) {
    const [red, green, blue] = linear(cloth);
    const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    assert.ok(light > 0.06 && light < 0.16, `${key}: ${light}`);
  }
});

test('grit holds threads and chips, and is the same on every phone', () => {
  const texels = grit(64);
  assert.deepEqual(grit(64), texels);
  const [threads, chips] = [0, 1].map((channel) => texels.filter((_, k) => k % 2 === channel));
  assert.ok(new Set(threads).size > 60);
  const ground = chips.filter((v) => v === 0).length / chips.length;
  assert.ok(ground > 0.25 && ground < 0.6, `${ground} of it lies between the chips`);
});

test('a face carries pips, a numeral or both', () => {
  assert.deepEqual(MARKS, { pips: 1, numerals: 2, both: 3 });
});
