/**
 * The stage: one canvas that draws poses, by WebGL2 where the phone can, by canvas 2D where it cannot. A lost context
 * is answered with the 2D picture at once; the second loss in a session is final.
 */
import { createFlatPainter } from './canvas2d.js';
import { HOUSE } from './skins.js';
import { clock as pageClock } from './time.js';
import { createGlPainter } from './webgl.js';

const MOST_LOSSES = 2;
/** Frames over which slowness is judged, ms that are too slow, and ms after which the page was rather away. */
const WINDOW = 20;
const SLOW = 20;
const AWAY = 1000;
let losses = 0;

/** @typedef {'auto' | 'high' | 'low' | '2d'} Quality */
/** @typedef {'high' | 'low' | '2d'} Kind */
/** @typedef {import('./skins.js').Skin} Skin */
/** @typedef {import('./camera.js').View} View */
/**
 * @typedef {object} Stage
 * @property {() => Kind} kind  what draws now
 * @property {() => HTMLCanvasElement} canvas  the one that is seen now
 * @property {(w: number, h: number, dpr: number) => void} resize  CSS pixels; the next `draw` fills it
 * @property {(poses: Float32Array, n: number, view: View) => void} draw
 * @property {(skin: Skin) => void} setSet
 * @property {() => number} draws  pictures so far
 * @property {() => void} dispose
 */

/**
 * What may draw here at best, by wish, the page's query (`?gl=off`), GB of memory and contexts lost so far.
 * @type {(quality: Quality, search: string, memory: number, lost: number) => Kind}
 */
export function bestKind(quality, search, memory, lost) {
  if (quality === '2d' || lost >= MOST_LOSSES || new URLSearchParams(search).get('gl') === 'off') return '2d';
  return quality === 'low' || (quality === 'auto' && memory <= 2) ? 'low' : 'high';
}

/** Steps down through densities, device pixels a CSS pixel, where frames come too slowly; never up again. @param {number[]} densities */
export function createPace(densities) {
  let level = 0;
  let last = -1;
  let sum = 0;
  let count = 0;
  return {
    density: () => densities[level],
    /** @param {number} now @param {boolean} moving  whether the next frame follows at once @returns {boolean} whether the density changed */
    mark(now, moving) {
      const gap = last < 0 ? AWAY : now - last;
      last = moving ? now : -1;
      if (gap >= AWAY) return false;
      sum += gap;
      count += 1;
      if (count < WINDOW) return false;
      const slow = sum > SLOW * count;
      sum = 0;
      count = 0;
      if (!slow || level + 1 >= densities.length) return false;
      level += 1;
      return true;
    },
  };
}

/** A WebGL2 context; none where the processor would do its work, unless the player asked for it. @param {HTMLCanvasElement} canvas @param {boolean} asked */
function openGl(canvas, asked) {
  const gl = canvas.getContext('webgl2', {
    alpha: false,
    powerPreference: 'low-power',
    failIfMajorPerformanceCaveat: !asked,
  });
  const naming = asked ? null : gl?.getExtension('WEBGL_debug_renderer_info');
  const driver = String(naming ? gl?.getParameter(naming.UNMASKED_RENDERER_WEBGL) : '');
  if (!/swiftshader|llvmpipe|software|basic render/i.test(driver)) return gl;
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return null;
}

/**
 * @param {HTMLCanvasElement} canvas  without a context yet
 * @param {{quality?: Quality, set?: Skin, felt?: string, onLost?: (kind: Kind) => void,
 *   clock?: import('./time.js').Clock}} [options]  `onLost` hears what draws after a context was lost or came back
 * @returns {Stage}
 */
export function createStage(canvas, options = {}) {
  const { quality = 'auto', felt = '#1b6a43', onLost, clock = pageClock } = options;
  let skin = options.set ?? HOUSE;
  let kind = bestKind(quality, location.search, /** @type {any} */ (navigator).deviceMemory ?? 4, losses);
  const best = kind;
  const gl = kind === '2d' ? null : openGl(canvas, quality !== 'auto');
  const pace = createPace(kind === 'low' ? [1] : [2, 1.5, 1]);
  /** @type {HTMLCanvasElement | null} */
  let plain = null;
  let seen = canvas;
  /** @type {import('./webgl.js').Painter} */
  let painter;
  let draws = 0;
  const size = { w: 1, h: 1, dpr: 1 };
  /** The last picture, to be drawn again by another painter. */
  const latest = { poses: new Float32Array(0), n: 0, view: /** @type {View | null} */ (null) };

  function fit() {
    const density = Math.min(size.dpr, pace.density());
    seen.width = Math.round(size.w * density);
    seen.height = Math.round(size.h * density);
  }

  /** @param {HTMLCanvasElement} next */
  function see(next) {
    seen.hidden = true;
    next.hidden = false;
    seen = next;
    fit();
  }

  function startPlain() {
    kind = '2d';
    if (!plain) {
      // A canvas that was ever asked for WebGL gives no 2D context.
      plain = best === '2d' ? canvas : /** @type {HTMLCanvasElement} */ (canvas.cloneNode());
      if (plain !== canvas) canvas.after(plain);
    }
    see(plain);
    painter = createFlatPainter(/** @type {any} */ (plain.getContext('2d', { alpha: false })), { skin, felt });
  }

  function startGl() {
    kind = best;
    see(canvas);
    painter = createGlPainter(/** @type {WebGL2RenderingContext} */ (gl), { high: kind === 'high', skin, felt });
  }

  function repaint() {
    if (!latest.view) return;
    painter.draw(latest.poses, latest.n, latest.view);
    draws += 1;
  }

  /** @param {Event} event */
  function lost(event) {
    event.preventDefault();
    losses += 1;
    startPlain();
    repaint();
    onLost?.(kind);
  }

  function restored() {
    if (losses >= MOST_LOSSES) return;
    startGl();
    repaint();
    onLost?.(kind);
  }

  canvas.addEventListener('webglcontextlost', lost);
  canvas.addEventListener('webglcontextrestored', restored);
  if (gl) startGl();
  else startPlain();

  return {
    kind: () => kind,
    canvas: () => seen,
    draws: () => draws,
    resize(w, h, dpr) {
      Object.assign(size, { w, h, dpr });
      fit();
    },
    draw(poses, n, view) {
      latest.poses = poses;
      latest.n = n;
      latest.view = view;
      if (pace.mark(clock.now(), view.moving)) fit();
      repaint();
    },
    setSet(next) {
      skin = next;
      painter.setSet(next);
    },
    dispose() {
      canvas.removeEventListener('webglcontextlost', lost);
      canvas.removeEventListener('webglcontextrestored', restored);
      gl?.getExtension('WEBGL_lose_context')?.loseContext();
      if (plain !== canvas) plain?.remove();
    },
  };
}
