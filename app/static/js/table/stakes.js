/** What coins do at a table: who gets how much of a pot, and who of this device is away. */

import { isMine } from "./seats.js";

/** @typedef {import("../shapes.js").Truth} Truth */
/** @typedef {import("../shapes.js").Share} Share */

/** @param {Truth} truth */
export const isCoins = (truth) => truth.kind === "coins";

/** Why the autopilot plays, if it does. @param {Truth} truth */
export const autoOf = (truth) => truth.room?.auto ?? null;

/** Whether the game waits because everybody is away. @param {Truth} truth */
export const isPaused = (truth) => truth.room?.phase === "paused";

/** Whether this device's own seat is played by the autopilot until its player comes back. @param {Truth} truth */
export const amAway = (truth) => Boolean(truth.room?.away.some((seat) => isMine(truth, seat)));

/**
 * A pot in equal parts; coins that do not divide go one each to those who went out first.
 * @param {number} pot
 * @param {number[]} seats  in the order they went out
 * @returns {Share[]}
 */
export const sharesOf = (pot, seats) => seats.map((seat, place) => ({ seat, coins: Math.floor(pot / seats.length) + (place < pot % seats.length ? 1 : 0) }));

/** Who would divide the pot: those who are asked, in the order they went out. @param {import("../shapes.js").View} view */
export function dividersOf(view) {
  const level = view.tied.length > 0 ? view.tied : view.out;
  if (view.phase !== "share" || !view.rolloff) return level;
  const { going } = view.rolloff;
  return [...level.filter((seat) => going.includes(seat)), ...going.filter((seat) => !level.includes(seat))];
}

/** The coins of one seat. @param {readonly Share[]} shares @param {number} seat */
export const coinsOf = (shares, seat) => shares.filter((share) => share.seat === seat).reduce((sum, { coins }) => sum + coins, 0);

/** Where somebody who is not signed in comes back from. @param {Truth} truth */
export const signInPath = ({ table }) => `/account?next=/t/${encodeURIComponent(table)}`;
