/** What is wrong with a rule, in words for players, and what would set it right. Texts: house.json. */

import { num, t, tn } from "../text.js";
import { alikeMost, misfit } from "./dependence.js";
import { ruleName, valueWords } from "./words.js";

/** @typedef {import("./words.js").Field} Field */
/** @typedef {import("./words.js").RuleRecord} RuleRecord */
/** @typedef {import("./dependence.js").Values} Values */
/** @typedef {{field: string, message: string}} Told  a fault as the service tells it */
/** @typedef {{field: string, sentence: string, fix: Values | null, offer: string}} Fault */

/** Whether a value is one that the field may have, whatever the others say. @param {any} value @param {Field} field */
function allowed(value, { kind, values, min, max, step }) {
  const points = (/** @type {any} */ each) => Number.isInteger(each) && each >= min && each <= max && each % step === 0;
  if (kind === "points") return points(value);
  if (kind === "list") return Array.isArray(value) && value.every(points);
  return values.includes(value);
}

/** What may stand in a rule, in words that also hold for a link. @param {Field} field */
function allowedWords({ kind, values, min, max, step }) {
  if (kind === "choice") return t("allowed.choice", { list: values.map(String).join(", ") });
  return t(`allowed.${kind}`, { min, max, step });
}

/** The sentence as the service has it, begun and ended like one. @param {string} message */
const asSentence = (message) => `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? "" : "."}`;

/**
 * A fault in a player's words. The service found it; where the reason is a known one, this says it and offers the fix.
 * @param {Told} told
 * @param {RuleRecord} rules the rules at fault
 * @param {Field | undefined} field
 * @returns {Fault}
 */
export function faultOf({ field: name, message }, rules, field) {
  if (field && !allowed(rules[name], field)) return { field: name, sentence: t("fault.value", { allowed: allowedWords(field) }), fix: null, offer: "" };
  const known = misfit(name, rules);
  if (!known) return { field: name, sentence: asSentence(message), fix: null, offer: "" };
  const pairs = name.startsWith("four") ? "three_pairs" : name.replace("_seq", "");
  const sentence = t(`fault.${known.say}`, { target: rules.target, most: alikeMost(rules), least: rules.three_pairs, dice: rules.dice, other: ruleName(pairs) });
  const first = Object.hasOwn(known.fix, name) ? name : Object.keys(known.fix)[0];
  return { field: name, sentence, fix: known.fix, offer: t("fault.fix", { name: ruleName(first), value: valueWords(first, known.fix[first]) }) };
}

/** The one line above Done: the first fault, and how many more. @param {Fault[]} faults */
export function faultSummary(faults) {
  if (!faults.length) return "";
  const [{ field, sentence }] = faults;
  const first = t("fault.first", { name: ruleName(field), sentence });
  return faults.length === 1 ? first : tn("fault.more", faults.length - 1, { first });
}

/**
 * What in a link could not be taken, in one sentence that names the rule and what is allowed.
 * @param {import("./link.js").LinkFault} fault
 * @param {{fields: Field[], presets: RuleRecord[]}} known
 */
export function linkSentence({ kind, field, value }, { fields, presets }) {
  const found = fields.find((each) => each.field === field);
  const shown = Array.from(value).slice(0, 24).join("");
  if (kind === "preset") return t("link.preset", { value: shown, list: presets.map(({ key }) => key).join(", ") });
  if (!found) return t("link.unknown", { field: field.slice(0, 32), list: fields.map((each) => each.field).join(", ") });
  return t(kind === "twice" ? "link.twice" : "link.value", { name: ruleName(field), field, value: shown, allowed: allowedWords(found) });
}

/** The same for rules that cannot be played together. @param {Fault} fault @param {any} value what the rule says */
export const unplayableSentence = ({ field, sentence }, value) =>
  t("link.unplayable", { name: ruleName(field), field, value: Array.isArray(value) ? value.map(num).join(" / ") : String(value), sentence });

