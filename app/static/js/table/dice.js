/** The dice on the felt as buttons: name, badge, line style, and what they mean just now. */

import { t } from "../text.js";
import { readsInOrder } from "./agreed.js";
import { groupParts } from "./parts.js";
import { partName } from "./words.js";

/** @typedef {import("../shapes.js").Scene} Scene */
/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {Pick<Hand, "taps" | "reading" | "fresh" | "styles" | "dead">} Picks */

/** @typedef {import("../shapes.js").DieModel} DieModel */

/** The reading order of so many dice, also while the felt shows others. @param {number[]} order @param {number} count */
export const orderOf = (order, count) => (order.length === count ? order : Array.from({ length: count }, (_, die) => die));

/**
 * @param {Scene} scene
 * @param {Picks} picks
 * @param {{order: number[], tappable: boolean, hints: boolean}} how  `order`: dice in reading order on the felt
 * @returns {DieModel[]} in reading order
 */
export function diceOf(scene, picks, { order, tappable, hints }) {
  const lying = scene.view?.lying ?? [];
  const { styles } = picks;
  const dead = new Set(picks.dead);
  const scoring = new Set(hints && picks.taps.length === 0 ? (picks.reading?.rest ?? []).map((each) => each.face) : []);
  const groups = groupParts(picks.reading?.parts ?? []);
  const { scored } = scene;
  const numbered = readsInOrder(scene.truth);
  return order.map((die, index) => {
    const tap = picks.taps.indexOf(die) + 1;
    const badge = numbered ? tap : 0;
    const face = lying[die];
    const group = picks.fresh && !picks.reading?.refused ? groups.find((each) => each.dice.includes(die)) : null;
    const verdict = scored ? (scored.includes(die) ? "scores" : "safe") : null;
    const model = {
      die,
      face,
      place: index + 1,
      badge,
      line: /** @type {0 | 1 | 2 | null} */ (tap ? (styles.get(die) ?? null) : null),
      picked: tap > 0,
      dead: dead.has(die),
      hinted: tappable && scoring.has(face),
      verdict: /** @type {"scores" | "safe" | null} */ (verdict),
      tappable,
    };
    return { ...model, label: dieLabel(model, order.length, group ?? null) };
  });
}

/**
 * "6, die 3 of 8, picked 2nd, part of set of 6s".
 * @param {Omit<DieModel, "label">} die
 * @param {number} count
 * @param {import("./parts.js").Group | null} group
 */
function dieLabel(die, count, group) {
  const words = [t("die.label", { face: die.face, place: die.place, count })];
  if (die.picked) words.push(die.badge ? t("die.picked", { place: die.badge }) : t("die.chosen"));
  if (die.dead) words.push(t("die.dead"));
  else if (group && group.faces.length > 1) words.push(t("die.part", { part: partName(group) }));
  if (die.verdict) words.push(t(`die.${die.verdict}`));
  return words.join(", ");
}
