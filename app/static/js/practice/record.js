/** What is kept of a practice game, and the frames of docs/protocol.md that follow from it. */

import { view } from "../engine/view.js";

/** @typedef {import("../shapes.js").GameEvent} GameEvent */
/** @typedef {{seat: number, name: string, bot: string | null, gone: boolean, look?: import("../shapes.js").Look}} Sitting */

/**
 * A roll that was asked for: whatever happens after it was kept, these are the dice.
 * @typedef {object} Wish
 * @property {Record<string, any>} command  the engine's
 * @property {number} n
 * @property {number} seat
 * @property {number} dice
 * @property {{seat: number, r: string}[]} contributions
 * @property {"player" | "bot" | "autopilot"} by
 * @property {number} angle
 * @property {number} power
 */

/**
 * @typedef {object} GameRecord
 * @property {string} id  the table's; `p-` and 13 signs
 * @property {number} [format]  games.js
 * @property {number} rev  goes up with every change
 * @property {number} created  ms since 1970
 * @property {number} updated
 * @property {"playing" | "over"} status
 * @property {number} game  which one at this table, from 1
 * @property {Record<string, any>} rules
 * @property {import("../rules/card.js").Card} card
 * @property {Sitting[]} seats
 * @property {string} secret  64 hex digits
 * @property {string} commitment
 * @property {{game: number, n: number, commitment: string}} next  the seal of the coming roll
 * @property {string} epoch
 * @property {number} seq  number of the last event
 * @property {GameEvent[]} log  the events of this game, without views
 * @property {any} state  the engine's position
 * @property {Wish | null} wish
 * @property {string[]} throws  keys of the throws that were shown
 * @property {[string, string, any][]} answers  the last commands: `cid`, what was said, what was answered
 */

/** Events that a snapshot carries for the record. */
const RECENT = 40;

/** @param {GameRecord} record */
export const nameOfGame = ({ id, game }) => `${id}/${game}`;

/** The position as the screen sees it. @param {GameRecord} record */
export const seen = ({ state, status, next }) => ({ ...view(state), next: status === "playing" ? next : null });

/** Whose seats are played here by people. @param {GameRecord} record */
export const you = ({ seats }) => ({ seats: seats.filter(({ bot, gone }) => !bot && !gone).map(({ seat }) => seat), host: true });

/** Who sits there, as an event or a snapshot lists them. @param {Sitting[]} seats */
export const chairs = (seats) => seats.map(({ seat, name, bot, gone, look }) => ({ seat, name, bot, gone, ...(look && { look }) }));

/** Where the table stands and who is asked. @param {GameRecord} record */
export const current = (record) => ({ table: record.id, type: "current", seq: record.seq, epoch: record.epoch, you: you(record), invite: null });

/** Everything that a screen needs to start. @param {GameRecord} record */
export function snapshot(record) {
  const { id, seq, epoch, status, game, rules, seats, commitment, secret, state, log } = record;
  const own = you(record);
  return {
    table: id, type: "snapshot", seq, epoch, name: "", kind: "one_phone", status, invite: null, game, rules, seats: chairs(seats), you: own, view: seen(record), commitment,
    ...(status === "over" && { secret }),
    presence: { seats: own.seats, offline_for: {}, watchers: 0 },
    throw: state.rolls ? { game, roll: state.rolls } : null,
    recent: log.slice(-RECENT),
  };
}
