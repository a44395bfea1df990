/** Values that stay as they are, and answers that are worked out once. Twin of app/engine/frozen.py. */

/** The same value, closed to every change. @template T @param {T} value @returns {T} */
export function frozen(value) {
  if (typeof value === "object" && value && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) frozen(inner);
  }
  return value;
}

const KEPT_MAX = 4096;

/**
 * The same function, which works each answer out once for a card.
 * @template {any[]} A, T
 * @param {(rules: import("./types.js").RuleSet, ...args: A) => T} work  of plain values
 * @returns {(rules: import("./types.js").RuleSet, ...args: A) => T}
 */
export function remembered(work) {
  /** @type {WeakMap<object, Map<string, T>>} */
  const cards = new WeakMap();
  return (rules, ...args) => {
    let known = cards.get(rules);
    if (!known) cards.set(rules, (known = new Map()));
    const asked = JSON.stringify(args);
    let answer = known.get(asked);
    if (answer === undefined) {
      if (known.size >= KEPT_MAX) known.clear();
      known.set(asked, (answer = work(rules, ...args)));
    }
    return answer;
  };
}
