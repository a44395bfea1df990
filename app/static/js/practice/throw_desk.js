/** Throws for the dice of a practice game: each is made when its dice have fallen, and handed to the felt when it is there. */

import { makeThrow } from "./throws.js";

/** @typedef {import("../shapes.js").GameEvent} GameEvent */

/** A record's head has this many bytes; where game and roll stand in it (docs/throw-format.md). */
const HEAD = 14;
const GAME_AT = 2;
const ROLL_AT = 12;

/** A record without a throw: the dice simply lie there. @param {number} game @param {number} roll */
function noThrow(game, roll) {
  const head = new DataView(new ArrayBuffer(HEAD));
  head.setUint16(GAME_AT, game, true);
  head.setUint16(ROLL_AT, roll, true);
  return head.buffer;
}

export class ThrowDesk {
  #onThrow;
  #still;

  /** @param {{onThrow: (bytes: ArrayBuffer) => void, still: () => boolean}} wiring  `still`: nothing flies now */
  constructor({ onThrow, still }) {
    this.#onThrow = onThrow;
    this.#still = still;
  }

  /** @param {GameEvent} event  `rolled` @param {Set<string>} used  keys of throws that this game has shown; this one joins them */
  async make({ dice, angle, power, game, roll, look }, used) {
    if (this.#still()) return this.#onThrow(noThrow(game, roll));
    const made = await makeThrow({ faces: dice, angle, power, used, look, game, roll });
    if (made.key) used.add(made.key);
    this.#onThrow(made.bytes ?? noThrow(game, roll));
  }
}
