/**
 * Best for the roller (R-best): of all ways to group the same dice, the one that pays most. Twin of app/engine/best.py.
 * A grouping is a settled `Pile` with the claims of its loose dice, the same values that reading by taps ends with.
 */

import { remembered } from "./frozen.js";
import { HIGH_END, LARGE, LOW_END, NONE, Pile, sheet } from "./sheet.js";
import { FACES, HIGH, LOW, choices, counted, least, sum } from "./types.js";

/** @typedef {import("./types.js").RuleSet} RuleSet */
/** @typedef {import("./sheet.js").Sheet} Sheet */
/** @typedef {[Pile, import("./sheet.js").Claims]} Grouping */

/** @type {[number, readonly number[]][]} */
const STRAIGHTS = [[LOW_END, LOW], [HIGH_END, HIGH], [LARGE, FACES]];

/** The sets of a pile as face and size, in no order. @param {Pile} pile @returns {[number, number][]} */
export const setsOf = ({ sets, full }) => [...sets.flatMap((size, face) => (size ? [/** @type {[number, number]} */ ([face, size])] : [])), ...full];

/** The grouping of these ascending faces with the fewest dead dice, then the most points, then the fewest parts. Not to be changed. */
export const bestGrouping = remembered((/** @type {RuleSet} */ rules, /** @type {number[]} */ faces, /** @type {import("./open_parts.js").Open} */ opened) => {
  const table = sheet(rules, opened);
  return least(groupings(counted(faces), table), (grouping) => worse(grouping, table));
});

/** @param {Grouping} grouping @param {Sheet} table */
function worse([pile, claims], table) {
  const sets = setsOf(pile);
  const points = claims.points + sum(sets.map(([face, size]) => table.setPoints[face][size]));
  const loose = claims.extended.length + claims.filled.length + claims.paired.length + claims.singles.length;
  const parts = loose + sets.length + Number(pile.straight !== NONE) + Number(pile.pairs.length > 0);
  return [claims.dead.length, -points - table.straightPoints(pile.straight) - table.pairsPoints(pile.pairs), parts];
}

/** Every way to make parts of the dice; what no part takes is loose. @param {number[]} counts @param {Sheet} table @returns {Generator<Grouping>} */
function* groupings(counts, table) {
  for (const [straight, faces, pairs] of frames(counts, table.rules)) {
    const left = [...counts];
    for (const face of faces) left[face]--;
    for (const face of pairs) left[face] -= 2;
    for (const chosen of product(FACES.map((face) => sets(face, left[face], table)))) {
      const pile = Object.assign(new Pile(), { straight, pairs });
      const pool = [...left];
      chosen.forEach((sizes, at) => {
        const face = FACES[at];
        pile.sets[face] = sizes.at(-1) ?? 0;
        pile.full.push(...sizes.slice(0, -1).map((size) => /** @type {[number, number]} */ ([face, size])));
        pool[face] -= sum(sizes);
      });
      yield [pile, table.claims(pool)];
    }
  }
}

/** One of each, in every way; the last changes first. @template T @param {T[][]} lists @returns {T[][]} */
const product = (lists) => lists.reduce((/** @type {T[][]} */ ways, list) => ways.flatMap((way) => list.map((each) => [...way, each])), [[]]);

/**
 * A straight, or three or four pairs, or neither: no hand is large enough for two of them.
 * @param {number[]} counts @param {RuleSet} rules @returns {[number, readonly number[], number[]][]} straight, its faces, pairs
 */
function frames(counts, rules) {
  const straights = STRAIGHTS.filter(([straight, faces]) => (straight === LARGE ? rules.run_full : rules.run_five) && faces.every((face) => counts[face]));
  const twos = pairsIn(counts, rules.quad_is_two_pairs ? 2 : 1);
  const pairs = [3, 4].flatMap((size) => (rules[size === 3 ? "three_pairs" : "four_pairs"] ? choices(twos, size) : []));
  return [[NONE, [], []], ...straights.map(([straight, faces]) => /** @type {any} */ ([straight, faces, []])), ...pairs.map((each) => [NONE, [], each])];
}

/** Faces that lie twice, each as often as it makes pairs, at most so often. @param {number[]} counts @param {number} most */
export const pairsIn = (counts, most) => FACES.flatMap((face) => Array(Math.min(counts[face] >> 1, most)).fill(face));

/** The sizes of sets that so many dice of a face can make; a face with an open set starts no other (R-newset). @param {number} face @param {number} dice @param {Sheet} table */
function sets(face, dice, table) {
  /** @type {number[][]} */
  const ways = [[]];
  const points = table.setPoints[face];
  for (let first = 3; first <= dice && !table.extends[face]; first++) {
    if (!points[first]) continue;
    ways.push([first]);
    for (let second = first; second <= dice - first; second++) if (points[second]) ways.push([first, second]);
  }
  return ways;
}
