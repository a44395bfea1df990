/** Pictures that change with the time alone: a lost line counts its seconds, an absence becomes long enough. */

import { AWAY_MS } from "./dock.js";
import { awayFor } from "./seats.js";

/**
 * Milliseconds until the picture is out of date although nothing happens; Infinity when it never is.
 * @param {import("./scene.js").Scene} scene
 * @param {string} line  phase of the connection
 * @param {number} now
 */
export function picturesLife({ truth, view }, line, now) {
  const seat = view?.seat ?? null;
  const away = seat === null ? null : awayFor(truth, seat, now);
  const absence = away !== null && away < AWAY_MS ? AWAY_MS - away + 50 : Infinity;
  return line === "lost" ? Math.min(1000, absence) : absence;
}
