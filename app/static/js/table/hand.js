/**
 * The dice a player has tapped, in order, and what the engine last said about them.
 *
 * Taps count at once and never wait. One question is on its way at a time; the newest taps are asked next.
 */

import { groupParts, styleOf } from "./parts.js";

/** @typedef {import("../shapes.js").Reading} Reading */

/** Milliseconds after which a question is taken for lost. */
const LOST = 1500;

/** @param {readonly number[]} a @param {readonly number[]} b */
export const sameOrder = (a, b) => a.length === b.length && a.every((die, i) => die === b[i]);

export class Hand {
  /** @type {number[]} positions in tap order */
  taps = [];
  /** @type {Reading | null} of exactly these taps, or of earlier ones while `fresh` is false */
  reading = null;
  fresh = false;
  /** @type {Reading | null} the last accepted reading of the first of these taps, or of those among them that score */
  before = null;
  /** @type {number[]} */
  #beforeTaps = [];
  /** `fresh`, and where another order would work it is known as well which parts have taken the dice in this one. */
  explained = false;
  /** Keep was refused for these taps: the reason is shown aloud until the next tap. */
  refused = false;
  /** The taps stand as the hint proposed them. */
  suggested = false;

  #roll = -1;
  #count = 0;
  /** @type {number[] | null} */
  #asked = null;
  /** @type {number[] | null} the dice that score, while their parts are asked for */
  #aside = null;
  /** Whether these taps were made in this window. */
  #own = true;
  /** @type {() => void} */
  #giveUp = () => {};
  #ask;
  #after;
  #changed;

  /**
   * @param {{ask: (roll: number, taps: number[]) => boolean, after: (ms: number, act: () => void) => (() => void),
   *   changed: () => void}} wiring  `ask` puts the question on the line, false when there is none
   */
  constructor({ ask, after, changed }) {
    this.#ask = ask;
    this.#after = after;
    this.#changed = changed;
  }

  /** The roll these taps belong to. */
  get roll() {
    return this.#roll;
  }

  /**
   * A new roll lies on the table, or none.
   * @param {number} roll
   * @param {number} count  dice lying
   */
  deal(roll, count) {
    if (roll === this.#roll && count === this.#count) return;
    this.#roll = roll;
    this.#count = count;
    this.#asked = null;
    this.#giveUp();
    this.reading = null;
    this.#set([]);
  }

  /** Taps a die: picks it, or puts it back. @param {number} die @returns {boolean} whether it is picked now */
  tap(die) {
    if (die < 0 || die >= this.#count) return false;
    const has = this.taps.includes(die);
    this.#set(has ? this.taps.filter((each) => each !== die) : [...this.taps, die]);
    return !has;
  }

  undo() {
    if (this.taps.length > 0) this.#set(this.taps.slice(0, -1));
  }

  clear() {
    if (this.taps.length > 0) this.#set([]);
  }

  /** Lays the taps out in the order that works; nothing is kept by it. */
  takeHint() {
    const hint = this.reading?.hint;
    if (!hint) return false;
    this.#set([...hint.dice]);
    this.suggested = true;
    return true;
  }

  /** Keep was pressed and cannot be: says so until the next tap. */
  refuse() {
    this.refused = true;
    this.#changed();
  }

  /** The line is back: what was on its way is lost. */
  askAgain() {
    this.#asked = null;
    this.#aside = null;
    this.#giveUp();
    this.#question();
  }

  /**
   * An answer came.
   * @param {{roll: number, dice: number[], reading: Reading}} frame
   */
  answer({ roll, dice, reading }) {
    if (roll !== this.#roll) return;
    if (this.#asked && sameOrder(this.#asked, dice)) {
      this.#asked = null;
      this.#giveUp();
      if (this.#aside && sameOrder(this.#aside, dice)) {
        this.#explain(reading);
        return;
      }
    } else if (!this.#asked && !sameOrder(this.taps, dice)) {
      // The same seat is open in another window, and the dice are picked there.
      this.#lay(dice);
      this.#own = false;
    }
    if (sameOrder(this.taps, dice)) this.#read(reading);
    else if (!this.#asked) this.#question();
  }

  /** These taps have been read. @param {Reading} reading */
  #read(reading) {
    this.reading = reading;
    this.fresh = true;
    if (!reading.refused) {
      this.before = reading;
      this.#beforeTaps = [...this.taps];
    }
    // A refusal names the dice that score nothing; what the others make is known only to who asks for them alone.
    const live = this.taps.filter((die) => !reading.dead.includes(die));
    const puzzling = this.#own && reading.refused !== null && reading.hint !== null && live.length > 0;
    if (puzzling && !sameOrder(live, this.#beforeTaps) && !this.#asked && this.#put(live)) this.#aside = live;
    else this.explained = true;
    this.#changed();
  }

  /** What the scoring dice among the taps make. @param {Reading} reading */
  #explain(reading) {
    if (!reading.refused) this.before = reading;
    this.#beforeTaps = /** @type {number[]} */ (this.#aside);
    this.#aside = null;
    this.explained = true;
    this.#changed();
    // The others at the table see what is picked, not what was asked about it.
    this.#question();
  }

  /** Group index by die, for the dice whose group is known. */
  get styles() {
    // A die too many does not take the others out of the parts they had already made.
    const read = this.reading?.refused ? this.before : this.reading;
    const known = styleOf(read ? groupParts(read.parts) : []);
    return new Map([...known].filter(([die]) => this.taps.includes(die)));
  }

  /** Positions that score nothing in this order. */
  get dead() {
    return this.fresh && this.reading?.refused ? this.reading.dead : [];
  }

  /** @param {number[]} taps */
  #set(taps) {
    this.#lay(taps);
    this.#own = true;
    this.#question();
    this.#changed();
  }

  /** @param {number[]} taps */
  #lay(taps) {
    this.taps = [...taps];
    if (!this.#beforeTaps.every((die, i) => die === taps[i])) {
      this.before = null;
      this.#beforeTaps = [];
    }
    this.fresh = false;
    this.explained = false;
    this.refused = false;
    this.suggested = false;
    this.#aside = null;
  }

  #question() {
    if (!this.#asked && this.#roll >= 0 && this.#count > 0) this.#put(this.taps);
  }

  /** Puts a question on the line; false when there is none. @param {number[]} dice */
  #put(dice) {
    if (!this.#ask(this.#roll, [...dice])) return false;
    this.#asked = [...dice];
    this.#giveUp();
    this.#giveUp = this.#after(LOST, () => {
      this.#asked = null;
      if (this.#aside) this.#unexplained();
      else if (!this.fresh) this.#question();
    });
    return true;
  }

  /** No answer about the parts: the dice that score nothing must be reason enough. */
  #unexplained() {
    this.#aside = null;
    this.explained = true;
    this.#changed();
    this.#question();
  }
}
