/**
 * What each command makes of a practice game; the words are those of docs/protocol.md. Nothing here is kept or told.
 * A command that rolls dice is a wish first: only when the wish is kept are its dice drawn, so that they are the same
 * however often it is carried out.
 */

import { hex } from "../device.js";
import { drawRoll, gameCommitment, keyOf, newSecret } from "../engine/fair.js";
import { diceWanted, step } from "../engine/reducer.js";
import { newGame } from "../engine/state.js";
import { openingEvent } from "../engine/turns.js";
import { FORMAT } from "./games.js";
import { chairs, nameOfGame, you } from "./record.js";

/** @typedef {import("./record.js").GameRecord} GameRecord */
/** @typedef {import("./record.js").Wish} Wish */
/** @typedef {import("./record.js").Sitting} Sitting */
/** @typedef {import("../shapes.js").GameEvent} GameEvent */
/** @typedef {{refused: string, subject?: number[], hint?: number[] | null, field?: string}} Refusal */
/** @typedef {{record: GameRecord, events: GameEvent[], reseated?: boolean, past?: GameRecord}} Change  the record after it, the events that tell of it */

/** What the acting seat says. */
const PLAIN = new Set(["roll", "piggyback", "keep", "bank", "give_up", "vote", "share", "choose_order"]);
const HEX = /^[0-9a-f]{64}$/;
/** How bots and the autopilot throw. */
const STRAIGHT = { angle: 0, power: 50 };

const SIGNS = "0123456789abcdefghjkmnpqrstvwxyz";

/** A fresh name for a table of this device. */
const newId = () => `p-${Array.from(crypto.getRandomValues(new Uint8Array(13)), (byte) => SIGNS[byte & 31]).join("")}`;

/** Whether a command is about what lies on the table now. @param {string} type */
export const needsSeq = (type) => PLAIN.has(type) || type === "play_for";

/** @param {string} code @param {Partial<Refusal>} [more] @returns {Refusal} */
const no = (code, more = {}) => ({ refused: code, ...more });

/** The seal of the roll that comes next. @param {GameRecord} record @returns {Promise<GameRecord>} */
async function sealed(record) {
  const n = record.state.rolls + 1;
  if (record.next.game === record.game && record.next.n === n) return record;
  const { commitment } = await keyOf(nameOfGame(record), n, record.secret);
  return { ...record, next: { game: record.game, n, commitment } };
}

/** Numbers and dates what happened. @param {GameRecord} record  after it @param {Record<string, any>[]} events @param {number} now @returns {Change} */
function told(record, events, now) {
  const numbered = events.map((event, i) => /** @type {GameEvent} */ ({ table: record.id, seq: record.seq + 1 + i, at: now, ...event }));
  return { record: { ...record, updated: now, seq: record.seq + events.length, log: [...record.log, ...numbered] }, events: numbered };
}

/**
 * A new game at a table: its secret, its first position, and the events that tell of it.
 * @param {Omit<GameRecord, "secret" | "commitment" | "next" | "state" | "log" | "wish" | "throws">} about
 * @param {number} now
 * @returns {Promise<Change>}
 */
async function begun(about, now) {
  const secret = newSecret();
  const id = `${about.id}/${about.game}`;
  const commitment = await gameCommitment(id, secret);
  const state = newGame(about.rules, about.seats.length);
  const record = await sealed({ ...about, format: FORMAT, status: "playing", secret, commitment, state, log: [], wish: null, throws: [], next: { game: 0, n: 0, commitment: "" } });
  const started = { type: "game_started", game: about.game, rules: about.rules.key, first: state.seat, commitment, seats: chairs(about.seats) };
  return { ...told(record, [started, openingEvent(state)], now), reseated: true };
}

/**
 * The record of a new table.
 * @param {{card: import("../rules/card.js").Card, seats: {name: string, bot?: string | null}[], now: number, id?: string}} asked
 * @returns {Promise<GameRecord>}
 */
export async function newRecord({ card, seats, now, id = newId() }) {
  const sitting = seats.map(({ name, bot }, seat) => ({ seat, name, bot: bot ?? null, gone: false }));
  const epoch = hex(crypto.getRandomValues(new Uint8Array(8)));
  const change = await begun({ id, rev: 1, created: now, updated: now, status: "playing", game: 1, rules: card.rules, card, seats: sitting, epoch, seq: 0, answers: [] }, now);
  return change.record;
}

/**
 * What is to be done: the engine's command, and the wish where dice are due.
 * @param {GameRecord} record
 * @param {Record<string, any>} said
 * @returns {Promise<Refusal | {command: Record<string, any>, wish: Wish | null}>}
 */
