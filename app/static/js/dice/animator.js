/**
 * Plays a throw as it was recorded, then lets the dice glide into the grid while the camera comes closer. What the dice
 * will show is known from the first moment: the hit boxes stand before anything moves.
 */
import { MOST_DICE, POSE, ease } from './board.js';
import { Still } from './still.js';
import { samplePoses } from './trajectory.js';

/** Milliseconds: the glide, the camera's step back, and the most that the recorded part may take. */
const PACES = {
  full: { glide: 350, back: 280, throw: Infinity },
  fast: { glide: 220, back: 130, throw: 560 },
};
const SKIP_GLIDE = 90;
/** Before this a tap still belongs to the button that threw. */
const SKIP_AFTER = 250;
/** mm the dice rise while they glide, so that they pass over each other. */
const GLIDE_HOP = 14;
/** Real ms before a contact at which its cue is told: sound is made ready ahead of the picture. */
const AHEAD = 100;
/** Ms that dice tremble in the hand, unless they are stirred again, and in which they begin and end it. */
const TREMBLE = { ms: 1100, rise: 70, fall: 220 };
/** The wave through dice at rest: ms between two dice and of each hop, mm of its height. */
const WAVE = { apart: 70, hop: 430, high: 17 };
/** How far the eye leans in, shares of its distance: with the throw as a whole, at each of its hardest hits, and at most. */
const LEAN = { slow: 0.016, hit: 0.016, hits: 3, most: 0.045, ms: 70 };

/** @typedef {import('./still.js').Speed} Speed */
/** @typedef {import('./trajectory.js').Throw} Throw */
/** @typedef {Animator | Still} Player */

/** The player with motion; at speed *instant* it is the one without. */
export class Animator extends Still {
  #from = new Float32Array(MOST_DICE * POSE);
  /** @type {Speed} */
  #speed = this.options.speed ?? 'full';
  /** @type {'rest' | 'throw' | 'glide'} */
  #phase = 'rest';
  #throw = /** @type {Throw} */ ({});
  /** When throw or glide began, how fast the throw runs, what of it was already over, and how long the glide takes. */
  #run = { began: 0, rate: 1, ahead: 0, glide: 1 };
  #nextCue = 0;
  #last = 0;
  /** The hardest hits of the throw. @type {import('./trajectory.js').Cue[]} */
  #hits = [];
  #leant = 0;
  /** When the dice in the hand began to tremble and when they stop; when a wave began. */
  #stirred = { from: 0, to: 0 };
  #waved = -Infinity;
  /** The camera's move between the grid (0) and the whole tray (1). */
  #move = { from: 0, to: 0, at: 0, ms: 0 };
  /** @type {(() => void) | null} */
  #stop = null;

