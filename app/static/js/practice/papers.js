/**
 * What others may ask about a practice game: what was told of it, the record of its rolls (docs/fairness.md), and whether
 * something can be such a game at all.
 */

import { SERVER, commitmentOf, tools, unhex } from "../fair/scheme.js";
import { SCHEME, digestOf } from "../fair/transcript.js";
import { chairs, nameOfGame } from "./record.js";

/** @typedef {import("./record.js").GameRecord} GameRecord */
/** @typedef {import("./record.js").Sitting} Sitting */
/** @typedef {import("../shapes.js").GameEvent} GameEvent */

/** What was told of a game, from which its rolls are listed. @param {GameRecord} record */
export const replay = ({ id, game, rules, seats, log, status }) => ({
  table: id, game, name: "", kind: "one_phone", stake: 0, rules, seats: log.find(({ type }) => type === "game_started")?.seats ?? chairs(seats), events: log, throws: [], over: status === "over",
});

/** @param {GameEvent} event */
const isRoll = ({ type }) => type === "rolled";

/** The record of a game's rolls, to be checked without asking anybody. @param {GameRecord} record */
export async function transcript(record) {
  const { id, game, rules, log, commitment, secret, status } = record;
  const seats = replay(record).seats.map((/** @type {Sitting} */ { seat, name, bot }) => ({ seat, name, bot }));
  const whole = {
    scheme: SCHEME, table: id, game, id: nameOfGame(record), rules, seats, commitment, table_roll: null,
    rolls: await Promise.all(log.filter(isRoll).map((event) => rollOf(nameOfGame(record), event))),
    secret: status === "over" ? secret : null,
    digest: "",
  };
  return { ...whole, digest: await digestOf(tools(), /** @type {any} */ (whole)) };
}

/** @param {string} name  of the game @param {GameEvent} event */
async function rollOf(name, { fair, seat, dice, for_nothing, angle, power, at }) {
  const commitment = await commitmentOf(tools(), "k", name, SERVER, fair.n, unhex(fair.key));
  return { promises: [], absent: [], ...fair, commitment, seat, faces: dice, for_nothing, angle, power, at };
}

const ID = /^p-[0-9a-hjkmnp-tv-z]{13}(\/[1-9]\d{0,5})?$/;
const HEX = /^[0-9a-f]{64}$/;

/** Whether this can be a practice game, to be taken in from a file. @param {any} told @returns {boolean} */
export function isRecord(told) {
  const whole = ["rev", "created", "updated", "game", "seq"].every((key) => Number.isSafeInteger(told?.[key]) && told[key] >= 0);
  const lists = ["seats", "log", "throws", "answers"].every((key) => Array.isArray(told?.[key]));
  const named = lists && told.seats.length > 0 && told.seats.length <= 8 && told.seats.every((/** @type {any} */ each) => typeof each?.name === "string" && Number.isInteger(each.seat));
  return whole && named && ID.test(told.id) && HEX.test(told.secret) && HEX.test(told.commitment) && (told.status === "playing" || told.status === "over") && typeof told.state === "object" && Array.isArray(told.state?.banked) && typeof told.rules === "object";
}
