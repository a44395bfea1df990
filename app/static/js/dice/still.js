/** The player without motion: dice stand in the grid at once and flash, once. Two pictures a roll. */
import { Board } from './board.js';
import { clock as pageClock } from './time.js';
import { samplePoses } from './trajectory.js';

const FLASH_MS = 120;

/** @typedef {import('./board.js').Mark} Mark */
/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('./trajectory.js').Throw} Throw */
/** @typedef {'full' | 'fast' | 'instant'} Speed */
/**
 * @typedef {object} PlayerOptions
 * @property {Speed} [speed]
 * @property {(cue: import('./trajectory.js').Cue, delayMs: number) => void} [onHit]  a sound cue, and real ms until the picture reaches it
 * @property {() => void} [onSettled]  once a throw, when its dice stand in the grid
 * @property {import('./time.js').Clock} [clock]
 */

export class Still {
  #callOff = () => {};

  /** @param {import('./renderer.js').Stage} stage @param {Layout} layout @param {PlayerOptions} [options] */
  constructor(stage, layout, options = {}) {
    this.board = new Board(stage, layout);
    this.options = options;
    this.clock = options.clock ?? pageClock;
  }

  /** @param {Throw} thr @param {{at?: number}} [_]  no matter here */
  play(thr, _) {
    this.park();
    this.#settle(thr);
    this.board.marks[1].fill(-1);
    this.board.rest();
    this.redraw();
    this.#callOff = this.clock.after(FLASH_MS, () => this.stand());
    const [loudest] = [...thr.cues].sort((a, b) => b.intensity - a.intensity);
    if (loudest) this.options.onHit?.(loudest, 0);
    this.options.onSettled?.();
  }

  /** Dice at rest that were not thrown. @param {number[]} faces */
  show(faces) {
    this.park();
    this.board.lay(faces);
    this.stand();
  }

  clear() {
    this.show([]);
  }

  /** One moment of a throw. @param {Throw} thr @param {number} ms */
  scrub(thr, ms) {
    this.park();
    this.#settle(thr);
    samplePoses(thr, ms, this.board.poses);
    this.board.wide = 1;
    this.redraw();
  }

  /** Ends what moves; whether it is heeded. */
  skip() {
    return false;
  }

  /** These dice and no others. @param {...number} dice */
  lift(...dice) {
    this.mark(0, dice);
  }

  /** These dice and no others. @param {number[]} dice */
  dim(dice) {
    this.mark(1, dice);
  }

  /** Kept dice leave over the far rail, or are gone at once. @param {number[]} dice @param {boolean} [atOnce] */
  remove(dice, atOnce = false) {
    if (atOnce) for (const die of dice) this.board.marks[2][die] = 1;
    this.mark(2, dice, 1, false);
  }

  /** All dice are swept up by the player, or put back. @param {boolean} [up] */
  gather(up = true) {
    this.mark(2, this.board.order, up ? -1 : 0);
  }

  /** The dice hop one after another; nothing moves here. */
  wave() {}

  /** Hit boxes in the rest grid by die, CSS pixels. */
  boxes() {
    return this.board.boxes;
  }

  /** Dice in reading order. */
  order() {
    return this.board.order;
  }

  /** What the dice show as they lie on the picture. */
  faces() {
    return this.board.faces();
  }

  moving() {
    return false;
  }

  /** @param {Layout} layout */
  relayout(layout) {
    this.board.relayout(layout);
    this.stand();
  }

  /** @param {Speed} _ */
  setSpeed(_) {}

  redraw() {
    this.board.paint(false);
  }

  dispose() {
    this.park();
  }

  /** Ends the flash. */
  calm() {
    this.#callOff();
  }

  /** Ends whatever goes on, with the camera over the grid. */
  park() {
    this.calm();
    this.board.wide = 0;
    this.board.lean = 0;
  }

  /** Everything where it belongs, at once. */
  stand() {
    this.board.rest();
    this.board.advance(Infinity);
    this.redraw();
  }

  /** @param {Mark} kind @param {Iterable<number>} dice @param {number} [goal] @param {boolean} [only] */
  mark(kind, dice, goal, only) {
    this.board.mark(kind, dice, goal, only);
    this.calm();
    this.stand();
  }

  /** @param {Throw} thr */
  #settle(thr) {
    samplePoses(thr, thr.durationMs, this.board.poses);
    this.board.settle(thr.count);
  }
}

/** @param {ConstructorParameters<typeof Still>} given */
export const createStill = (...given) => new Still(...given);
