/**
 * Shows what happened one thing after another, each for as long as it takes to read, and never out of order.
 */

import { CHEER_MS, cheerOf } from "./cheering.js";
import { dressed } from "./looks.js";
import { landed, settle, step } from "./scene.js";
import { isCoins } from "./stakes.js";

/** @typedef {import("../shapes.js").Scene} Scene */
/** @typedef {import("../shapes.js").Batch} Batch */
/** @typedef {import("../shapes.js").GameEvent} GameEvent */
/** @typedef {"full" | "fast" | "instant"} Pace */

/** Milliseconds a happening stays, by pace. */
const HOLDS = {
  bust: { full: 1400, fast: 800, instant: 600 },
  cheer: { full: 2000, fast: 1000, instant: 600 },
  count: { full: 900, fast: 450, instant: 150 },
  note: { full: 1000, fast: 500, instant: 200 },
  keep: { full: 600, fast: 300, instant: 60 },
  eight: CHEER_MS,
  look: { full: 1000, fast: 500, instant: 200 },
  draw: { full: 2600, fast: 1600, instant: 900 },
};

/** @type {Record<string, keyof typeof HOLDS>} */
const HOLD_OF = {
  busted: "bust", went_over: "bust", for_nothing_failed: "bust", rolloff_added: "bust", rolloff_tied: "bust",
  went_out: "cheer", last_round_started: "bust", rolloff_started: "bust", locked_in: "cheer",
  penalised: "bust", extra_turns_started: "bust", first_tied: "bust", first_found: "bust", took_over: "note",
  banked: "count", voted: "note", order_chosen: "note", shared: "note", left: "note", timed_out: "note",
  kept: "keep", table_rolled: "draw", back: "note", resumed: "note",
};

/** More of the past than this is told, not shown. */
const MOST_RESUMED = 4;

/** Whether a keep follows its roll by itself: the best dice of a single roll. @param {GameEvent} event @param {Scene} before */
export const isByItself = (event, before) => event.type === "kept" && before.stage === "rolling";

/** The dice that a keep is about to take by itself, as if somebody had picked them. @param {GameEvent} event @param {Scene} scene */
export const pointedAt = ({ seat, dice, parts, points, bonus }, { view }) => ({
  type: "selected", seat, roll: view?.roll ?? 0, dice, reading: { refused: null, parts, points, bonus, dead: [], rest: [] },
});

/**
 * How long an event is held; 0 when the next one follows at once.
 * @param {GameEvent} event
 * @param {Scene} before
 * @param {{pace: Pace, mine: boolean, still: boolean}} how
 */
export function holdOf(event, before, { pace, mine, still }) {
  const kind = HOLD_OF[event.type];
  if (!kind) return 0;
  // In a roll-off a bust only ends the turn; what it added is the news.
  if (event.type === "busted" && before.view?.rolloff) return 0;
  if (event.type === "last_round_started" && event.order.length === 0) return 0;
  if (event.type === "kept" && cheerOf(event) && !still && pace !== "instant") return HOLDS.eight[pace];
  if (event.type === "kept" && mine && !isByItself(event, before)) return 0;
  // Each further round between equals is read as well.
  if (kind === "draw") return Math.round(HOLDS.draw[pace] * (1 + 0.6 * (event.rounds.length - 1)));
  // The house says once that it plays, not at every step.
  if (event.type === "timed_out" && isCoins(before.truth)) return 0;
  const ms = HOLDS[kind][pace];
  return still && kind === "cheer" ? Math.min(ms, 600) : ms;
}

/** Whether a batch is played or only its end is shown. @param {Batch} batch @param {boolean} hidden */
export const isShown = (batch, hidden) => !batch.jump && !hidden && batch.view !== null && !(batch.resumed && batch.events.length > MOST_RESUMED);

export class Director {
  /** @type {Batch[]} */
  #queue = [];
  #busy = false;
  #wiring;
  /** @type {Scene} */
  #scene;
  /** @type {(() => void) | null} */
  #endHold = null;
  #heldSince = 0;

