/**
 * The words of docs/protocol.md, version 1: the shapes that travel, the close codes, and the address of a throw.
 */

/**
 * @typedef {object} Part  one scoring part of a keep
 * @property {"set"|"small"|"large"|"pairs"|"single"|"extend"|"fill"|"pair4"} kind
 * @property {number[]} faces  ascending
 * @property {number} points
 * @property {number[]} [dice]  positions in the lying roll
 */

/**
 * @typedef {object} Reading  what a selection is worth, or why it is not
 * @property {string | null} refused
 * @property {number} points  without the bonus
 * @property {number} bonus
 * @property {Part[]} parts
 * @property {number[]} dead  positions
 * @property {{code: string, faces: number[]}[]} why
 * @property {{dice: number[], points: number} | null} hint
 * @property {string} open_after
 * @property {number} dice_after  dice to roll after this keep
 * @property {number} total_after  banked and unbanked after this keep
 * @property {null | "over" | "exact" | "exact_hopeless"} warning
 * @property {number | null} nothing  chance that the roll after this keep scores nothing
 * @property {{face: number, points: number}[]} rest  what else scores
 */

/**
 * @typedef {object} Kept  one keep of the running turn
 * @property {number} roll
 * @property {number} hand  goes up with each and-roll
 * @property {Part[]} parts
 * @property {number} points
 * @property {number} bonus
 */

/**
 * @typedef {object} Result
 * @property {"win" | "split" | "shared" | "none"} kind
 * @property {number[]} seats
 * @property {string} reason
 * @property {number[]} [turns]  per seat
 */

/**
 * @typedef {object} View  the game as everyone may see it
 * @property {"first"|"roll"|"keep"|"decide"|"vote"|"order"|"share"|"over"} phase
 * @property {number | null} seat  who must answer
 * @property {number} turn
 * @property {number[]} banked
 * @property {boolean[]} opened
 * @property {number} unbanked
 * @property {number} dice  to roll next; in phase keep the dice lying
 * @property {number} roll
 * @property {number[]} lying  faces of the unread roll
 * @property {Kept[]} kept
 * @property {string[]} open
 * @property {boolean} for_nothing
 * @property {boolean} last_round
 * @property {number[]} waiting  seats that still have their last turn
 * @property {number[]} out  in the order they went out
 * @property {number[]} left
 * @property {null | {sequence: number[], totals: Record<string, number>, going: number[], round: number}} rolloff
 * @property {number | null} nothing
 * @property {string[]} can
 * @property {null | {total: number, dead_end: boolean, wins_nothing: boolean, reaches: boolean}} bank  `reaches`: starts the final round, or wins
 * @property {number} to_open  points that the turn still lacks for a first bank
 * @property {boolean} must_roll  all dice were used and must be rolled again
 * @property {number | null} rolls_left  where the card limits the rolls of a turn
 * @property {number | null} to_beat  the most points of the final round so far
 * @property {number[]} tied  seats that ended level
 * @property {number} extra  round of extra turns, 0 for none
 * @property {number[]} busts  in a row by seat, where the third costs points
 * @property {Record<string, number>} starting  who rolls for the start and what; 0 = not yet
 * @property {null | {dice: number, points: number}} offer  what the acting seat may go on with
 * @property {{game: number, n: number, commitment: string} | null} next
 * @property {Result | null} result
 */

/**
 * @typedef {object} Chair  one seat of the table
 * @property {number} seat
 * @property {string} name
 * @property {string | null} bot
 * @property {boolean} gone
 */

/** @typedef {{seats: number[], host: boolean}} You */

/**
 * @typedef {object} Room  what only a coin table has: who is ready, the pot, and the clock
 * @property {"waiting" | "countdown" | "table_roll" | "play" | "paused" | "over"} phase
 * @property {number | null} due  server time, ms: when what the phase waits for happens by itself
 * @property {number} pot  coins
 * @property {number[]} ready  seats
 * @property {Record<string, string>} promises  commitments to the table roll by seat
 * @property {number[]} revealed  seats
 * @property {number[]} away  seats
 * @property {null | "time" | "away"} auto  why the autopilot plays, if it does
 * @property {number[]} bank_ms  what is left of each seat's time bank
 * @property {number[]} grace  how often each seat may still lose its connection for free
 * @property {number} decision_ms
 */

/** @typedef {{seat: number, coins: number}} Share  coins that a seat gets */

/**
 * @typedef {object} Presence
 * @property {number[]} seats  seats whose player has the table open
 * @property {Record<string, number>} offline_for  seconds
 * @property {number} watchers
 */

/** @typedef {Record<string, any> & {type: string, table: string, seq: number, at?: number, view?: View}} GameEvent */

/** The version spoken here. */
export const PROTOCOL = 1;

/** Why the server closes a socket. */
export const CLOSE = Object.freeze({
  RATE: 1008,
  RESTART: 1012,
  LOGIN_ENDED: 4001,
  REMOVED: 4003,
  TOO_SLOW: 4008,
  REPLACED: 4009,
  TOO_OLD: 4010,
});

/** Frames that carry no `seq` and change nothing in the game. */
export const PASSING = new Set(["selected", "presence", "entropy_wanted"]);

/**
 * A text frame as an object, or null when it is none.
 * @param {string} text
 * @returns {Record<string, any> | null}
 */
export function parseFrame(text) {
  try {
    const frame = JSON.parse(text);
    return frame && typeof frame === "object" && !Array.isArray(frame) ? frame : null;
  } catch {
    return null;
  }
}

/**
 * The body of one command. Sent again under the same `cid` it is answered again and done once.
 * @param {string} cid
 * @param {string} table
 * @param {number} seq the state it was decided on
 * @param {string} type
 * @param {Record<string, any>} [fields]
 */
export const command = (cid, table, seq, type, fields = {}) => ({ cid, table, expect_seq: seq, type, ...fields });

/** @param {string} table */
export const tableUrl = (table) => `/api/tables/${encodeURIComponent(table)}`;

/** @param {string} table @param {number} game @param {number} roll */
export const throwUrl = (table, game, roll) => `${tableUrl(table)}/throws/${game}/${roll}`;

/** Where the socket listens, for a page at this address. @param {{protocol: string, host: string}} at */
export const socketUrl = (at) => `${at.protocol === "https:" ? "wss:" : "ws:"}//${at.host}/ws`;
