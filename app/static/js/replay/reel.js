/** A game to be seen again, without a screen: what each command did, where one can start, and how it stood there. */

import { isRoll, rollsOf } from "../rolls/rolls.js";
import { fromSnapshot } from "../store.js";
import { firstScene, step } from "../table/scene.js";

/** @typedef {import("../shapes.js").GameEvent} GameEvent */
/** @typedef {import("../shapes.js").View} View */
/** @typedef {import("../rolls/rolls.js").GameRecord} GameRecord */
/** @typedef {import("../rolls/rolls.js").Rolled} Rolled */

/** @typedef {{events: GameEvent[], view: View}} Command  what one command did, and how the game stood after it */
/** @typedef {{command: number, at: number}} Cursor  the next event: its command, and its place in there */

/**
 * @typedef {object} Turn
 * @property {number} seat
 * @property {number} turn
 * @property {boolean} rolloff
 * @property {number} stop  where it begins
 * @property {GameEvent[]} events
 * @property {View} view  as it began
 */

/** A coin table's room, of which only the pot is known afterwards. @param {number} pot */
const roomOf = (pot) => ({ phase: "play", due: null, pot, ready: [], promises: {}, revealed: [], away: [], auto: null, bank_ms: [], grace: [], decision_ms: 0 });

export class Reel {
  /** Each command after the opening. @type {Command[]} */
  commands = [];
  /** @type {Rolled[]} */
  rolls;
  /** @type {GameEvent | null} the table roll that said who starts */
  draw;
  #opening;
  /** Where each roll stands. @type {Cursor[]} */
  #places = [];

  /** @param {GameRecord} record */
  constructor(record) {
    this.record = record;
    const { events } = record;
    this.rolls = rollsOf(events);
    this.draw = events.find(({ type }) => type === "table_rolled") ?? null;
    const begun = events.findIndex(({ type }) => type === "game_started");
    const opened = events.findIndex(({ view }, i) => i >= begun && view !== undefined);
    this.started = events[begun];
    this.#opening = events[opened];
    this.#divide(events.slice(opened + 1));
  }

  /** @param {GameEvent[]} events */
  #divide(events) {
    /** @type {GameEvent[]} */
    let open = [];
    for (const event of events) {
      if (isRoll(event)) this.#places.push({ command: this.commands.length, at: open.length });
      open.push(event);
      if (event.view === undefined) continue;
      this.commands.push({ events: open, view: event.view });
      open = [];
    }
  }

  /** The last stop: after everything that happened. */
  get end() {
    return this.rolls.length + 1;
  }

  /** The roll at a stop: 1 the first one; null before it and at the end. @param {number} stop */
  rollAt(stop) {
    return this.rolls[stop - 1] ?? null;
  }

  /** The stop of a roll with this number; null where there is none. @param {number} n */
  stopOf(n) {
    const found = this.rolls.findIndex((roll) => roll.n === n);
    return found < 0 ? null : found + 1;
  }

  /** Where a stop's own command begins. @param {number} stop @returns {Cursor} */
  before(stop) {
    if (stop <= 0) return { command: 0, at: 0 };
    if (stop >= this.end) return { command: this.commands.length, at: 0 };
    return { command: this.#places[stop - 1].command, at: 0 };
  }

  /** Where it goes on when the dice of a stop lie there. @param {number} stop @returns {Cursor} */
  after(stop) {
    if (stop <= 0 || stop >= this.end) return this.before(stop);
    const { command, at } = this.#places[stop - 1];
    return { command, at: at + 1 };
  }

  /** How the game stood before a command. @param {number} command @returns {View} */
  viewBefore(command) {
    return command === 0 ? /** @type {View} */ (this.#opening.view) : this.commands[command - 1].view;
  }

  /** What the store is given to stand at a place of the game. @param {Cursor} cursor */
  frame({ command, at }) {
    const before = this.#frame(this.viewBefore(command), this.commands[command - 1]?.events.at(-1) ?? this.#opening, command);
    if (at === 0) return before;
    // Halfway through a command nobody but the screen has a view, and this is how it makes one.
    const done = this.commands[command].events.slice(0, at);
    let scene = firstScene(fromSnapshot(before, 0));
    for (const event of done) scene = step(scene, event);
    return this.#frame({ .../** @type {View} */ (scene.view), can: [] }, done[at - 1], command, done);
  }

  /** @param {View} view @param {GameEvent} last  that has happened @param {number} command @param {GameEvent[]} [done]  of that command */
  #frame(view, last, command, done = []) {
    const { table, game, name, kind, rules, seats, stake } = this.record;
    const past = [...this.commands.slice(0, command).flatMap(({ events }) => events), ...done];
    const gone = new Set(past.filter(({ type }) => type === "left").map(({ seat }) => seat));
    const over = past.some(({ type }) => type === "game_over");
    return {
      type: "snapshot", table, seq: last.seq, epoch: "", name, kind, status: over ? "over" : "playing", invite: null, game, rules, view, stake,
      seats: seats.map(({ seat, name: who, bot }) => ({ seat, name: who, bot, gone: gone.has(seat), look: this.#lookOf(seat, past) })), you: { seats: [], host: false },
      presence: { seats: seats.map(({ seat }) => seat), offline_for: {}, watchers: 1 }, room: kind === "coins" ? roomOf(this.started.pot ?? 0) : null, recent: [],
    };
  }

  /** How a seat last threw by then, or would throw first. @param {number} seat @param {GameEvent[]} past */
  #lookOf(seat, past) {
    const thrown = (/** @type {GameEvent} */ event) => event.type === "rolled" && event.seat === seat;
    return (past.findLast(thrown) ?? this.record.events.find(thrown))?.look;
  }

  /** The turns in order, each with everything that happened in it. @returns {Turn[]} */
  turns() {
    /** @type {Turn[]} */
    const turns = [];
    let stop = 1;
    const opening = this.record.events.filter(({ seq, type }) => seq <= this.#opening.seq && type === "turn_started");
    for (const event of opening) turns.push(turnOf(event, stop, /** @type {View} */ (this.#opening.view)));
    this.commands.forEach(({ events, view }) => {
      for (const event of events) {
        if (isRoll(event)) stop += 1;
        if (event.type === "turn_started") turns.push(turnOf(event, stop, view));
        else turns.at(-1)?.events.push(event);
      }
    });
    return turns;
  }
}

/** @param {GameEvent} event @param {number} stop @param {View} view @returns {Turn} */
const turnOf = ({ seat, turn, rolloff }, stop, view) => ({ seat, turn, rolloff: Boolean(rolloff), stop, events: [], view });
