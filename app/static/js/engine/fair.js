/** The dice of a game that one device holds: trippn-roll/v1, level 1, by fair/scheme.js. Asynchronous, as the browser's own SHA-256 is. */

import { entropy, hex } from "../device.js";
import { SERVER, commitmentOf, facesOf, rollKey, rollSeed, tools, unhex } from "../fair/scheme.js";

/** @typedef {import("../fair/scheme.js").Contribution} Contribution */

/** A secret for one game, as 64 hex digits. */
export const newSecret = entropy;

/** The commitment to a game's secret. @param {string} id  TABLE/GAME @param {string} secret */
export const gameCommitment = (id, secret) => commitmentOf(tools(), "S", id, SERVER, 0, unhex(secret));

/** The key of roll `n` and the commitment to it. @param {string} id @param {number} n @param {string} secret */
export async function keyOf(id, n, secret) {
  const key = await rollKey(tools(), unhex(secret), id, n);
  return { key: hex(key), commitment: await commitmentOf(tools(), "k", id, SERVER, n, key) };
}

/**
 * Roll `n` of a game. Same inputs, same dice: a page that dies changes nothing.
 * @param {{id: string, n: number, roller: number, dice: number, secret: string, contributions: Contribution[], by?: "player" | "bot" | "autopilot"}} roll
 * @returns {Promise<{faces: number[], fair: Record<string, any>}>} `fair` as the event of a roll tells it
 */
export async function drawRoll({ id, n, roller, dice, secret, contributions, by = "player" }) {
  const key = await rollKey(tools(), unhex(secret), id, n);
  const seed = await rollSeed(tools(), key, id, n, roller, dice, contributions);
  const faces = await facesOf(tools(), seed, dice);
  return { faces, fair: { n, roller, ndice: dice, key: hex(key), contributions, level: 1, by } };
}
