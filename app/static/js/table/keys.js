/** Single keys, only while the focus is at the table and only if the player wants them (WCAG 2.1.4). */

/**
 * What a key means at the table, or null.
 * @param {string} key
 * @returns {{id: string, die?: number} | null}
 */
export function meaningOf(key) {
  if (/^[1-8]$/.test(key)) return { id: "die", die: Number(key) };
  return KEYS[key] ?? KEYS[key.toLowerCase()] ?? null;
}

/** @type {Record<string, {id: string}>} */
const KEYS = {
  Backspace: { id: "undo" },
  Escape: { id: "clear" },
  k: { id: "keep" },
  r: { id: "roll" },
  b: { id: "bank" },
  s: { id: "status" },
  "?": { id: "help" },
};

/**
 * @param {HTMLElement} region
 * @param {{wanted: () => boolean, act: (meaning: {id: string, die?: number}) => void}} wiring
 */
export function watchKeys(region, { wanted, act }) {
  region.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || event.repeat || !wanted()) return;
    const target = /** @type {HTMLElement} */ (event.target);
    // A slider keeps its own keys, and so does anything one writes into.
    if (target.matches("input:not([type=range]), textarea, select")) return;
    const meaning = meaningOf(event.key);
    if (!meaning) return;
    event.preventDefault();
    act(meaning);
  });
}