  /** @param {Throw} thr @param {{at?: number}} [options]  `at`: ms of the throw that are already over */
  play(thr, { at = 0 } = {}) {
    if (this.#speed === 'instant') {
      super.play(thr);
      return;
    }
    const pace = PACES[this.#speed];
    const began = this.clock.now();
    this.calm();
    this.#halt();
    samplePoses(thr, thr.durationMs, this.board.poses);
    this.board.settle(thr.count);
    this.#throw = thr;
    this.#phase = 'throw';
    this.#run = { began, rate: Math.max(1, thr.durationMs / pace.throw), ahead: at, glide: pace.glide };
    this.#nextCue = thr.cues.filter((cue) => cue.tMs < at).length;
    this.#hits = [...thr.cues].sort((a, b) => b.intensity - a.intensity).slice(0, LEAN.hits);
    this.#calmDown();
    this.#zoom(1, pace.back, began);
    this.#start();
    this.#frame(began);
  }

  skip() {
    const left = this.#run.began - this.clock.now();
    if (this.#phase === 'rest' || (this.#phase === 'throw' && -left < SKIP_AFTER)) return false;
    if (this.#phase === 'throw' || left + this.#run.glide > SKIP_GLIDE) this.#glideFrom(this.clock.now(), SKIP_GLIDE);
    return true;
  }

  /** All dice are swept up by the player, who sees the whole tray and stirs them for a moment, or put back. @param {boolean} [up] */
  gather(up = true) {
    if (this.#phase !== 'rest') return;
    const now = this.clock.now();
    if (this.#speed !== 'instant') {
      if (this.#move.to !== Number(up)) this.#zoom(up ? 1 : 0, PACES[this.#speed].back, now);
      const goesOn = this.#stirred.to > now;
      this.#stirred = { from: goesOn ? this.#stirred.from : now, to: up ? now + TREMBLE.ms : 0 };
    }
    super.gather(up);
  }

  wave() {
    if (this.#phase !== 'rest' || this.#speed === 'instant') return;
    this.#waved = this.clock.now();
    this.#start();
  }

  moving() {
    return this.#stop !== null;
  }

  /** @param {import('./layout.js').Layout} layout */
  relayout(layout) {
    this.board.relayout(layout);
    if (this.#phase === 'rest') this.board.rest();
    this.board.paint(this.moving());
  }

  /** @param {Speed} speed */
  setSpeed(speed) {
    this.#speed = speed;
  }

  park() {
    super.park();
    this.#halt();
    this.#calmDown();
    this.#phase = 'rest';
    this.#zoom(0, 0, 0);
  }

  /** @param {import('./board.js').Mark} kind @param {Iterable<number>} dice @param {number} [goal] @param {boolean} [only] */
  mark(kind, dice, goal, only) {
    if (this.#speed === 'instant' && this.#phase === 'rest') {
      super.mark(kind, dice, goal, only);
      return;
    }
    this.board.mark(kind, dice, goal, only);
    this.#start();
  }

  #start() {
    if (this.#stop) return;
    this.#last = this.clock.now();
    this.#stop = this.clock.onFrame(this.#frame);
  }

  #halt() {
    this.#stop?.();
    this.#stop = null;
  }

  #frame = (/** @type {number} */ now) => {
    const fidgets = this.board.advance(Math.max(0, now - this.#last));
    this.#last = now;
    if (this.#phase === 'throw') this.#fly(now);
    if (this.#phase === 'glide') this.#glide(now);
    else if (this.#phase === 'rest') this.board.rest();
    const zooms = this.#moveCamera(now);
    const stirs = this.#stir(now);
    if (this.#phase === 'rest' && !fidgets && !zooms && !stirs) this.#halt();
    this.board.paint(this.moving());
  };

  /** @param {number} now */
  #fly(now) {
    const { cues, durationMs } = this.#throw;
    const { began, rate, ahead, glide } = this.#run;
    const t = ahead + Math.max(0, now - began) * rate;
    samplePoses(this.#throw, Math.min(t, durationMs), this.board.poses);
    // Ms of the throw in a real one.
    const pace = rate * (this.clock.rate || 1);
    for (; this.#nextCue < cues.length && cues[this.#nextCue].tMs <= t + AHEAD * pace; this.#nextCue += 1) {
      this.options.onHit?.(cues[this.#nextCue], Math.max(0, (cues[this.#nextCue].tMs - t) / pace));
    }
    this.board.lean = leanAt(this.#hits, Math.min(t, durationMs), durationMs);
    if (t >= durationMs) this.#glideFrom(now - (t - durationMs) / rate, glide);
  }

  /** @param {number} at @param {number} ms */
  #glideFrom(at, ms) {
    this.#phase = 'glide';
    this.#run.began = at;
    this.#run.glide = ms;
    this.#zoom(0, ms, at);
    this.#leant = this.board.lean;
    this.#from.set(this.board.poses);
  }

  /** @param {number} now */
  #glide(now) {
    const { board } = this;
    const t = Math.min(1, (now - this.#run.began) / this.#run.glide);
    for (let die = 0; die < board.n; die += 1) blendPose(this.#from, board.homes, die * POSE, ease(t), board.poses);
    board.lean = this.#leant * (1 - ease(t));
    if (t < 1) return;
    this.#phase = 'rest';
    board.rest();
    this.options.onSettled?.();
  }

  /** Neither hand nor wave goes on. */
  #calmDown() {
    this.#stirred.to = 0;
    this.#waved = -Infinity;
    this.board.tremble = 0;
    this.board.hops.fill(0);
  }

  /** The hand trembles, and a wave runs through the dice; whether either goes on. @param {number} now */
  #stir(now) {
    const { board } = this;
    const { from, to } = this.#stirred;
    board.beat = now;
    board.tremble = Math.max(0, Math.min(1, (now - from) / TREMBLE.rise, (to - now) / TREMBLE.fall));
    board.order.forEach((die, place) => {
      const t = Math.max(0, Math.min(1, (now - this.#waved - place * WAVE.apart) / WAVE.hop));
      board.hops[die] = WAVE.high * 4 * t * (1 - t);
    });
    return now < to || now < this.#waved + board.n * WAVE.apart + WAVE.hop;
  }

  /** @param {number} to @param {number} ms @param {number} at */
  #zoom(to, ms, at) {
    Object.assign(this.#move, { from: this.board.wide, to, at, ms });
  }

  /** @param {number} now @returns {boolean} whether the camera still moves */
  #moveCamera(now) {
    const { from, to, at, ms } = this.#move;
    const t = ms ? Math.min(1, Math.max(0, (now - at) / ms)) : 1;
    // Stepping back starts at once, coming closer starts softly.
    this.board.wide = from + (to - from) * (to ? 1 - (1 - t) ** 3 : ease(t));
    return t < 1;
  }
}

/**
 * How far the eye leans in at a moment of a throw: a function of the throw alone, so a replay breathes as it did.
 * @type {(hits: import('./trajectory.js').Cue[], t: number, durationMs: number) => number}
 */
export function leanAt(hits, t, durationMs) {
  let lean = LEAN.slow * ease(t / durationMs);
  for (const { tMs, intensity } of hits) {
    const u = Math.max(0, (t - tMs) / LEAN.ms);
    lean += LEAN.hit * intensity * u * Math.exp(1 - u);
  }
  return Math.min(LEAN.most, lean);
}

/** @param {ConstructorParameters<typeof Animator>} given */
export const createAnimator = (...given) => new Animator(...given);

/**
 * The pose at `at` a share u of the way from a to b, over a small hop.
 * @type {(a: Float32Array, b: Float32Array, at: number, u: number, out: Float32Array) => void}
 */
export function blendPose(a, b, at, u, out) {
  for (let k = at; k < at + 3; k += 1) out[k] = a[k] + (b[k] - a[k]) * u;
  out[at + 2] += GLIDE_HOP * Math.min(1, Math.hypot(b[at] - a[at], b[at + 1] - a[at + 1]) / 60) * 4 * u * (1 - u);
  let dot = 0;
  for (let k = at + 3; k < at + POSE; k += 1) dot += a[k] * b[k];
  const angle = Math.acos(Math.min(1, Math.abs(dot)));
  const whole = Math.sin(angle);
  const p = whole < 1e-4 ? 1 - u : Math.sin((1 - u) * angle) / whole;
  const q = (whole < 1e-4 ? u : Math.sin(u * angle) / whole) * (dot < 0 ? -1 : 1);
  for (let k = at + 3; k < at + POSE; k += 1) out[k] = a[k] * p + b[k] * q;
}
