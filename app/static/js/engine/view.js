/** What a seat or a spectator may see, and how dice read that are tapped. Twin of app/engine/view.py. */

import { frozen } from "./frozen.js";
import { chanceOfNothing, deadEnd } from "./odds.js";
import { words } from "./open_parts.js";
import { bestOrder, keeps } from "./orders.js";
import { read, total } from "./reading.js";
import { goesOver, refusalOnTable } from "./reducer.js";
import { everySeat, front, isExact, isFinal, rolledOff, standing } from "./state.js";
import { counted, sorted } from "./types.js";

export { keepPoints } from "./reducer.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./reading.js").Reading} Reading */
/** @typedef {import("./errors.js").Refusal} Refusal */
/** @typedef {readonly number[]} Faces */

/** With an offer to go on with, `piggyback` besides. @type {Record<string, string[]>} */
const CAN = {
  roll: ["roll"],
  first: ["roll"],
  keep: ["keep", "give_up"],
  decide: ["roll", "bank"],
  vote: ["vote"],
  order: ["choose_order"],
  share: ["share"],
  over: [],
};

/** @param {State} state @param {string[]} phases */
const inPhase = ({ phase }, ...phases) => phases.includes(phase);

/** The position in the words of the protocol. The game hides nothing, so all seats see the same. @param {State} state */
export function view(state) {
  const { phase, seat, seats, turns, rules, rolloff, result, banked, opened, unbanked, dice, lying, hand, for_nothing } = state;
  const { last_round, waiting, out, tied, extra, offer } = state;
  return frozen({
    phase,
    seat,
    turn: seat === null ? 0 : turns[seat],
    banked,
    opened,
    unbanked,
    dice,
    roll: state.rolls,
    lying,
    kept: state.held,
    hand,
    open: words(state.open),
    for_nothing,
    last_round,
    waiting,
    out,
    left: everySeat(seats).filter((each) => state.left[each]),
    rolloff: rolloff && {
      sequence: rolloff.sequence,
      totals: Object.fromEntries(rolloff.sequence.map((each) => [each, rolledOff(rolloff, each)])),
      going: rolloff.going,
      waiting: rolloff.waiting,
      round: rolloff.round,
    },
    nothing: inPhase(state, "roll", "decide") ? chanceOfNothing(dice, state.open, rules) : null,
    can: offer ? ["roll", "piggyback"] : CAN[phase],
    bank: phase === "decide" ? banking(state) : null,
    result: result && { ...result, turns },
    to_open: toOpen(state),
    must_roll: state.hot,
    rolls_left: rules.roll_limit && inPhase(state, "roll", "keep", "decide") ? rules.roll_limit - state.turn_rolls : null,
    to_beat: toBeat(state),
    tied,
    extra,
    busts: rules.farkle_penalty ? state.busts : [],
    starting: Object.fromEntries(state.starting),
    offer,
  });
}

/** Points that the turn still needs before the acting seat may bank for the first time (R-open500). @param {State} state */
function toOpen({ seat, phase, rolloff, opened, rules, unbanked }) {
  return seat === null || phase === "first" || rolloff || opened[seat] ? 0 : Math.max(0, rules.opening - unbanked);
}

/** The most points that somebody has in the final round (R-final); null before it. @param {State} state */
const toBeat = (state) => (!isFinal(state) || state.rolloff || state.phase === "over" ? null : state.banked[front(state)[0]]);

/** @param {State} state */
function banking(state) {
  const { rules } = state;
  const points = standing(state);
  const reaches = rules.finish === "at_least" && !isFinal(state) && points >= rules.target;
  return { total: points, dead_end: deadEnd(points, rules), wins_nothing: winsNothing(state, points), reaches };
}

/** Whether banking in a last turn leaves the acting seat behind. @param {State} state @param {number} points */
function winsNothing(state, points) {
  const beat = toBeat(state);
  if (beat === null) return state.last_round;
  return points < beat || (points === beat && state.rules.beat_leader && front(state)[0] !== state.seat);
}

/**
 * How a selection of lying dice reads, with what would follow its keep; positions throughout.
 * @param {State} state @param {Faces} dice
 * @returns {Record<string, any> | null} null when those dice do not lie there or nothing can be kept
 */
