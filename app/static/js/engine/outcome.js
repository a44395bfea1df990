/** Whether a game is over, who has it, and why: the one place that answers. Twin of app/engine/outcome.py. */

import { deadEnd } from "./odds.js";
import { contends, everySeat, front, isFinal, leaders, stillIn } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Result} Result */

/** @param {Result["kind"]} kind @param {readonly number[]} seats @param {string} reason @returns {Result} */
const result = (kind, seats, reason) => ({ kind, seats, reason });

/**
 * The result of a position, or null while it goes on. The first line that holds decides.
 * A roll-off, a vote and the last round are judged between turns, when no seat acts.
 * @param {State} state
 */
export function outcome(state) {
  const { seats, rolloff, out, votes, tied } = state;
  if (state.result) return state.result;
  const contenders = everySeat(seats).filter((seat) => contends(state, seat));
  if (!contenders.length) return result("none", [], "abandoned");
  if (rolloff && rolloff.locked !== null) return result("win", [rolloff.locked], "locked_in");
  if (seats > 1 && contenders.length === 1) return result("win", contenders, "last_standing");
  if (!out.length && !isFinal(state)) return stuck(state);
  if (state.rules.ending === "sudden" || seats === 1) return out.length ? result("win", out, "out_even") : result("win", front(state), "target");
  if (state.seat !== null) return null;
  if (rolloff) return parted(rolloff);
  if (votes.length && votes.length === tied.length && votes.every(Boolean)) return result("split", tied, "vote");
  return state.waiting.length ? null : countedOut(state);
}

/** The result when all have had their last turn, unless several are level and the card says how to part them. @param {State} state */
function countedOut(state) {
  const ahead = isFinal(state) ? front(state) : state.out;
  if (ahead.length === 1) return result("win", ahead, isFinal(state) ? "most_points" : "out_even");
  return state.rules.tie === "shared" ? result("shared", ahead, "tied") : null;
}

/** Every player still in stands where nobody can go out (R-stuck). @param {State} state */
function stuck(state) {
  const seats = stillIn(state);
  if (!seats.every((seat) => deadEnd(state.banked[seat], state.rules))) return null;
  return seats.length === 1 ? result("none", [], "dead_end") : result("shared", seats, "dead_end");
}

/** Who is ahead when everybody going has rolled, or the tied who agreed to share (R-rolloff, R-share). @param {import("./state.js").RollOff} rolloff */
function parted(rolloff) {
  if (rolloff.waiting.length) return null;
  const ahead = leaders(rolloff);
  if (ahead.length === 1) return result("win", ahead, "roll_off");
  return rolloff.shares.length === ahead.length && rolloff.shares.every(Boolean) ? result("shared", ahead, "agreed") : null;
}
