/** House rules kept on the device: a preset with some fields changed, as the card that they make. Twin of app/engine/house.py. */

import { sameValue } from "../rules/house.js";
import { frozen } from "./frozen.js";
import { faults } from "./validation.js";

/** @typedef {import("./types.js").RuleSet} RuleSet */
/** @typedef {{rulesets: RuleSet[], fields: {field: string}[]}} Presets  rules/presets.json */

/** Ends the key of a card that is not as printed; what stands before it is the preset it came from. */
export const HOUSE_MARK = "+";
const HOUSE_NAME = "House rules";
/** What a card says about itself; house rules have their own. */
export const TEXTS = ["key", "name", "how_to_win", "source"];

const thousands = new Intl.NumberFormat("en");

/** One sentence on how these rules are won, by ending and by whether the leader must be beaten. @type {Record<string, (target: string) => string>} */
const HOW_TO_WIN = {
  last_round: (target) => `Reach exactly ${target}, then roll the dice you have left and score nothing.`,
  sudden: (target) => `Be the first to bank ${target} or more: it wins at once.`,
  sudden_exact: (target) => `Be the first to reach exactly ${target} and then score nothing on one more roll: it wins at once.`,
  final_turn: (target) => `Bank ${target} or more, then have the highest total after everyone else's final turn.`,
  final_turn_beat: (target) => `Bank ${target} or more and not be beaten in everyone else's final turn.`,
  final_roll: (target) => `Bank ${target} or more, then stay ahead while everyone else adds one single roll.`,
  final_roll_beat: (target) => `Bank ${target} or more and not be beaten when everyone else has added one single roll.`,
};

/** @param {RuleSet} rules */
export const howToWin = ({ ending, finish, beat_leader, target }) =>
  HOW_TO_WIN[ending + (ending === "sudden" && finish === "exact" ? "_exact" : beat_leader ? "_beat" : "")](thousands.format(target));

/** The preset that a card came from. @param {RuleSet} rules @param {Presets} presets */
export const presetOf = (rules, { rulesets }) => rulesets.find(({ key }) => key + HOUSE_MARK === rules.key || key === rules.key);

/** What a card changes of its preset. @param {RuleSet} rules @param {Presets} presets */
export function differences(rules, presets) {
  const printed = /** @type {RuleSet} */ (presetOf(rules, presets));
  return presets.fields.flatMap(({ field }) => (sameValue(printed[field], rules[field]) ? [] : [{ field, preset: printed[field], here: rules[field] }]));
}

/**
 * The card that house rules make. What was kept on a device may be damaged: a value that cannot be makes no game.
 * @param {{preset: string, changes?: Record<string, any>, name?: string}} house @param {Presets} presets
 * @returns {RuleSet} throws RangeError naming the fields at fault
 */
export function houseRecord({ preset, changes = {}, name = "" }, presets) {
  const base = presets.rulesets.find(({ key }) => key === preset);
  if (!base) throw new RangeError(`preset: there is no ${preset}`);
  const known = (/** @type {string} */ field) => Object.hasOwn(base, field) && !TEXTS.includes(field);
  const alien = Object.keys(changes).filter((field) => !known(field) || kindOf(changes[field]) !== kindOf(base[field]));
  const rules = { ...base, ...changes };
  const found = alien.length ? alien : faults(rules);
  if (found.length) throw new RangeError(`${found.join(", ")}: cannot be played`);
  const title = name.split(/\s+/).filter(Boolean).join(" ");
  if (!title && Object.keys(changes).every((field) => sameValue(base[field], rules[field]))) return base;
  return frozen({ ...rules, key: preset + HOUSE_MARK, name: title || HOUSE_NAME, how_to_win: howToWin(rules), source: `House rules on ${base.name}` });
}

/** @param {any} value */
const kindOf = (value) => (Array.isArray(value) ? "list" : typeof value);