export function reading(state, dice) {
  const { lying, open, rules } = state;
  if (state.phase !== "keep" || new Set(dice).size !== dice.length || dice.some((place) => !(place in lying))) return null;
  const faces = dice.map((place) => lying[place]);
  const answer = read(faces, lying.length, open, rules);
  if (answer.refused !== undefined) return frozen(refused(state, dice, refusalOnTable(state, dice, answer)));
  const after = lying.length - dice.length || rules.dice;
  const nothing = chanceOfNothing(after, answer.open_after, rules);
  return frozen({
    refused: null,
    points: answer.points,
    bonus: answer.bonus,
    parts: answer.parts.map((part) => ({ ...part, dice: part.dice.map((place) => dice[place]) })),
    dead: [],
    why: [],
    hint: null,
    open_after: words(answer.open_after),
    dice_after: after,
    total_after: standing(state) + total(answer),
    warning: warning(state, answer, nothing),
    nothing,
    rest: rest(state, dice, faces, answer),
  });
}

/** @param {State} state @param {Reading} answer @param {number} nothing */
function warning(state, answer, nothing) {
  if (goesOver(state, answer)) return "over";
  if (!isExact(state) || standing(state) + total(answer) !== state.rules.target) return null;
  return nothing > 0 ? "exact" : "exact_hopeless";
}

/** Single dice that would score besides, each face once. @param {State} state @param {Faces} dice @param {Faces} faces @param {Reading} answer */
function rest({ lying, open, rules }, dice, faces, answer) {
  const others = sorted(new Set(lying.filter((_, place) => !dice.includes(place))));
  return others.flatMap((face) => {
    const more = read([...faces, face], lying.length, open, rules);
    return more.refused === undefined ? [{ face, points: more.points - answer.points }] : [];
  });
}

/** @param {State} state @param {Faces} dice @param {Refusal} refusal */
function refused(state, dice, refusal) {
  const { lying, open, rules } = state;
  const order = refusal.hint && bestOrder(sorted(dice.map((place) => lying[place])), lying.length, open, rules);
  return {
    refused: refusal.refused,
    points: 0,
    bonus: 0,
    parts: [],
    dead: refusal.subject,
    why: why(state, refusal),
    hint: order && { dice: refusal.hint, points: order.reading.points },
    open_after: words(open),
    dice_after: lying.length,
    total_after: standing(state),
    warning: null,
    nothing: null,
    rest: dice.length ? [] : scoring(state),
  };
}

/** Faces that some keep of the lying dice takes, each with what one die of it pays alone (0: it needs company). @param {State} state */
function scoring({ lying, open, rules }) {
  const found = keeps(sorted(lying), open, rules);
  const alone = new Map(found.filter(({ taps }) => taps.length === 1).map(({ taps, reading: { points } }) => [taps[0], points]));
  return sorted(new Set(found.flatMap(({ taps }) => taps))).map((face) => ({ face, points: alone.get(face) ?? 0 }));
}

/** Which message explains a refusal, with the faces it speaks of. @param {State} state @param {Refusal} refusal */
function why(state, refusal) {
  if (refusal.refused !== "dead_dice") return [{ code: "SEL_NONE", faces: [] }];
  const faces = sorted(refusal.subject.map((place) => state.lying[place]));
  return [{ code: whyDead(state, faces, refusal.hint !== null), faces }];
}

/** @param {State} state @param {number[]} faces @param {boolean} hinted */
function whyDead(state, faces, hinted) {
  if (hinted) return "SEL_LOCKED";
  const kinds = new Set(faces);
  if (kinds.size === 1 && cleared(state, faces[0])) return "SEL_EXTEND_NO";
  if (faces.length === 1) return "SEL_LONE";
  return counted(faces).every((count) => count === 0 || count === 2) ? "SEL_PAIR" : "SEL_LEFTOVER";
}

/** A set of this face was kept earlier in the turn, before an and-roll cleared it. @param {State} state @param {number} face */
const cleared = ({ open, held, hand }, face) =>
  !open.sets.includes(face) && held.some((each) => each.hand < hand && each.parts.some(({ kind, faces }) => kind === "set" && faces[0] === face));
