/**
 * The stage: one canvas that draws poses, by WebGL2 where the phone can, by canvas 2D where it cannot.
 *
 * A lost context is answered with the 2D picture at once; the second loss in a session is final.
 */
import { createFlatPainter } from './canvas2d.js';
import { createPace } from './pace.js';
import { HOUSE } from './skins.js';
import { clock as pageClock } from './time.js';
import { createGlPainter } from './webgl.js';

const FELT = '#1b6a43';
const MOST_LOSSES = 2;
let losses = 0;

/**
 * @typedef {'auto' | 'high' | 'low' | '2d'} Quality
 */

/**
 * @typedef {object} Stage
 * @property {() => 'high' | 'low' | '2d'} kind  what draws now
 * @property {() => HTMLCanvasElement} canvas  the canvas that is seen now
 * @property {(w: number, h: number, dpr: number) => void} resize  CSS pixels; draws nothing by itself
 * @property {(poses: Float32Array, n: number, view: import('./camera.js').View) => void} draw
 * @property {(skin: import('./skins.js').Skin) => void} setSet
 * @property {() => number} draws  how many pictures have been drawn
 * @property {() => void} dispose
 */

/**
 * What may draw here at best.
 * @param {Quality} quality
 * @param {string} search  the page's query string; `?gl=off` forbids WebGL
 * @param {number} memory  GB the browser admits to
 * @param {number} lost  contexts lost in this session
 * @returns {'high' | 'low' | '2d'}
 */
export function bestKind(quality, search, memory, lost) {
  if (quality === '2d' || lost >= MOST_LOSSES || new URLSearchParams(search).get('gl') === 'off') return '2d';
  if (quality === 'low' || (quality === 'auto' && memory <= 2)) return 'low';
  return 'high';
}

/**
 * A WebGL2 context, or null where drawing with it would be done by the processor.
 * @param {HTMLCanvasElement} canvas
 * @param {boolean} anyDriver  also a slow one: the player asked for it
 */
function openGl(canvas, anyDriver) {
  const gl = canvas.getContext('webgl2', {
    alpha: false,
    antialias: true,
    powerPreference: 'low-power',
    failIfMajorPerformanceCaveat: !anyDriver,
  });
  if (!gl || anyDriver) return gl;
  const naming = gl.getExtension('WEBGL_debug_renderer_info');
  const driver = String(naming ? gl.getParameter(naming.UNMASKED_RENDERER_WEBGL) : '');
  if (!/swiftshader|llvmpipe|software|basic render/i.test(driver)) return gl;
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return null;
}

/**
 * @param {HTMLCanvasElement} canvas  without a context yet
 * @param {{quality?: Quality, set?: import('./skins.js').Skin, felt?: string,
 *   onLost?: (kind: 'high' | 'low' | '2d') => void, clock?: import('./time.js').Clock}} [options]
 *   `onLost`: called with what draws from now on, after a context was lost or came back
 * @returns {Stage}
 */
export function createStage(canvas, options = {}) {
  const { quality = 'auto', felt = FELT, onLost = () => {}, clock = pageClock } = options;
  let skin = options.set ?? HOUSE;
  const memory = /** @type {any} */ (navigator).deviceMemory ?? 4;
  let kind = bestKind(quality, location.search, memory, losses);
  const glKind = kind;
  const gl = kind === '2d' ? null : openGl(canvas, quality !== 'auto');
  const pace = createPace(kind === 'low' ? [1] : [2, 1.5, 1]);
  /** The 2D canvas; the same one where no WebGL was tried on it. @type {HTMLCanvasElement | null} */
  let plain = null;
  let seen = canvas;
  /** @type {import('./webgl.js').GlPainter | null} */
  let painter = null;
  let size = { w: 1, h: 1, dpr: 1 };
  /** @type {{poses: Float32Array, n: number, view: import('./camera.js').View} | null} */
  const latest = { poses: new Float32Array(0), n: 0, view: /** @type {any} */ (null) };
  let draws = 0;

  function fit() {
    const density = Math.min(size.dpr, pace.density());
    seen.width = Math.round(size.w * density);
    seen.height = Math.round(size.h * density);
  }

  /** @param {HTMLCanvasElement} next */
  function see(next) {
    if (next === seen) return;
    seen.hidden = true;
    next.hidden = false;
    seen = next;
    fit();
  }

  function startPlain() {
    kind = '2d';
    if (!plain) {
      plain = gl || glKind !== '2d' ? /** @type {HTMLCanvasElement} */ (canvas.cloneNode()) : canvas;
      if (plain !== canvas) {
        plain.removeAttribute('id');
        canvas.after(plain);
      }
    }
    see(plain);
    const context = /** @type {CanvasRenderingContext2D} */ (plain.getContext('2d', { alpha: false }));
    painter = createFlatPainter(context, { skin, felt });
  }

  function startGl() {
    kind = glKind;
    see(canvas);
    painter = createGlPainter(/** @type {WebGL2RenderingContext} */ (gl), { high: kind === 'high', skin, felt });
  }

  function repaint() {
    if (!latest.view || !painter) return;
    painter.draw(latest.poses, latest.n, latest.view);
    draws += 1;
  }

  /** @param {Event} event */
  function lost(event) {
    event.preventDefault();
    losses += 1;
    startPlain();
    repaint();
    onLost(kind);
  }

  function restored() {
    if (losses >= MOST_LOSSES) return;
    startGl();
    repaint();
    onLost(kind);
  }

  if (gl) {
    canvas.addEventListener('webglcontextlost', lost);
    canvas.addEventListener('webglcontextrestored', restored);
    startGl();
  } else startPlain();

  return {
    kind: () => kind,
    canvas: () => seen,
    resize(w, h, dpr) {
      size = { w, h, dpr };
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
      painter?.setSet(next);
    },
    draws: () => draws,
    dispose() {
      canvas.removeEventListener('webglcontextlost', lost);
      canvas.removeEventListener('webglcontextrestored', restored);
      gl?.getExtension('WEBGL_lose_context')?.loseContext();
      if (plain && plain !== canvas) plain.remove();
      painter = null;
    },
  };
}
