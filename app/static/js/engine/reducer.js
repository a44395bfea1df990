/** One command, one step: the next position and what happened, or a refusal that changes nothing. Twin of app/engine/reducer.py. */

import * as autopilot from "./autopilot.js";
import * as banking from "./banking.js";
import { BANK, GIVE_UP, PIGGYBACK, ROLL, keep as keepOf } from "./commands.js";
import { refusal } from "./errors.js";
import { after } from "./events.js";
import * as firstSeat from "./first_seat.js";
import { frozen } from "./frozen.js";
import { bestOrder, canScore, fits, keeps, places, scoringPlaces } from "./orders.js";
import * as passing from "./passing.js";
import { read, total } from "./reading.js";
import * as rolloff from "./rolloff.js";
import { acting, at, isExact, isFinal, standing } from "./state.js";
import { finish } from "./turns.js";
import { FACES, sorted } from "./types.js";
import { withhold } from "./withheld.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./events.js").Told} Told */
/** @typedef {import("./events.js").Event} Event */
/** @typedef {import("./errors.js").Refusal} Refusal */
/** @typedef {import("./reading.js").Reading} Reading */
/** @typedef {import("./commands.js").Command} Command */
/** @typedef {readonly number[]} Faces */

/** The phases in which dice can be rolled. */
const ROLLS = ["first", "roll", "decide"];
/** The sets that lock a seat in: with 1s and 5s every die then scores. */
const LOCKED_SETS = [2, 3, 4, 6];

/**
 * Applies one command of the acting seat (or of any seat, for leave).
 * @param {State} state @param {Command} command
 * @param {Faces | null} [faces]  the dice of a roll, as many as `diceWanted` says; throws RangeError if they do not fit
 * @returns {{refused?: undefined, state: State, events: readonly Event[]} | Refusal}
 */
export function step(state, command, faces) {
  if (state.phase === "over") return frozen(refusal("game_over"));
  const wanted = diceWanted(state, command);
  const dice = [...(faces ?? [])];
  if (dice.length !== wanted || !dice.every((face) => FACES.includes(/** @type {any} */ (face)))) throw new RangeError(`${wanted} faces from 1 to 6 are due, not ${faces}`);
  const told = apply(state, command, dice);
  return frozen("refused" in told ? told : { state: told[0], events: told[1] });
}

/** How many faces `step` needs for this command: the dice due for a roll, else none. @param {State} state @param {Command} command */
export function diceWanted(state, command) {
  const { type } = command.type === "time_out" && state.phase !== "over" ? autopilot.choose(state) : command;
  return type === "roll" && ROLLS.includes(state.phase) ? state.dice : 0;
}

/** @type {Record<string, (state: State) => Command[]>} */
const LEGAL = {
  first: () => [ROLL],
  roll: ({ offer }) => (offer ? [ROLL, PIGGYBACK] : [ROLL]),
  decide: () => [BANK, ROLL],
  vote: () => [true, false].map((yes) => ({ type: "vote", yes })),
  order: () => ["first", "last"].map((order) => ({ type: "choose_order", order })),
  share: () => [true, false].map((yes) => ({ type: "share", yes })),
  keep: (state) => [...keepPoints(state).map(([command]) => command), GIVE_UP],
  over: () => [],
};

/**
 * What the acting seat may do, in a canonical order; leaving is always possible besides.
 * One keep for each distinct dice and reading; those that go past the target come confirmed.
 * @param {State} state
 */
export const legalCommands = (state) => LEGAL[state.phase](state);

/** What each legal keep of the lying dice adds to the turn. @param {State} state @returns {[Command, number][]} */
export const keepPoints = (state) =>
  keeps(sorted(state.lying), state.open, state.rules).map(({ taps, reading }) => [keepOf(places(state.lying, taps), goesOver(state, reading)), total(reading)]);

/** Whether a keep takes the acting seat past a target to be hit exactly (R-over); never in a roll-off. @param {State} state @param {Reading} reading */
export const goesOver = (state, reading) => isExact(state) && standing(state) + total(reading) > state.rules.target;

