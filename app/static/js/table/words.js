/** Sentences about dice and how they read, for the eye and for the ear. */

import { language, percent, t, tn } from "../text.js";
import { groupParts } from "./parts.js";

/** @typedef {import("../shapes.js").Reading} Reading */

/** The longest sentence that is said or shown about a selection. */
export const LONGEST = 110;

/** A sentence begins with a large letter. @param {string} text */
export const capital = (text) => text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);

/** "two", "three" … @param {number} n */
export const countWord = (n) => t(`count.${n}`);

/** @param {string[]} words */
export const listOf = (words) => new Intl.ListFormat(language(), { type: "conjunction" }).format(words);

/**
 * Faces with how often they occur, most frequent first.
 * @param {readonly number[]} faces
 * @returns {{face: number, count: number}[]}
 */
export function countFaces(faces) {
  const counts = new Map();
  for (const face of faces) counts.set(face, (counts.get(face) ?? 0) + 1);
  return [...counts].map(([face, count]) => ({ face, count })).sort((a, b) => b.count - a.count || a.face - b.face);
}

/**
 * Dice counted, not listed: "three 6s, one each of 1, 2, 3".
 * @param {readonly number[]} faces
 */
export function countedDice(faces) {
  const counted = countFaces(faces);
  const many = counted.filter(({ count }) => count > 1).map(({ face, count }) => t("dice.many", { count: countWord(count), face }));
  const lone = counted.filter(({ count }) => count === 1).map(({ face }) => face);
  if (lone.length === 1) many.push(t("dice.one", { face: lone[0] }));
  else if (lone.length > 1) many.push(t("dice.each", { faces: lone.join(", ") }));
  return many.join(", ");
}

/** @param {number[]} faces */
export const rolledSentence = (faces) => t("say.rolled", { n: faces.length, dice: countedDice(faces) });

/** What a kind of part is called: "set of 6s". @param {{kind: string, faces: number[]}} part */
export function partName({ kind, faces }) {
  if (kind === "single" && faces.length > 1) return t("kind.singles", { faces: listOf(faces.map(String)) });
  return t(kind === "pairs" && faces.length > 6 ? "kind.pairs4" : `kind.${kind}`, { face: faces[0] });
}

/** How many dice some parts take. @param {readonly {faces: number[]}[]} parts */
export const diceIn = (parts) => parts.reduce((sum, { faces }) => sum + faces.length, 0);

/** What the bonus of a whole hand is called: "all eight on one roll". @param {readonly {faces: number[]}[]} parts */
export const bonusName = (parts) => t("kind.bonus", { count: countWord(diceIn(parts)) });

/** "6 6 6" as a chip shows it; many alike as "8 × 1". @param {readonly number[]} faces */
export const facesText = (faces) =>
  faces.length > 4 && faces.every((face) => face === faces[0]) ? t("dice.times", { n: faces.length, face: faces[0] }) : faces.join(" ");

/**
 * An accepted reading for the ear: "Set of 6s 600, single 50. 650 points."
 * @param {Reading} reading
 */
export function readingSentence(reading) {
  const parts = groupParts(reading.parts).map((group) => t("say.part", { part: partName(group), points: group.points }));
  if (reading.bonus) parts.push(t("say.part", { part: bonusName(reading.parts), points: reading.bonus }));
  const sum = reading.points + reading.bonus;
  return capital(parts.length === 1 ? `${parts[0]}.` : t("say.reading", { parts: parts.join(", "), points: sum }));
}

/** @param {Reading} reading @param {readonly number[]} lying */
export const deadFaces = (reading, lying) => reading.dead.map((die) => lying[die]).sort((a, b) => a - b);

/**
 * Why a selection does not score, with what to do about it (message codes SEL_*).
 * @param {Reading} reading
 * @param {readonly number[]} lying
 * @param {Record<string, any>} rules
 * @param {Reading | null} [before]  the last accepted reading of fewer of these taps
 * @returns {string}
 */
export function whyNot(reading, lying, rules, before = null) {
  if (reading.refused === "nothing_tapped" || reading.dead.length === 0) return t("why.SEL_NONE");
  const dead = deadFaces(reading, lying);
  const only = reading.why.length === 1 ? reading.why[0] : null;
  const special = only && WHY[only.code]?.(only.faces.length ? only.faces : dead, { reading, lying, rules, before });
  if (special && special.length <= LONGEST) return special;
  return t(reading.hint ? "why.SEL_LEFTOVER.order" : "why.SEL_LEFTOVER", { faces: dead.join(", ") });
}

/** @type {Record<string, (faces: number[], about: {reading: Reading, lying: readonly number[], rules: Record<string, any>, before: Reading | null}) => string | null>} */
const WHY = {
  SEL_LONE: (faces) => {
    const each = [...new Set(faces)].sort((a, b) => a - b);
    if (each.length === 1) return t("why.SEL_LONE.one", { face: each[0] });
    return t("why.SEL_LONE.other", { faces: listOf(each.map(String)) });
  },
  SEL_PAIR: (faces, { reading, lying, rules }) => {
    const dead = deadFaces(reading, lying).filter((face) => faces.includes(face));
    const each = countFaces(dead);
    const key = rules.three_pairs ? "why.SEL_PAIR" : "why.SEL_PAIR.alone";
    if (each.length === 1 && each[0].count === 2) return t(`${key}.one`, { face: each[0].face });
    return t(`${key}.other`, { dice: listOf(each.map(({ face, count }) => facesCounted(face, count))) });
  },
  SEL_LOCKED: (_faces, { reading, lying, before }) => {
    // What was complete before the last taps took its dice, and still holds them.
    const parts = reading.parts.length > 0 ? reading.parts : (before?.parts ?? []);
    const first = groupParts(parts).find((part) => part.kind !== "single" && part.kind !== "extend");
    if (!first) return null;
    const dead = countFaces(deadFaces(reading, lying));
    const rest = listOf(dead.map(({ face, count }) => facesCounted(face, count)));
    const many = dead.length > 1 || dead[0].count > 1;
    return t(many ? "why.SEL_LOCKED.other" : "why.SEL_LOCKED.one", {
      faces: first.faces.join("-"), part: partName(first), points: first.points, dice: rest,
    });
  },
  SEL_EXTEND_NO: (faces, { rules }) => {
    const each = [...new Set(faces)];
    const key = rules.progressive === false ? "why.SEL_EXTEND_NO.single" : "why.SEL_EXTEND_NO";
    return each.length === 1 ? t(key, { face: each[0] }) : null;
  },
};

/** "the 4", "two 6s". @param {number} face @param {number} count */
export const facesCounted = (face, count) => (count === 1 ? t("dice.the", { face }) : t("dice.many", { count: countWord(count), face }));

/** The code of a rule card, sign by sign, as one reads it out. @param {string} code */
export const spelled = (code) => t("deal.code", { code: code.split("-").map((half) => [...half].join(" ")).join(", ") });

/** A chance for the eye: "28 %". @param {number | null | undefined} chance */
export const chanceText = (chance) => percent(chance ?? 0);

/** A number of dice in words: "3 dice". @param {number} n */
export const diceText = (n) => tn("die", n);
