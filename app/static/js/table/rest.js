/** What lies on the felt when nothing happens. */

import { isRolloffTurn } from "./agreed.js";
import { handSize } from "./seats.js";

/** Dice not yet thrown are laid out all alike: no roll looks like that, so every throw is seen to have happened. */
const READY = 6;
/** Rows of the felt that the name, the aim and the code of a game take. */
const DEAL_ROWS = 5;
/** Rows that a card with a title takes beside its list. */
const ROLLOFF_ROWS = 2;

/**
 * The faces to lay, or null to leave the felt as it is.
 * @param {import("../shapes.js").Scene} scene
 * @param {boolean} jump  the felt shows something older
 * @param {number} [rows]  that stand free above the dice
 * @returns {number[] | null}
 */
export function layOf(scene, jump, rows = Infinity) {
  const { truth, view } = scene;
  if (!view || view.phase === "first" || view.phase === "over" || view.phase === "vote" || view.phase === "order" || view.phase === "share") return [];
  // What is played here stands on the felt until the first roll, but for a hand to try, and a small one has no room for both.
  if (view.phase === "roll" && view.roll === 0 && truth.game > 0 && rows < DEAL_ROWS) return [];
  // So does the order of a roll-off.
  if (isRolloffTurn(scene) && rows < ROLLOFF_ROWS + (view.rolloff?.sequence.length ?? 0)) return [];
  if (view.phase === "keep") return [...view.lying];
  // After a keep the dice that were not taken still lie there, and they are the ones to be thrown.
  const fresh = view.dice === handSize(truth) || (view.phase === "roll" && view.kept.length === 0);
  return fresh || jump ? Array.from({ length: view.dice }, () => READY) : null;
}
