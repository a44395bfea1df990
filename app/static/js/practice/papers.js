/**
 * What others may ask about a practice game: what was told of it, the record of its rolls (docs/fairness.md), and whether
 * something can be such a game at all.
 */

import { SERVER, commitmentOf, tools, unhex } from "../fair/scheme.js";
import { SCHEME, digestOf } from "../fair/transcript.js";
import { isBot } from "../engine/bots.js";
import { FORMAT, isNewer } from "./games.js";
import { chairs, nameOfGame, snapshot } from "./record.js";

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

/** What each number can be at most; times are ms since 1970. @type {Record<string, number>} */
const MOST = { rev: 1e9, seq: 1e9, game: 1e6, created: 4e12, updated: 4e12 };

/** @param {any} told @param {string} key */
const isCount = (told, key) => Number.isInteger(told?.[key]) && told[key] >= 0 && told[key] <= MOST[key];

/** @param {any} status */
const isStatus = (status) => status === "playing" || status === "over";

/** @param {any} each @param {number} seat */
const isSitting = (each, seat) => typeof each?.name === "string" && each.seat === seat && (each.bot === null || isBot(each.bot));

/** Whether this can be a practice game, to be taken in from a file: it must be able to be shown, by a later release if it is of one. @param {any} told @returns {Promise<boolean>} */
export async function isRecord(told) {
  const format = told?.format ?? FORMAT;
  if (!Number.isSafeInteger(format) || format < 1) return false;
  if (isNewer({ format })) return ["rev", "updated"].every((key) => isCount(told, key)) && ID.test(told.id) && isStatus(told.status);
  const whole = Object.keys(MOST).every((key) => isCount(told, key));
  const lists = ["seats", "log", "throws", "answers"].every((key) => Array.isArray(told?.[key]));
  const fit = whole && lists && told.seats.length > 0 && told.seats.length <= 8 && told.seats.every(isSitting) && ID.test(told.id) && HEX.test(told.secret) && HEX.test(told.commitment) && isStatus(told.status) && told.state?.banked?.length === told.seats.length && typeof told.rules === "object";
  try {
    return fit && Boolean(snapshot(told).view && (await transcript(told)));
  } catch {
    return false;
  }
}
