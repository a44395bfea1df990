/** How a turn ends and what follows it. Twin of app/engine/passing.py. */

import { after } from "./events.js";
import * as rolloff from "./rolloff.js";
import { acting, at, front, isFinal } from "./state.js";
import { begin, between, finish, following } from "./turns.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./events.js").Told} Told */

/** Ends the running turn and goes on with whatever follows it; `offer` is what a player left when banking. @param {State} running @param {import("./state.js").Offer | null} [offer] @returns {Told} */
export function end(running, offer = null) {
  const state = between(running);
  const over = finish(state);
  if (over) return over;
  if (state.rolloff) return rolloff.afterTurn(state);
  if (state.waiting.length) return begin({ ...state, waiting: state.waiting.slice(1) }, state.waiting[0]);
  if (state.last_round) return partTheTied(state);
  const [seat] = following(state, acting(running));
  return begin(state, seat, state.rules.piggyback && state.opened[seat] ? offer : null);
}

/** Several are level when everybody has had a last turn: the card says what they do (R-vote, R-tie). @param {State} ended @returns {Told} */
function partTheTied(ended) {
  const tied = isFinal(ended) ? front(ended) : ended.out;
  const { tie } = ended.rules;
  const state = { ...ended, tied };
  if (tie === "roll_off") return rolloff.askOrder(state);
  if (tie === "vote") return rolloff.askVote(state);
  const round = state.extra + 1;
  return after([{ type: "extra_turns_started", seats: tied, total: state.banked[tied[0]], round }], begin({ ...state, extra: round, waiting: tied.slice(1) }, tied[0]));
}

/** The acting seat goes out even; the first to do so starts the last round (R-last). @param {State} state @returns {Told} */
export function goOut(state) {
  const seat = acting(state);
  const out = [...state.out, seat];
  /** @type {Told} */
  let told = [{ ...state, out, banked: at(state.banked, seat, state.rules.target) }, []];
  if (!state.last_round && state.rules.ending === "last_round") told = lastRound(told[0]);
  return after([{ type: "went_out", seat, place: out.length }, ...told[1]], end(told[0]));
}

/** Everybody else still in gets one more turn, in seat order from the next seat (R-last, R-final). @param {State} state @returns {Told} */
export function lastRound(state) {
  const seat = acting(state);
  const order = following(state, seat).filter((each) => each !== seat);
  return [{ ...state, last_round: true, waiting: order }, order.length ? [{ type: "last_round_started", seat, order }] : []];
}
