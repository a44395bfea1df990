/**
 * The dice on the felt: which face, which place in the grid, lifted, dimmed or taken away; and one way to paint
 * them. Shared by the player with motion and the one without.
 */
import { aim, blendCameras, newCamera, newView } from './camera.js';
import { faceUp, skew, turnUp } from './faces.js';
import { EDGE, rowsOf } from './layout.js';

export const MOST_DICE = 8;
/** Floats of a pose: x y z in mm, quaternion x y z w. */
export const POSE = 7;

/** mm a picked die is lifted. */
const LIFT = 7;
const LIFT_MS = 110;
const MOOD_MS = 120;
const LEAVE_MS = 210;
/** How much of a die's landing turn it keeps in the grid: enough to look thrown, not enough to look untidy. */
const KEPT_TURN = 0.14;

/**
 * @typedef {import('./layout.js').Layout} Layout
 * @typedef {import('./layout.js').Box} Box
 */

/** @param {number} t */
export const ease = (t) => (t <= 0 ? 0 : t >= 1 ? 1 : t * t * t * (10 - 15 * t + 6 * t * t));

/** @param {number} value @param {number} goal @param {number} step */
const towards = (value, goal, step) =>
  Math.abs(goal - value) <= step ? goal : value + Math.sign(goal - value) * step;

export class Board {
  /**
   * @param {import('./renderer.js').Stage} stage
   * @param {Layout} layout
   */
  constructor(stage, layout) {
    this.stage = stage;
    this.n = 0;
    /** Where each die is now. */
    this.poses = new Float32Array(MOST_DICE * POSE);
    /** Where each die rests in the grid, before lifting. */
    this.homes = new Float32Array(MOST_DICE * POSE);
    /** Dice in reading order: `order[0]` stands first in the upper row. */
    this.order = /** @type {number[]} */ ([]);
    /** 0 the camera over the grid, 1 the whole tray. */
    this.wide = 0;
    this.lifts = new Float32Array(MOST_DICE);
    this.liftGoals = new Float32Array(MOST_DICE);
    this.moods = new Float32Array(MOST_DICE);
    this.moodGoals = new Float32Array(MOST_DICE);
    /** −1…1: left towards the player, stands, or left over the far rail. */
    this.left = new Float32Array(MOST_DICE);
    this.leftGoals = new Float32Array(MOST_DICE);
    this.drawn = new Float32Array(MOST_DICE * POSE);
    this.cam = newCamera();
    this.relayout(layout);
  }

  /** @param {Layout} layout */
  relayout(layout) {
    this.layout = layout;
    this.view = newView(layout.w, layout.h);
    this.assignCells();
  }

  /** Forgets every lift, dimming and departure. @param {number} n */
  reset(n) {
    this.n = n;
    for (const marks of [this.lifts, this.liftGoals, this.moods, this.moodGoals, this.left, this.leftGoals]) {
      marks.fill(0);
    }
  }

  /**
   * Gives each die of a settled throw its place: the far half in the upper row, each row from left to right.
   * @param {Float32Array} landed  poses
   * @param {number} n
   */
  settle(landed, n) {
    this.reset(n);
    const x = (/** @type {number} */ die) => landed[die * POSE];
    const y = (/** @type {number} */ die) => landed[die * POSE + 1];
    const away = Array.from({ length: n }, (_, die) => die).sort((a, b) => y(b) - y(a) || a - b);
    const upper = rowsOf(n)[0];
    this.order = [away.slice(0, upper), away.slice(upper)].flatMap((row) => row.sort((a, b) => x(a) - x(b) || a - b));
    for (let die = 0; die < n; die += 1) {
      const at = die * POSE + 3;
      const off = skew(landed, at);
      // Turning about the vertical keeps the face; only most of the skew goes.
      spinFlat(landed, at, -off * (1 - KEPT_TURN), this.homes, at);
    }
    this.assignCells();
  }

