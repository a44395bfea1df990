/** The clock of a coin table: the server's time here, whose clock runs, and what it shows. */

import { language } from "../text.js";

/** @typedef {import("../shapes.js").Truth} Truth */

/** The own clock comes into the message line when no more than this is left, in ms. */
export const SHORT_MS = 15_000;

/** Seconds at which the own clock is heard. */
export const TICKS = [10, 5];

/** What time it is at the server, from what it said last. */
export class ServerClock {
  #wall;
  #ahead = 0;

  /** @param {() => number} wall  this device's time of day, ms since 1970: it goes on while the phone sleeps */
  constructor(wall) {
    this.#wall = wall;
  }

  /** A greeting tells the time anew; this device's own may have been set meanwhile. @param {number | undefined} now */
  greet(now) {
    if (now !== undefined) this.#ahead = now - this.#wall();
  }

  /** An event was made at this time and has been on its way since: the server is at least so far. @param {number | undefined} at */
  hear(at) {
    if (at !== undefined) this.#ahead = Math.max(this.#ahead, at - this.#wall());
  }

  now() {
    return this.#wall() + this.#ahead;
  }

  /** A time of the server as this device's clock on the wall shows it: "14:35". @param {number} at */
  timeOfDay(at) {
    return new Intl.DateTimeFormat(language(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at - this.#ahead);
  }
}

/**
 * @typedef {object} TurnClock
 * @property {number} seat  whose clock runs
 * @property {number} ms  as shown
 * @property {boolean} bank  the time bank is running
 * @property {number} left  until the autopilot takes over, ms
 */

/**
 * The clock that runs now, or null where none does.
 * @param {Truth} truth
 * @param {number} at  server time
 * @returns {TurnClock | null}
 */
export function clockOf({ room, view }, at) {
  if (room?.phase !== "play" || room.due === null || room.auto || !view || view.seat === null) return null;
  const left = Math.max(0, room.due - at);
  const saved = room.bank_ms[view.seat] ?? 0;
  const bank = saved > 0 && left <= saved;
  return { seat: view.seat, ms: bank ? left : left - saved, bank, left };
}

/** Whole seconds that are still to go. @param {number} ms */
export const secondsOf = (ms) => Math.ceil(Math.max(0, ms) / 1000);

/** Minutes and seconds to go: 0:24. @param {number} ms */
export function leftText(ms) {
  const seconds = secondsOf(ms);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Seconds until the game starts, or null while nothing counts down. @param {Truth} truth @param {number} at  server time */
export const countdownOf = ({ room }, at) => (room?.phase === "countdown" && room.due !== null ? secondsOf(room.due - at) : null);

/**
 * Milliseconds until a shown number of seconds is out of date; Infinity where none is shown.
 * @param {Truth} truth
 * @param {number} at  server time
 */
export function clockLife(truth, at) {
  const left = clockOf(truth, at)?.ms ?? (truth.room?.phase === "countdown" ? Math.max(0, (truth.room.due ?? at) - at) : 0);
  return left > 0 ? ((left - 1) % 1000) + 5 : Infinity;
}

/** Hears the own clock run out: each mark once in the time of a decision, and once more in the time bank. */
export class Ticker {
  #span = "";
  #last = Infinity;

  /**
   * The mark that has just been passed, or null.
   * @param {TurnClock | null} clock
   * @param {number | null | undefined} due  of the decision
   * @param {boolean} mine
   */
  passed(clock, due, mine) {
    if (!clock || !mine) return null;
    const span = `${due} ${clock.bank}`;
    const seconds = secondsOf(clock.ms);
    // Marks that lie behind when a clock is first seen are not made up for.
    const before = span === this.#span ? this.#last : seconds;
    this.#span = span;
    this.#last = seconds;
    return TICKS.find((mark) => seconds <= mark && before > mark) ?? null;
  }
}
