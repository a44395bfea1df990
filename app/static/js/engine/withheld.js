/** A roll whose player asked for it and then kept back what it needs: the worst that it could have been. Twin of app/engine/withheld.py. */

import * as banking from "./banking.js";
import { refusal } from "./errors.js";
import { after } from "./events.js";
import * as firstSeat from "./first_seat.js";
import * as passing from "./passing.js";

/** What the roll for the start counts as. */
const LOWEST = 1;

/**
 * The roll's number is used up. No score in a turn, a score at exactly the target, the lowest die for the start.
 * @param {import("./state.js").State} before @returns {import("./events.js").Told | import("./errors.js").Refusal}
 */
export function withhold(before) {
  const { phase, seat, for_nothing, unbanked } = before;
  if (!["first", "roll", "decide"].includes(phase)) return refusal("wrong_phase");
  const events = [{ type: "roll_withheld", seat, roll: before.rolls + 1, for_nothing }];
  const state = { ...before, rolls: before.rolls + 1, offer: null };
  if (for_nothing) events.push({ type: "for_nothing_failed", seat, dice: [], lost: unbanked });
  return after(events, phase === "first" ? firstSeat.settle(before, LOWEST) : for_nothing ? passing.end(state) : banking.bust(state, "withheld"));
}
