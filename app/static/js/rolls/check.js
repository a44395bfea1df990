/** The proof of one roll, recomputed on this device from the game's record. Texts: rolls.json, proof.json. */

import { checkRoll } from "../fair/proof.js";
import { tools } from "../fair/scheme.js";
import { levelWords, linesOf, namesOf, verdictOf } from "../fair/words.js";
import { get } from "../http.js";
import { isOnDevice, tableUrl } from "../protocol.js";
import { t, tn } from "../text.js";

/** @typedef {import("../fair/transcript.js").Roll} Roll */
/** @typedef {import("../fair/transcript.js").Transcript} Transcript */

/** @typedef {{state: "matches" | "mismatch" | "checking" | "unknown", level: number, contributors: string[], of: number, at: number}} Seen  a roll as this device saw it live */

/**
 * @typedef {object} Proof
 * @property {"ok" | "fails" | "waiting"} state
 * @property {string} text
 * @property {string} level  whose dice they are
 * @property {string} seen  what this device found when the roll was made; empty where it did not see it
 * @property {import("../fair/words.js").Line[]} lines
 * @property {Roll} roll
 */

/** @param {string} table @param {number} game @returns {Promise<Transcript>} */
export const transcriptOf = (table, game) => get(`${tableUrl(table)}/transcript/${game}`);

/** Whose dice they are, and how many of the phones that promised a part took part. @param {Roll} roll @param {(seat: number) => string} nameOf @param {string} [game]  its name */
export function levelText(roll, nameOf, game = "") {
  if (isOnDevice(game)) return levelWords(roll, game);
  if (roll.level !== 2) return roll.contributions.length ? t("rolls.level.1") : levelWords(roll);
  const names = roll.contributions.map(({ seat }) => nameOf(seat)).join(", ");
  return tn("rolls.level.2", roll.contributions.length, { of: roll.promises.length, names });
}

/** What this device found at the time. @param {Seen | null | undefined} seen */
export const seenText = (seen) => (seen && seen.state !== "unknown" ? t(`rolls.seen.${seen.state}`) : "");

/**
 * Checks a roll of a record; null where the record has none with this number.
 * @param {Transcript} transcript
 * @param {number} n
 * @param {Seen | null | undefined} seen
 * @returns {Promise<Proof | null>}
 */
export async function proofOfRoll(transcript, n, seen) {
  const roll = transcript.rolls.find((each) => each.n === n);
  if (!roll) return null;
  const checked = await checkRoll(tools(), transcript.id, roll, transcript.secret);
  const nameOf = namesOf(transcript.seats);
  const verdict = verdictOf(checked);
  // What was shown then and what the record says now must be the same dice.
  const differs = seen?.state === "mismatch";
  return {
    state: differs ? "fails" : verdict.state, text: differs ? t("proof.fails") : verdict.text,
    level: levelText(roll, nameOf, transcript.id), seen: seenText(seen), lines: linesOf(checked, roll, nameOf, transcript.id), roll,
  };
}
