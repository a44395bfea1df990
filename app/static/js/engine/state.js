/** The whole position of a game, as plain values. Twin of app/engine/state.py, which says what each field means. */

import { frozen } from "./frozen.js";
import { NOTHING_OPEN } from "./open_parts.js";

/** @typedef {import("./types.js").RuleSet} RuleSet */
/** @typedef {readonly number[]} Seats */
/** @typedef {{sequence: Seats, totals: Seats, going: Seats, waiting: Seats, round: number, shares: readonly boolean[], locked: number | null}} RollOff */
/** @typedef {{kind: "win" | "split" | "shared" | "none", seats: Seats, reason: string}} Result */
/** @typedef {{dice: number, points: number}} Offer  what a player left when banking (R-piggyback) */
/** @typedef {{roll: number, hand: number, parts: readonly import("./reading.js").Part[], points: number, bonus: number}} Held  one keep of the running turn */
/**
 * @typedef {Readonly<{
 *   rules: RuleSet, seats: number, banked: Seats, opened: readonly boolean[], left: readonly boolean[], turns: Seats,
 *   phase: import("./types.js").Phase, seat: number | null, unbanked: number, dice: number, lying: Seats, open: import("./open_parts.js").Open,
 *   hand: number, held: readonly Held[], for_nothing: boolean, hot: boolean, rolls: number, last_round: boolean, waiting: Seats, out: Seats,
 *   votes: readonly boolean[], rolloff: RollOff | null, result: Result | null, turn_rolls: number, leader: number | null, tied: Seats,
 *   extra: number, busts: Seats, offer: Offer | null, starting: readonly (readonly [seat: number, die: number])[]}>} State
 */

/** The numbers of so many seats. @param {number} seats */
export const everySeat = (seats) => [...Array(seats).keys()];

/** Points of one seat of a roll-off. @param {RollOff} rolloff @param {number} seat */
export const rolledOff = ({ sequence, totals }, seat) => totals[sequence.indexOf(seat)];

/** The seats of the running round with the most points. @param {RollOff} rolloff */
export function leaders(rolloff) {
  const best = Math.max(...rolloff.going.map((seat) => rolledOff(rolloff, seat)));
  return rolloff.going.filter((seat) => rolledOff(rolloff, seat) === best);
}

/** Seats that have neither left nor gone out. @param {State} state */
export const stillIn = ({ seats, left, out }) => everySeat(seats).filter((seat) => !left[seat] && !out.includes(seat));

/** Whether the final round runs, in which the most points win. @param {State} state */
export const isFinal = ({ leader }) => leader !== null;

/** Whether a seat can still win; who got there cannot lose by leaving (R-leave). @param {State} state @param {number} seat */
export const contends = (state, seat) => !state.left[seat] || state.out.includes(seat) || (isFinal(state) && state.banked[seat] >= state.rules.target);

/** The seats ahead of all others in the final round, in the order in which they got there. @param {State} state */
export function front(state) {
  const { leader, seats, tied, banked } = state;
  const inOrder = tied.length ? tied : everySeat(seats).map((seat) => (seat + Number(leader)) % seats);
  const contending = inOrder.filter((seat) => contends(state, seat));
  const best = Math.max(...contending.map((seat) => banked[seat]));
  const ahead = contending.filter((seat) => banked[seat] === best);
  // An equal total has not beaten whoever had it first.
  return state.rules.beat_leader ? ahead.slice(0, 1) : ahead;
}

/** The seat that acts, where one must. @param {State} state */
export const acting = ({ seat }) => /** @type {number} */ (seat);

/** Banked and unbanked points of the acting seat. @param {State} state */
export const standing = ({ banked, seat, unbanked }) => unbanked + (seat === null ? 0 : banked[seat]);

/** Whether the target is to be hit exactly by the turn that runs; never in a roll-off. @param {State} state */
export const isExact = ({ rolloff, rules }) => !rolloff && rules.finish === "exact";

/** The same list with one seat's value changed. @template T @param {readonly T[]} values @param {number} seat @param {T} value @returns {T[]} */
export const at = (values, seat, value) => values.map((each, place) => (place === seat ? value : each));

/**
 * A game before its first roll; without a first seat the players roll for it where the card says so.
 * @param {RuleSet} rules @param {number} seats @param {number | null} [first]
 * @returns {State} throws RangeError for a number of seats or a first seat that cannot be
 */
export function newGame(rules, seats, first = null) {
  if (!(seats >= 1 && seats <= 8)) throw new RangeError(`a game has 1 to 8 seats, not ${seats}`);
  const rolledFor = first === null && seats > 1 && rules.starts === "highest_die";
  const seat = first ?? 0;
  const numbers = everySeat(seats);
  if (!numbers.includes(seat)) throw new RangeError(`the first seat is one of 0 to ${seats - 1}, not ${seat}`);
  const zeros = numbers.map(() => 0);
  const no = numbers.map(() => false);
  return frozen({
    rules: { ...rules, alike_fixed: [...rules.alike_fixed] },
    seats,
    banked: zeros,
    opened: no,
    left: no,
    turns: rolledFor ? zeros : at(zeros, seat, 1),
    phase: rolledFor ? "first" : "roll",
    seat,
    unbanked: 0,
    dice: rolledFor ? 1 : rules.dice,
    lying: [],
    open: NOTHING_OPEN,
    hand: 1,
    held: [],
    for_nothing: false,
    hot: false,
    rolls: 0,
    last_round: false,
    waiting: [],
    out: [],
    votes: [],
    rolloff: null,
    result: null,
    turn_rolls: 0,
    leader: null,
    tied: [],
    extra: 0,
    busts: zeros,
    offer: null,
    starting: rolledFor ? numbers.map((each) => /** @type {const} */ ([each, 0])) : [],
  });
}
