/** Pictures that change with the time alone: a lost line counts its seconds, an absence becomes long enough. */

import { clockLife } from "./clock.js";
import { AWAY_MS } from "./dock.js";
import { awayFor } from "./seats.js";

/**
 * Milliseconds until the picture is out of date although nothing happens; Infinity when it never is.
 * @param {import("../shapes.js").Scene} scene
 * @param {string} line  phase of the connection
 * @param {number} now
 * @param {number} [at]  the server's time, where its clock is shown
 * @param {import("../shapes.js").Truth} [newest]  what the clock belongs to
 */
export function picturesLife({ truth, view }, line, now, at = 0, newest = truth) {
  return Math.min(clockLife(newest, at), lineLife({ truth, view }, line, now));
}

/** @param {Pick<import("../shapes.js").Scene, "truth" | "view">} scene @param {string} line @param {number} now */
function lineLife({ truth, view }, line, now) {
  const seat = view?.seat ?? null;
  const away = seat === null ? null : awayFor(truth, seat, now);
  const absence = away !== null && away < AWAY_MS ? AWAY_MS - away + 50 : Infinity;
  return line === "lost" ? Math.min(1000, absence) : absence;
}
