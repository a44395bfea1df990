/**
 * Plays a reel: one command after another at the pace of the page's clock, from any stop, until it is told to stop. While it
 * stands the clock stands, dice in flight included.
 */

/** @typedef {import("../shapes.js").GameEvent} GameEvent */
/** @typedef {import("./reel.js").Cursor} Cursor */

/** Milliseconds between two taps, and from the last one to the keep. */
const TAP = 380;
const READ = 800;

/** How long a player thinks before an act, in milliseconds; nothing else takes any time. @type {Record<string, number>} */
const THINKS = {
  rolled: 600, roll_withheld: 600, banked: 800, voted: 1000, shared: 1000, order_chosen: 1000, busted: 800, went_out: 600, took_over: 800, left: 800, timed_out: 600,
};

/** What a game is played back at. */
export const SPEEDS = [0.5, 1, 2, 4];

/**
 * The first so many dice of a keep, as if they had been tapped: with the parts that are complete by then.
 * @param {GameEvent} event
 * @param {number} roll
 * @param {number} count
 */
export function tapped({ seat, dice, parts, bonus }, roll, count) {
  const taps = dice.slice(0, count);
  const done = parts.filter((/** @type {import("../shapes.js").Part} */ part) => part.dice?.every((die) => taps.includes(die)));
  const points = done.reduce((/** @type {number} */ sum, /** @type {import("../shapes.js").Part} */ part) => sum + part.points, 0);
  const reading = { refused: done.length > 0 ? null : "nothing_tapped", parts: done, points, bonus: count === dice.length ? bonus : 0, dead: [], rest: [] };
  return { type: "selected", seat, roll, dice: taps, reading };
}

export class Player {
  /** The roll that lies there or flies; 0 before the first. */
  stop = 0;
  playing = false;
  speed = 1;
  #reel;
  #w;
  /** @type {Cursor} */
  #cursor = { command: 0, at: 0 };
  /** Whoever goes on with an older one of these has been called off. */
  #run = 0;
  #running = false;
  /** Stands still as soon as this roll lies there. @type {number | null} */
  #until = null;
  #eager = false;

  /**
   * @param {import("./reel.js").Reel} reel
   * @param {{
   *   clock: import("../dice/time.js").Clock,
   *   reset: (frame: any) => void,
   *   lie: (event: GameEvent) => void,
   *   load: (event: GameEvent) => Promise<void>,
   *   point: (frame: any) => void,
   *   feed: (events: GameEvent[]) => Promise<void>,
   *   changed: () => void,
   * }} wiring  `reset`: the screen stands as told; `lie`: a roll's dice lie there; `load`: its throw is at hand; `feed`: resolves when all has been shown
   */
  constructor(reel, wiring) {
    this.#reel = reel;
    this.#w = wiring;
    wiring.clock.run(0);
    this.#stand(0, { command: 0, at: 0 });
  }

  /** Whether everything has been shown. */
  get ended() {
    return !this.#running && this.#cursor.command >= this.#reel.commands.length;
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.ended) this.#stand(0, this.#reel.before(0));
    this.#until = null;
    this.#go();
  }

  pause() {
    this.playing = false;
    this.#w.clock.run(0);
    this.#w.changed();
  }

  /** Shows the dice of a stop as they lie; goes on from there if it was playing. @param {number} stop */
  seek(stop) {
    const wanted = Math.max(0, Math.min(this.#reel.end, stop));
    const { playing } = this;
    this.#stand(wanted, this.#reel.after(wanted));
    const { command, at } = this.#cursor;
    const event = at > 0 ? this.#reel.commands[command].events[at - 1] : null;
    if (event) this.#w.lie(event);
    if (playing && wanted < this.#reel.end) this.#go();
    else this.pause();
  }

  /** Throws the dice of a stop; stands still when they lie there, unless it was playing. @param {number} stop */
  roll(stop) {
    const { playing } = this;
    if (!this.#reel.rollAt(stop)) {
      this.seek(stop);
      return;
    }
    this.#stand(stop - 1, this.#reel.before(stop));
    this.#eager = true;
    this.#until = playing ? null : stop;
    this.#go();
  }

  /** Plays on from a stop, its throw first. @param {number} stop */
  playFrom(stop) {
    this.playing = true;
    this.roll(stop);
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    if (this.playing) this.#w.clock.run(speed);
    this.#w.changed();
  }

  /** A roll begins. @param {GameEvent} event */
  thrown(event) {
    this.stop = this.#reel.stopOf(event.roll) ?? this.stop;
    this.#w.changed();
  }

  /** Its dice lie there. */
  landed() {
    if (this.#until !== this.stop) return;
    this.#until = null;
    this.pause();
  }

  /** @param {number} stop @param {Cursor} cursor */
  #stand(stop, cursor) {
    this.#run += 1;
    this.#running = false;
    this.#until = null;
    this.#eager = false;
    this.stop = stop;
    this.#cursor = cursor;
    this.#w.reset(this.#reel.frame(cursor));
    this.#w.changed();
  }

  #go() {
    this.playing = true;
    this.#w.clock.run(this.speed);
    this.#w.changed();
    if (!this.#running) void this.#play(this.#run);
  }

  /** @param {number} run */
  async #play(run) {
    this.#running = true;
    for (let command = this.#reel.commands[this.#cursor.command]; command; command = this.#reel.commands[this.#cursor.command]) {
      const events = command.events.slice(this.#cursor.at);
      const thrown = events.find(({ type }) => type === "rolled");
      const ready = thrown ? this.#w.load(thrown) : Promise.resolve();
      await this.#think(events, run);
      await ready;
      if (run !== this.#run) return;
      this.#cursor = { command: this.#cursor.command + 1, at: 0 };
      // Dice that never fell are a stop like any other.
      const kept = events.find(({ type }) => type === "roll_withheld");
      if (kept) this.thrown(kept);
      await this.#w.feed(events);
      if (run !== this.#run) return;
      if (kept) this.landed();
    }
    this.#running = false;
    this.stop = this.#reel.end;
    this.pause();
  }

  /** What goes before the events of a command: a thought, and the dice tapped one by one. @param {GameEvent[]} events @param {number} run */
  async #think(events, run) {
    const eager = this.#eager;
    this.#eager = false;
    const [first] = events;
    if (first?.type !== "kept") {
      const ms = THINKS[events.find(({ type }) => THINKS[type])?.type ?? ""] ?? 0;
      if (!eager && ms > 0) await this.#wait(ms);
      return;
    }
    for (let count = 1; count <= first.dice.length; count += 1) {
      await this.#wait(count === 1 ? 2 * TAP : TAP);
      if (run !== this.#run) return;
      this.#w.point(tapped(first, this.#reel.rolls[this.stop - 1]?.n ?? 0, count));
    }
    await this.#wait(READ);
  }

  /** @param {number} ms @returns {Promise<void>} */
  #wait(ms) {
    return new Promise((resolve) => {
      this.#w.clock.after(ms, () => resolve());
    });
  }
}
