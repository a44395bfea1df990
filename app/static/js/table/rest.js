/** What lies on the felt when nothing happens. */

import { handSize } from "./seats.js";

/** Dice in the hand show something, and nothing that looks like a result: every face, then a few more. */
const READY = [1, 2, 3, 4, 5, 6, 3, 1];

/**
 * The faces to lay, or null to leave the felt as it is.
 * @param {import("./scene.js").Scene} scene
 * @param {boolean} jump  the felt shows something older
 * @returns {number[] | null}
 */
export function layOf({ truth, view }, jump) {
  if (!view || view.phase === "over" || view.phase === "vote" || view.phase === "order" || view.phase === "share") return [];
  if (view.phase === "keep") return [...view.lying];
  // After a keep the dice that were not taken still lie there, and they are the ones to be thrown.
  const fresh = view.dice === handSize(truth);
  return fresh || jump ? READY.slice(0, view.dice) : null;
}
