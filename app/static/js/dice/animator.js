/**
 * Plays a throw as it was recorded, then lets the dice glide into the grid while the camera comes closer. What the dice
 * will show is known from the first moment: the hit boxes stand before anything moves.
 */
import { Board, MOST_DICE, POSE, ease } from './board.js';
import { createStill } from './still.js';
import { clock as pageClock } from './time.js';
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

/** @typedef {'full' | 'fast' | 'instant'} Speed */
/** @typedef {import('./trajectory.js').Throw} Throw */
/**
 * @typedef {object} Player
 * @property {(thr: Throw, options?: {at?: number}) => void} play  `at`: ms of the throw that are already over
 * @property {(faces: number[]) => void} show  dice at rest that were not thrown
 * @property {() => boolean} skip  whether it is heeded
 * @property {(...dice: number[]) => void} lift  these dice and no others
 * @property {(dice: number[]) => void} dim  these dice and no others
 * @property {(dice: number[]) => void} remove  kept dice leave over the far rail
 * @property {(up?: boolean) => void} gather  all dice are swept up by the player, who sees the whole tray; `false`
 *   puts them back
 * @property {() => void} clear
 * @property {(thr: Throw, ms: number) => void} scrub  one moment of a throw, standing still
 * @property {() => import('./layout.js').Box[]} boxes  by die, CSS pixels, in the rest grid
 * @property {() => number[]} order  dice in reading order
 * @property {() => number[]} faces  what the dice show as they lie on the picture
 * @property {() => boolean} moving
 * @property {(layout: import('./layout.js').Layout) => void} relayout
 * @property {(speed: Speed) => void} setSpeed
 * @property {() => void} redraw
 * @property {() => void} dispose
 */
/**
 * @typedef {object} PlayerOptions
 * @property {Speed} [speed]
 * @property {(cue: import('./trajectory.js').Cue) => void} [onHit]  as the picture reaches a sound cue
 * @property {() => void} [onSettled]  once a throw, when its dice stand in the grid
 * @property {import('./time.js').Clock} [clock]
 */

/**
 * @param {import('./renderer.js').Stage} stage
 * @param {import('./layout.js').Layout} layout
 * @param {PlayerOptions} [options]
 * @returns {Player}
 */
export function createAnimator(stage, layout, options = {}) {
  const { onHit, onSettled, clock = pageClock } = options;
  const board = new Board(stage, layout);
  const still = createStill(stage, layout, { ...options, board });
  const from = new Float32Array(MOST_DICE * POSE);
  let speed = options.speed ?? 'full';
  /** @type {'rest' | 'throw' | 'glide'} */
  let phase = 'rest';
  let thr = /** @type {Throw} */ ({});
  /** When the throw or the glide began, how fast it runs, how much was already over, and how long the glide takes. */
  let started = 0;
  let rate = 1;
  let ahead = 0;
  let glideMs = 1;
  let nextCue = 0;
  let last = 0;
  /** The camera's move between the grid (0) and the whole tray (1). */
  const move = { from: 0, to: 0, at: 0, ms: 1 };
  /** @type {(() => void) | null} */
  let stop = null;

  function run() {
    if (!stop) last = clock.now();
    stop ??= clock.onFrame(frame);
  }

  /** Ends whatever moves, with the camera over the grid. */
  function park() {
    stop?.();
    stop = null;
    still.dispose();
    phase = 'rest';
    zoom(0, 0, 0);
    move.from = 0;
  }

  /** @param {number} to @param {number} ms @param {number} at */
  function zoom(to, ms, at) {
    move.from = board.wide;
    move.to = to;
    move.at = at;
    move.ms = ms;
  }

  /** @param {number} now */
  function frame(now) {
    const fidgets = board.advance(Math.max(0, now - last));
    last = now;
    if (phase === 'throw') fly(now);
    if (phase === 'glide') glide(now);
    else if (phase === 'rest') board.rest();
    const t = move.ms ? Math.min(1, Math.max(0, (now - move.at) / move.ms)) : 1;
    // Stepping back starts at once, coming closer starts softly.
    board.wide = move.from + (move.to - move.from) * (move.to ? 1 - (1 - t) ** 3 : ease(t));
    if (phase === 'rest' && !fidgets && t === 1) {
      stop?.();
      stop = null;
    }
    board.paint(stop !== null);
  }

  /** @param {number} now */
  function fly(now) {
    const t = ahead + Math.max(0, now - started) * rate;
    samplePoses(thr, Math.min(t, thr.durationMs), board.poses);
    for (; nextCue < thr.cues.length && thr.cues[nextCue].tMs <= t; nextCue += 1) onHit?.(thr.cues[nextCue]);
    if (t >= thr.durationMs) startGlide(now - (t - thr.durationMs) / rate, glideMs);
  }

  /** @param {number} at @param {number} ms */
  function startGlide(at, ms) {
    phase = 'glide';
    started = at;
    glideMs = ms;
    zoom(0, ms, at);
    from.set(board.poses);
  }

  /** @param {number} now */
  function glide(now) {
    const t = Math.min(1, (now - started) / glideMs);
    for (let die = 0; die < board.n; die += 1) blendPose(from, board.homes, die * POSE, ease(t), board.poses);
    if (t < 1) return;
    phase = 'rest';
    board.rest();
    onSettled?.();
  }

  /** @type {(...mark: [0 | 1 | 2, Iterable<number>, number?, boolean?]) => void} */
  function mark(...change) {
    board.mark(...change);
    if (speed !== 'instant' || phase !== 'rest') {
      run();
      return;
    }
    board.advance(Infinity);
    board.paint(false);
  }

  return {
    ...still,
    play(next, { at = 0 } = {}) {
      if (speed === 'instant') {
        park();
        still.play(next);
        return;
      }
      still.dispose();
      samplePoses(next, next.durationMs, board.poses);
      board.settle(next.count);
      const pace = PACES[speed];
      thr = next;
      phase = 'throw';
      started = clock.now();
      rate = Math.max(1, next.durationMs / pace.throw);
      ahead = at;
      nextCue = next.cues.filter((cue) => cue.tMs < at).length;
      glideMs = pace.glide;
      zoom(1, pace.back, started);
      run();
      frame(started);
    },
    show(faces) {
      park();
      still.show(faces);
    },
    skip() {
      const now = clock.now();
      if (phase === 'rest' || (phase === 'throw' && now - started < SKIP_AFTER)) return false;
      if (phase === 'throw' || started + glideMs - now > SKIP_GLIDE) startGlide(now, SKIP_GLIDE);
      return true;
    },
    lift: (...dice) => mark(0, dice),
    dim: (dice) => mark(1, dice),
    remove: (dice) => mark(2, dice, 1, false),
    gather(up = true) {
      if (phase !== 'rest') return;
      if (speed !== 'instant') zoom(up ? 1 : 0, PACES[speed].back, clock.now());
      mark(2, board.order, up ? -1 : 0);
    },
    clear() {
      park();
      still.clear();
    },
    scrub(next, ms) {
      park();
      still.scrub(next, ms);
    },
    moving: () => stop !== null,
    relayout(next) {
      board.relayout(next);
      if (phase === 'rest') board.rest();
      board.paint(stop !== null);
    },
    setSpeed(next) {
      speed = next;
    },
    dispose: park,
  };
}

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
