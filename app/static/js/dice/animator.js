/**
 * Plays a throw as it was recorded, then lets the dice glide into the grid while the camera comes closer.
 *
 * What the dice show is known from the first moment: the hit boxes stand before anything moves.
 */
import { Board, MOST_DICE, POSE, ease } from './board.js';
import { createStill } from './still.js';
import { clock as pageClock } from './time.js';
import { samplePoses } from './trajectory.js';

/** Milliseconds: the glide, the camera stepping back, and the most the recorded part may take. */
const PACES = {
  full: { glide: 350, back: 280, throw: Infinity },
  fast: { glide: 220, back: 130, throw: 560 },
};
const SKIP_GLIDE = 90;
/** Before this a tap still belongs to the button that threw. */
const SKIP_AFTER = 250;
/** mm the dice rise while they glide, so that they pass over each other. */
const GLIDE_HOP = 14;

/**
 * @typedef {'full' | 'fast' | 'instant'} Speed
 * @typedef {import('./trajectory.js').Throw} Throw
 * @typedef {import('./trajectory.js').Cue} Cue
 */

/**
 * @typedef {object} Player
 * @property {(thr: Throw, options?: {at?: number}) => void} play  `at`: ms of the throw that are already over
 * @property {(faces: number[]) => void} show  dice at rest without a throw
 * @property {() => boolean} skip  whether there was something to skip
 * @property {(...dice: number[]) => void} lift  exactly these dice are lifted
 * @property {(dice: number[]) => void} dim  exactly these dice are dimmed
 * @property {(dice: number[]) => void} remove  kept dice leave over the far rail
 * @property {(up?: boolean) => void} gather  all dice are swept up towards the player, who sees the whole tray;
 *   `false` puts them back
 * @property {() => void} clear
 * @property {(thr: Throw, ms: number) => void} scrub  one moment of a throw, standing still
 * @property {() => import('./layout.js').Box[]} boxes  hit boxes by die, CSS pixels
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
 * @property {(cue: Cue) => void} [onHit]  as the picture reaches a sound cue
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
  const { onHit = () => {}, onSettled = () => {}, clock = pageClock } = options;
  const board = new Board(stage, layout);
  const still = createStill(stage, layout, { ...options, board });
  const from = new Float32Array(MOST_DICE * POSE);
  let speed = options.speed ?? 'full';
  /** @type {'rest' | 'throw' | 'glide'} */
  let phase = 'rest';
  /** @type {Throw | null} */
  let thr = null;
  let started = 0;
  let last = 0;
  let rate = 1;
  let ahead = 0;
  let nextCue = 0;
  let glideMs = 350;
  /** The camera's move between the grid (0) and the whole tray (1). */
  const move = { from: 0, to: 0, at: 0, ms: 1 };
  /** @type {(() => void) | null} */
  let stop = null;

  function run() {
    last = clock.now();
    stop ??= clock.onFrame(frame);
  }

  function halt() {
    stop?.();
    stop = null;
  }

  /** Ends whatever moves, with the camera over the grid. */
  function park() {
    halt();
    still.dispose();
    phase = 'rest';
    move.from = 0;
    move.to = 0;
  }

  /** @param {number} to @param {number} ms @param {number} at */
  function zoom(to, ms, at) {
    Object.assign(move, { from: board.wide, to, at, ms });
  }

  /** Stepping back starts at once, coming closer starts softly. @param {number} now @returns {boolean} */
  function moveCamera(now) {
    const t = Math.min(1, Math.max(0, now - move.at) / move.ms);
    board.wide = move.from + (move.to - move.from) * (move.to ? 1 - (1 - t) ** 3 : ease(t));
    return t < 1;
  }

  /** @param {number} now */
  function frame(now) {
    const fidgets = board.advance(Math.max(0, now - last));
    last = now;
    if (phase === 'throw') fly(now);
    else if (phase === 'glide') glide(now);
    else board.rest();
    const zooms = moveCamera(now);
    if (phase === 'rest' && !fidgets && !zooms) halt();
    board.paint(stop !== null);
  }

  /** @param {number} now */
  function fly(now) {
    const { durationMs, cues } = /** @type {Throw} */ (thr);
    const t = ahead + Math.max(0, now - started) * rate;
    samplePoses(/** @type {Throw} */ (thr), Math.min(t, durationMs), board.poses);
    while (nextCue < cues.length && cues[nextCue].tMs <= t) {
      onHit(cues[nextCue]);
      nextCue += 1;
    }
    if (t >= durationMs) startGlide(now - (t - durationMs) / rate, glideMs);
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
    const u = ease(t);
    for (let die = 0; die < board.n; die += 1) blendPose(from, board.homes, die * POSE, u, board.poses);
    if (t < 1) return;
    settle();
  }

  function settle() {
    phase = 'rest';
    thr = null;
    board.rest();
    onSettled();
  }

  /** A change at rest: moved to over a few frames. */
  function fidget() {
    if (speed === 'instant' && phase === 'rest') {
      board.advance(Infinity);
      board.paint(false);
    } else run();
  }

  return {
    play(next, { at = 0 } = {}) {
      if (speed === 'instant') {
        park();
        still.play(next);
        return;
      }
      halt();
      still.dispose();
      const pace = PACES[speed];
      samplePoses(next, next.durationMs, board.poses);
      board.settle(board.poses, next.count);
      thr = next;
      phase = 'throw';
      rate = Math.max(1, next.durationMs / pace.throw);
      ahead = at;
      nextCue = next.cues.findIndex((cue) => cue.tMs >= at);
      if (nextCue < 0) nextCue = next.cues.length;
      glideMs = pace.glide;
      started = clock.now();
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
      if (phase === 'rest') return false;
      if (phase === 'throw') {
        if (now - started < SKIP_AFTER) return false;
        startGlide(now, SKIP_GLIDE);
      } else if (started + glideMs - now > SKIP_GLIDE) startGlide(now, SKIP_GLIDE);
      return true;
    },
    lift(...dice) {
      board.lift(dice);
      fidget();
    },
    dim(dice) {
      board.dim(dice);
      fidget();
    },
    remove(dice) {
      board.leave(dice, 1);
      fidget();
    },
    gather(up = true) {
      if (phase !== 'rest') return;
      board.leave(board.order, up ? -1 : 0);
      if (speed !== 'instant') zoom(up ? 1 : 0, PACES[speed].back, clock.now());
      fidget();
    },
    clear() {
      park();
      still.clear();
    },
    scrub(next, ms) {
      park();
      still.scrub(next, ms);
    },
    boxes: still.boxes,
    order: still.order,
    faces: still.faces,
    moving: () => stop !== null,
    relayout(next) {
      board.relayout(next);
      if (phase === 'rest') board.rest();
      board.paint(false);
    },
    setSpeed(next) {
      speed = next;
    },
    redraw: still.redraw,
    dispose: park,
  };
}

/**
 * A pose a share u of the way from a to b, over a small hop.
 * @param {Float32Array} a
 * @param {Float32Array} b
 * @param {number} at  index of the pose's x
 * @param {number} u
 * @param {Float32Array} out
 */
export function blendPose(a, b, at, u, out) {
  const dx = b[at] - a[at];
  const dy = b[at + 1] - a[at + 1];
  const way = Math.min(1, Math.hypot(dx, dy) / 60);
  out[at] = a[at] + dx * u;
  out[at + 1] = a[at + 1] + dy * u;
  out[at + 2] = a[at + 2] + (b[at + 2] - a[at + 2]) * u + GLIDE_HOP * way * 4 * u * (1 - u);
  let dot = 0;
  for (let k = 3; k < POSE; k += 1) dot += a[at + k] * b[at + k];
  const sign = dot < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(1, Math.abs(dot)));
  const sin = Math.sin(angle);
  const p = sin < 1e-4 ? 1 - u : Math.sin((1 - u) * angle) / sin;
  const q = (sin < 1e-4 ? u : Math.sin(u * angle) / sin) * sign;
  for (let k = 3; k < POSE; k += 1) out[at + k] = a[at + k] * p + b[at + k] * q;
}
