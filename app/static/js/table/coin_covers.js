/** Decides what covers a table for coins. */

import { payoutOf } from "./payout.js";
import { closedOf, drawOf, roomOf } from "./room.js";
import { mySeats } from "./seats.js";

/** @typedef {import("../shapes.js").Scene} Scene */

export class CoinCovers {
  /** How the last game ended: it is read on while others open the next. @type {Scene | null} */
  #ended = null;

  /**
   * What covers the table now, or null.
   * @param {Scene} scene
   * @param {boolean} idle  everything that happened has been shown
   * @param {import("./room.js").Surroundings} around
   */
  modelOf(scene, idle, around) {
    const { truth, view, draw } = scene;
    if (draw) return drawOf(truth, draw);
    if (view?.phase === "over" && view.result) {
      if (idle) this.#ended = scene;
      return idle ? payoutOf(scene, around) : null;
    }
    if (truth.status === "over") return truth.closed ? closedOf(truth) : null;
    if (truth.status !== "open") {
      this.#ended = null;
      return null;
    }
    if (truth.room?.phase === "table_roll") return drawOf(truth, null);
    const reads = this.#ended && this.#ended.truth.game === truth.game - 1 && mySeats(truth).length === 0;
    return reads ? payoutOf(/** @type {Scene} */ (this.#ended), around, truth) : roomOf(truth, around);
  }
}
