/**
 * Pictures by the shipped renderer, for whoever judges dice sets and tables. Each answers a PNG as a data address.
 */
import { aim, newCamera, newView } from '/app/static/js/dice/camera.js';
import { turnUp } from '/app/static/js/dice/faces.js';
import { EDGE, planFelt } from '/app/static/js/dice/layout.js';
import { createStage } from '/app/static/js/dice/renderer.js';
import { SETS } from '/app/static/js/dice/skins.js';
import { createStill } from '/app/static/js/dice/still.js';
import { SURFACES } from '/app/static/js/dice/surfaces.js';

/** x and y in mm, face and turn: dice that somebody has just thrown. */
const THROWN = [[-20, -7, 5, 0.5], [1, -14, 6, -0.25], [21, -4, 1, 0.2], [-9, 12, 3, -0.45], [13, 16, 4, 0.75]];

let wanted = '';
let stage = null;

/** One stage for all pictures of the same kind. @param {{quality: string, w: number, h: number, dpr: number}} wish */
function stageFor({ quality, w, h, dpr }) {
  if (wanted !== `${quality} ${w} ${h} ${dpr}`) {
    stage?.dispose();
    document.body.innerHTML = '<canvas></canvas>';
    stage = createStage(document.body.firstChild, { quality });
    stage.resize(w, h, dpr);
    wanted = `${quality} ${w} ${h} ${dpr}`;
  }
  return stage;
}

/** @param {object} wish */
function dressed(wish) {
  const fresh = stageFor(wish);
  fresh.setSet(SETS.get(wish.set));
  fresh.setSurface(SURFACES.get(wish.surface));
  fresh.setMarks(wish.marks);
  return fresh;
}

const scenes = {
  keys: () => ({ sets: [...SETS.keys()], surfaces: [...SURFACES.keys()] }),

  /** Dice in the grid as at a table. */
  grid(wish) {
    const used = dressed(wish);
    createStill(used, planFelt(wish.w, wish.h)).show(wish.faces);
    return used.canvas.toDataURL();
  },

  /** Five dice close by, from a lower eye. */
  group(wish) {
    const used = dressed(wish);
    const view = newView(wish.w, wish.h);
    const { w, h } = wish;
    const span = 77;
    aim({ ...newCamera(), x: 0.5, y: 1, tilt: 0.9, far: (2.6 * Math.sqrt(w * h) * span) / w, cx: w / 2, cy: h * 0.555 }, view);
    view.pool.set([w / 2, h * 0.5, w * 0.85, h * 0.95]);
    const poses = new Float32Array(THROWN.length * 7);
    THROWN.forEach(([x, y, face, turn], die) => {
      poses.set([x, y, EDGE / 2], die * 7);
      turnUp(face, turn, poses, die * 7 + 3);
    });
    used.draw(poses, THROWN.length, view);
    return used.canvas.toDataURL();
  },
};
window.scenes = scenes;
