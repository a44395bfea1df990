/**
 * trippn-roll/v1 in the browser: how the faces of a roll follow from the server's key and what the devices gave.
 * docs/fairness.md specifies it, app/engine/fair.py is its twin, tests/vectors hold both to the same values.
 */

import { digest, hex, seal } from "../device.js";

/** @typedef {{digest: (message: Uint8Array) => Promise<Uint8Array>, hmac: (key: Uint8Array, message: Uint8Array) => Promise<Uint8Array>}} Tools */

/** @typedef {{seat: number, r: string}} Contribution  `r`: 64 hex digits */

/** The seat number in the server's own commitments. */
export const SERVER = 255;

/** The largest multiple of 6 in a byte: bytes from here on would favour low faces. */
const EVEN = 252;

const utf8 = new TextEncoder();

/** What a hex digit of either case counts, by its character code. @param {number} code */
const digit = (code) => (code < 58 ? code - 48 : (code | 32) - 87);

/** The few texts that stand in every formula of a game, as bytes. @type {Map<string, Uint8Array>} */
const written = new Map();
const WRITTEN_MAX = 64;

/** @param {string} text */
function textBytes(text) {
  let bytes = written.get(text);
  if (!bytes) {
    if (written.size >= WRITTEN_MAX) written.clear();
    bytes = utf8.encode(text);
    written.set(text, bytes);
  }
  return bytes;
}

/** SHA-256 and HMAC: the browser's own, or this project's where a page on plain http has none. @returns {Tools} */
export const tools = () => ({ digest, hmac: seal });

/** @param {string} digits  pairs of hex digits @returns {Uint8Array} */
export function unhex(digits) {
  const bytes = new Uint8Array(digits.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = (digit(digits.charCodeAt(2 * i)) << 4) | digit(digits.charCodeAt(2 * i + 1));
  return bytes;
}

/**
 * Canonical bytes: each part after its length in four bytes, big-endian; numbers in eight bytes, text in UTF-8.
 * @param {...(number | string | Uint8Array)} parts
 * @returns {Uint8Array}
 */
export function lengthed(...parts) {
  const pieces = parts.map((part) => (typeof part === "number" ? eightBytes(part) : typeof part === "string" ? textBytes(part) : part));
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + 4 + piece.length, 0));
  const view = new DataView(whole.buffer);
  let at = 0;
  for (const piece of pieces) {
    view.setUint32(at, piece.length);
    whole.set(piece, at + 4);
    at += 4 + piece.length;
  }
  return whole;
}

/** @param {number} n */
function eightBytes(n) {
  const bytes = new Uint8Array(8);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, Math.floor(n / 2 ** 32));
  view.setUint32(4, n % 2 ** 32);
  return bytes;
}

/**
 * What can be published about a secret before it is told.
 * @param {Tools} tools
 * @param {"S" | "k" | "r"} tag  game, roll key, contribution
 * @param {string} game  TABLE/GAME
 * @param {number} seat  SERVER for its own
 * @param {number} n  of the roll; 0 for the game and the table roll
 * @param {Uint8Array} secret
 * @returns {Promise<string>} 64 hex digits
 */
export const commitmentOf = async (tools, tag, game, seat, n, secret) => hex(await tools.digest(lengthed("trippn/v1/commit", tag, game, seat, n, secret)));

/**
 * The server's share of roll `n`.
 * @param {Tools} tools @param {Uint8Array} secret  of the game @param {string} game @param {number} n
 */
export const rollKey = (tools, secret, game, n) => tools.hmac(secret, lengthed("trippn/v1/roll-key", game, n));

/**
 * Mixes the key with all contributions. Another label gives an independent seed of the same inputs.
 * @param {Tools} tools
 * @param {Uint8Array} key
 * @param {string} game
 * @param {number} n
 * @param {number} roller  a seat; SERVER for the table roll
 * @param {number} dice
 * @param {Contribution[]} contributions  in any order
 * @param {string} [label]
 */
export function rollSeed(tools, key, game, n, roller, dice, contributions, label = "roll") {
  const given = [...contributions].sort((a, b) => a.seat - b.seat).flatMap(({ seat, r }) => [seat, unhex(r)]);
  return tools.hmac(key, lengthed(`trippn/v1/${label}`, game, n, roller, dice, contributions.length, ...given));
}

/**
 * The faces of a roll, in the order of the dice on the table.
 * @param {Tools} tools @param {Uint8Array} seed @param {number} dice
 * @returns {Promise<number[]>}
 */
export async function facesOf(tools, seed, dice) {
  /** @type {number[]} */
  const found = [];
  for (let block = 0; found.length < dice; block++) {
    for (const byte of await tools.hmac(seed, lengthed("trippn/v1/dice", block))) if (byte < EVEN) found.push((byte % 6) + 1);
  }
  return found.slice(0, dice);
}

/**
 * Roll 0, which says who starts: one die a seat, and again for those who are level at the top.
 * @param {Tools} tools @param {Uint8Array} seed @param {number} seats
 * @returns {Promise<[number, number][][]>} rounds of seat and face; the last has a single highest
 */
export async function tableRoll(tools, seed, seats) {
  /** @type {[number, number][][]} */
  const rounds = [];
  let ahead = Array.from({ length: seats }, (_, seat) => seat);
  let drawn = 0;
  while (ahead.length > 1 || !rounds.length) {
    const stream = (await facesOf(tools, seed, drawn + ahead.length)).slice(drawn);
    drawn += ahead.length;
    rounds.push(ahead.map((seat, i) => [seat, stream[i]]));
    const highest = Math.max(...stream);
    ahead = ahead.filter((_, i) => stream[i] === highest);
  }
  return rounds;
}
