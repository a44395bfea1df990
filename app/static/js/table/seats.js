/** Who sits where, and which of them are played on this device. */

import { t } from "../text.js";

/** @typedef {import("../shapes.js").Truth} Truth */

/** @param {Truth} truth @param {number | null} seat */
export const chairOf = (truth, seat) => truth.chairs.find((chair) => chair.seat === seat) ?? null;

/** @param {Truth} truth @param {number | null} seat */
export const nameOf = (truth, seat) => chairOf(truth, seat)?.name ?? "";

/** @param {Truth} truth @param {number | null} seat */
export const isBot = (truth, seat) => Boolean(chairOf(truth, seat)?.bot);

/**
 * What a table is called: its own name, or what it is where it has only its opener's.
 * @param {Truth} truth
 */
export function tableTitle(truth) {
  if (truth.kind === "coins") return t("table.coins", { stake: truth.stake });
  const named = truth.name && !truth.chairs.some((chair) => chair.name === truth.name);
  if (named) return truth.name;
  if (truth.kind === "one_phone") return t("table.practice");
  return truth.name ? t("table.of", { name: truth.name }) : t("table.name");
}

/** Whether whoever sat here has left for good. @param {Truth} truth @param {number | null} seat */
export const isGone = (truth, seat) => Boolean(chairOf(truth, seat)?.gone);

/** Whether this device still has a part in the game. @param {Truth} truth */
export const staysHere = (truth) => truth.you.host || truth.you.seats.length > 0;

/** Whether a person at this device plays this seat. @param {Truth} truth @param {number | null} seat */
export const isMine = (truth, seat) => seat !== null && truth.you.seats.includes(seat) && !isBot(truth, seat);

/** Seats of this device that a person plays and has not left. @param {Truth} truth */
export const mySeats = (truth) => truth.chairs.filter((chair) => isMine(truth, chair.seat) && !chair.gone).map((chair) => chair.seat);

/** Several people share this phone. @param {Truth} truth */
export const isPassed = (truth) => truth.kind === "one_phone" && mySeats(truth).length > 1;

/** The points that go out. @param {Truth} truth @returns {number} */
export const targetOf = (truth) => truth.rules.target ?? 10_000;

/** Dice of a whole hand. @param {Truth} truth @returns {number} */
export const handSize = (truth) => truth.rules.dice ?? 8;

/** Whether a seat's player is not there, whatever follows from it. @param {Truth} truth @param {number} seat @param {number} now */
export function isAbsent(truth, seat, now) {
  if (truth.kind !== "coins") return awayFor(truth, seat, now) !== null;
  return Boolean(truth.room?.away.includes(seat)) || !truth.presence.seats.includes(seat);
}

/** How long a seat's player has been away, in ms; null while present. @param {Truth} truth @param {number} seat @param {number} now */
export function awayFor(truth, seat, now) {
  if (truth.kind !== "friends" || isBot(truth, seat) || truth.presence.seats.includes(seat)) return null;
  const told = truth.presence.offline_for[seat];
  return told === undefined ? 0 : told * 1000 + (now - truth.presence.at);
}
