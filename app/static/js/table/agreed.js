/** What the table's rule card means for the screen: questions about it that several parts of the screen ask. */

/** @typedef {import("../shapes.js").Scene} Scene */
/** @typedef {import("../shapes.js").Truth} Truth */

/** Whether the target must be hit exactly, and not only reached. @param {Truth} truth */
export const isExact = ({ rules }) => rules.finish !== "at_least";

/** Whether the order of the taps decides how dice read. @param {Truth} truth */
export const readsInOrder = ({ rules }) => rules.reading !== "best";

/** Whether this seat has still to make its first bank, and the card asks for more than any points. @param {Scene} scene @param {number | null} seat */
export const isUnopened = ({ truth, view }, seat) =>
  Boolean(truth.rules.opening) && view !== null && seat !== null && !view.opened[seat] && !view.rolloff && view.phase !== "first" && view.phase !== "over";

/**
 * The points that the running turn still lacks for a first bank, with `plus` picked; null where the seat has opened.
 * @param {Scene} scene
 * @param {number} [plus]
 * @returns {number | null}
 */
export function missingToOpen(scene, plus = 0) {
  const { truth, view } = scene;
  if (!view || !isUnopened(scene, view.seat)) return null;
  return Math.max(0, truth.rules.opening - view.unbanked - plus);
}

/** Whether somebody has banked the target and the others catch up, or those level go on. @param {Scene} scene */
export const isFinal = ({ truth, view }) => view !== null && !isExact(truth) && view.last_round && !view.rolloff && view.phase !== "over";

/** Whether the acting seat has one roll, whose best dice are added by themselves. @param {Scene} scene */
export const isSingleRoll = (scene) => isFinal(scene) && scene.truth.rules.ending === "final_roll" && !scene.view?.extra;

/**
 * Which roll of the turn lies or is due, where the card limits them.
 * @param {Scene} scene
 * @returns {{n: number, of: number} | null}
 */
export function rollNumber({ truth, view }) {
  const of = truth.rules.roll_limit ?? 0;
  if (!of || !view || view.rolls_left === null || view.rolls_left === undefined || view.for_nothing) return null;
  const done = of - view.rolls_left;
  return { n: Math.min(of, view.phase === "keep" ? done : done + 1), of };
}

/** Whether the keep of the lying dice ends the turn, because no roll is left after it. @param {Scene} scene */
export const isLastRoll = ({ truth, view }) => Boolean(truth.rules.roll_limit) && view?.phase === "keep" && view.rolls_left === 0;

/** Whether seats roll for the right to start, or the game waits for its first roll. @param {Scene} scene */
export const isBeforeFirstRoll = ({ view }) => view !== null && view.roll === 0 && (view.phase === "roll" || view.phase === "first");

/** Whether a turn of a roll-off waits for its first roll. @param {Scene} scene */
export const isRolloffTurn = ({ view }) => Boolean(view?.rolloff) && view?.phase === "roll" && view.kept.length === 0 && view.unbanked === 0;
