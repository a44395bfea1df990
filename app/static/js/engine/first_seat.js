/** Who starts where the card rolls for it: the highest of one die each; the tied highest roll again. Twin of app/engine/first_seat.py. */

import { after } from "./events.js";
import { begin } from "./turns.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./events.js").Told} Told */

/** The acting seat's die. @param {State} state @param {number} face @returns {Told} */
export function roll(state, face) {
  const rolled = { type: "rolled", seat: state.seat, roll: state.rolls + 1, dice: [face], for_nothing: false };
  return after([rolled], settle(state, face));
}

/** The acting seat's die counts as this face; the roll's number is used up. @param {State} state @param {number} face */
export const settle = (state, face) =>
  goOn({ ...state, rolls: state.rolls + 1, starting: state.starting.map(([seat, die]) => [seat, seat === state.seat ? face : die]) });

/** Goes on without a seat that has left. @param {State} state @param {number} gone */
export const leave = (state, gone) => goOn({ ...state, starting: state.starting.filter(([seat]) => seat !== gone) });

/** The next seat that has not rolled; when all have, the highest starts or the tied roll again. @param {State} state @returns {Told} */
function goOn(state) {
  const { starting } = state;
  const waiting = starting.find(([, die]) => !die);
  if (waiting) return [{ ...state, seat: waiting[0] }, []];
  const face = Math.max(...starting.map(([, die]) => die));
  const seats = starting.filter(([, die]) => die === face).map(([seat]) => seat);
  const [seat] = seats;
  if (seats.length > 1) return [{ ...state, seat, starting: seats.map((each) => [each, 0]) }, [{ type: "first_tied", seats, face }]];
  return after([{ type: "first_found", seat, face }], begin({ ...state, starting: [] }, seat));
}
