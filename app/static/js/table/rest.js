/** What lies on the felt when nothing happens. */

import { handSize } from "./seats.js";

/** Dice not yet thrown are laid out all alike: no roll looks like that, so every throw is seen to have happened. */
const READY = 6;

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
  return fresh || jump ? Array.from({ length: view.dice }, () => READY) : null;
}
