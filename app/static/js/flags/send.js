/** Sends flags. What cannot be sent now waits on the device and is sent once, later. */

import { Refused, post } from "../http.js";
import { forget, recall, remember } from "../memory.js";
import { PASSING, createSending } from "../sending.js";
import { t } from "../text.js";

const KEY = "flags-waiting";
/** Flags that wait at most; a transcript may be large, and a device has little room. */
const WAITING_MAX = 20;
const NOTE_MAX = 280;
const EVIDENCE_MAX = 16_000;

/**
 * @typedef {object} Flag
 * @property {string | null} [table]  null for a roll that only this device knows
 * @property {number} game
 * @property {number} n  the roll's number
 * @property {string} reason
 * @property {string} [note]
 * @property {Record<string, any> | null} [transcript]  the record of a game that only this device knows
 * @property {any} [evidence]  what this device saw
 * @property {boolean} [auto]  sent by the app itself; so is a mismatch, unless it says otherwise
 */
/** @typedef {Record<string, any> & {game: number, roll: number}} Body */
/** @typedef {{key: string, body: Body, at: number, refused?: string}} Waiting  refused: why the house would not have it */
/** @typedef {{state: "sent", flag: any} | {state: "queued"} | {state: "refused", code: string, message: string}} Outcome */

/** A flag as the house takes it. @param {Flag} flag @returns {Body} */
export function bodyOf({ table, game, n, reason, note = "", transcript = null, evidence = null, auto = reason === "mismatch" }) {
  const saw = evidence === null ? null : JSON.stringify(evidence);
  return {
    ...(transcript ? { transcript } : { table }),
    game,
    roll: n,
    reason,
    ...(note.trim() ? { note: [...note.trim()].slice(0, NOTE_MAX).join("") } : {}),
    ...(saw === null ? {} : { evidence: saw.length <= EVIDENCE_MAX ? evidence : saw.slice(0, EVIDENCE_MAX / 2) }),
    ...(auto ? { auto } : {}),
  };
}

/** Two flags with the same key are of the same roll. @param {Body} body */
const keyOf = ({ table, transcript, game, roll }) => `${transcript ? `attached ${transcript.id}` : `${table}/${game}`} ${roll}`;

/** What waits on this device, the oldest first. @returns {Waiting[]} */
export const waiting = () => recall(KEY) ?? [];

/** @param {Waiting[]} kept */
const keep = (kept) => (kept.length ? remember(KEY, kept) : forget(KEY));

/** Takes a flag off the device. @param {string} key */
export const drop = (key) => keep(waiting().filter((each) => each.key !== key));

/** Another word about a roll that waits already changes nothing. @param {Body} body @returns {boolean} whether the device had room */
function queue(body) {
  const key = keyOf(body);
  const kept = waiting();
  if (!kept.some((each) => each.key === key)) keep([...kept, { key, body, at: Date.now() }].slice(-WAITING_MAX));
  sending.wire();
  return waiting().some((each) => each.key === key);
}

/**
 * Sends a flag, or keeps it until there is a connection.
 * @param {Flag} flag
 * @returns {Promise<Outcome>}
 */
export async function sendFlag(flag) {
  const body = bodyOf(flag);
  try {
    if (!navigator.onLine) throw new Refused("unreachable", "");
    return { state: "sent", flag: await post("/api/flags", body) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.code === "flag_limit" || !PASSING.has(error.code)) return { state: "refused", code: error.code, message: error.message };
    return queue(body) ? { state: "queued" } : { state: "refused", code: "unreachable", message: t("error.unreachable") };
  }
}

async function sendEach() {
  let sent = 0;
  for (const { key, body, refused } of waiting()) {
    if (refused) continue;
    try {
      await post("/api/flags", body);
      sent++;
      drop(key);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // It came through before, and only the answer was lost.
      if (error.code === "flagged_already") drop(key);
      // There is a limit a day: the rest waits for tomorrow.
      else if (error.code === "flag_limit" || PASSING.has(error.code)) break;
      else keep(waiting().map((each) => (each.key === key ? { ...each, refused: error.message } : each)));
    }
  }
  return sent;
}

const sending = createSending({ waiting, send: sendEach });

/** Sends what waits. @returns {Promise<number>} how many flags the house has now that it had not */
export const sendWaiting = sending.now;

/** On a page that has just been loaded: what waits is sent now, or when there is a connection. */
export const sendLater = sending.later;
