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

  /** All dice are swept up by the player, who sees the whole tray, or put back. @param {boolean} [up] */
  gather(up = true) {
    if (this.#phase !== 'rest') return;
    if (this.#speed !== 'instant') this.#zoom(up ? 1 : 0, PACES[this.#speed].back, this.clock.now());
    super.gather(up);
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
    if (this.#phase === 'rest' && !fidgets && !zooms) this.#halt();
    this.board.paint(this.moving());
  };

  /** @param {number} now */
  #fly(now) {
    const { cues, durationMs } = this.#throw;
    const { began, rate, ahead, glide } = this.#run;
    const t = ahead + Math.max(0, now - began) * rate;
    samplePoses(this.#throw, Math.min(t, durationMs), this.board.poses);
    for (; this.#nextCue < cues.length && cues[this.#nextCue].tMs <= t; this.#nextCue += 1) {
      this.options.onHit?.(cues[this.#nextCue]);
    }
    if (t >= durationMs) this.#glideFrom(now - (t - durationMs) / rate, glide);
  }

  /** @param {number} at @param {number} ms */
  #glideFrom(at, ms) {
    this.#phase = 'glide';
    this.#run.began = at;
    this.#run.glide = ms;
    this.#zoom(0, ms, at);
    this.#from.set(this.board.poses);
  }

  /** @param {number} now */
  #glide(now) {
    const { board } = this;
    const t = Math.min(1, (now - this.#run.began) / this.#run.glide);
    for (let die = 0; die < board.n; die += 1) blendPose(this.#from, board.homes, die * POSE, ease(t), board.poses);
    if (t < 1) return;
    this.#phase = 'rest';
    board.rest();
    this.options.onSettled?.();
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
