/** The player without motion: dice stand in the grid at once and flash, once. Two pictures a roll. */
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
  const { onHit, onSettled, clock = pageClock, board = new Board(stage, layout) } = options;
  let callOff = () => {};

  function stand() {
    callOff();
    board.wide = 0;
    board.rest();
    board.advance(Infinity);
    board.paint(false);
  }

  /** @type {(...mark: [0 | 1 | 2, Iterable<number>, number?, boolean?]) => void} */
  function mark(...change) {
    board.mark(...change);
    stand();
  }

  return {
    play(thr) {
      callOff();
      samplePoses(thr, thr.durationMs, board.poses);
      board.settle(thr.count);
      board.marks[1].fill(-1);
      board.wide = 0;
      board.rest();
      board.paint(false);
      callOff = clock.after(FLASH_MS, stand);
      const [loudest] = [...thr.cues].sort((a, b) => b.intensity - a.intensity);
      if (loudest) onHit?.(loudest);
      onSettled?.();
    },
    show(faces) {
      board.lay(faces);
      stand();
    },
    skip: () => false,
    lift: (...dice) => mark(0, dice),
    dim: (dice) => mark(1, dice),
    remove: (dice) => mark(2, dice, 1, false),
    gather: (up = true) => mark(2, board.order, up ? -1 : 0),
    clear() {
      board.lay([]);
      stand();
    },
    scrub(thr, ms) {
      callOff();
      samplePoses(thr, thr.durationMs, board.poses);
      board.settle(thr.count);
      samplePoses(thr, ms, board.poses);
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
