/** Small pictures of the dice that lie here, face by face, cut out of one picture by the stage that draws them all. */
import { POSE } from './board.js';
import { aim, newView, project } from './camera.js';
import { turnUp } from './faces.js';
import { EDGE } from './layout.js';

const FACES = [1, 2, 3, 4, 5, 6];

/**
 * The faces one to six side by side, each a square, as an image address. The stage must be given its own picture again
 * in the same breath, before anybody sees this one.
 * @param {import('./renderer.js').Stage} stage
 * @param {import('./layout.js').Layout} layout
 */
export function portraitsOf(stage, layout) {
  const view = newView(layout.w, layout.h);
  const poses = new Float32Array(FACES.length * POSE);
  const cells = layout.cells(FACES.length);
  aim(layout.rest, view);
  layout.pool(0, view.pool);
  FACES.forEach((face, k) => {
    const [x, y] = layout.spot(cells[k]);
    poses.set([x, y, EDGE / 2], k * POSE);
    turnUp(face, 0, poses, k * POSE + 3);
  });
  stage.draw(poses, FACES.length, view);
  const sheet = document.createElement('canvas');
  const pen = /** @type {CanvasRenderingContext2D} */ (sheet.getContext('2d'));
  const density = stage.canvas.width / layout.w;
  const squares = FACES.map((_, k) => squareOf(view, poses[k * POSE], poses[k * POSE + 1]).map((px) => px * density));
  const side = Math.round(squares[0][2]);
  sheet.width = side * FACES.length;
  sheet.height = side;
  squares.forEach(([x, y, w, h], k) => pen.drawImage(stage.canvas, x, y, w, h, k * side, 0, side, side));
  return sheet.toDataURL('image/webp', 0.92);
}

/** mm of its edge that are left out, so that no felt shows. */
const EDGING = 0.35;

/** Where the upper face of a die that stands square is seen: x, y, width, height in CSS pixels. @param {import('./camera.js').View} view @param {number} x @param {number} y */
function squareOf(view, x, y) {
  const [far, near] = [[0, 0], [0, 0]];
  const half = EDGE / 2 - EDGING;
  project(view, x - half, y + half, EDGE, far);
  project(view, x + half, y - half, EDGE, near);
  return [far[0], far[1], near[0] - far[0], near[1] - far[1]];
}
