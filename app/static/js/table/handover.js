/** Passing the phone: who holds it, and when the table is covered until the next player has it. */

import { isMine, isPassed } from "./seats.js";

/** @typedef {import("../shapes.js").Scene} Scene */

/**
 * Who should hold the phone now: the seat whose answer is due, when a person here gives it.
 * @param {Scene} scene
 * @returns {number | null}
 */
export function dueAt({ truth, view }) {
  // One die each for the start: whoever is nearest rolls it.
  if (!view || view.phase === "over" || view.phase === "first" || !isPassed(truth)) return null;
  return isMine(truth, view.seat) ? view.seat : null;
}

/**
 * Whether the phone must change hands before the game goes on.
 * @param {Scene} scene
 * @param {number | null} holder  who holds it, null when nobody knows
 */
export function mustPass(scene, holder) {
  const due = dueAt(scene);
  if (due === null || due === holder) return false;
  // Whoever typed the names holds the phone, and the first of them begins.
  return !(holder === null && scene.view?.roll === 0);
}
