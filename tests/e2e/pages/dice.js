/**
 * The felt alone, for tests and for looking: `open()` puts an empty one on the page, the rest are handles.
 */
import { createAnimator } from '/app/static/js/dice/animator.js';
import { aim, newView, project } from '/app/static/js/dice/camera.js';
import { FACE_BY_AXIS, PIP, PIPS, axesOf, faceUp } from '/app/static/js/dice/faces.js';
import { planFelt } from '/app/static/js/dice/layout.js';
import { createStage, ready } from '/app/static/js/dice/renderer.js';
import { HOUSE, SETS } from '/app/static/js/dice/skins.js';
import { createStill } from '/app/static/js/dice/still.js';
import { GREEN, SURFACES } from '/app/static/js/dice/surfaces.js';
import { clock } from '/app/static/js/dice/time.js';
import { decodeThrow } from '/app/static/js/dice/trajectory.js';

// Both painters are here from the start, so that no picture is late.
await Promise.all([ready('2d'), ready('high')]);

const felt = document.getElementById('felt');
const table = { clock };
window.table = table;

/**
 * @param {{w: number, h: number, dpr?: number, quality?: string, speed?: string, still?: boolean, set?: object}} wish
 * `set` is what differs from the house's dice
 */
table.open = ({ w, h, dpr = 1, quality = 'high', speed = 'full', still = false, set = {} }) => {
  table.player?.dispose();
  table.stage?.dispose();
  Object.assign(table, { hits: [], settled: 0, changes: [] });
  felt.style.cssText = `width:${w}px;height:${h}px`;
  felt.innerHTML = '<canvas aria-hidden="true"></canvas>';
  table.layout = planFelt(w, h);
  table.stage = createStage(felt.firstChild, {
    quality,
    set: { ...HOUSE, ...set },
    onPainter: (kind) => table.changes.push(kind),
  });
  table.stage.resize(w, h, dpr);
  table.player = (still ? createStill : createAnimator)(table.stage, table.layout, {
    speed,
    onHit: (cue) => table.hits.push(cue),
    onSettled: () => (table.settled += 1),
  });
  return table.stage.kind();
};

table.keys = () => ({ sets: [...SETS.keys()], surfaces: [...SURFACES.keys()] });

/** Other dice, table and marks; `set` and `surface` are keys, with what differs from their records. */
table.dress = ({ set, surface = 'green', marks = 'pips', change = {}, cloth = {} }) => {
  table.stage.setSet({ ...SETS.get(set), ...change });
  table.stage.setSurface({ ...(SURFACES.get(surface) ?? GREEN), ...cloth });
  table.stage.setMarks(marks);
};

/** Decodes a throw's bytes, given as base64, and keeps it for `play`. */
table.load = (base64) => {
  table.thr = decodeThrow(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)).buffer);
};
table.play = (options) => table.player.play(table.thr, options);

/** Takes the context away, or gives it back, as a phone would. */
table.lose = () => {
  table.taken = felt.firstChild.getContext('webgl2').getExtension('WEBGL_lose_context');
  table.taken.loseContext();
};
table.restore = () => table.taken.restoreContext();

/** Where something is seen on the felt, over the grid's camera or the tray's. */
function pixel(x, y, z, cam) {
  const view = newView(table.layout.w, table.layout.h);
  const out = [0, 0];
  aim(cam, view);
  project(view, x, y, z, out);
  return out;
}

/** Pixels of each die's middle, wherever it is now. */
table.middles = (cam) => {
  const { poses, n } = table.player.board;
  return Array.from({ length: n }, (_, die) => pixel(...poses.subarray(die * 7, die * 7 + 3), table.layout[cam]));
};

/** For each die at rest the pixels of its upper face inside pips and between them, of its front, and of felt beside it. */
table.probes = () => {
  const { poses, n } = table.player.board;
  return Array.from({ length: n }, (_, die) => {
    const [x, y, z] = poses.subarray(die * 7, die * 7 + 3);
    const face = faceUp(poses, die * 7 + 3);
    const axes = axesOf(poses, die * 7 + 3, new Float32Array(9));
    const axis = FACE_BY_AXIS.indexOf(face) >> 1;
    const sign = FACE_BY_AXIS.indexOf(face) & 1 ? -1 : 1;
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    const on = (a, b) => {
      const [dx, dy, dz] = [0, 1, 2].map((k) => 8 * sign * axes[axis * 3 + k] + a * axes[u * 3 + k] + b * axes[v * 3 + k]);
      return pixel(x + dx, y + dy, z + dz, table.layout.rest);
    };
    const away = (a, b) => Math.min(...PIPS[face].map(([p, q]) => Math.hypot(a - p, b - q)));
    const probes = { face, pips: [], body: [], front: [], rim: [], felt: [], edges: [] };
    for (let a = -5.5; a <= 5.5; a += 0.5) {
      for (let b = -5.5; b <= 5.5; b += 0.5) {
        const radius = face === 1 ? PIP.ace : PIP.radius;
        if (away(a, b) < radius * 0.6) probes.pips.push(on(a, b));
        if (away(a, b) > radius + 0.8) probes.body.push(on(a, b));
      }
    }
    const middle = (dx, dy, height) => pixel(x + dx, y + dy, height, table.layout.rest);
    for (let s = -4; s <= 4; s += 1) {
      probes.front.push(middle(s, -8, 8));
      probes.rim.push(middle(s, 7.4, 15.6), middle(-7.4, s, 15.6), middle(7.4, s, 15.6), middle(s, -7.6, 13));
      probes.felt.push(middle(s, 11.5, 16), middle(-11.5, s, 16), middle(11.5, s, 16), middle(s, -11, 0));
    }
    // Lines across the silhouette, four sides in turn: on the die, then on the felt beside it.
    for (let s = -4; s <= 4; s += 1) {
      const across = (dx, dy) => [
        [6.2, 6.4, 6.6, 6.8, 7, 7.2, 7.4, 7.6, 7.8].map((out) => middle(dx ? dx * out : s, dx ? s : dy * out, 15.6)),
        [8.9, 9.4, 10, 10.6, 11.2, 11.8].map((out) => middle(dx ? dx * out : s, dx ? s : dy * out, 16)),
      ];
      const near = [[6, 6.3, 6.6, 6.9, 7.2, 7.5, 7.8].map((out) => middle(s, -out, 15.6)).concat([14, 11, 8, 5].map((z) => middle(s, -8, z))), [8.5, 9, 9.5, 10, 10.6, 11.2].map((out) => middle(s, -out, 0))];
      probes.edges.push(across(0, 1), across(-1, 0), across(1, 0), near);
    }
    return probes;
  });
};
table.ready = true;