/** @type {Record<string, (state: State, command: any, faces: Faces) => Told | Refusal | false>} */
const PLAYED = {
  roll: (state, _, faces) => roll(state, faces),
  keep: (state, command) => keep(state, command),
  bank: (state) => banking.bank(state),
  piggyback: (state) => banking.takeOver(state),
  leave: (state, { seat }) => leave(state, seat),
  time_out: (state, _, faces) => timeOut(state, faces),
  withhold: (state) => withhold(state),
  give_up: (state) => state.phase === "keep" && banking.bust(state, "given_up"),
  vote: (state, { yes }) => state.phase === "vote" && rolloff.vote(state, yes),
  choose_order: (state, { order }) => state.phase === "order" && ["first", "last"].includes(order) && rolloff.chooseOrder(state, order),
  share: (state, { yes }) => state.phase === "share" && rolloff.share(state, yes),
};

/** @param {State} state @param {Command} command @param {Faces} faces @returns {Told | Refusal} */
const apply = (state, command, faces) => (Object.hasOwn(PLAYED, command.type) && PLAYED[command.type](state, command, faces)) || refusal("wrong_phase");

/** @param {State} before @param {Faces} faces @returns {Told | Refusal} */
function roll(before, faces) {
  const { phase, seat, for_nothing, open, rules } = before;
  if (!ROLLS.includes(phase)) return refusal("wrong_phase");
  if (phase === "first") return firstSeat.roll(before, faces[0]);
  const rolls = before.rolls + 1;
  const rolled = [{ type: "rolled", seat, roll: rolls, dice: faces, for_nothing }];
  const state = { ...before, rolls, offer: null };
  if (!for_nothing && canKeep(state, faces)) {
    /** @type {State} */
    const lying = { ...state, turn_rolls: state.turn_rolls + 1, phase: "keep", lying: faces, dice: faces.length };
    return singleRoll(lying) ? after(rolled, keepBest(lying)) : [lying, rolled];
  }
  const scores = canScore(faces, open, rules);
  if (!for_nothing) return after(rolled, banking.bust(state, scores ? "over" : "none"));
  return after(rolled, scores ? failForNothing(state, faces) : passing.goOut(state));
}

/** Whether this is the one roll that the final round leaves a seat (R-final). @param {State} state */
const singleRoll = (state) => state.rules.ending === "final_roll" && isFinal(state) && !state.extra && !state.rolloff;

/** The best keep of a single roll is added without asking (R-final). @param {State} state @returns {Told} */
function keepBest(state) {
  const [best] = keeps(sorted(state.lying), state.open, state.rules);
  const [kept, told] = setAside(state, places(state.lying, best.taps), best.reading);
  return after([told], banking.runOut(kept));
}

/** Dice scored in the roll for nothing (R-exact). @param {State} state @param {Faces} faces @returns {Told} */
function failForNothing(state, faces) {
  const dice = scoringPlaces(faces, state.open, state.rules);
  return after([{ type: "for_nothing_failed", seat: state.seat, dice, lost: state.unbanked }], passing.end(state));
}

/** Whether some keep scores and does not go past a target to be hit exactly; not so in a roll-off (R-bust). @param {State} state @param {Faces} faces */
const canKeep = (state, faces) =>
  isExact(state) ? fits(faces, state.open, state.rules, state.rules.target - standing(state)) : canScore(faces, state.open, state.rules);

/** @param {State} state @param {{dice: Faces, confirmed?: boolean}} command @returns {Told | Refusal} */
function keep(state, { dice, confirmed }) {
  const { phase, lying, open, rules } = state;
  if (phase !== "keep") return refusal("wrong_phase");
  const absent = dice.filter((place, at) => !(place in lying) || dice.indexOf(place) < at);
  if (absent.length) return refusal("not_on_table", absent);
  const reading = read(dice.map((place) => lying[place]), lying.length, open, rules);
  if (reading.refused !== undefined) return refusalOnTable(state, dice, reading);
  const over = goesOver(state, reading);
  if (over && !confirmed) return refusal("unconfirmed_over", [standing(state) + total(reading)]);
  const [kept, told] = setAside(state, dice, reading);
  const { seat, unbanked } = kept;
  if (over) return after([told, { type: "went_over", seat, lost: unbanked }], passing.end(kept));
  if (locksIn(kept)) return after([told, { type: "locked_in", seat }], passing.end({ ...kept, rolloff: { .../** @type {any} */ (kept.rolloff), locked: seat } }));
  if (rules.roll_limit && kept.turn_rolls >= rules.roll_limit && !kept.for_nothing) return after([told], banking.runOut(kept));
  return [kept, [told]];
}

