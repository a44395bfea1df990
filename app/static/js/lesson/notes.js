/** What a lesson says now, and to which dice and buttons it points: it follows the player, who may do anything. */

import { HAND } from "./host.js";

/**
 * @typedef {object} Standing  of the hand
 * @property {string} phase
 * @property {"rest" | "held" | "rolling"} stage
 * @property {number} roll  how many have fallen
 * @property {number[]} taps
 * @property {boolean} refused  the picked dice have been read and do not score
 * @property {boolean} tried  that has happened before
 */

/**
 * @typedef {object} Note
 * @property {string} key  of its text
 * @property {number} step  0 before the first of four
 * @property {number[]} dice  that are pointed at
 * @property {string[]} press  buttons that are
 */

/** @param {string} key @param {number} step @param {number[]} [dice] @param {string[]} [press] @returns {Note} */
const note = (key, step, dice = [], press = []) => ({ key: `lesson.${key}`, step, dice, press });

/** @param {number} face */
const showing = (face) => HAND.flatMap((each, die) => (each === face ? [die] : []));
const [ONE] = showing(1);
const FIVES = showing(5);
const TWOS = showing(2);

/**
 * @param {Standing} standing
 * @returns {Note | null} null: what was said stands
 */
export function noteOf({ phase, stage, roll, taps, refused, tried }) {
  if (stage === "held") return null;
  if (stage === "rolling") return note(roll === 1 ? "fly" : "fly.again", roll === 1 ? 0 : 4);
  if (phase === "roll") return note("roll", 0, [], ["roll"]);
  if (phase === "decide") return roll === 1 ? note("decide", 4, [], ["bank", "roll"]) : note("bank", 4, [], ["bank"]);
  if (phase !== "keep") return null;
  if (roll > 1) return refused ? note("refused", 4, [], ["undo"]) : note("again", 4, [], taps.length > 0 ? ["keep"] : []);
  if (refused) return note("refused", 3, [], ["undo"]);
  if (!taps.includes(ONE)) return note("one", 1, [ONE]);
  if (!FIVES.every((die) => taps.includes(die))) return note("fives", 2, FIVES.filter((die) => !taps.includes(die)));
  return tried ? note("keep", 4, [], ["keep"]) : note("two", 3, TWOS);
}
