/**
 * What the screen shows of the game. It follows the truth one happening at a time, so that a roll, its bust and the next
 * turn, which arrive together, are seen one after the other.
 */

import { isExact } from "./agreed.js";
import { handSize, targetOf } from "./seats.js";
import { readSentence, recapOf, startNote } from "./notes.js";

/** @typedef {import("../shapes.js").View} View */
/** @typedef {import("../shapes.js").GameEvent} GameEvent */
/** @typedef {import("../shapes.js").Truth} Truth */
/** @typedef {import("../shapes.js").Scene} Scene */
/** @typedef {import("../shapes.js").Note} Note */

/** @param {Truth} truth @returns {Scene} */
export const firstScene = (truth) => ({ truth, view: truth.view, stage: "rest", note: null, ending: null, draw: null, scored: null });

/** @param {number[]} list @param {number} at @param {number} value */
const changed = (list, at, value) => list.map((each, i) => (i === at ? value : each));

/** @type {Record<string, (view: View, event: GameEvent, scene: Scene) => Partial<View>>} */
const STEPS = {
  first_asked: (_view, { seats }) => ({ phase: "first", seat: seats[0], starting: Object.fromEntries(seats.map((/** @type {number} */ seat) => [seat, 0])), dice: 1, lying: [], can: [] }),
  first_tied: (_view, { seats }) => ({ starting: Object.fromEntries(seats.map((/** @type {number} */ seat) => [seat, 0])) }),
  turn_started: (view, { seat, turn, last }, { truth }) => ({
    phase: "roll",
    starting: {},
    seat,
    turn,
    unbanked: 0,
    dice: handSize(truth),
    lying: [],
    kept: [],
    open: [],
    for_nothing: false,
    last_round: view.last_round || last,
    waiting: view.waiting.filter((each) => each !== seat),
    nothing: null,
    bank: null,
    can: [],
    must_roll: false,
    rolls_left: truth.rules.roll_limit || null,
    offer: null,
  }),
  rolled: (view, { seat, roll, dice, for_nothing }) =>
    view.phase === "first"
      ? { seat, roll, lying: dice, starting: { ...view.starting, [seat]: dice[0] }, can: [] }
      : { phase: "keep", seat, roll, lying: dice, dice: dice.length, for_nothing, can: [], bank: null, offer: null, rolls_left: oneLess(view, for_nothing) },
  took_over: (_view, { dice, points }) => ({ dice, unbanked: points, offer: null, can: [] }),
  kept: (view, event, { truth }) => ({
    phase: "decide",
    lying: [],
    unbanked: event.unbanked,
    dice: event.left,
    kept: [...view.kept, keepOf(view, event, handSize(truth))],
    can: [],
    bank: null,
    nothing: null,
  }),
  busted: (view, { seat }) => ({ unbanked: 0, kept: [], open: [], can: [], bank: null, busts: changed(view.busts, seat, (view.busts[seat] ?? 0) + 1) }),
  penalised: (view, { seat, total }) => ({ banked: changed(view.banked, seat, total), busts: changed(view.busts, seat, 0) }),
  went_over: () => ({ unbanked: 0, kept: [], open: [], lying: [], can: [], bank: null }),
  for_nothing_failed: () => ({ unbanked: 0, kept: [], open: [], can: [], bank: null }),
  banked: (view, { seat, total }) => ({
    banked: changed(view.banked, seat, total), opened: changed(view.opened, seat, true), busts: changed(view.busts, seat, 0), unbanked: 0, kept: [], open: [], lying: [],
    can: [], bank: null, to_beat: view.to_beat === null ? null : Math.max(view.to_beat, total),
  }),
  went_out: (view, { seat }, { truth }) => ({
    banked: changed(view.banked, seat, targetOf(truth)), unbanked: 0, kept: [], open: [], out: [...view.out, seat], can: [], bank: null,
  }),
  last_round_started: (view, { seat, order }, { truth }) => ({ last_round: true, waiting: order, to_beat: isExact(truth) ? null : view.banked[seat] }),
  extra_turns_started: (_view, { seats, round }) => ({ tied: seats, extra: round, waiting: seats }),
  vote_asked: (_view, { seat }) => ({ phase: "vote", seat, lying: [], can: [] }),
  order_asked: (_view, { seat }) => ({ phase: "order", seat, lying: [], can: [] }),
  share_asked: (_view, { seat }) => ({ phase: "share", seat, lying: [], can: [] }),
  rolloff_added: (view, { seat, total }) => ({
    rolloff: view.rolloff && { ...view.rolloff, totals: { ...view.rolloff.totals, [seat]: total } }, unbanked: 0, kept: [], open: [],
  }),
  left: (view, { seat }) => ({ left: [...view.left, seat] }),
};

/** A roll for nothing is not counted. @param {View} view @param {boolean} free */
const oneLess = ({ rolls_left }, free) => (rolls_left === null || free ? rolls_left : rolls_left - 1);

/** @param {View} view @param {GameEvent} event @param {number} full  dice of a whole hand @returns {import("../shapes.js").Kept} */
function keepOf(view, { parts, points, bonus }, full) {
  const last = view.kept.at(-1);
  // Every keep takes a die, so a full roll after one means that an and-roll came between.
  const fresh = view.lying.length === full;
  return { roll: view.roll, hand: last ? last.hand + (fresh ? 1 : 0) : 1, parts, points, bonus };
}

/**
 * How the turn before this one ended, after a happening that may be a part of that.
 * @param {Scene} scene
 * @param {GameEvent} event
 */
function endingAfter(scene, event) {
  if (event.type === "first_found") return readSentence(scene, event)?.title ?? null;
  const line = recapOf(scene, event);
  if (line === null) return scene.ending;
  return adds(event) && scene.ending ? `${scene.ending} ${line}` : line;
}

/** Whether a happening only goes on with how a turn ended. @param {GameEvent} event */
export const adds = ({ type }) => type === "penalised";

/**
 * The scene after one happening.
 * @param {Scene} scene
 * @param {GameEvent} event
 * @returns {Scene}
 */
export function step(scene, event) {
  const view = scene.view && { ...scene.view, ...STEPS[event.type]?.(scene.view, event, scene) };
  const note = readSentence(scene, event);
  return {
    ...scene,
    view,
    stage: event.type === "rolled" ? "rolling" : "held",
    note: note ?? (event.type === "turn_started" || event.type === "rolled" ? null : scene.note),
    ending: endingAfter(scene, event),
    draw: event.type === "table_rolled" ? event : event.type === "turn_started" ? null : scene.draw,
    scored: event.type === "for_nothing_failed" ? event.dice : event.type === "went_out" ? [] : null,
  };
}

/**
 * A roll for the start has come to rest: it is read before the next die is rolled.
 * @param {Scene} scene
 * @param {GameEvent} event
 * @returns {Scene}
 */
export const landed = (scene, event) => ({ ...scene, stage: "held", note: startNote(scene, event) });

/**
 * The scene once everything of a batch has been shown.
 * @param {Scene} scene
 * @param {Truth} truth
 * @param {View | null} view
 * @returns {Scene}
 */
export const settle = (scene, truth, view) => ({ ...scene, truth, view, stage: "rest", draw: null, scored: null });
