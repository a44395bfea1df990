/** Rules in plain words: what a rule is called, what a value means, what is allowed. Texts: card.json. */

import { hasText, num, t, tn } from "../text.js";

/** @typedef {number | string | boolean | number[]} Value */
/** @typedef {{key: string, name: string, how_to_win: string, source: string} & Record<string, any>} RuleRecord  a rule set, every field spelled out */
/** @typedef {{field: string, group: "game" | "score" | "turn" | "extras", kind: "points" | "choice" | "switch" | "list", values: any[], min: number, max: number, step: number}} Field */

/** What a rule is called. An unknown one is called by its key. @param {string} field */
export const ruleName = (field) => (hasText(`rule.${field}`) ? t(`rule.${field}`) : field);

/**
 * A value in a few words, to stand behind the rule's name: 0 → "not scored", `may` → "Choose", 350 → "350".
 * @param {string} field
 * @param {any} value
 * @returns {string}
 */
export function valueWords(field, value) {
  const own = `rule.${field}.${value}`;
  if (hasText(own)) return t(own);
  if (Array.isArray(value)) return value.length ? value.map(num).join(" / ") : t("rule.none");
  if (typeof value === "boolean") return t(value ? "rule.on" : "rule.off");
  if (typeof value === "number") return field === "dice" ? tn("rule.dice.count", value) : num(value);
  return String(value);
}

/** A preset's name, also from the key of house rules (`baseline+`). @param {string} key */
export function presetName(key) {
  const printed = `preset.${key.replace(/\+$/, "")}`;
  return hasText(printed) ? t(printed) : key;
}

/** Where a preset's rules were printed. @param {RuleRecord} rules */
export const sourceOf = ({ key, source }) => (hasText(`preset.${key}.source`) ? t(`preset.${key}.source`) : source);

/** What rules start from and how far they are from it: "Six-dice baseline with 2 rules changed". @param {string} preset @param {number} changes */
export const fromPreset = (preset, changes) => (changes ? tn("card.from", changes, { preset: presetName(preset) }) : presetName(preset));
