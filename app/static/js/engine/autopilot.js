/** The published, cautious player that finishes the turns of a seat that is away (R-away). Twin of app/engine/autopilot.py. */

import { BANK, ROLL, keep } from "./commands.js";
import { keeps, places } from "./orders.js";
import { total } from "./reading.js";
import { isExact, standing } from "./state.js";
import { sorted } from "./types.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./commands.js").Command} Command */

/** @type {Record<string, Command>} */
const ALWAYS = {
  first: ROLL,
  roll: ROLL,
  decide: BANK,
  vote: { type: "vote", yes: false },
  share: { type: "share", yes: false },
  order: { type: "choose_order", order: "first" },
};

/**
 * The autopilot's next command: it keeps the best reading that does not go past the target, banks as soon as it may, rolls
 * when it must, refuses to split or share, and rolls first.
 * @param {State} state @returns {Command}
 */
export const choose = (state) => ALWAYS[state.phase] ?? bestKeep(state);

/** The first keep that fits; one always does, for a roll of which every keep goes over is a bust. @param {State} state */
function bestKeep(state) {
  const room = isExact(state) ? state.rules.target - standing(state) : Infinity;
  const best = keeps(sorted(state.lying), state.open, state.rules).find(({ reading }) => total(reading) <= room);
  return keep(places(state.lying, /** @type {import("./orders.js").Order} */ (best).taps));
}
