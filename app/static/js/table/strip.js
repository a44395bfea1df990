/** The score strip: one chip for each seat, and the marks on it. */

import { num, t } from "../text.js";
import { awayFor, isMine, targetOf } from "./seats.js";

/** @typedef {import("./scene.js").Scene} Scene */

/**
 * @typedef {object} ScoreChip
 * @property {number} seat
 * @property {string} name
 * @property {string} head  the name, or whose turn it is
 * @property {string} total
 * @property {number} points  the same as a number, for the count-up
 * @property {string} sub  what is still missing
 * @property {{kind: "turn" | "out" | "last" | "done" | "away" | "left" | "rank", sign: string, word: string}[]} marks
 * @property {boolean} turn
 * @property {boolean} mine
 * @property {boolean} gone
 * @property {string} label  all of it for the ear
 */

const SIGNS = { out: "✓", last: "◷", done: "–", away: "⌁", left: "×" };

/** @param {Scene} scene @param {number} seat @param {number} now @returns {ScoreChip["marks"]} */
function marksOf({ truth, view }, seat, now) {
  /** @type {ScoreChip["marks"]} */
  const marks = [];
  if (!view) return marks;
  /** @param {keyof typeof SIGNS} kind */
  const mark = (kind) => marks.push({ kind, sign: SIGNS[kind], word: t(`mark.${kind}`) });
  const chair = truth.chairs.find((each) => each.seat === seat);
  const going = view.phase !== "over" && !view.rolloff;
  if (view.out.includes(seat)) mark("out");
  else if (going && view.last_round && (view.waiting.includes(seat) || view.seat === seat)) mark("last");
  else if (going && view.last_round) mark("done");
  if (chair?.gone || view.left.includes(seat)) mark("left");
  else if (awayFor(truth, seat, now) !== null) mark("away");
  return marks;
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
 * @returns {ScoreChip[]}
 */
export function stripOf(scene, now) {
  const { truth, view } = scene;
  const target = targetOf(truth);
  return truth.chairs.map(({ seat, name, gone }) => {
    const points = pointsOf(scene, seat);
    const turn = view !== null && view.phase !== "over" && view.seat === seat;
    const marks = marksOf(scene, seat, now);
    const total = num(points);
    const short = target - points;
    const away = marks.find((mark) => mark.kind === "away");
    const sub = away ? away.word : view?.rolloff || short <= 0 ? "" : t("strip.togo", { n: short });
    const head = turn ? t("strip.turn", { name }) : name;
    const words = [turn ? t("strip.turn", { name }) : name, total, sub, ...marks.map((mark) => mark.word).filter((word) => word !== sub)];
    const label = words.filter(Boolean).join(", ");
    return { seat, name, head, total, points, sub, marks, turn, mine: isMine(truth, seat), gone, label };
  });
}
