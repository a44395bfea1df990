/** The closed set of things a seat, or the table for it, may ask for, in the words of the protocol. Twin of app/engine/commands.py. */

/**
 * @typedef {{type: "roll"} | {type: "piggyback"} | {type: "keep", dice: readonly number[], confirmed?: boolean} | {type: "bank"} | {type: "give_up"}
 *   | {type: "vote", yes: boolean} | {type: "choose_order", order: string} | {type: "share", yes: boolean} | {type: "leave", seat: number}
 *   | {type: "time_out"} | {type: "withhold"}} Command  `dice`: positions on the table in tap order; `confirmed`: although it goes past the target
 */

/** @type {Command} */
export const ROLL = { type: "roll" };
/** @type {Command} */
export const PIGGYBACK = { type: "piggyback" };
/** @type {Command} */
export const BANK = { type: "bank" };
/** @type {Command} */
export const GIVE_UP = { type: "give_up" };

/** @param {readonly number[]} dice @param {boolean} [confirmed] @returns {Command} */
export const keep = (dice, confirmed = false) => ({ type: "keep", dice, confirmed });
