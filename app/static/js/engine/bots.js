/**
 * Three characters who play at practice tables, by what they see like everybody. Twin of app/engine/bots.py, whose published
 * lines stand in rules/presets.json.
 */

import { GIVE_UP, PIGGYBACK, ROLL } from "./commands.js";
import { keepPoints, legalCommands } from "./reducer.js";
import { view } from "./view.js";

/** @typedef {import("./commands.js").Command} Command */
/** @typedef {{bankAt: number, risk: number, greedy: boolean}} Bot  banks at so many points or at this chance of nothing; keeps all that scores, or few dice */

/** @type {Record<string, Bot>} */
const BOTS = {
  roger: { bankAt: 1000, risk: 1, greedy: true },
  tilda: { bankAt: 500, risk: 0.25, greedy: true },
  max: { bankAt: 2000, risk: 0.5, greedy: false },
};

/** Fewer dice than this score nothing in almost half of all rolls. */
const OFFERED_DICE_MIN = 3;
const DRAW_DIGITS = 12;

/** Whether there is such a bot. @param {string} key */
export const isBot = (key) => Object.hasOwn(BOTS, key);

/** A number from 0 up to 1 out of the first 48 bits of some entropy. @param {string} entropy  hex digits */
export const drawOf = (entropy) => parseInt(entropy.slice(0, DRAW_DIGITS), 16) / 16 ** DRAW_DIGITS;

/** What a bot does next in a position; the draw decides between equals. @param {import("./state.js").State} state @param {string} key @param {number} draw */
export const botCommand = (state, key, draw) => choose(view(state), legalCommands(state), state.phase === "keep" ? keepPoints(state) : [], key, draw);

/**
 * The bot's next command out of `legal`.
 * @param {Record<string, any>} seen  its view of the table
 * @param {Command[]} legal
 * @param {[Command, number][]} readings  the points of each legal keep
 * @param {string} key
 * @param {number} draw  from 0 up to 1
 * @returns {Command}
 */
export function choose(seen, legal, readings, key, draw) {
  const bot = BOTS[key];
  const [first, second] = legal;
  switch (first.type) {
    case "vote":
    case "share":
      return first;
    case "choose_order":
      return second;
    case "bank":
      return banks(bot, seen) ? first : second;
    case "roll":
      return seen.offer?.points >= bot.bankAt && seen.offer.dice >= OFFERED_DICE_MIN ? PIGGYBACK : ROLL;
  }
  return keep(bot, readings, draw);
}

/** None banks into a dead end or behind the leader, or risks a win that is there to bank. @param {Bot} bot @param {Record<string, any>} seen */
function banks(bot, { bank, to_beat, waiting, unbanked, nothing }) {
  if (bank.dead_end || bank.wins_nothing) return false;
  // Enough to start the final round or to win at once; or ahead, with nobody left to answer.
  if (bank.reaches || (to_beat !== null && !waiting.length)) return true;
  return unbanked >= bot.bankAt || (nothing >= bot.risk && unbanked > 0);
}

/** The keep that pays most without going over; the bold bot looks at points for each die instead. @param {Bot} bot @param {[any, number][]} readings @param {number} draw @returns {Command} */
function keep(bot, readings, draw) {
  const worth = readings.filter(([command]) => !command.confirmed).map(([command, points]) => ({ command, points: bot.greedy ? points : points / command.dice.length }));
  const best = Math.max(...worth.map(({ points }) => points));
  const equals = worth.filter(({ points }) => points === best);
  return equals[Math.min(Math.floor(draw * equals.length), equals.length - 1)]?.command ?? GIVE_UP;
}
