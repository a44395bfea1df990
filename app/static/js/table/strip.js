/** The score strip: one chip for each seat, and the marks on it. */

import { num, t, tn } from "../text.js";
import { isFinal, isSingleRoll, isUnopened } from "./agreed.js";
import { leftText } from "./clock.js";
import { isAbsent, isMine, targetOf } from "./seats.js";

/** @typedef {import("../shapes.js").Scene} Scene */

/** @typedef {import("../shapes.js").ScoreChip} ScoreChip */

const SIGNS = { out: "✓", lead: "★", last: "◷", done: "–", away: "⌁", left: "×" };

/** @param {Scene} scene @param {number} seat @param {number} now @returns {ScoreChip["marks"]} */
function marksOf(scene, seat, now) {
  const { truth, view } = scene;
  /** @type {ScoreChip["marks"]} */
  const marks = [];
  if (!view) return marks;
  /** @param {keyof typeof SIGNS} kind */
  const mark = (kind) => marks.push({ kind, sign: SIGNS[kind], word: t(`mark.${kind}`) });
  const chair = truth.chairs.find((each) => each.seat === seat);
  const going = view.phase !== "over" && !view.rolloff;
  const busts = view.busts[seat] ?? 0;
  if (seat in view.starting && view.phase === "first") marks.push(startMark(view.starting[seat]));
  const leads = isFinal(scene) && view.banked[seat] === view.to_beat;
  if (leads) mark("lead");
  const due = view.waiting.includes(seat) || (view.seat === seat && !leads);
  if (view.out.includes(seat)) mark("out");
  else if (going && view.last_round && due) marks.push({ kind: "last", sign: SIGNS.last, word: t(isSingleRoll(scene) ? "mark.last.roll" : "mark.last") });
  else if (going && view.last_round && !leads) mark("done");
  if (busts > 0 && going) marks.push({ kind: "busts", sign: "✕".repeat(busts), word: tn("mark.busts", busts) });
  if (chair?.gone || view.left.includes(seat)) mark("left");
  else if (isAbsent(truth, seat, now)) mark("away");
  return marks;
}

/** A die for the start. @param {number} face  0 before it was rolled @returns {ScoreChip["marks"][number]} */
const startMark = (face) => ({ kind: "start", sign: face ? String(face) : "?", word: face ? t("mark.die", { face }) : t("mark.die.due") });

/** What a seat is short of. @param {Scene} scene @param {number} seat @param {number} points */
export function shortOf(scene, seat, points) {
  const { truth, view } = scene;
  if (view?.rolloff || view?.phase === "first") return "";
  if (isUnopened(scene, seat)) return t("strip.unopened", { n: truth.rules.opening });
  if (isFinal(scene)) return points < (view?.to_beat ?? 0) ? t("strip.behind", { n: (view?.to_beat ?? 0) - points }) : "";
  const short = targetOf(truth) - points;
  return short > 0 ? t("strip.togo", { n: short }) : "";
}

/** @param {Scene} scene @param {number} seat */
function pointsOf({ view }, seat) {
  const inRolloff = view?.rolloff?.totals[seat];
  return inRolloff ?? view?.banked[seat] ?? 0;
}

/**
 * One chip per seat, in seat order.
 * @param {Scene} scene
 * @param {number} now
 * @param {import("./clock.js").TurnClock | null} [clock]  of a coin table
 * @returns {ScoreChip[]}
 */
export function stripOf(scene, now, clock = null) {
  const { truth, view } = scene;
  return truth.chairs.map(({ seat, name, gone }) => {
    const points = pointsOf(scene, seat);
    const turn = view !== null && view.phase !== "over" && view.seat === seat;
    const marks = marksOf(scene, seat, now);
    const total = num(points);
    const away = marks.find((mark) => mark.kind === "away");
    const sub = away ? away.word : shortOf(scene, seat, points);
    const head = turn ? t("strip.turn", { name }) : name;
    const timed = clock?.seat === seat ? { text: leftText(clock.ms), bank: clock.bank } : null;
    const words = [turn ? t("strip.turn", { name }) : name, total, sub, ...marks.map((mark) => mark.word).filter((word) => word !== sub)];
    const label = words.filter(Boolean).join(", ");
    return { seat, name, head, total, points, sub, marks, turn, mine: isMine(truth, seat), gone, clock: timed, label };
  });
}
