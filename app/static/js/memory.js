/** Small things this device remembers between visits: the last set-up, the player's name, how many games wait. */

/** @param {string} key @returns {any} undefined when there is nothing, or nothing readable */
export function recall(key) {
  try {
    const stored = localStorage.getItem(key);
    return stored === null ? undefined : JSON.parse(stored);
  } catch {
    return undefined;
  }
}

/** @param {string} key @param {any} value */
export function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden: the next visit starts afresh.
  }
}

/** @param {string} key */
export function forget(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing could have been kept either.
  }
}
