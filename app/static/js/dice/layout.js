/**
 * Where things stand on a felt of a given size. The grid is laid out in CSS pixels, because fingers are; the dice are
 * then put where those pixels look.
 */
import { fit, focal, newCamera, unproject } from './camera.js';

/** mm; `w` × `h` is the felt between the rails. */
export const TRAY = { w: 144, h: 192, rail: 7 };
export const EDGE = 16;

const COLUMNS = 4;
const REST_TILT = (78 * Math.PI) / 180;
/** Share of a cell's width that a die's upper face takes. */
const FACE_SHARE = 0.7;
/** Cells stop growing here, or dice on a desktop would look like furniture. */
const WIDEST_CELL = 124;

/** @typedef {{x: number, y: number, w: number, h: number}} Box  CSS pixels from the canvas's upper left corner */
/**
 * @typedef {object} Layout
 * @property {number} w
 * @property {number} h
 * @property {import('./camera.js').Camera} rest  over the grid
 * @property {import('./camera.js').Camera} tray  over the whole tray
 * @property {(n: number) => Box[]} cells  hit boxes for n dice, row by row
 * @property {(box: Box) => number[]} spot  where on the felt the die of a box stands
 * @property {(wide: number, out: Float32Array) => void} pool  the pool of light between grid (0) and tray (1)
 */

/** At most four dice in a row, the longer row first. @type {(n: number) => number[]} */
export const rowsOf = (n) => (n <= COLUMNS ? [n] : [Math.ceil(n / 2), Math.floor(n / 2)]);

/** @type {(w: number, h: number) => Layout} */
export function planFelt(w, h) {
  const cellW = Math.min(WIDEST_CELL, Math.floor((w - 8) / COLUMNS), Math.floor(h / 2.5));
  const cellH = Math.round(cellW * 1.1);
  const spare = h - 2 * cellH;
  const top = Math.round(spare - Math.min(48, Math.max(6, spare * 0.2)));
  const rest = restCamera(w, h, cellW, top + cellH);
  const tray = trayCamera(w, h);
  return {
    w,
    h,
    rest,
    tray,
    cells(n) {
      const rows = rowsOf(n);
      return rows.flatMap((count, row) =>
        Array.from({ length: count }, (_, column) => ({
          x: w / 2 + (column - count / 2) * cellW,
          y: top + (row + 1 - rows.length / 2) * cellH,
          w: cellW,
          h: cellH,
        })),
      );
    },
    spot(box) {
      const p = [0, 0, 0];
      unproject(rest, focal(w, h), box.x + box.w / 2, box.y + box.h / 2, EDGE / 2, p);
      return p;
    },
    pool(wide, out) {
      const middle = rest.cy - h * 0.04;
      out[0] = w / 2;
      out[1] = middle + (h / 2 - middle) * wide;
      out[2] = w * (0.72 - 0.06 * wide);
      out[3] = h * (0.72 - 0.1 * wide);
    },
  };
}

/** Nearly from above, over the grid's middle, the far rail along the upper edge. @param {number} w @param {number} h @param {number} cellW @param {number} middle */
function restCamera(w, h, cellW, middle) {
  const f = focal(w, h);
  const far = (f * EDGE) / (FACE_SHARE * cellW) + EDGE * Math.sin(REST_TILT);
  const cam = { ...newCamera(), tilt: REST_TILT, far, cx: w / 2, cy: middle };
  const edge = [0, 0, 0];
  unproject(cam, f, w / 2, h < 300 ? 14 : 20, TRAY.rail, edge);
  cam.y = TRAY.h / 2 - edge[1];
  return cam;
}

/** The whole tray and most of its rail; flatter on wide felts, so that they are filled too. @param {number} w @param {number} h */
function trayCamera(w, h) {
  const tall = Math.min(1, Math.max(0, (1.35 - w / h) / 0.6));
  const cam = { ...newCamera(), tilt: ((52 + 20 * tall) * Math.PI) / 180 };
  const rail = 7 + 4 * tall;
  // Dice that stand at the far rail hide what lies behind them: show as much more of that side.
  const head = EDGE / Math.tan(cam.tilt) / 2;
  cam.y = head;
  fit(cam, w, h, TRAY.w / 2 + rail, TRAY.h / 2 + rail + head);
  return cam;
}
