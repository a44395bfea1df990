/** The practice games of this device as the lists of tables show them. Loads nothing of the rules. */

import { clearedGames, isNewer, isOutrun, listGames } from "./games.js";

/** @typedef {import("./record.js").GameRecord} GameRecord */
/** @typedef {import("../home.js").Waiting} Waiting */

/** What a list knows of a game that only a later release can open. */
const CLOSED = { players: [], turn_of: null, your_turn: false, newer: true };

/** All games of a storage that only a later release can open: nobody can be named, or thrown away. */
const SHUT = { ...CLOSED, table: "", page: "/practice", kind: "", status: "playing", name: "", updated: 0 };

/** How a game stands in a list. @param {GameRecord} record @returns {Waiting & {updated: number}} */
export function listed(record) {
  const { id, status, seats, state, updated } = record;
  const here = { table: id, page: `/practice?game=${id}`, kind: "one_phone", status, updated };
  if (isNewer(record)) return { ...here, ...CLOSED, name: [seats].flat().flatMap((each) => each?.name ?? []).join(", ") };
  const turn = status === "playing" ? seats.find(({ seat }) => seat === state.seat) : undefined;
  return {
    ...here, name: "", players: seats.map(({ seat, name }) => ({ name, banked: state.banked[seat] ?? 0 })),
    turn_of: turn?.name ?? null, your_turn: Boolean(turn && !turn.bot),
  };
}

/** The games here, the last played first, and how many of them the browser has cleared. @returns {Promise<{tables: (Waiting & {updated: number})[], cleared: number}>} */
export async function waitingHere() {
  /** @type {GameRecord[] | null} */
  let games = null;
  try {
    games = await listGames();
  } catch (why) {
    if (isOutrun(why)) return { tables: [SHUT], cleared: 0 };
  }
  return { tables: (games ?? []).map(listed), cleared: games?.length === 0 ? await clearedGames() : 0 };
}
