/** A record held to what this phone saw at the table: a house that rewrites a game afterwards has to reckon with it. */

import { differsFrom } from "../fair/seen.js";
import { t } from "../text.js";

/** @typedef {import("../fair/proof.js").Report} Report */
/** @typedef {import("../fair/seen.js").Seen} Seen */
/** @typedef {import("../fair/transcript.js").Transcript} Transcript */

/**
 * @typedef {object} Against
 * @property {number} saw  rolls of this game that this phone saw fall
 * @property {Map<number, string>} wrong  by roll, what the record says otherwise than it was; "missing" where it has no such roll
 */

/**
 * @param {Transcript} record
 * @param {Report} report  its rolls' forms have been looked at
 * @param {Map<number, Seen>} seen
 * @returns {Against}
 */
export function heldTo(record, report, seen) {
  /** @type {Against["wrong"]} */
  const wrong = new Map();
  const rolls = new Map(report.rolls.map((checked, i) => [record.rolls[i]?.n, checked.failed === "shape" ? null : record.rolls[i]]));
  for (const [n, saw] of seen) {
    const told = rolls.get(n);
    // A record that was saved while the game ran ends before rolls that were seen later.
    const what = told ? differsFrom(saw, told, record.commitment) : told === undefined && record.secret !== null ? "missing" : null;
    if (what) wrong.set(n, what);
  }
  return { saw: seen.size, wrong };
}

/** What a roll was when it fell, where the record says otherwise. @param {string} what @param {Seen | undefined} saw */
export const seenWords = (what, saw) => t(`verify.seen.${what}`, { faces: saw?.faces.join(" ") ?? "" });
