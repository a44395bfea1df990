/**
 * The words of docs/protocol.md, version 1: the close codes, commands, and the address of a throw. What travels has its
 * shape in shapes.js.
 */

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
export const PASSING = new Set(["selected", "presence", "look"]);

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

/** Whether a table is held on this device alone, and no house knows of it. @param {string} table */
export const isOnDevice = (table) => table.startsWith("p-");

/** @param {string} table */
export const tableUrl = (table) => `/api/tables/${encodeURIComponent(table)}`;

/** @param {string} table @param {number} game @param {number} roll */
export const throwUrl = (table, game, roll) => `${tableUrl(table)}/throws/${game}/${roll}`;

/** Where the socket listens, for a page at this address. @param {{protocol: string, host: string}} at */
export const socketUrl = (at) => `${at.protocol === "https:" ? "wss:" : "ws:"}//${at.host}/ws`;
