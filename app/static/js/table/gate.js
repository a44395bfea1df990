/** Shuts the buttons for a moment whenever the turn has changed: they sit where something else was. */

import { guard } from "../view/dom.js";

export class Gate {
  #guard;
  #state = "";

  /** @param {() => number} now */
  constructor(now) {
    this.#guard = guard(350, now);
  }

  arm() {
    this.#guard.arm();
  }

  shut() {
    return this.#guard.shut();
  }

  /** @param {import("../shapes.js").Scene} scene */
  see({ truth, view, stage }) {
    const state = [truth.game, truth.status, view?.phase, view?.seat, view?.roll, view?.for_nothing, stage, truth.room?.auto].join();
    if (state === this.#state) return;
    this.#state = state;
    this.arm();
  }
}
