/**
 * The hand before the game: the table of a lesson in the place of the game's host, with the rules behind it and dice that
 * are laid out beforehand. It is counted nowhere and kept nowhere; the game waits untouched.
 */

import { diceWanted, step } from "../engine/reducer.js";
import { newGame } from "../engine/state.js";
import { reading, view } from "../engine/view.js";

/** By this the store knows the lesson from the game. */
export const EPOCH = "lesson";

/** The first roll: no straight and no three pairs, so it reads in one way. */
export const HAND = [5, 5, 5, 1, 2, 2, 4, 6];
/** The second roll, as many of these as are due, and every roll after it, in which nothing scores. */
const AGAIN = [1, 1, 3, 4, 6, 6, 2];
const NOTHING = [4, 6, 3, 3, 4, 2];

/** Which dice fall. @param {number} roll  from 1 @param {number} dice */
export function facesOf(roll, dice) {
  if (dice > AGAIN.length) return HAND;
  return roll === 2 || dice > NOTHING.length ? AGAIN.slice(0, dice) : NOTHING.slice(0, dice);
}

/** Whether the lesson can be played by these rules and says nothing wrong about them. @param {Record<string, any>} rules */
export function fits(rules) {
  if (rules.dice !== HAND.length || rules.reading === "best") return false;
  const rolled = step(newGame(rules, 1, 0), { type: "roll" }, HAND);
  if ("refused" in rolled) return false;
  const worth = (/** @type {number[]} */ dice) => {
    const read = reading(rolled.state, dice);
    return read && !read.refused ? read.points + read.bonus : 0;
  };
  if (worth([3]) !== 100 || worth([0, 1, 2]) !== 500 || worth([3, 0, 1, 2]) !== 600 || worth([4]) !== 0 || worth([3, 0, 1, 2, 4]) !== 0) return false;
  const kept = step(rolled.state, { type: "keep", dice: [3, 0, 1, 2], confirmed: false });
  return !("refused" in kept) && ["roll", "bank"].every((can) => view(kept.state).can.includes(can));
}

/** What the player does in a lesson; anything else ends it. */
const PLAYED = new Set(["roll", "keep", "bank", "give_up"]);

/**
 * @typedef {object} LessonWiring
 * @property {any} game  the host of the game that waits
 * @property {string} table
 * @property {Record<string, any>} rules
 * @property {import("../shapes.js").Chair} chair  whoever learns
 * @property {(frame: any) => void} onFrame
 * @property {(event: import("../shapes.js").GameEvent) => void} onRolled
 * @property {() => void} onOver  the turn is over
 * @property {() => void} onLeave  the player wants something that a lesson has not
 * @property {(code: string) => string} sentence
 * @property {number} now
 */

export class LessonHost {
  #w;
  #position;
  #seq = 0;
  /** The same as the socket's while all is well. */
  state;
  unanswered = 0;

  /** @param {LessonWiring} wiring */
  constructor(wiring) {
    this.#w = wiring;
    this.#position = newGame(wiring.rules, 1, 0);
    this.state = { phase: /** @type {const} */ ("live"), since: wiring.now };
  }

  /** What is asked about the table is asked about the game. */
  get record() {
    return this.#w.game.record;
  }

  /** @param {number} seat @param {import("../shapes.js").Look} look */
  async dress(seat, look) {
    const { game, chair, table, onFrame } = this.#w;
    // Whoever learns sits alone here, and somewhere else in the game.
    if (!(await game.dress(chair.seat, look))) return false;
    this.#w = { ...this.#w, chair: { ...chair, look } };
    onFrame({ table, type: "look", seat, look });
    return true;
  }

  wake() {}

  reclaim() {
    this.#w.game.reclaim();
  }

  close() {
    this.#w.game.close();
  }

  /** A word that needs no answer. @param {Record<string, any>} body */
  whisper({ type, roll, dice }) {
    const found = type === "select" && roll === this.#position.rolls ? reading(this.#position, dice) : null;
    // Not at once: whoever asks must have asked before it is answered.
    if (found) queueMicrotask(() => this.#w.onFrame({ table: this.#w.table, type: "selected", seat: 0, roll, dice, reading: found }));
    return found !== null;
  }

  /** Tells everything. */
  resync() {
    const { table, rules, chair, onFrame } = this.#w;
    onFrame({
      table, type: "snapshot", seq: this.#seq, epoch: EPOCH, name: "", kind: "one_phone", status: "playing", invite: null, game: 0, rules, seats: [{ ...chair, seat: 0 }],
      you: { seats: [0], host: true }, view: this.#seen(), commitment: null, presence: { seats: [0], offline_for: {}, watchers: 0 }, recent: [],
    });
  }

  /** @param {{cid: string} & Record<string, any>} body @returns {Promise<any>} */
  async send({ cid, ...said }) {
    if (!PLAYED.has(said.type)) {
      this.#w.onLeave();
      return { cid, refused: "stale", seq: this.#seq };
    }
    const command = { ...said, type: said.type };
    const dice = diceWanted(this.#position, command);
    const done = step(this.#position, command, dice ? facesOf(this.#position.rolls + 1, dice) : null);
    if ("refused" in done) return { cid, refused: done.refused, subject: done.subject, hint: done.hint ?? undefined, seq: this.#seq, message: this.#w.sentence(done.refused) };
    this.#position = done.state;
    this.#tell(done.events, said);
    return { cid, ok: true, seq: this.#seq };
  }

  /** Tells what happened, but not that another turn begins: there is only one. @param {Record<string, any>[]} events @param {Record<string, any>} said */
  #tell(events, { gesture }) {
    const { table, onFrame, onRolled, onOver } = this.#w;
    const end = events.findIndex(({ type }) => type === "turn_started");
    const told = end < 0 ? events : events.slice(0, end);
    told.forEach((event, i) => {
      const thrown = event.type === "rolled" ? { game: 0, angle: gesture?.angle ?? 0, power: gesture?.power ?? 50, look: this.#w.chair.look } : {};
      const whole = /** @type {import("../shapes.js").GameEvent} */ ({ ...event, ...thrown, table, seq: ++this.#seq, ...(i === told.length - 1 && { view: this.#seen() }) });
      onFrame(whole);
      if (event.type === "rolled") onRolled(whole);
    });
    if (end >= 0) onOver();
  }

  #seen() {
    return { ...view(this.#position), next: null };
  }
}
