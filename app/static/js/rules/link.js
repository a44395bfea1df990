/**
 * House rules in a link: `/new?rules=baseline&opening=350&piggyback=true&name=Grandma's`. Values are numbers, true or
 * false, words; a list is numbers separated by commas.
 */

import { HOUSE_NAME_MAX, sameValue } from "./house.js";

/** @typedef {import("./house.js").House} House */
/** @typedef {import("./words.js").Field} Field */
/** @typedef {import("./words.js").RuleRecord} RuleRecord */
/** @typedef {{kind: "preset" | "unknown" | "value" | "twice", field: string, value: string}} LinkFault  what in a link cannot be taken */

/** What a link to a new game may say besides its rules. */
const OTHERS = new Set(["kind", "rules", "name", "speed", "motion", "gl", "src", "fbclid", "gclid"]);

/** @param {string} name */
const isRule = (name) => !OTHERS.has(name) && !name.startsWith("utm_");

/** Whether an address names rules at all. @param {string} search */
export const namesRules = (search) => [...new URLSearchParams(search).keys()].some((name) => name === "rules" || isRule(name));

/** Values from their text, by kind; undefined where the text is none. @type {Record<Field["kind"], (text: string, field: Field) => any>} */
const READ = {
  points: (text) => (/^-?\d{1,9}$/.test(text) ? Number(text) : undefined),
  choice: (text, { values }) => values.find((value) => String(value) === text),
  switch: (text) => ({ true: true, false: false })[text],
  list: (text) => (/^(\d{1,9}(,\d{1,9})*)?$/.test(text) ? text.split(",").filter(Boolean).map(Number) : undefined),
};

/**
 * The rules that a link names. What cannot be taken is left out and told, the first first; the rest stands.
 * @param {string} search the address from `?` on
 * @param {{fields: Field[], presets: RuleRecord[]}} known
 * @returns {{house: House, faults: LinkFault[]}}
 */
export function readLink(search, { fields, presets }) {
  const query = new URLSearchParams(search);
  /** @type {LinkFault[]} */
  const faults = [];
  const asked = query.get("rules") ?? presets[0].key;
  const preset = presets.find(({ key }) => key === asked);
  if (!preset) faults.push({ kind: "preset", field: "rules", value: asked });
  const printed = preset ?? presets[0];
  /** @type {House["changes"]} */
  const changes = {};
  for (const name of new Set([...query.keys()].filter(isRule))) {
    const field = fields.find((each) => each.field === name);
    const texts = query.getAll(name);
    const value = field && READ[field.kind](texts[0], field);
    if (!field) faults.push({ kind: "unknown", field: name, value: texts[0] });
    else if (value === undefined) faults.push({ kind: "value", field: name, value: texts[0] });
    else if (texts.length > 1) faults.push({ kind: "twice", field: name, value: texts[0] });
    else if (!sameValue(value, printed[name])) changes[name] = value;
  }
  const name = tidyName(query.get("name") ?? "");
  return { house: { preset: printed.key, changes, ...(name && { name }) }, faults };
}

/** One line that the house takes as a name. @param {string} name */
export const tidyName = (name) => Array.from(name.replace(/[\p{C}\s]+/gu, " ").trim()).slice(0, HOUSE_NAME_MAX).join("").trim();

/**
 * The address that opens a new game with these rules.
 * @param {House} house
 * @param {Field[]} fields they give the order
 */
export function linkOf(house, fields) {
  const query = new URLSearchParams({ rules: house.preset });
  for (const { field } of fields) if (Object.hasOwn(house.changes, field)) query.set(field, String(house.changes[field]));
  if (house.name) query.set("name", house.name);
  return `/new?${query.toString().replaceAll("%2C", ",")}`;
}
