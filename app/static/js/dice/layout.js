/**
 * Where things stand on a felt of a given size: the two cameras, the pool of light, the rest grid.
 *
 * The grid is laid out in CSS pixels, because fingers are; the dice are then put where those pixels look.
 */
import { fitBox, focal, newCamera, unproject } from './camera.js';

/** The tray and its rail, mm. `w` × `h` is the felt between the rails. */
export const TRAY = { w: 144, h: 192, railHeight: 7, railWidth: 13 };
export const EDGE = 16;

const COLUMNS = 4;
const REST_TILT = (78 * Math.PI) / 180;
/** Share of a cell's width that a die's upper face takes. */
const FACE_SHARE = 0.7;
/** Cells stop growing here, or dice on a desktop would look like furniture. */
const WIDEST_CELL = 124;

/**
 * @typedef {object} Box  CSS pixels from the canvas's upper left corner
 * @property {number} x
 * @property {number} y
 * @property {number} w
 * @property {number} h
 */

/**
 * @typedef {object} Layout
 * @property {number} w
 * @property {number} h
 * @property {number} cellW
 * @property {number} cellH
 * @property {import('./camera.js').Camera} rest  the camera over the grid
 * @property {import('./camera.js').Camera} tray  the camera that sees the whole tray
 * @property {(n: number) => Box[]} cells  hit boxes for n dice, row by row
 * @property {(wide: number, out: Float32Array) => void} pool  the pool of light between grid (0) and tray (1):
 *   centre x, y and radii x, y in CSS pixels
 * @property {(box: Box) => [number, number]} spot  where on the felt the die of a box stands, mm
 */

/**
 * How many dice stand in each row: at most four, the longer row first.
 * @param {number} n
 * @returns {number[]}
 */
export const rowsOf = (n) => (n <= COLUMNS ? [n] : [Math.ceil(n / 2), Math.floor(n / 2)]);

/**
 * @param {number} w  CSS pixels of the canvas
 * @param {number} h
 * @returns {Layout}
 */
export function planFelt(w, h) {
  const cellW = Math.min(WIDEST_CELL, Math.floor((w - 8) / COLUMNS), Math.floor(h / 2.5));
  const cellH = Math.round(cellW * 1.1);
  const spare = h - 2 * cellH;
  const gridTop = Math.round(spare - Math.min(48, Math.max(6, spare * 0.2)));
  const rest = restCamera(w, h, cellW, gridTop + cellH);
  const f = focal(w, h);

  return {
    w,
    h,
    cellW,
    cellH,
    rest,
    tray: trayCamera(w, h),
    cells(n) {
      const rows = rowsOf(n);
      const top = gridTop + ((2 - rows.length) * cellH) / 2;
      return rows.flatMap((count, row) =>
        Array.from({ length: count }, (_, column) => ({
          x: (w - count * cellW) / 2 + column * cellW,
          y: top + row * cellH,
          w: cellW,
          h: cellH,
        })),
      );
    },
    pool(wide, out) {
      const middle = rest.cy - h * 0.04;
      out[0] = w / 2;
      out[1] = middle + (h / 2 - middle) * wide;
      out[2] = w * (0.72 - 0.06 * wide);
      out[3] = h * (0.72 - 0.1 * wide);
    },
    spot(box) {
      const p = [0, 0, 0];
      unproject(rest, f, box.x + box.w / 2, box.y + box.h / 2, EDGE / 2, p);
      return [p[0], p[1]];
    },
  };
}

/**
 * Nearly from above, over the middle of the grid, with the far rail along the upper edge.
 * @param {number} w
 * @param {number} h
 * @param {number} cellW
 * @param {number} gridMiddle
 */
function restCamera(w, h, cellW, gridMiddle) {
  const cam = newCamera();
  const f = focal(w, h);
  const scale = (FACE_SHARE * cellW) / EDGE;
  cam.tilt = REST_TILT;
  cam.far = f / scale + EDGE * Math.sin(REST_TILT);
  cam.cx = w / 2;
  cam.cy = gridMiddle;
  const p = [0, 0, 0];
  unproject(cam, f, w / 2, h < 300 ? 14 : 20, TRAY.railHeight, p);
  cam.y = TRAY.h / 2 - p[1];
  return cam;
}

/**
 * The whole tray with most of its rail; flatter on wide felts, so that they are filled too.
 * @param {number} w
 * @param {number} h
 */
function trayCamera(w, h) {
  const cam = newCamera();
  const tall = Math.min(1, Math.max(0, (1.35 - w / h) / 0.6));
  cam.tilt = ((54 + 18 * tall) * Math.PI) / 180;
  const rail = TRAY.railWidth * 0.8;
  fitBox(cam, w, h, TRAY.w / 2 + rail, TRAY.h / 2 + rail, TRAY.railHeight);
  return cam;
}
