/** How a turn begins, and when the game is over between two of them. Twin of app/engine/turns.py. */

import { NOTHING_OPEN } from "./open_parts.js";
import { outcome } from "./outcome.js";
import { acting, at, stillIn } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./events.js").Told} Told */

const NOTHING_AT_RISK = { unbanked: 0, lying: [], open: NOTHING_OPEN, held: [], for_nothing: false, hot: false, offer: null };

/** Starts a seat's turn, with what the player before left for it. @param {State} state @param {number} seat @param {import("./state.js").Offer | null} [offer] @returns {Told} */
export function begin(state, seat, offer = null) {
  const { rules, last_round, rolloff } = state;
  const turn = state.turns[seat] + 1;
  const turns = at(state.turns, seat, turn);
  return [
    { ...state, ...NOTHING_AT_RISK, phase: "roll", seat, dice: rules.dice, hand: 1, turn_rolls: 0, turns, offer },
    [{ type: "turn_started", seat, turn, last: last_round, rolloff: rolloff !== null }],
  ];
}

/** The position between turns: nobody acts and nothing is at risk. @param {State} state @returns {State} */
export const between = (state) => ({ ...state, ...NOTHING_AT_RISK, seat: null });

/** The end of the game, if this position is one. @param {State} state @returns {Told | null} */
export function finish(state) {
  const result = outcome(state);
  return result && [{ ...between(state), phase: "over", dice: 0, result }, [{ type: "game_over", ...result }]];
}

/** The seats still in, in order from the one after `seat` and ending with it if it is still in. @param {State} state @param {number} seat */
export function following(state, seat) {
  const seats = stillIn(state);
  return [...seats.filter((each) => each > seat), ...seats.filter((each) => each <= seat)];
}

/** The event that a fresh game begins with. @param {State} state */
export function openingEvent(state) {
  if (state.phase === "first") return { type: "first_asked", seats: state.starting.map(([seat]) => seat) };
  const seat = acting(state);
  return { type: "turn_started", seat, turn: state.turns[seat], last: false, rolloff: false };
}
