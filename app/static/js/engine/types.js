/** The small words of the game, and the shapes that its records have. Twin of app/engine/types.py. */

/**
 * @typedef {"first" | "roll" | "keep" | "decide" | "vote" | "order" | "share" | "over"} Phase  what the game waits for
 * @typedef {"set" | "small" | "large" | "pairs" | "extend" | "fill" | "pair4" | "single"} Kind  of a scoring part
 * @typedef {Readonly<Record<string, any>> & {dice: number, target: number, alike_fixed: readonly number[]}} RuleSet  a card's record, every key spelled out
 */

export const FACES = /** @type {const} */ ([1, 2, 3, 4, 5, 6]);
export const LOW = [1, 2, 3, 4, 5];
export const HIGH = [2, 3, 4, 5, 6];

/** @param {Iterable<number>} values */
export const sum = (values) => {
  let whole = 0;
  for (const value of values) whole += value;
  return whole;
};

/** How often each face lies, by face. @param {Iterable<number>} faces @returns {number[]} */
export function counted(faces) {
  const counts = [0, 0, 0, 0, 0, 0, 0];
  for (const face of faces) counts[face]++;
  return counts;
}

/**
 * Which of two numbers, or of two lists of them, comes first: below 0 the first one. A list comes after its own beginning.
 * @param {any} one @param {any} other @returns {number}
 */
export function compare(one, other) {
  if (typeof one === "number") return one - other;
  for (let i = 0; i < one.length && i < other.length; i++) {
    const found = compare(one[i], other[i]);
    if (found) return found;
  }
  return one.length - other.length;
}

/** The same values in their order, smallest first. @template T @param {Iterable<T>} values @returns {T[]} */
export const sorted = (values) => [...values].sort(compare);

/** The first of those that none comes before. @template T @param {Iterable<T>} values @param {(value: T) => any} rank */
export function least(values, rank) {
  let best, lowest;
  for (const value of values) {
    const here = rank(value);
    if (lowest === undefined || compare(here, lowest) < 0) [best, lowest] = [value, here];
  }
  return best;
}

/**
 * Each way to choose so many of some values, in their order; equal values give equal ways once.
 * @param {readonly number[]} values  ascending @param {number} size @returns {number[][]}
 */
export function choices(values, size) {
  if (!size) return [[]];
  return values.flatMap((value, at) => (values.indexOf(value) < at ? [] : choices(values.slice(at + 1), size - 1).map((more) => [value, ...more])));
}
