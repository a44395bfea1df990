/** What was agreed, in sentences: one row of the rule card for each thing that people argue about. Texts: card.json. */

import { hasText, t } from "../text.js";

/** @typedef {import("./words.js").RuleRecord} RuleRecord */
/** @typedef {{name: string, sentences: string[], ours: boolean}} Fact */

/** The rows in the order in which a turn and a game go. @type {{name: string, fields: string[], when?: (rules: RuleRecord) => boolean}[]} */
const ROWS = [
  { name: "goal", fields: ["finish"] },
  { name: "starts", fields: ["starts"] },
  { name: "opening", fields: ["opening"] },
  { name: "reading", fields: ["reading"] },
  { name: "progressive", fields: ["progressive"] },
  { name: "pairs", fields: ["quad_is_two_pairs"], when: ({ three_pairs }) => three_pairs > 0 },
  { name: "hot_dice", fields: ["hot_dice", "survives_and_roll"] },
  { name: "roll_limit", fields: ["roll_limit"] },
  { name: "busts", fields: ["farkle_penalty"] },
  { name: "piggyback", fields: ["piggyback"], when: ({ piggyback }) => piggyback },
  { name: "ending", fields: ["ending", "beat_leader"] },
  { name: "tie", fields: ["tie"] },
  { name: "locked_in", fields: ["locked_in"], when: ({ locked_in }) => locked_in },
];

/** Sentences that say nothing under some rules. @type {Record<string, (rules: RuleRecord) => boolean>} */
const SAYS = {
  survives_and_roll: ({ progressive }) => progressive,
};

/**
 * Where the printed rules are silent and the choice is ours: fields and parts of the score, by preset.
 * @type {Record<string, string[]>}
 */
const OURS = {
  baseline: ["tie"],
  bc_society: ["tie"],
  grandfather: ["tie"],
  inform: ["tie", "hot_dice", "ones", "triple"],
  scribd: ["tie"],
};

/**
 * Whether the source of these rules is silent here. A rule that the table changed is the table's, not ours.
 * @param {string} what a field, or a part of the score table
 * @param {{preset: string, changed: {field: string}[]}} card
 */
export const isOurs = (what, { preset, changed }) => (OURS[preset] ?? []).includes(what) && !changed.some(({ field }) => field === what);

/** What a value of a field means, in a sentence; empty where it has none. @param {string} field @param {RuleRecord} rules */
export function sentence(field, rules) {
  if (!(SAYS[field]?.(rules) ?? true)) return "";
  const key = [`fact.${field}.${rules[field]}`, `fact.${field}`].find(hasText);
  return key ? t(key, rules) : "";
}

/**
 * @param {{rules: RuleRecord, preset: string, changed: {field: string}[]}} card
 * @returns {Fact[]}
 */
export const factsOf = (card) =>
  ROWS.filter(({ when }) => when?.(card.rules) ?? true).map(({ name, fields }) => ({
    name: t(`fact.name.${name}`),
    sentences: fields.map((field) => sentence(field, card.rules)).filter(Boolean),
    ours: fields.some((field) => isOurs(field, card)),
  }));