  /**
   * Dice that were not thrown, in the order given.
   * @param {number[]} faces
   */
  lay(faces) {
    this.reset(faces.length);
    this.order = faces.map((_, die) => die);
    faces.forEach((face, die) => turnUp(face, (((die * 37 + face * 11) % 13) - 6) * 0.012, this.homes, die * POSE + 3));
    this.assignCells();
  }

  /** Puts the homes where the grid's cells look. */
  assignCells() {
    const cells = this.layout.cells(this.n);
    /** @type {Box[]} hit boxes by die */
    this.boxes = [];
    this.order.forEach((die, slot) => {
      const [x, y] = this.layout.spot(cells[slot]);
      this.homes[die * POSE] = x;
      this.homes[die * POSE + 1] = y;
      this.homes[die * POSE + 2] = EDGE / 2;
      this.boxes[die] = cells[slot];
    });
  }

  /** @param {Iterable<number>} dice */
  lift(dice) {
    this.liftGoals.fill(0);
    for (const die of dice) this.liftGoals[die] = LIFT;
  }

  /** @param {Iterable<number>} dice */
  dim(dice) {
    this.moodGoals.fill(0);
    for (const die of dice) this.moodGoals[die] = 1;
  }

  /** @param {Iterable<number>} dice @param {-1 | 0 | 1} where */
  leave(dice, where) {
    for (const die of dice) this.leftGoals[die] = where;
  }

  /** Moves lifts, moods and departures on. @param {number} ms @returns {boolean} whether something still moves */
  advance(ms) {
    let moving = false;
    for (let die = 0; die < this.n; die += 1) {
      this.lifts[die] = towards(this.lifts[die], this.liftGoals[die], (ms * LIFT) / LIFT_MS);
      this.moods[die] = towards(this.moods[die], this.moodGoals[die], ms / MOOD_MS);
      this.left[die] = towards(this.left[die], this.leftGoals[die], ms / LEAVE_MS);
      moving ||=
        this.lifts[die] !== this.liftGoals[die] ||
        this.moods[die] !== this.moodGoals[die] ||
        this.left[die] !== this.leftGoals[die];
    }
    return moving;
  }

  /** All dice at home. */
  rest() {
    this.poses.set(this.homes);
  }

  /** @param {boolean} moving  whether another frame follows */
  paint(moving) {
    const { layout, view, poses, drawn } = this;
    blendCameras(layout.rest, layout.tray, this.wide, this.cam);
    aim(this.cam, view);
    layout.pool(this.wide, view.pool);
    view.moving = moving;
    let n = 0;
    for (let die = 0; die < this.n; die += 1) {
      const gone = this.left[die];
      if (gone <= -1 || gone >= 1) continue;
      const to = n * POSE;
      for (let k = 0; k < POSE; k += 1) drawn[to + k] = poses[die * POSE + k];
      const far = Math.abs(gone);
      drawn[to + 1] += Math.sign(gone) * ease(far) * 110;
      drawn[to + 2] += this.lifts[die] + (gone > 0 ? ease(far * 2.5) * 22 : far * 4);
      view.mood[n] = this.moods[die];
      n += 1;
    }
    this.stage.draw(drawn, n, view);
  }

  /** The face each die shows as it lies now. @returns {number[]} */
  faces() {
    return Array.from({ length: this.n }, (_, die) => faceUp(this.poses, die * POSE + 3));
  }
}

/**
 * Turns an orientation about the vertical.
 * @param {Float32Array} from
 * @param {number} at  index of the quaternion's x
 * @param {number} angle  radians
 * @param {Float32Array} out
 * @param {number} to
 */
function spinFlat(from, at, angle, out, to) {
  const s = Math.sin(angle / 2);
  const c = Math.cos(angle / 2);
  const [x, y, z, w] = [from[at], from[at + 1], from[at + 2], from[at + 3]];
  out[to] = c * x - s * y;
  out[to + 1] = c * y + s * x;
  out[to + 2] = c * z + s * w;
  out[to + 3] = c * w - s * z;
}
