/** Hearts for dice sets. What cannot be sent now waits on the device and is sent once, later; the last word about a set counts. */

import { Refused, post } from "../http.js";
import { forget, recall, remember } from "../memory.js";
import { PASSING, createSending } from "../sending.js";

export const KEY = "favorites-waiting";
export const NOTE_MAX = 280;

/** @typedef {{set: string, loved: boolean, note: string}} Favorite */
/** @typedef {{state: "sent", hearts: number} | {state: "queued"} | {state: "refused", message: string}} Outcome */

/** What waits on this device, the oldest first. @returns {Favorite[]} */
export const waiting = () => recall(KEY) ?? [];

/** @param {Favorite[]} kept */
const keep = (kept) => (kept.length ? remember(KEY, kept) : forget(KEY));

/** @param {string} set */
const drop = (set) => keep(waiting().filter((each) => each.set !== set));

/** A note as the house takes it. @param {string} note */
export const noteOf = (note) => [...note.trim()].slice(0, NOTE_MAX).join("");

/** @param {Favorite} favorite */
function queue(favorite) {
  const before = waiting().find((each) => each.set === favorite.set);
  // A heart without a note leaves the note that was written before.
  const note = favorite.note || (favorite.loved ? (before?.note ?? "") : "");
  keep([...waiting().filter((each) => each.set !== favorite.set), { ...favorite, note }]);
  sending.wire();
}

/**
 * Tells the house, or keeps it until there is a connection.
 * @param {{set: string, loved: boolean, note?: string}} said
 * @returns {Promise<Outcome>}
 */
export async function sendFavorite({ set, loved, note = "" }) {
  const favorite = { set, loved, note: noteOf(note) };
  try {
    if (!navigator.onLine) throw new Refused("unreachable", "");
    const { hearts } = await post("/api/looks/favorite", favorite, { repeatable: true });
    drop(set);
    return { state: "sent", hearts };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (!PASSING.has(error.code)) return { state: "refused", message: error.message };
    queue(favorite);
    return { state: "queued" };
  }
}

async function sendEach() {
  let sent = 0;
  for (const favorite of waiting()) {
    try {
      await post("/api/looks/favorite", favorite);
      sent++;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (PASSING.has(error.code)) break;
    }
    // What was said in the meantime is younger, and stays.
    const now = waiting().find((each) => each.set === favorite.set);
    if (now && now.loved === favorite.loved && now.note === favorite.note) drop(favorite.set);
  }
  return sent;
}

const sending = createSending({ waiting, send: sendEach });

/** Sends what waits. @returns {Promise<number>} how many the house has heard */
export const sendWaiting = sending.now;

/** On a page that has just been loaded: what waits is sent now, or when there is a connection. */
export const sendLater = sending.later;
