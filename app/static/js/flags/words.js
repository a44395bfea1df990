/** A flag in sentences: what kind of roll it was, how rare that is, what the check said. Texts: flags.json. */

import { language, num, t, tn } from "../text.js";

/**
 * @typedef {{shape: number[], straight: 0 | 5 | 6, ways: number, of: number, rolls: number, expected: number, seen: number}} Pattern
 * @typedef {object} FlagTold  as the house tells a flag
 * @property {string} id
 * @property {number} at
 * @property {string | null} who
 * @property {boolean} yours
 * @property {string | null} table
 * @property {number} game
 * @property {number} roll
 * @property {boolean} attached
 * @property {boolean} auto
 * @property {string} reason
 * @property {number} dice
 * @property {number[]} faces
 * @property {"verified" | "mismatch" | "unreadable"} verdict
 * @property {{steps: {step: string, state: string}[]}} proof
 * @property {Pattern | null} pattern
 * @property {string | null} chance
 * @property {"new" | "answered" | "closed"} status
 * @property {string | null} answer
 * @property {string | null} [note]
 * @property {boolean} [has_transcript]
 * @property {boolean} [has_evidence]
 * @property {string[]} [phone_differs]
 */

/** A time. @param {number} ms */
export const when = (ms) => new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(ms);

/** What kind of roll it is: "3 + 2 alike". @param {Pattern} pattern */
export function shapeWords({ shape, straight }) {
  const dice = shape.reduce((sum, each) => sum + each, 0);
  if (dice === 1) return t("flags.shape.one");
  const alike = shape.filter((each) => each > 1);
  if (!alike.length) return t(straight === 6 ? "flags.shape.each_once" : straight === 5 ? "flags.shape.straight" : "flags.shape.different");
  const words = alike.every((each) => each === 2) && dice > 2 ? tn("flags.shape.pairs", alike.length) : t("flags.shape.alike", { groups: alike.join(" + ") });
  if (straight === 6) return t("flags.shape.every", { shape: words });
  return straight === 5 ? t("flags.shape.with_straight", { shape: words }) : words;
}

/** A figure with as many places as it takes to be told from nothing. @param {number} n */
const figure = (n) => new Intl.NumberFormat(language(), n >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 }).format(n);

/** How likely such a roll is: "1 in 279,936". @param {Pattern} pattern */
export function chanceWords({ ways, of }) {
  if (ways === of) return t("flags.odds.sure");
  if (of % ways === 0) return t("flags.odds.exact", { n: of / ways });
  return t("flags.odds.about", { n: figure(of / ways), ways, of });
}

/** Both, and how many such rolls there were; the number of dice in words. @param {Pattern} pattern */
export function oddsWords(pattern) {
  const dice = pattern.shape.reduce((sum, each) => sum + each, 0);
  const odds = t("flags.odds", { shape: shapeWords(pattern), dice: tn("die", dice), chance: chanceWords(pattern) });
  if (pattern.ways === pattern.of) return odds;
  const { rolls, expected, seen } = pattern;
  return `${odds} ${tn("flags.odds.seen", rolls, { expected: figure(expected), seen: num(seen) })}`;
}

/** What checking the roll said. @param {FlagTold} flag */
export function verdictWords({ verdict, proof }) {
  const waits = verdict === "verified" && proof.steps.some(({ state }) => state === "waiting");
  return t(`flags.verdict.${verdict}.${waits ? "waiting" : "more"}`);
}
