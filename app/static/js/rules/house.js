/** House rules: a preset with some rules changed, and perhaps a name. Pure values, no page. */

/** @typedef {import("./words.js").Value} Value */
/** @typedef {import("./words.js").RuleRecord} RuleRecord */
/** @typedef {import("./words.js").Field} Field */
/** @typedef {{preset: string, changes: Record<string, Value>, name?: string}} House */
/** @typedef {{field: string, preset: Value, here: Value}} Difference */

/** The house counts the characters of a name so. */
export const HOUSE_NAME_MAX = 40;

/** Whether two values of a rule are the same; lists by what they hold. @param {any} one @param {any} other */
export const sameValue = (one, other) =>
  Array.isArray(one) && Array.isArray(other) ? one.length === other.length && one.every((value, at) => value === other[at]) : one === other;

/** The rules as they would be played, every field spelled out. @param {House} house @param {RuleRecord} preset @returns {RuleRecord} */
export const recordOf = (house, preset) => ({ ...preset, ...house.changes });

/** What differs from the preset, in the order of the editor. @param {House} house @param {RuleRecord} preset @param {Field[]} fields @returns {Difference[]} */
export const differences = (house, preset, fields) =>
  fields
    .filter(({ field }) => Object.hasOwn(house.changes, field) && !sameValue(house.changes[field], preset[field]))
    .map(({ field }) => ({ field, preset: preset[field], here: house.changes[field] }));

/**
 * The same house rules with some fields set; what equals the preset again is no change any more.
 * @param {House} house
 * @param {Record<string, Value>} values
 * @param {RuleRecord} preset
 * @returns {House}
 */
export function withValues(house, values, preset) {
  const changes = Object.entries({ ...house.changes, ...values }).filter(([field, value]) => !sameValue(value, preset[field]));
  return { ...house, changes: Object.fromEntries(changes) };
}

/** Whether these are a preset's rules as printed. @param {House} house */
export const asPrinted = (house) => !house.name && Object.keys(house.changes).length === 0;

/** House rules as the service is told them: a preset's key where nothing differs. @param {House} house */
export const told = ({ preset, changes, name }) => (asPrinted({ preset, changes, name }) ? preset : { preset, changes, ...(name && { name }) });

/** House rules from what was stored or told: a key or an object; null where it is neither. @param {any} told @returns {House | null} */
export function houseOf(told) {
  if (typeof told === "string") return { preset: told, changes: {} };
  const { preset, changes = {}, name } = told ?? {};
  if (typeof preset !== "string" || typeof changes !== "object" || changes === null || Array.isArray(changes)) return null;
  return { preset, changes: { ...changes }, ...(typeof name === "string" && name && { name }) };
}