/** A refused reading in positions on the table, with the order that would score (R-hint). @param {State} state @param {Faces} dice @param {Refusal} refused @returns {Refusal} */
export function refusalOnTable(state, dice, refused) {
  if (refused.refused !== "dead_dice") return refused;
  const faces = dice.map((place) => state.lying[place]);
  const order = bestOrder(sorted(faces), state.lying.length, state.open, state.rules);
  const onTable = (/** @type {Faces} */ taps) => taps.map((place) => dice[place]);
  return refusal("dead_dice", onTable(refused.subject), order && onTable(places(faces, order.taps)));
}

/** Puts kept dice into the tray and says what the turn waits for next. @param {State} before @param {Faces} dice @param {Reading} reading @returns {[State, Event]} */
function setAside(before, dice, reading) {
  const { rules, seat, lying } = before;
  const left = lying.length - dice.length;
  const { points, bonus } = reading;
  const parts = reading.parts.map((part) => ({ ...part, dice: part.dice.map((place) => dice[place]) }));
  const unbanked = before.unbanked + points + bonus;
  /** @type {State} */
  const state = {
    ...before,
    unbanked,
    dice: left || rules.dice,
    lying: [],
    open: reading.open_after,
    hand: before.hand + Number(!left),
    held: [...before.held, { roll: before.rolls, hand: before.hand, parts, points, bonus }],
    hot: !left && rules.hot_dice === "must",
    for_nothing: isExact(before) && standing(before) + points + bonus === rules.target,
    phase: "decide",
  };
  const faces = dice.map((place) => lying[place]);
  const kept = { type: "kept", seat, dice: [...dice], faces, parts, points, bonus, unbanked, and_roll: !left, left: state.dice };
  return [banking.whyNot(state) ? { ...state, phase: "roll" } : state, kept];
}

/** R-locked: in a roll-off, sets of 2s, 3s, 4s and 6s are open at the same time. @param {State} state */
const locksIn = ({ rolloff: running, rules, open }) => running && rules.locked_in && LOCKED_SETS.every((face) => open.sets.includes(face));

/** R-leave: unbanked points are lost, the others play on; who is out even or level on top cannot lose by it. @param {State} before @param {number} seat @returns {Told | Refusal} */
function leave(before, seat) {
  if (before.left[seat] !== false) return refusal("not_seated", [seat]);
  const { out, tied, waiting } = before;
  const playedOn = out.includes(seat) || tied.includes(seat);
  const state = { ...before, left: at(before.left, seat, true), waiting: playedOn ? waiting : waiting.filter((each) => each !== seat) };
  return after([{ type: "left", seat }], finish(state) ?? withoutSeat(state, seat, playedOn));
}

/** What follows when a seat has left and the game goes on. @param {State} state @param {number} seat @param {boolean} playedOn @returns {Told} */
function withoutSeat(state, seat, playedOn) {
  if (state.phase === "first") return firstSeat.leave(state, seat);
  if (seat !== state.seat) return [state, []];
  const asked = rolloff.ASKED[state.phase];
  if (asked) return asked(state);
  return playedOn ? [state, []] : passing.end(state);
}

/** The autopilot plays one step for the acting seat (R-away). @param {State} state @param {Faces} faces @returns {Told | Refusal} */
function timeOut(state, faces) {
  const told = rolloff.ASKED[state.phase]?.(state) ?? apply(state, autopilot.choose(state), faces);
  return "refused" in told ? told : after([{ type: "timed_out", seat: acting(state) }], told);
}