export async function asked(record, said) {
  const { state, seats } = record;
  if (said.type === "leave") return you(record).seats.includes(said.seat) ? running(record) ?? { command: said, wish: null } : no("not_seated");
  const over = running(record);
  if (over) return over;
  const seat = /** @type {number} */ (state.seat);
  if (said.type === "play_for") return stoodIn(record, said);
  if (!PLAIN.has(said.type)) return no("unknown_type");
  if (seats[seat].bot || seats[seat].gone) return no("not_your_turn");
  if (said.type !== "roll") return { command: said, wish: null };
  if (!HEX.test(said.entropy)) return no("malformed", { field: "entropy" });
  return wished(record, { type: "roll" }, { contributions: [{ seat, r: said.entropy }], by: "player", ...gestureOf(said.gesture) });
}

/** @param {GameRecord} record */
const running = ({ status }) => (status === "over" ? no("game_over") : null);

/** @param {any} gesture */
function gestureOf({ angle = 0, power = 50 } = {}) {
  const within = (/** @type {number} */ value, /** @type {number} */ low, /** @type {number} */ high) => Math.round(Math.min(high, Math.max(low, Number(value) || 0)));
  return { angle: within(angle, -45, 45), power: within(power, 0, 100) };
}

/** @param {GameRecord} record @param {Record<string, any>} command @param {Pick<Wish, "contributions" | "by" | "angle" | "power">} how */
function wished({ state }, command, how) {
  const dice = diceWanted(state, command);
  return { command, wish: dice ? { command, n: state.rolls + 1, seat: state.seat, dice, ...how } : null };
}

/** One step for a bot, or by the autopilot for somebody who went out even and left. @param {GameRecord} record @param {Record<string, any>} said */
async function stoodIn(record, { seat, entropy }) {
  const { state, seats } = record;
  const sitting = seats.find((each) => each.seat === seat);
  if (!sitting) return no("not_seated");
  if (state.seat !== seat) return no("not_your_turn");
  if (!HEX.test(entropy)) return no("malformed", { field: "entropy" });
  if (sitting.gone) {
    const [own = seat] = you(record).seats;
    return wished(record, { type: "time_out" }, { contributions: [{ seat: own, r: entropy }], by: "autopilot", ...STRAIGHT });
  }
  if (!sitting.bot) return no("not_offline");
  const { botCommand, drawOf, isBot } = await import("../engine/bots.js");
  const contributions = [{ seat, r: entropy }];
  // A bot of another release.
  if (!isBot(sitting.bot)) return wished(record, { type: "time_out" }, { contributions, by: "autopilot", ...STRAIGHT });
  return wished(record, botCommand(state, sitting.bot, drawOf(entropy)), { contributions, by: "bot", ...STRAIGHT });
}

/**
 * Carries a command out, with the dice of its wish.
 * @param {GameRecord} record
 * @param {Record<string, any>} command
 * @param {Wish | null} wish
 * @param {number} now  ms since 1970
 * @returns {Promise<Refusal | Change>}
 */
export async function carryOut(record, command, wish, now) {
  const { state, seats } = record;
  const drawn = wish && (await drawRoll({ id: nameOfGame(record), n: wish.n, roller: wish.seat, dice: wish.dice, secret: record.secret, contributions: wish.contributions, by: wish.by }));
  const done = step(state, command, drawn?.faces ?? null);
  if ("refused" in done) return no(done.refused, { ...(done.subject.length && { subject: done.subject }), ...(done.hint && { hint: done.hint }) });
  const look = wish && seats[wish.seat].look;
  /** @param {Record<string, any>} event */
  const whole = (event) => {
    if (event.type === "rolled" && wish && drawn) return { ...event, game: record.game, angle: wish.angle, power: wish.power, fair: drawn.fair, ...(look && { look }) };
    return event.type === "game_over" ? { ...event, secret: record.secret } : event;
  };
  const left = command.type === "leave";
  const after = await sealed({
    ...record, state: done.state, wish: null,
    status: done.state.phase === "over" ? "over" : "playing",
    seats: left ? seats.map((each) => (each.seat === command.seat ? { ...each, gone: true } : each)) : seats,
  });
  return { ...told(after, done.events.map(whole), now), reseated: left };
}

/**
 * The next game at the table, with those who stayed.
 * @param {GameRecord} record
 * @param {{swap?: boolean}} said
 * @param {number} now
 * @returns {Promise<Refusal | Change>}
 */
export async function rematch(record, { swap = false }, now) {
  if (record.status !== "over") return no("wrong_phase");
  const stayed = record.seats.filter(({ gone }) => !gone);
  if (!stayed.length) return no("too_few");
  const seats = (swap ? stayed.reverse() : stayed).map(({ name, bot }, seat) => ({ seat, name, bot, gone: false }));
  const { id, rev, created, rules, card, epoch, seq, answers } = record;
  const change = await begun({ id, rev, created, updated: now, status: "playing", game: record.game + 1, rules, card, seats, epoch, seq, answers }, now);
  return { ...change, past: record };
}
