/** Sounds, buzzes and the title badge that go with happenings. */

import { haptic } from "../haptics.js";
import { sound } from "../sound.js";

/** @typedef {import("../shapes.js").GameEvent} GameEvent */

/** @type {Record<string, import("../sound.js").SoundName>} */
const SOUNDS = {
  kept: "keep", banked: "bank", busted: "bust", went_over: "bust", for_nothing_failed: "bust",
  penalised: "bust", took_over: "keep", rolloff_added: "bank", game_over: "win",
};

/**
 * What is heard when something happens.
 * @param {GameEvent} event
 * @param {{mine: boolean, rolloff: boolean, alone: boolean}} how  `alone`: nobody else plays, so no turn needs a bell
 * @returns {import("../sound.js").SoundName | null}
 */
export function soundOf(event, { mine, rolloff, alone }) {
  if (event.type === "turn_started") return mine && !alone ? "your-turn" : null;
  if (event.type === "busted" && rolloff) return null;
  if (event.type === "game_over" && event.kind === "none") return null;
  return SOUNDS[event.type] ?? null;
}

/** The page's title while somebody waits for this player. @param {string} plain @param {boolean} waiting */
export const titleOf = (plain, waiting) => (waiting ? `● ${plain}` : plain);

/** @type {Record<string, import("../sound.js").SoundName>} */
const HITS = { felt: "hit-felt", wall: "hit-wall", dice: "hit-die", settle: "settle" };

/** @type {Partial<Record<string, import("../haptics.js").Touch>>} */
const TOUCHES = { keep: "keep", bank: "bank", bust: "bust", "your-turn": "your-turn" };

/** Hits that are made to sound at once: more of them are no louder, and each costs a frame its time. */
const TOGETHER = 2;
/** Milliseconds within which hits are one moment. */
const MOMENT = 20;

/** @typedef {{name: import("../sound.js").SoundName, strength: number, delay: number}} Hit  delay in ms until the contact */

/** The loudest of the hits of each moment. @param {readonly Hit[]} hits */
export function loudest(hits) {
  /** @type {Hit[]} */
  const kept = [];
  for (const hit of [...hits].sort((a, b) => b.strength - a.strength))
    if (kept.filter(({ delay }) => Math.abs(delay - hit.delay) < MOMENT).length < TOGETHER) kept.push(hit);
  return kept;
}

export class Cues {
  /** @type {Hit[]} */
  #hits = [];

  constructor() {
    sound.prime();
  }

  /** What the dice are made of now. @param {import("../sound.js").Material} material */
  wear(material) {
    sound.wear(material);
  }

  /**
   * A die meets the felt, a wall or another die.
   * @param {import("../dice/trajectory.js").Cue} cue
   * @param {number} [delayMs]  real milliseconds until the contact is seen
   */
  hit({ kind, intensity }, delayMs = 0) {
    if (this.#hits.length === 0) queueMicrotask(() => this.#strike());
    this.#hits.push({ name: HITS[kind] ?? "hit-felt", strength: intensity, delay: delayMs });
  }

  #strike() {
    for (const { name, strength, delay } of loudest(this.#hits.splice(0))) sound.play(name, { strength, delay: delay / 1000 });
  }

  /** A moment to remember. @param {"out-even" | "all-eight" | "locked-in"} name @param {boolean} mine */
  celebrate(name, mine) {
    sound.play(name);
    if (mine) haptic("celebrate");
  }

  /** A die is picked, or put back. @param {number} order  place in the tap order, 0 when put back */
  tap(order) {
    sound.play(order ? "tap" : "slide", { order });
    haptic("tap");
  }

  /** A keep that does not score. */
  refused() {
    sound.play("hit-felt", { strength: 0.5 });
  }

  /** Exactly on the mark: now nothing may score. */
  forNothing() {
    sound.play("for-nothing");
  }

  /** The own clock runs out: a knock, and two when it is nearly over. @param {number} seconds */
  tick(seconds) {
    sound.play("tap", { order: 1 });
    if (seconds <= 5) sound.play("tap", { order: 1, delay: 0.18 });
  }

  /** The game is about to start: whoever waits may look elsewhere. */
  call() {
    sound.play("your-turn");
    haptic("your-turn");
  }

  /** @param {GameEvent} event @param {Parameters<typeof soundOf>[1]} how */
  play(event, how) {
    const name = soundOf(event, how);
    if (!name) return;
    sound.play(name);
    const touch = how.mine ? TOUCHES[name] : undefined;
    if (touch) haptic(touch);
  }

  /** @param {string} title @param {boolean} waiting */
  badge(title, waiting) {
    const wanted = titleOf(title, waiting && document.hidden);
    if (document.title !== wanted) document.title = wanted;
  }
}
