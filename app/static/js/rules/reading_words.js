/** How a hand reads, in words: its parts, and why dice score nothing. Texts: check.json. */

import { t, tn } from "../text.js";

/** @typedef {{kind: string, faces: number[], points: number}} Part */
/** @typedef {{taps: number[], points: number}} Order */
/** @typedef {{refused: false | string, points: number, bonus: number, parts: Part[], dead: number[], hint: Order | null, open_after: string, better: Order | null}} Reading */

/** A small number as a word. @param {number} n 2…8 */
const count = (n) => t(`check.count.${n}`);

/** @param {string} words */
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** What a part is called. @param {Part} part */
export function partWords({ kind, faces }) {
  const n = kind === "pairs" ? faces.length / 2 : faces.length;
  return capital(t(`check.part.${kind}`, { face: faces[0], count: n > 1 ? count(n) : "" }));
}

/** "The 2, the 3 and the two 6s", each face once. @param {number[]} dead */
function diceWords(dead) {
  const words = [...new Set(dead)].map((face) => {
    const n = dead.filter((each) => each === face).length;
    return n === 1 ? t("check.die", { face }) : t("check.dies", { count: count(n), face });
  });
  const [first, ...rest] = words;
  const lower = rest.map((word) => word.charAt(0).toLowerCase() + word.slice(1));
  const last = lower.pop();
  return last ? t("app.and", { first: [first, ...lower].join(", "), last }) : first;
}

/** Why a hand is not accepted. @param {Reading} reading */
export function deadWords({ dead, hint }) {
  const twice = new Set(dead).size < dead.length;
  const why = hint ? "order" : twice ? "short" : "alone";
  return tn(`check.dead.${why}`, dead.length, { dice: diceWords(dead) });
}

/** The whole answer as one thing to hear. @param {Reading} reading */
export function readingSaid(reading) {
  const { refused, points, bonus, parts, hint, better } = reading;
  const other = (/** @type {string} */ key, /** @type {Order} */ order) => `${t(key)}: ${t("check.take", { taps: order.taps.join(" "), n: order.points })}.`;
  if (refused) return [`${t("check.refused")}.`, deadWords(reading), hint && other("check.hint", hint)].filter(Boolean).join(" ");
  const named = parts.map((part) => t("check.part", { name: partWords(part), n: part.points })).join("; ");
  return [`${t("check.points", { n: points })}: ${named}.`, bonus > 0 && t("check.bonus.said", { n: bonus }), better && other("check.better", better)].filter(Boolean).join(" ");
}
