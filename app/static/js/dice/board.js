/**
 * The dice on the felt: which face, which place in the grid, lifted, dimmed or taken away; and one way to paint them.
 * Shared by the player with motion and the one without.
 */
import { aim, blendCameras, newCamera, newView } from './camera.js';
import { faceUp, skew, spinFlat, turnUp } from './faces.js';
import { EDGE, rowsOf } from './layout.js';

export const MOST_DICE = 8;
/** Numbers of a pose: x y z in mm, quaternion x y z w. */
export const POSE = 7;

/** mm a picked die is lifted. */
const LIFT = 7;
/** Milliseconds of a lift, of a dimming, of a departure. */
const PACE = [110, 120, 210];
/** How much of its landing turn a die keeps in the grid: enough to look thrown, not enough to look untidy. */
const KEPT_TURN = 0.14;
/** mm: where the dice are held before a throw, how far apart, and how high over the felt. */
const HAND = { y: -62, apart: 18, z: EDGE / 2 + 7 };

/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {0 | 1 | 2} Mark  lift, dim, leave */

/** @param {number} t */
export const ease = (t) => t * t * t * (10 - 15 * t + 6 * t * t);

export class Board {
  n = 0;
  /** Where each die is now, and where it rests in the grid before lifting. */
  poses = new Float32Array(MOST_DICE * POSE);
  homes = new Float32Array(MOST_DICE * POSE);
  /** Dice in reading order. @type {number[]} */
  order = [];
  /** Hit boxes by die. @type {import('./layout.js').Box[]} */
  boxes = [];
  /** 0 the camera over the grid, 1 over the whole tray. */
  wide = 0;
  /** How far the eye leans in beyond that, as a share of its distance. */
  lean = 0;
  /** How hard the dice in the hand tremble, 0–1, and ms of the clock by which they do. */
  tremble = 0;
  beat = 0;
  /** mm that each die hops. */
  hops = new Float32Array(MOST_DICE);
  /** Each die's lift (0–1), mood (1 dimmed, −1 flashing), departure (−1 into the player's hand, 1 over the far rail). */
  marks = [0, 1, 2].map(() => new Float32Array(MOST_DICE));
  goals = [0, 1, 2].map(() => new Float32Array(MOST_DICE));
  #drawn = new Float32Array(MOST_DICE * POSE);
  #cam = newCamera();

  /** @param {import('./renderer.js').Stage} stage @param {Layout} layout */
  constructor(stage, layout) {
    this.stage = stage;
    this.relayout(layout);
  }

  /** @param {Layout} layout */
  relayout(layout) {
    this.layout = layout;
    this.view = newView(layout.w, layout.h);
    this.#assign();
  }