  /**
   * @param {Scene} scene
   * @param {{
   *   show: (scene: Scene, event: GameEvent | null, before: Scene) => void,
   *   roll: (event: GameEvent, scene: Scene) => Promise<void>,
   *   point: (event: GameEvent) => void,
   *   lay: (scene: Scene, jump: boolean) => void,
   *   missed: (batch: Batch, before: Scene) => void,
   *   idle: () => void,
   *   pace: () => Pace,
   *   still: () => boolean,
   *   hidden: () => boolean,
   *   mine: (scene: Scene, event: GameEvent) => boolean,
   *   now: () => number,
   *   after: (ms: number, act: () => void) => (() => void),
   * }} wiring  `point`: show which of the lying dice are about to be kept; `lay`: put the dice of a settled scene on the felt without a throw; `jump`: the felt shows something older
   */
  constructor(scene, wiring) {
    this.#scene = scene;
    this.#wiring = wiring;
  }

  get scene() {
    return this.#scene;
  }

  /** Whether everything that happened has been shown. */
  get idle() {
    return !this.#busy;
  }

  /** @param {Batch} batch */
  take(batch) {
    this.#queue.push(batch);
    if (!this.#busy) this.#run();
  }

  /** Presence, standing or a look changed: no happening, only a new picture. @param {import("../shapes.js").Truth} truth */
  refresh(truth) {
    const chairs = dressed(this.#scene.truth.chairs, truth.chairs);
    this.#scene = { ...this.#scene, truth: { ...this.#scene.truth, presence: truth.presence, you: truth.you, chairs } };
    this.#wiring.show(this.#scene, null, this.#scene);
  }

  /** Ends what is being held; false when nothing is, or only since a moment. */
  skip() {
    if (!this.#endHold || this.#wiring.now() - this.#heldSince < 250) return false;
    this.#endHold();
    return true;
  }

  async #run() {
    this.#busy = true;
    for (let batch = this.#queue.shift(); batch; batch = this.#queue.shift()) {
      // Never two behind: a player at the table must not act on an old picture.
      if (isShown(batch, this.#wiring.hidden()) && this.#queue.length < 2) await this.#play(batch);
      else {
        if (!batch.jump || batch.events.length > 0) this.#wiring.missed(batch, this.#scene);
        this.#settle(batch, true);
      }
    }
    this.#busy = false;
    this.#wiring.idle();
  }

  /** @param {Batch} batch */
  async #play(batch) {
    this.#scene = { ...this.#scene, truth: { ...batch.truth, view: this.#scene.truth.view } };
    for (const event of batch.events) await this.#playEvent(event);
    this.#settle(batch, false);
  }

  /** @param {GameEvent} event */
  async #playEvent(event) {
    const { show, roll, point, mine, pace, still } = this.#wiring;
    const before = this.#scene;
    if (isByItself(event, before)) {
      point(event);
      await this.#hold(HOLDS.look[pace()]);
    }
    this.#scene = step(before, event);
    show(this.#scene, event, before);
    if (event.type === "rolled") await roll(event, this.#scene);
    if (event.type === "rolled" && before.view?.phase === "first") {
      this.#scene = landed(this.#scene, event);
      show(this.#scene, null, before);
      await this.#hold(HOLDS.look[pace()]);
    }
    const ms = holdOf(event, before, { pace: pace(), mine: mine(before, event), still: still() });
    if (ms > 0) await this.#hold(ms);
  }

  /** Nobody wants to wait for what is being shown. */
  hurry() {
    this.#endHold?.();
  }

  /** @param {Batch} batch @param {boolean} jump */
  #settle(batch, jump) {
    const turned = batch.events.some((event) => event.type === "turn_started" || event.type === "game_started");
    this.#scene = settle(jump ? { ...this.#scene, note: null } : this.#scene, batch.truth, batch.view);
    if (turned) this.#scene = { ...this.#scene, note: null };
    // Dice that are on their way stay in the hand.
    if (jump || turned || (this.#scene.view?.phase !== "keep" && !batch.truth.opening)) this.#wiring.lay(this.#scene, jump);
    this.#wiring.show(this.#scene, null, this.#scene);
  }

  /** @param {number} ms @returns {Promise<void>} */
  #hold(ms) {
    return new Promise((resolve) => {
      this.#heldSince = this.#wiring.now();
      const callOff = this.#wiring.after(ms, end);
      const clear = () => (this.#endHold = null);
      function end() {
        callOff();
        clear();
        resolve();
      }
      this.#endHold = end;
    });
  }
}
