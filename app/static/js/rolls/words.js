/** Rolls in sentences. Texts: rolls.json. */

import { language, t, tn } from "../text.js";

/** @typedef {import("./rolls.js").Rolled} Rolled */

/** Hours, minutes. @param {number} at  ms since 1970 */
const clockTime = (at) => new Intl.DateTimeFormat(language(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);

/** @param {number} at */
const dayOf = (at) => new Intl.DateTimeFormat(language(), { day: "numeric", month: "long" }).format(at);

/**
 * When something was: "14:02", with the day where that is not today.
 * @param {number} at  ms since 1970
 * @param {number} now
 */
export const timeText = (at, now) => (dayOf(at) === dayOf(now) ? clockTime(at) : t("rolls.day", { time: clockTime(at), day: dayOf(at) }));

/** What came of a roll: "kept 6 6 6"; empty while nothing has. @param {Rolled} roll */
export function endText(roll) {
  if (roll.withheld) return roll.end === "bust" || roll.end === "spoiled" ? t("rolls.end.withheld") : "";
  const key = roll.end === "bust" && roll.rolloff ? "rolloff" : roll.end;
  return roll.end === "open" ? "" : t(`rolls.end.${key}`, { faces: roll.kept.join(" "), points: roll.points });
}

/**
 * A roll in one sentence: "You rolled 6 6 6 1 2 3 4 5 with 8 dice at 14:02; kept 6 6 6."
 * @param {Rolled} roll
 * @param {{name: string, mine: boolean, now: number}} how  `name` of who rolled
 */
export function rollSentence(roll, { name, mine, now }) {
  const words = { name, faces: roll.faces.join(" "), dice: tn("die", roll.dice), time: timeText(roll.at, now) };
  const head = t(`rolls.rolled${roll.withheld ? ".withheld" : roll.free ? ".free" : ""}${mine ? ".you" : ""}`, words);
  const end = endText(roll);
  return end ? t("rolls.whole", { head, end }) : t("rolls.head", { head });
}

/** How the dice were thrown: "straight, power 30". @param {{angle: number, power: number}} aim */
export function aimText({ angle, power }) {
  const way = angle === 0 ? t("rolls.aim.centre") : t(angle < 0 ? "rolls.aim.left" : "rolls.aim.right", { n: Math.abs(angle) });
  return t("rolls.aim", { way, power });
}

/** Where in the game a roll was: "Turn 3, roll 12". @param {Rolled} roll */
export const placeText = (roll) => t(roll.start ? "rolls.place.start" : roll.rolloff ? "rolls.place.rolloff" : "rolls.place", { turn: roll.turn, n: roll.n });