  /** @param {number} n */
  #reset(n) {
    this.n = n;
    for (const list of [...this.marks, ...this.goals]) list.fill(0);
  }

  /** Puts the homes where the grid's cells look. */
  #assign() {
    const cells = this.layout.cells(this.n);
    this.boxes = [];
    this.order.forEach((die, slot) => {
      const [x, y] = this.layout.spot(cells[slot]);
      this.homes.set([x, y, EDGE / 2], die * POSE);
      this.boxes[die] = cells[slot];
    });
  }

  /** Gives each of n landed dice its place: the far half in the upper row, each row from left to right. @param {number} n */
  settle(n) {
    this.#reset(n);
    const { poses, homes } = this;
    const by = (/** @type {number} */ k, /** @type {number} */ sign) => (/** @type {number} */ a, /** @type {number} */ b) =>
      sign * (poses[a * POSE + k] - poses[b * POSE + k]) || a - b;
    const away = Array.from({ length: n }, (_, die) => die).sort(by(1, -1));
    const upper = rowsOf(n)[0];
    this.order = [...away.slice(0, upper).sort(by(0, 1)), ...away.slice(upper).sort(by(0, 1))];
    for (let at = 3; at < n * POSE; at += POSE) spinFlat(poses, at, skew(poses, at) * (KEPT_TURN - 1), homes, at);
    this.#assign();
  }

  /** Dice that were not thrown, in the order given. @param {number[]} faces */
  lay(faces) {
    this.#reset(faces.length);
    this.order = faces.map((_, die) => die);
    faces.forEach((face, die) => turnUp(face, (((die * 37 + face * 11) % 13) - 6) * 0.012, this.homes, die * POSE + 3));
    this.#assign();
    this.rest();
  }

  /** @param {Mark} kind @param {Iterable<number>} dice @param {number} [goal] @param {boolean} [only]  the others go back */
  mark(kind, dice, goal = 1, only = true) {
    if (only) this.goals[kind].fill(0);
    for (const die of dice) this.goals[kind][die] = goal;
  }

  /** Moves all marks on. @param {number} ms @returns {boolean} whether some still move */
  advance(ms) {
    let moving = false;
    for (let kind = 0; kind < 3; kind += 1) {
      const step = ms / PACE[kind];
      for (let die = 0; die < this.n; die += 1) {
        const way = this.goals[kind][die] - this.marks[kind][die];
        this.marks[kind][die] += Math.max(-step, Math.min(step, way));
        moving ||= Math.abs(way) > step;
      }
    }
    return moving;
  }

  /** All dice at home. */
  rest() {
    this.poses.set(this.homes);
  }

  /** @param {boolean} moving  whether another frame follows at once */
  paint(moving) {
    const { layout, view, poses, marks } = this;
    const drawn = this.#drawn;
    blendCameras(layout.rest, layout.tray, this.wide, this.#cam);
    this.#cam.far *= 1 - this.lean;
    aim(this.#cam, view);
    layout.pool(this.wide, view.pool);
    view.moving = moving;
    let n = 0;
    for (let die = 0; die < this.n; die += 1) {
      const gone = marks[2][die];
      if (gone === 1) continue;
      const at = n * POSE;
      for (let k = 0; k < POSE; k += 1) drawn[at + k] = poses[die * POSE + k];
      if (gone < 0) this.#hold(die, ease(-gone), at);
      drawn[at + 1] += ease(Math.max(0, gone)) * 110;
      // Over the far rail a die must rise first.
      drawn[at + 2] += ease(marks[0][die]) * LIFT + ease(Math.min(1, Math.max(0, gone) * 2.5)) * 22 + this.hops[die];
      view.mood[n] = marks[1][die];
      n += 1;
    }
    this.stage.draw(drawn, n, view);
  }

  /** Draws a die a share `u` of its way into the player's hand, where it may tremble. @param {number} die @param {number} u @param {number} at */
  #hold(die, u, at) {
    const drawn = this.#drawn;
    const place = this.order.indexOf(die);
    const near = rowsOf(this.n)[0];
    const row = place < near ? 0 : 1;
    const column = row ? place - near - (this.n - near - 1) / 2 : place - (near - 1) / 2;
    const spot = [column * HAND.apart, HAND.y - row * HAND.apart, HAND.z];
    const shake = this.tremble * u;
    for (let k = 0; k < 3; k += 1) {
      const wave = Math.sin(this.beat * (0.041 + 0.009 * k) + die * (2.4 - k) + k);
      drawn[at + k] += (spot[k] - drawn[at + k]) * u + wave * shake * 1.9;
    }
    if (shake === 0) return;
    const swing = Math.sin(this.beat * 0.047 + die * 1.9) * shake;
    tip(drawn, at + 3, swing * 0.3);
    spinFlat(drawn, at + 3, Math.sin(this.beat * 0.036 + die) * shake * 0.25, drawn, at + 3);
  }

  /** The face each die shows as it lies now. */
  faces() {
    return this.order.map((_, die) => faceUp(this.poses, die * POSE + 3));
  }
}

/** Turns an orientation about the axis that runs from left to right. @param {Float32Array} poses @param {number} at @param {number} angle */
function tip(poses, at, angle) {
  const s = Math.sin(angle / 2);
  const c = Math.cos(angle / 2);
  const [x, y, z, w] = [poses[at], poses[at + 1], poses[at + 2], poses[at + 3]];
  poses[at] = c * x + s * w;
  poses[at + 1] = c * y - s * z;
  poses[at + 2] = c * z + s * y;
  poses[at + 3] = c * w - s * x;
}
