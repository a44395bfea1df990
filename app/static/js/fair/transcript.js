/**
 * What a transcript looks like: reading it from text, its digest, and whether every field is where it belongs.
 * docs/fairness.md specifies the form; the twin of app/engine/transcript.py.
 */

import { hex } from "../device.js";
import { SERVER } from "./scheme.js";

/** @typedef {import("./scheme.js").Tools} Tools */
/** @typedef {import("./scheme.js").Contribution} Contribution */
/** @typedef {{seat: number, commitment: string}} Promised */

/**
 * @typedef {object} Roll  one roll of a transcript
 * @property {number} n
 * @property {number} roller
 * @property {number} ndice
 * @property {string} commitment  to the key, told before the roll
 * @property {string} key
 * @property {1 | 2} level
 * @property {"player" | "autopilot" | "bot" | "withheld"} by
 * @property {Promised[]} promises
 * @property {Contribution[]} contributions
 * @property {number[]} absent
 * @property {number[]} faces
 * @property {number} seat
 * @property {boolean} for_nothing
 * @property {number} angle
 * @property {number} power
 * @property {number} at
 */

/**
 * @typedef {object} TableRoll  roll 0 of a transcript
 * @property {0} n
 * @property {255} roller
 * @property {number} ndice
 * @property {string} commitment
 * @property {string} key
 * @property {Promised[]} promises
 * @property {Contribution[]} contributions
 * @property {number[]} absent
 * @property {{seat: number, face: number}[][]} rounds
 * @property {number} first
 * @property {number} at
 */

/**
 * @typedef {object} Transcript
 * @property {string} scheme
 * @property {string} table
 * @property {number} game
 * @property {string} id
 * @property {Record<string, any>} rules
 * @property {{seat: number, name: string, bot: string | null}[]} seats
 * @property {string} commitment
 * @property {TableRoll | null} table_roll
 * @property {Roll[]} rolls
 * @property {string | null} secret
 * @property {string} digest
 */

export const SCHEME = "trippn-roll/v1";
export const BY = ["player", "autopilot", "bot", "withheld"];

const WHOLE = ["scheme", "table", "game", "id", "rules", "seats", "commitment", "table_roll", "rolls", "secret", "digest"];
const SEATS_MAX = 64;
const DICE_MAX = 64;
const ANGLE_MAX = 45;
const POWER_MAX = 100;

/** The text is no record of a game. `code`: `json`, `field_twice`, `number`, `not_a_record` or `other_scheme`. */
export class Unreadable extends Error {
  /** @param {string} code */
  constructor(code) {
    super(code);
    this.name = "Unreadable";
    this.code = code;
  }
}

/** Strings, numbers, and the colons that part fields from what they hold. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|:/g;

/**
 * The record in this text. Throws Unreadable for what is not JSON, not of this scheme, or could be read in two ways.
 * @param {string} text
 * @returns {Transcript}
 */
export function parse(text) {
  const said = text.replace(/^\ufeff/, "");
  let found;
  try {
    found = JSON.parse(said);
  } catch {
    throw new Unreadable("json");
  }
  if (typeof found !== "object" || found === null || Array.isArray(found) || !("scheme" in found)) throw new Unreadable("not_a_record");
  if (found.scheme !== SCHEME) throw new Unreadable("other_scheme");
  let fields = 0;
  for (const [token] of said.matchAll(TOKEN)) {
    if (token === ":") fields++;
    else if (token[0] !== '"' && !(/^-?\d+$/.test(token) && Number.isSafeInteger(Number(token)) && token !== "-0")) throw new Unreadable("number");
  }
  // Of a field that is told twice one value is lost in reading.
  if (fields !== fieldsOf(found)) throw new Unreadable("field_twice");
  return found;
}

/** How many fields an object and everything in it has. @param {any} value @returns {number} */
function fieldsOf(value) {
  if (typeof value !== "object" || value === null) return 0;
  const held = Object.values(value);
  return held.reduce((sum, each) => sum + fieldsOf(each), Array.isArray(value) ? 0 : held.length);
}

/**
 * The one way of writing a value: keys sorted, no spaces, nothing escaped that need not be.
 * @param {any} value @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${fields.join(",")}}`;
}

/** SHA-256 of everything but the digest itself. @param {Tools} tools @param {Transcript} transcript */
export async function digestOf(tools, { digest: _, ...rest }) {
  return hex(await tools.digest(new TextEncoder().encode(canonical(rest))));
}

/** @typedef {(value: any) => boolean} Check */

