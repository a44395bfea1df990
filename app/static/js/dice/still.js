/**
 * The player without motion: dice stand in the grid at once and flash, once. Two pictures a roll.
 */
import { Board } from './board.js';
import { clock as pageClock } from './time.js';
import { samplePoses } from './trajectory.js';

const FLASH_MS = 120;

/**
 * @param {import('./renderer.js').Stage} stage
 * @param {import('./layout.js').Layout} layout
 * @param {import('./animator.js').PlayerOptions & {board?: Board}} [options]
 * @returns {import('./animator.js').Player}
 */
export function createStill(stage, layout, options = {}) {
  const { onHit = () => {}, onSettled = () => {}, clock = pageClock, board = new Board(stage, layout) } = options;
  let callOff = () => {};

  function stand() {
    board.wide = 0;
    board.rest();
    board.advance(Infinity);
    board.paint(false);
  }

  function flash() {
    board.moods.fill(-1);
    board.wide = 0;
    board.rest();
    board.paint(false);
    callOff = clock.after(FLASH_MS, stand);
  }

  /** @param {Iterable<number>} dice @param {-1 | 0 | 1} where */
  function leave(dice, where) {
    board.leave(dice, where);
    stand();
  }

  return {
    play(thr) {
      callOff();
      samplePoses(thr, thr.durationMs, board.poses);
      board.settle(board.poses, thr.count);
      flash();
      const loudest = thr.cues.reduce((best, cue) => (cue.intensity > best.intensity ? cue : best), thr.cues[0]);
      if (loudest) onHit(loudest);
      onSettled();
    },
    show(faces) {
      callOff();
      board.lay(faces);
      stand();
    },
    skip: () => false,
    lift(...dice) {
      board.lift(dice);
      stand();
    },
    dim(dice) {
      board.dim(dice);
      stand();
    },
    remove: (dice) => leave(dice, 1),
    gather: (up = true) => leave(board.order, up ? -1 : 0),
    clear() {
      callOff();
      board.lay([]);
      stand();
    },
    scrub(thr, ms) {
      callOff();
      board.reset(thr.count);
      samplePoses(thr, Math.min(ms, thr.durationMs), board.poses);
      board.wide = 1;
      board.paint(false);
    },
    boxes: () => board.boxes,
    order: () => board.order,
    faces: () => board.faces(),
    moving: () => false,
    relayout(next) {
      board.relayout(next);
      stand();
    },
    setSpeed() {},
    redraw: () => board.paint(false),
    dispose: () => callOff(),
  };
}
