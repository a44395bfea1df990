/** The rolls of a game, as its events tell them: who rolled what and when, and what came of it. */

/** @typedef {import("../shapes.js").GameEvent} GameEvent */

/**
 * @typedef {object} GameRecord  the answer to `GET /api/tables/ID/replay/N`
 * @property {string} table
 * @property {number} game
 * @property {string} name
 * @property {"one_phone" | "friends" | "coins"} kind
 * @property {number} stake
 * @property {Record<string, any>} rules
 * @property {{seat: number, name: string, bot: string | null}[]} seats
 * @property {number[]} throws
 * @property {boolean} over
 * @property {GameEvent[]} events
 */

/**
 * @typedef {object} Rolled  one roll and its outcome
 * @property {number} n  its number in the game
 * @property {number} seat
 * @property {number[]} faces  as they lie; none where they were withheld
 * @property {number} dice  how many
 * @property {number} at  ms since 1970, server time
 * @property {number} angle  degrees
 * @property {number} power  0–100
 * @property {boolean} start  one die for the right to start
 * @property {boolean} free  nothing of it may score
 * @property {boolean} withheld  the roller kept back what the dice need to fall
 * @property {number} turn  number of that seat's turn; 0 before the first
 * @property {boolean} rolloff
 * @property {number[]} kept  faces in the order in which they were tapped
 * @property {number} points  that the keep paid, bonus included
 * @property {"open" | "kept" | "over" | "bust" | "given_up" | "out" | "spoiled" | "start"} end  over: kept and past the target; spoiled: scored where nothing may; open: nothing yet
 */

/** Whether an event is a roll, be it one that was not opened. @param {GameEvent} event */
export const isRoll = ({ type }) => type === "rolled" || type === "roll_withheld";

/** What ends a roll, by the type of the event that does. @type {Record<string, (roll: Rolled, event: GameEvent) => Partial<Rolled>>} */
const ENDS = {
  kept: (_roll, { faces, points, bonus }) => ({ kept: faces, points: points + (bonus ?? 0), end: "kept" }),
  went_over: () => ({ end: "over" }),
  // What has been kept stays kept; the turn ended after it.
  busted: (roll, { kind }) => ({ end: roll.end === "kept" ? "kept" : kind === "given_up" ? "given_up" : "bust" }),
  for_nothing_failed: () => ({ end: "spoiled" }),
  went_out: () => ({ end: "out" }),
};

/**
 * All rolls of a game in order.
 * @param {readonly GameEvent[]} events
 * @returns {Rolled[]}
 */
export function rollsOf(events) {
  /** @type {Rolled[]} */
  const rolls = [];
  let start = false;
  /** @type {GameEvent | null} */
  let turn = null;
  for (const event of events) {
    if (event.type === "first_asked") start = true;
    else if (event.type === "first_found") start = false;
    else if (event.type === "turn_started") turn = event;
    if (isRoll(event)) rolls.push(rollOf(event, turn, start));
    const last = rolls.at(-1);
    const change = last && last.seat === event.seat && (last.end === "open" || last.end === "kept") ? ENDS[event.type]?.(last, event) : undefined;
    if (last && change) rolls[rolls.length - 1] = { ...last, ...change };
  }
  return rolls;
}

/** @param {GameEvent} event @param {GameEvent | null} turn  that is running @param {boolean} start @returns {Rolled} */
function rollOf(event, turn, start) {
  const { seat, roll, dice: faces = [], for_nothing, angle = 0, power = 0, at = 0, fair } = event;
  return {
    n: roll, seat, faces, dice: fair?.ndice ?? faces.length, at, angle, power, start, free: Boolean(for_nothing), withheld: event.type === "roll_withheld",
    turn: start ? 0 : (turn?.turn ?? 0), rolloff: !start && Boolean(turn?.rolloff), kept: [], points: 0, end: start ? "start" : "open",
  };
}
