/** Sounds, buzzes and the title badge that go with happenings. */

/** @typedef {import("../protocol.js").GameEvent} GameEvent */

/** @type {Record<string, string>} */
const SOUNDS = {
  kept: "keep", banked: "bank", busted: "bust", went_over: "bust", for_nothing_failed: "bust",
  rolloff_added: "bank", went_out: "win", locked_in: "win", game_over: "win",
};

/**
 * What is heard when something happens.
 * @param {GameEvent} event
 * @param {{mine: boolean, rolloff: boolean, alone: boolean}} how  `alone`: nobody else plays, so no turn needs a bell
 * @returns {string | null}
 */
export function soundOf(event, { mine, rolloff, alone }) {
  if (event.type === "turn_started") return mine && !alone ? "your-turn" : null;
  if (event.type === "busted" && rolloff) return null;
  if (event.type === "game_over" && event.kind === "none") return null;
  return SOUNDS[event.type] ?? null;
}

/** The page's title while somebody waits for this player. @param {string} plain @param {boolean} waiting */
export const titleOf = (plain, waiting) => (waiting ? `● ${plain}` : plain);

export class Cues {
  /** A die meets the felt, a wall or another die. @param {import("../dice/trajectory.js").Cue} _cue */
  hit(_cue) {}

  /** A die is picked, or put back. @param {number} _order  place in the tap order, 0 when put back */
  tap(_order) {}

  /** A keep that does not score. */
  refused() {}

  /** @param {GameEvent} event @param {Parameters<typeof soundOf>[1]} how */
  play(event, how) {
    soundOf(event, how);
  }

  /** @param {string} title @param {boolean} waiting */
  badge(title, waiting) {
    document.title = titleOf(title, waiting);
  }
}