/** @param {number} low @param {number} high @returns {Check} */
const whole = (low, high = Number.MAX_SAFE_INTEGER) => (value) => Number.isSafeInteger(value) && value >= low && value <= high;
const isSeat = whole(0, SEATS_MAX - 1);
const isFace = whole(1, 6);
/** @type {Check} */
const isHex = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
/** A name: 1 to 64 characters, no control character and no half of one. @type {Check} */
const isText = (value) => typeof value === "string" && /^[^\p{Cc}\p{Cs}]{1,64}$/u.test(value);
/** @param {any} value @param {string[]} keys */
const hasOnly = (value, keys) => typeof value === "object" && value !== null && Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key));
/** @param {number[]} seats */
const ascending = (seats) => seats.every((seat, i) => !i || seat > seats[i - 1]);
/** @param {string} second @returns {Check} */
const pairs = (second) => (value) => Array.isArray(value) && value.every((each) => hasOnly(each, ["seat", second]) && isSeat(each.seat) && isHex(each[second])) && ascending(value.map(({ seat }) => seat));
/** @type {Check} */
const isRound = (value) => Array.isArray(value) && value.every((each) => hasOnly(each, ["seat", "face"]) && isSeat(each.seat) && isFace(each.face));

/** @type {Record<string, Check>} */
const COMMON = {
  commitment: isHex,
  key: isHex,
  promises: pairs("commitment"),
  contributions: pairs("r"),
  absent: (value) => Array.isArray(value) && value.every(isSeat) && ascending(value),
};

/** What the faces of a roll depend on: a device has no more than this while a game runs. @type {Record<string, Check>} */
export const DRAWN = {
  n: whole(1),
  roller: isSeat,
  ndice: whole(1, DICE_MAX),
  ...COMMON,
  level: whole(1, 2),
  by: (value) => BY.includes(value),
  faces: (value) => Array.isArray(value) && value.length <= DICE_MAX && value.every(isFace),
};

/** @type {Record<string, Check>} */
export const ROLL = {
  ...DRAWN,
  seat: isSeat,
  for_nothing: (value) => typeof value === "boolean",
  angle: whole(-ANGLE_MAX, ANGLE_MAX),
  power: whole(0, POWER_MAX),
  at: whole(0),
};

/** @type {Record<string, Check>} */
export const TABLE_ROLL = {
  n: whole(0, 0),
  roller: whole(SERVER, SERVER),
  ndice: whole(1, SEATS_MAX),
  ...COMMON,
  rounds: (value) => Array.isArray(value) && value.length > 0 && value.every(isRound),
  first: isSeat,
  at: whole(0),
};

/**
 * The first field that is missing, unknown or wrong; null if all are right, "" if there are no fields at all.
 * @param {any} record
 * @param {Record<string, Check>} form
 * @param {boolean} [closed]  nothing else may stand there
 */
export function oddField(record, form, closed = true) {
  if (typeof record !== "object" || record === null || Array.isArray(record)) return "";
  const odd = Object.keys(form).find((key) => !Object.hasOwn(record, key) || !form[key](record[key]));
  return odd ?? (closed ? Object.keys(record).find((key) => !Object.hasOwn(form, key)) : null) ?? null;
}

/** The first field of the record itself, its rolls apart, that is not what it must be. @param {any} transcript @returns {string | null} */
export function oddWhole(transcript) {
  const { scheme, table, game, id, rules, seats, commitment, rolls, secret, digest } = transcript;
  const right = {
    scheme: scheme === SCHEME,
    table: typeof table === "string" && /^[0-9a-z-]{1,32}$/.test(table),
    game: whole(1)(game),
    id: id === `${table}/${game}`,
    rules: typeof rules === "object" && rules !== null && !Array.isArray(rules),
    seats: Array.isArray(seats) && seats.length > 0 && seats.length <= SEATS_MAX && seats.every(isChair),
    commitment: isHex(commitment),
    table_roll: Object.hasOwn(transcript, "table_roll"),
    rolls: Array.isArray(rolls),
    secret: secret === null || isHex(secret),
    digest: isHex(digest),
  };
  const odd = Object.entries(right).find(([, well]) => !well);
  return odd?.[0] ?? Object.keys(transcript).find((key) => !WHOLE.includes(key)) ?? null;
}

/** @param {any} value @param {number} number */
const isChair = (value, number) => hasOnly(value, ["seat", "name", "bot"]) && value.seat === number && isText(value.name) && (value.bot === null || isText(value.bot));
