/** What becomes of a turn's points: banked, lost, or taken over by the next player. Twin of app/engine/banking.py. */

import { refusal } from "./errors.js";
import { after } from "./events.js";
import * as passing from "./passing.js";
import * as rolloff from "./rolloff.js";
import { acting, at, isFinal, standing } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./events.js").Told} Told */
/** @typedef {import("./errors.js").Refusal} Refusal */

/** So many cost the penalty (R-farkle3). */
const BUSTS_IN_A_ROW = 3;

/** Why the acting seat may not bank what it holds, leaving dice that lie unread aside (R-bank). @param {State} state */
export function whyNot(state) {
  if (state.rolloff) return "no_bank_in_rolloff";
  if (state.for_nothing) return "exact_must_roll";
  if (!state.held.length || !state.unbanked) return "nothing_to_bank";
  if (state.hot) return "must_roll";
  return !state.opened[acting(state)] && state.unbanked < state.rules.opening ? "below_opening" : null;
}

/** Writes the turn's points down and passes the dice. @param {State} state @returns {Told | Refusal} */
export function bank(state) {
  if (state.phase !== "roll" && state.phase !== "decide") return refusal(state.phase === "keep" && state.rolloff ? "no_bank_in_rolloff" : "wrong_phase");
  const why = whyNot(state);
  if (why) return refusal(why, why === "below_opening" ? [state.rules.opening] : []);
  return writeDown(state);
}

/** @param {State} before @returns {Told} */
function writeDown(before) {
  const seat = acting(before);
  const { unbanked: points, rules } = before;
  const total = standing(before);
  const events = [{ type: "banked", seat, points, total }];
  let state = { ...before, banked: at(before.banked, seat, total), opened: at(before.opened, seat, true), busts: at(before.busts, seat, 0) };
  // This bank starts the final round, or ends the game at once (R-final).
  if (rules.finish === "at_least" && !isFinal(state) && total >= rules.target) {
    state.leader = seat;
    if (rules.ending !== "sudden") {
      const [started, told] = passing.lastRound(state);
      state = started;
      events.push(...told);
    }
  }
  return after(events, passing.end(state, { dice: state.dice, points }));
}

/** Ends a turn that has no roll left: its points are banked, or lost where they are too few to open (R-limit3). @param {State} state @returns {Told} */
export function runOut(state) {
  if (state.rolloff) {
    const [added, events] = rolloff.add(state);
    return after(events, passing.end(added));
  }
  return whyNot({ ...state, hot: false }) === "below_opening" ? bust(state, "unopened") : writeDown(state);
}

/** Ends the turn without its points; a roll-off turn keeps what it had gathered (R-rolloff). @param {State} state @param {string} kind @returns {Told} */
export function bust(state, kind) {
  const busted = { type: "busted", seat: state.seat, kind, lost: state.rolloff ? 0 : state.unbanked };
  const [counted, events] = state.rolloff ? rolloff.add(state) : countBust(state);
  return after([busted, ...events], passing.end(counted));
}

/** The third bust in a row costs banked points, also below zero; then the count starts again (R-farkle3). @param {State} state @returns {Told} */
function countBust(state) {
  const seat = acting(state);
  const { farkle_penalty: points } = state.rules;
  const busts = state.busts[seat] + 1;
  if (busts < BUSTS_IN_A_ROW || !points) return [{ ...state, busts: at(state.busts, seat, busts) }, []];
  const total = state.banked[seat] - points;
  return [{ ...state, busts: at(state.busts, seat, 0), banked: at(state.banked, seat, total) }, [{ type: "penalised", seat, points, total }]];
}

/** Starts with the dice and points that the player before left when banking (R-piggyback). @param {State} state @returns {Told | Refusal} */
export function takeOver(state) {
  const { offer, seat } = state;
  if (!offer || state.phase !== "roll") return refusal("no_offer");
  return [{ ...state, offer: null, dice: offer.dice, unbanked: offer.points }, [{ type: "took_over", seat, ...offer }]];
}
