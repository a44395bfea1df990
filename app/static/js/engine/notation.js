/** Short text forms of what lies open; each parse is the inverse of its format. Twin of app/engine/notation.py, as far as pages need it. */

import { frozen } from "./frozen.js";
import { words } from "./open_parts.js";
import { sorted } from "./types.js";

/** @typedef {import("./open_parts.js").Open} Open */

/** @param {Open} open */
export const formatOpen = (open) => words(open).join() || "-";

/** Reads open parts, parted by commas or spaces; `-` or nothing for none. Throws RangeError on other words. @param {string} text @returns {Open} */
export function parseOpen(text) {
  const said = text.split(/[\s,]+/).filter(Boolean);
  /** @type {{sets: number[], straights: string[], pairs: number[][]}} */
  const open = { sets: [], straights: [], pairs: [] };
  for (const word of said.join() === "-" ? [] : said) {
    const [, kind, value] = /^(set:(?=[1-6]$)|straight:(?=(?:low|high)$)|pairs:(?=[1-6]{3}$))(.*)$/.exec(word) ?? [];
    if (kind === "set:" && !open.sets.includes(Number(value))) open.sets.push(Number(value));
    else if (kind === "straight:") open.straights.push(value);
    else if (kind === "pairs:" && new Set(value).size > 1) open.pairs.push(sorted([...value].map(Number)));
    else throw new RangeError(`${word} is no open part`);
  }
  return frozen({ ...open, sets: sorted(open.sets) });
}
