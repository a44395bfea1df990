/** Exact chances, by counting every roll. Twin of app/engine/odds.py. */

import { remembered } from "./frozen.js";
import { NOTHING_OPEN } from "./open_parts.js";
import { canScore } from "./orders.js";
import { counted } from "./types.js";

/** @typedef {import("./types.js").RuleSet} RuleSet */
/** @typedef {import("./open_parts.js").Open} Open */

const MILLION = 1e6;

/** How many of the 6 ** dice rolls score nothing. */
const rollsOfNothing = remembered((/** @type {RuleSet} */ rules, /** @type {number} */ dice, /** @type {Open} */ opened) => {
  let rolls = 0;
  /** @param {number[]} faces */
  const look = (faces) => {
    if (faces.length === dice) rolls += canScore(faces, opened, rules) ? 0 : ways(faces);
    else for (let face = faces.at(-1) ?? 1; face <= 6; face++) look([...faces, face]);
  };
  look([]);
  return rolls;
});

/** @param {number} n @returns {number} */
const factorial = (n) => (n > 1 ? n * factorial(n - 1) : 1);

/** In how many orders these faces can lie. @param {number[]} faces */
const ways = (faces) => counted(faces).reduce((count, alike) => count / factorial(alike), factorial(faces.length));

/**
 * The chance that a roll of so many dice scores nothing with these parts open, to six digits. Halves go to the even digit,
 * as the house rounds; whole numbers are counted, so that nothing is lost on the way.
 * @param {number} dice @param {Open} opened @param {RuleSet} rules
 */
export function chanceOfNothing(dice, opened, rules) {
  const all = 6 ** dice;
  const scaled = rollsOfNothing(rules, dice, opened) * MILLION;
  const whole = Math.floor(scaled / all);
  const twice = 2 * (scaled - whole * all);
  return (whole + Number(twice > all || (twice === all && whole % 2 === 1))) / MILLION;
}

/**
 * Whether a player banked at this total can never go out (R-stuck). From 50 below the target only a single 5 lands on it, and
 * it leaves a hand but one to roll for nothing; where a card pays 50 for more dice, others can be used up first.
 * @param {number} total @param {RuleSet} rules
 */
export function deadEnd(total, rules) {
  if (rules.finish !== "exact" || total !== rules.target - 50) return false;
  const smallest = [rules.triple_ones, rules.run_five, rules.run_full, rules.three_pairs, rules.three_pairs_seq, ...rules.alike_fixed];
  // Where busts cost banked points, three of them lead out of it.
  return !smallest.includes(50) && !rules.farkle_penalty && rollsOfNothing(rules, rules.dice - 1, NOTHING_OPEN) === 0;
}
