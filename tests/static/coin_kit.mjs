/** Coin tables for tests: a room, a table that waits, a game that runs. */

import { chair, scene, truth } from "./table_kit.mjs";

export const room = (more = {}) => ({
  phase: "play", due: 84_400, pot: 1000, ready: [], promises: {}, revealed: [], away: [], auto: null, bank_ms: [60_000, 60_000, 60_000, 60_000], grace: [2, 2, 2, 2], decision_ms: 30_000, ...more,
});

const TABLE = { kind: "coins", stake: 500, size: 4, listed: true, chairs: [chair(0, "Ann"), chair(1, "Ben")], you: { seats: [0], host: false } };

/** A table that waits for its players. */
export const open = (more = {}, roomMore = {}) => truth({ ...TABLE, status: "open", view: null, room: room({ phase: "waiting", due: 900_000, bank_ms: [], grace: [], ...roomMore }), ...more });

/** A game that runs, as seen from seat 0. */
export const playing = (viewMore = {}, roomMore = {}, more = {}) => scene(viewMore, { ...TABLE, room: room(roomMore), ...more });

/** The same with three players, all out even. */
export const clocked = (viewMore = {}, roomMore = {}, more = {}) =>
  playing({ phase: "vote", banked: [10_000, 10_000, 10_000], out: [1, 0, 2], ...viewMore }, roomMore, { chairs: [chair(0, "Ann"), chair(1, "Ben"), chair(2, "Cleo")], presence: { seats: [0, 1, 2], offline_for: {}, watchers: 0, at: 0 }, ...more });
