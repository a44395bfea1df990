/** Decides what covers the table, and remembers who holds the phone. */

import { endingOf, handoverOf, lobbyOf } from "./covers.js";
import { dueAt, mustPass } from "./handover.js";
import { payoutOf } from "./payout.js";
import { closedOf, drawOf, roomOf } from "./room.js";
import { mySeats } from "./seats.js";
import { isCoins } from "./stakes.js";

/** @typedef {import("./scene.js").Scene} Scene */

export class Curtain {
  #storage;
  #key = "";
  /** @type {number | null} */
  #holder = null;
  /** How the last game for coins ended: it is read on while others open the next. @type {Scene | null} */
  #ended = null;

  /** @param {Pick<Storage, "getItem" | "setItem"> | null} storage  of this tab */
  constructor(storage) {
    this.#storage = storage;
  }

  /** The seat whose player has the phone. */
  get holder() {
    return this.#holder;
  }

  /** Each game remembers its own holder over a reload. @param {Scene} scene */
  #meet({ truth }) {
    const key = `holder ${truth.table} ${truth.game}`;
    if (key === this.#key) return;
    this.#key = key;
    const stored = this.#storage?.getItem(key);
    this.#holder = stored === null || stored === undefined ? null : Number(stored);
  }

  /** The phone is where it belongs. @param {Scene} scene */
  take(scene) {
    const due = dueAt(scene);
    if (due === null || due === this.#holder) return;
    this.#holder = due;
    this.#storage?.setItem(this.#key, String(due));
  }

  /** Whether the next player has to be given the phone first. @param {Scene} scene @param {string} style */
  waits(scene, style) {
    this.#meet(scene);
    return style === "full" && mustPass(scene, this.#holder);
  }

  /** A phone that changes hands without a cover. @param {Scene} scene @param {string} style */
  passes(scene, style) {
    this.#meet(scene);
    return style === "banner" && mustPass(scene, this.#holder);
  }

  /**
   * What covers the table now.
   * @param {Scene} scene
   * @param {{idle: boolean, style: string, origin: string, code?: string, around?: import("./room.js").Surroundings}} how
   *   `idle`: everything that happened has been shown; `code` of the rules; `around` a coin table
   */
  modelOf(scene, { idle, style, origin, code, around }) {
    const { truth, view } = scene;
    if (!truth.ready) return null;
    if (isCoins(truth) && around) return this.#coinCover(scene, idle, around);
    if (truth.status === "open" || !view) return truth.status === "open" ? lobbyOf(truth, origin, code) : null;
    if (!idle) return null;
    if (view.phase === "over" && view.result) return endingOf(scene);
    if (this.waits(scene, style)) return handoverOf(scene);
    this.take(scene);
    return null;
  }

  /** @param {Scene} scene @param {boolean} idle @param {import("./room.js").Surroundings} around */
  #coinCover(scene, idle, around) {
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
