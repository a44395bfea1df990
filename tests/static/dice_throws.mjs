/** Throws and stages for the tests of the dice: decoded records with few keys, and a stage that keeps what it is given. */
import { Clock } from '../../app/static/js/dice/time.js';
import { turnUp } from '../../app/static/js/dice/faces.js';

/** A clock whose host never runs by itself: only `advance` moves it. */
export function frozenClock() {
  const clock = new Clock({ performance: { now: () => 1000 }, setTimeout: () => 0, clearTimeout() {} });
  clock.freeze();
  return clock;
}

/**
 * A decoded throw in which each die slides straight from the near edge to its place, already showing its face.
 * @param {{face: number, x: number, y: number, yaw?: number}[]} ends
 */
export function straightThrow(ends, durationMs = 1500, cues = []) {
  const dice = ends.map(({ face, x, y, yaw = 0.3 }) => {
    const turn = new Float32Array(4);
    turnUp(face, yaw, turn, 0);
    return {
      face,
      finalYaw: yaw,
      times: Uint16Array.of(0, durationMs),
      places: Float64Array.of(x, -88, 30, x, y, 0),
      turns: Float64Array.of(...turn, ...turn),
    };
  });
  return { version: 1, durationMs, trayW: 144, trayH: 192, edge: 16, count: ends.length, dice, cues };
}

/** Eight dice that come to rest all over the tray; reading order by place is 2 0 3 1 · 5 7 4 6. */
export const EIGHT = [
  { face: 6, x: -20, y: 70 },
  { face: 1, x: 60, y: 40 },
  { face: 2, x: -55, y: 30 },
  { face: 5, x: 5, y: 52 },
  { face: 3, x: 12, y: -60 },
  { face: 4, x: -60, y: -10 },
  { face: 6, x: 48, y: 5 },
  { face: 1, x: -30, y: -75 },
];

/** A stage that draws nothing and remembers everything. */
export class RecordingStage {
  /** @type {{n: number, poses: number[], lens: number[], eye: number[], mood: number[], moving: boolean}[]} */
  pictures = [];

  draw(poses, n, view) {
    this.pictures.push({
      n,
      poses: [...poses.slice(0, n * 7)],
      lens: [...view.lens],
      eye: [...view.eye],
      mood: [...view.mood.slice(0, n)],
      moving: view.moving,
    });
  }

  get last() {
    return this.pictures[this.pictures.length - 1];
  }
}
