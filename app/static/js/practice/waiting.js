/** The practice games of this device as the lists of tables show them. Loads nothing of the rules. */

import { clearedGames, listGames } from "./games.js";

/** @typedef {import("./record.js").GameRecord} GameRecord */
/** @typedef {import("../home.js").Waiting} Waiting */

/** How a game stands in a list. @param {GameRecord} record @returns {Waiting & {updated: number}} */
export function listed({ id, status, seats, state, updated }) {
  const turn = status === "playing" ? seats.find(({ seat }) => seat === state.seat) : undefined;
  return {
    table: id, page: `/practice?game=${id}`, name: "", kind: "one_phone", status, players: seats.map(({ seat, name }) => ({ name, banked: state.banked[seat] ?? 0 })),
    turn_of: turn?.name ?? null, your_turn: Boolean(turn && !turn.bot), updated,
  };
}

/** The games here, the last played first, and how many of them the browser has cleared. @returns {Promise<{tables: (Waiting & {updated: number})[], cleared: number}>} */
export async function waitingHere() {
  const games = await listGames().catch(() => null);
  return { tables: (games ?? []).map(listed), cleared: games?.length === 0 ? await clearedGames() : 0 };
}
