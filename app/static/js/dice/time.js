/**
 * The one clock of the dice, in milliseconds: the time now, one frame loop, short delays, and a way to stop it all for
 * tests. While nobody listens no frame is asked for, so a table at rest costs nothing.
 */

/** @typedef {{due: number, act: () => void, ticket: any}} Delay */
/** @typedef {(now: number) => void} Listener */

/** Takes one item out of a list; whether it was in. @template T @param {T[]} list @param {T} item */
const without = (list, item) => list.includes(item) && list.splice(list.indexOf(item), 1).length > 0;

export class Clock {
  /** Frames that have run. */
  frames = 0;
  #host;
  /** @type {Listener[]} */
  #listeners = [];
  /** @type {Delay[]} */
  #delays = [];
  #ticket = 0;
  /** @type {number | null} */
  #frozenAt = null;
  /** The clock shows `at` plus what has passed since `host`, so many times as fast. */
  #pace = { host: 0, at: 0, rate: 1 };

  /** @param {any} [host]  performance, requestAnimationFrame, setTimeout and what cancels them */
  constructor(host = globalThis) {
    this.#host = host;
  }

  now() {
    return this.#frozenAt ?? this.#at(this.#host.performance.now());
  }

  /** How fast time runs here; 0 while it stands still. */
  get rate() {
    return this.#pace.rate;
  }

  /** From now on time runs so many times as fast as on the wall; at 0 nothing moves and no frame is asked for. @param {number} rate */
  run(rate) {
    const host = this.#host.performance.now();
    this.#pace = { host, at: this.#at(host), rate };
    this.#unask();
    for (const delay of this.#delays) this.#arm(delay);
    this.#ask();
  }

  /** What the clock shows when it is so late on the wall. @param {number} host */
  #at(host) {
    const { host: since, at, rate } = this.#pace;
    return at + (host - since) * rate;
  }

  /** Whether a frame is asked for. */
  get busy() {
    return this.#ticket !== 0;
  }

  /** Calls a listener once a frame. @param {Listener} listener @returns {() => void} ends the listening */
  onFrame(listener) {
    this.#listeners.push(listener);
    this.#ask();
    return () => {
      without(this.#listeners, listener);
      if (!this.#listeners.length) this.#unask();
    };
  }

  /** Acts once, later. @param {number} ms @param {() => void} act @returns {() => void} calls it off */
  after(ms, act) {
    const delay = { due: this.now() + ms, act, ticket: 0 };
    this.#delays.push(delay);
    this.#arm(delay);
    return () => void this.#drop(delay);
  }

  /** Time stands still until `advance` or `thaw`. */
  freeze() {
    this.#frozenAt ??= this.now();
    this.#unask();
    for (const delay of this.#delays) this.#host.clearTimeout(delay.ticket);
  }

  /** Moves frozen time on: what falls due, then one frame. @param {number} ms */
  advance(ms) {
    this.freeze();
    this.#frozenAt = this.now() + ms;
    const due = this.#delays.filter((delay) => delay.due <= this.now()).sort((a, b) => a.due - b.due);
    for (const delay of due) if (this.#drop(delay)) delay.act();
    if (this.#listeners.length) this.#tell(this.now());
  }

  thaw() {
    this.#frozenAt = null;
    for (const delay of this.#delays) this.#arm(delay);
    this.#ask();
  }

  #frame = (/** @type {number} */ time) => this.#tell(this.#at(time));

  /** @param {number} time */
  #tell(time) {
    this.#ticket = 0;
    this.frames += 1;
    // Backwards, because a listener may end its own listening.
    for (let k = this.#listeners.length - 1; k >= 0; k -= 1) this.#listeners[k](time);
    this.#ask();
  }

  #ask() {
    if (this.#frozenAt !== null || this.rate === 0 || this.#ticket || !this.#listeners.length) return;
    this.#ticket = this.#host.requestAnimationFrame(this.#frame);
  }

  #unask() {
    if (this.#ticket) this.#host.cancelAnimationFrame(this.#ticket);
    this.#ticket = 0;
  }

  /** @param {Delay} delay */
  #arm(delay) {
    this.#host.clearTimeout(delay.ticket);
    if (this.#frozenAt !== null || this.rate === 0) return;
    const fire = () => this.#drop(delay) && delay.act();
    delay.ticket = this.#host.setTimeout(fire, Math.max(0, (delay.due - this.now()) / this.rate));
  }

  /** @param {Delay} delay */
  #drop(delay) {
    this.#host.clearTimeout(delay.ticket);
    return without(this.#delays, delay);
  }
}

/** The clock everything on the page shares. */
export const clock = new Clock();

/** Its time, ms. */
export const now = () => clock.now();

/** Acts later by it; the answer calls that off. @param {number} ms @param {() => void} act */
export const after = (ms, act) => clock.after(ms, act);
