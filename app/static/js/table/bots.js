/**
 * Bots are played step by step by the device that opened the table, at a pace people can follow; so is a seat that
 * went out even and then left, by any device that stayed.
 */

import { isBot, isGone, staysHere } from "./seats.js";
import { after, now } from "../dice/time.js";
import { botLine } from "../text.js";

/** Milliseconds before a bot's next step, by pace; full is spread a little so that it looks like thought. */
const PAUSE = { full: [900, 1200], fast: [400, 400], instant: [100, 100] };
/** The server takes 100 messages in 20 s from one socket; a run of bots leaves room for the rest. */
const WINDOW = 20_000;
const MOST_IN_WINDOW = 80;
const AFTER_REFUSAL = 1000;

/**
 * @typedef {object} BotWiring
 * @property {() => import("../shapes.js").Scene} scene
 * @property {() => boolean} free  nothing else is going on at this table
 * @property {(seat: number) => Promise<any>} playFor
 * @property {() => "full" | "fast" | "instant"} pace
 * @property {() => boolean} skipping
 * @property {() => void} onEnd  no bot is next any more
 * @property {() => number} now
 * @property {(ms: number, act: () => void) => (() => void)} after
 * @property {() => number} random
 */

export class Bots {
  #w;
  #planned = false;
  #waiting = false;
  /** @type {() => void} */
  #callOff = () => {};
  /** @type {number[]} */
  #sent = [];
  #refusals = 0;

  /** @param {BotWiring} wiring */
  constructor(wiring) {
    this.#w = wiring;
  }

  /** Looks whether a bot is next; to be called whenever the table comes to rest. */
  consider() {
    const { scene, onEnd } = this.#w;
    if (this.#seat() === null) {
      if (scene().view) onEnd();
      return;
    }
    if (this.#planned) return;
    this.#planned = true;
    this.#callOff = this.#w.after(this.#pause(), () => this.#act());
    this.#waiting = true;
  }

  /** The pause is over now. */
  hurry() {
    if (!this.#waiting) return;
    this.#callOff();
    this.#planned = false;
    this.#waiting = false;
    this.consider();
  }

  #seat() {
    const { truth, view } = this.#w.scene();
    // At a coin table the house does it by its clock.
    const due = truth.kind !== "coins" && view && view.phase !== "over" && (isGone(truth, view.seat) ? staysHere(truth) : truth.you.host && isBot(truth, view.seat));
    return due ? /** @type {number} */ (view.seat) : null;
  }

  #pause() {
    const { skipping, pace, now, random } = this.#w;
    const oldest = this.#sent.at(-MOST_IN_WINDOW);
    const room = oldest === undefined ? 0 : oldest + WINDOW - now();
    const [least, most] = PAUSE[pace()];
    const wish = this.#refusals > 0 ? AFTER_REFUSAL * this.#refusals : skipping() ? 0 : least + (most - least) * random();
    return Math.max(room, wish);
  }

  async #act() {
    this.#waiting = false;
    const seat = this.#seat();
    if (seat === null || !this.#w.free()) {
      this.#planned = false;
      if (seat === null) this.consider();
      return;
    }
    this.#sent = [...this.#sent.slice(-MOST_IN_WINDOW), this.#w.now()];
    const answer = await this.#w.playFor(seat).catch(() => null);
    this.#planned = false;
    // Another window of this device may have been quicker; anything else is tried again, later each time.
    this.#refusals = answer?.ok || answer?.refused === "stale" ? 0 : Math.min(5, this.#refusals + 1);
    if (this.#w.free()) this.consider();
  }
}

/**
 * Gives a screen whoever plays for bots and leavers.
 * @param {import("./screen.js").TableScreen} screen
 * @param {() => Promise<{bots: {key: string, line: string}[]}>} ask  what the bots do, in their own words
 */
export function addBots(screen, ask) {
  const free = () => screen.director.idle && screen.pending.of(screen.store.truth) === null && screen.link.state.phase === "live" && !document.hidden;
  screen.bots = new Bots({
    scene: () => screen.scene, free, playFor: (seat) => screen.actions.playFor(seat, true), pace: () => screen.pace,
    skipping: () => screen.skipping, onEnd: () => screen.endSkip(), now, after, random: Math.random,
  });
  screen.bots.consider();
  if (screen.store.truth.chairs.some((/** @type {{bot: string | null}} */ { bot }) => bot)) void tellLines(screen, ask);
}

/** What the bots do is told once. @param {import("./screen.js").TableScreen} screen @param {() => Promise<{bots: {key: string, line: string}[]}>} ask */
async function tellLines(screen, ask) {
  try {
    screen.botLines = Object.fromEntries((await ask()).bots.map((bot) => [bot.key, botLine(bot)]));
    screen.redraw();
  } catch {
    // The game goes on without their words.
  }
}
