/**
 * The stage: one canvas that draws poses, by WebGL2 where the phone can, by canvas 2D where it cannot. A lost context
 * is answered with the 2D picture at once; the second loss in a session is final.
 */
import { HOUSE } from './skins.js';
import { GREEN } from './surfaces.js';
import { fetched } from '../fetched.js';
import { clock as pageClock } from './time.js';

const MOST_LOSSES = 2;
/** Frames that are judged together, ms that are too slow, ms after which the page was rather away. */
const WINDOW = 20;
const SLOW = 20;
const AWAY = 1000;
/** Ms until a painter that could not be loaded is asked for again. */
const AGAIN = 4000;
let losses = 0;

/** The two painters. A phone draws with one of them and loads the other on the day it loses its context. */
const LOADS = {
  gl: async () => (here.gl ??= (await fetched('dice/webgl.js').then(() => import('./webgl.js'))).GlPainter),
  flat: async () => (here.flat ??= (await fetched('dice/canvas2d.js').then(() => import('./canvas2d.js'))).FlatPainter),
};
/** @type {{gl?: typeof import('./webgl.js').GlPainter, flat?: typeof import('./canvas2d.js').FlatPainter}} */
const here = {};

/** Brings the painter that a stage with this wish will most likely draw with, so that its first picture comes at once. @param {Quality} [quality] */
export const ready = (quality = 'auto') => LOADS[bestOf(quality) === '2d' ? 'flat' : 'gl']();

/** @param {Quality} quality */
const bestOf = (quality) => bestKind(quality, location.search, /** @type {any} */ (navigator).deviceMemory ?? 4, losses);

/** @typedef {'auto' | 'high' | 'low' | '2d'} Quality */
/** @typedef {'high' | 'low' | '2d'} Kind */
/** @typedef {import('./skins.js').Skin} Skin */
/** @typedef {import('./surfaces.js').Surface} Surface */
/** @typedef {'pips' | 'numerals' | 'both'} Marks  what tells the number of a face */
/** @typedef {{skin: Skin, surface: Surface, marks: Marks}} Look  all that a painter must know before a picture */
/** @typedef {import('./camera.js').View} View */
/** @typedef {import('./canvas2d.js').FlatPainter} FlatPainter */
/** @typedef {import('./webgl.js').GlPainter} GlPainter */
/**
 * What may draw here at best, by wish, the page's query (`?gl=off`), GB of memory and contexts lost so far.
 * @type {(quality: Quality, search: string, memory: number, lost: number) => Kind}
 */
export function bestKind(quality, search, memory, lost) {
  if (quality === '2d' || lost >= MOST_LOSSES || new URLSearchParams(search).get('gl') === 'off') return '2d';
  return quality === 'low' || (quality === 'auto' && memory <= 2) ? 'low' : 'high';
}

/** Steps down through densities, device pixels a CSS pixel, where frames come too slowly; never up again. */
export class Pace {
  #densities;
  #last = -1;
  #sum = 0;
  #count = 0;

  /** @param {number[]} densities */
  constructor(densities) {
    this.#densities = densities;
  }

  get density() {
    return this.#densities[0];
  }

  /** @param {number} now @param {boolean} moving  whether the next frame follows at once @returns {boolean} whether the density changed */
  mark(now, moving) {
    const gap = this.#last < 0 ? AWAY : now - this.#last;
    this.#last = moving ? now : -1;
    if (gap >= AWAY) return false;
    this.#sum += gap;
    this.#count += 1;
    if (this.#count < WINDOW) return false;
    const slow = this.#sum > SLOW * WINDOW && this.#densities.length > 1;
    this.#sum = 0;
    this.#count = 0;
    if (slow) this.#densities.shift();
    return slow;
  }
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
 * `onPainter` hears what draws after a context was lost or came back, and null while what shall draw is still on its way.
 * @typedef {{quality?: Quality, set?: Skin, surface?: Surface, marks?: Marks, onPainter?: (kind: Kind | null) => void, clock?: import('./time.js').Clock}} StageOptions
 */

export class Stage {
  /** Pictures so far. */
  draws = 0;
  /** The canvas that is seen now. */
  canvas;
  #gl;
  /** What draws at best, and what draws now. */
  #best;
  #kind;
  #pace;
  #over = false;
  #size = { w: 1, h: 1, dpr: 1 };
  /** @type {HTMLCanvasElement} */
  #glCanvas;
  /** @type {HTMLCanvasElement | null} */
  #plain = null;
  /** @type {GlPainter | FlatPainter | null} */
  #painter = null;
  /** The last picture, to be drawn again by another painter. */
  #latest = { poses: new Float32Array(0), n: 0, view: /** @type {View | null} */ (null) };

  /** @param {HTMLCanvasElement} canvas  without a context yet @param {StageOptions} [options] */
  constructor(canvas, options = {}) {
    const { quality = 'auto', set = HOUSE, surface = GREEN, marks = 'pips', onPainter = () => {}, clock = pageClock } = options;
    /** @type {Look} */
    this.look = { skin: set, surface, marks };
    this.onPainter = onPainter;
    this.clock = clock;
    this.canvas = canvas;
    this.#glCanvas = canvas;
    this.#best = bestOf(quality);
    this.#kind = this.#best;
    this.#pace = new Pace(this.#best === 'low' ? [1] : [2, 1.5, 1]);
    this.#gl = this.#best === '2d' ? null : openGl(canvas, quality !== 'auto');
    canvas.addEventListener('webglcontextlost', this.#lost);
    canvas.addEventListener('webglcontextrestored', this.#restored);
    this.#start(this.#gl !== null);
  }

  /** What draws now. @returns {Kind} */
  kind() {
    return this.#kind;
  }

  /** Whether pictures can be drawn now. */
  get paints() {
    return this.#painter !== null;
  }

  /** CSS pixels; the last picture is drawn again where it was lost. @param {number} w @param {number} h @param {number} dpr */
  resize(w, h, dpr) {
    Object.assign(this.#size, { w, h, dpr });
    if (this.#fit()) this.#repaint();
  }

  /** @param {Float32Array} poses @param {number} n @param {View} view */
  draw(poses, n, view) {
    this.#latest.poses = poses;
    this.#latest.n = n;
    this.#latest.view = view;
    if (this.#pace.mark(this.clock.now(), view.moving)) this.#fit();
    this.#repaint();
  }

  /** @param {Skin} skin */
  setSet(skin) {
    this.#wear({ skin });
  }

  /** @param {Surface} surface */
  setSurface(surface) {
    this.#wear({ surface });
  }

  /** @param {Marks} marks */
  setMarks(marks) {
    this.#wear({ marks });
  }

  dispose() {
    this.#over = true;
    this.#glCanvas.removeEventListener('webglcontextlost', this.#lost);
    this.#glCanvas.removeEventListener('webglcontextrestored', this.#restored);
    this.#gl?.getExtension('WEBGL_lose_context')?.loseContext();
    if (this.#plain !== this.#glCanvas) this.#plain?.remove();
  }

  /** Whether the canvas had to change; that empties it. */
  #fit() {
    const { w, h, dpr } = this.#size;
    const density = Math.min(dpr, this.#pace.density);
    const [width, height] = [Math.round(w * density), Math.round(h * density)];
    if (this.canvas.width === width && this.canvas.height === height) return false;
    this.canvas.width = width;
    this.canvas.height = height;
    return true;
  }

  #repaint() {
    const { poses, n, view } = this.#latest;
    if (!view || !this.#painter) return;
    this.#painter.draw(poses, n, view);
    this.draws += 1;
  }

  /** What lies still is seen to change at once; what moves, with its next picture. @param {Partial<Look>} part */
  #wear(part) {
    Object.assign(this.look, part);
    this.#painter?.wear(this.look);
    if (this.#latest.view?.moving === false) this.#repaint();
  }

  /** @param {boolean} withGl */
  #start(withGl) {
    this.#kind = withGl ? this.#best : '2d';
    const next = withGl ? this.#glCanvas : this.#plainCanvas();
    this.canvas.style.display = 'none';
    next.style.display = '';
    this.canvas = next;
    this.#fit();
    this.#painter = null;
    const kind = withGl ? 'gl' : 'flat';
    if (here[kind]) this.#take(kind);
    else void this.#fetch(kind);
  }

  /** @param {'gl' | 'flat'} kind */
  #take(kind) {
    const { gl, flat } = here;
    if (kind === 'gl' && gl) this.#painter = new gl(/** @type {WebGL2RenderingContext} */ (this.#gl), this.#kind === 'high', this.look);
    else if (flat) this.#painter = new flat(/** @type {any} */ (this.canvas.getContext('2d', { alpha: false })), this.look);
  }

  /** The picture comes as soon as its painter is here; until then the dice are numbers. @param {'gl' | 'flat'} kind */
  async #fetch(kind) {
    while (!(await LOADS[kind]().catch(() => null))) await new Promise((resolve) => setTimeout(resolve, AGAIN));
    if (this.#over || this.#painter || (kind === 'flat') !== (this.#kind === '2d')) return;
    this.#take(kind);
    this.#repaint();
    this.onPainter(this.#kind);
  }

  /** A canvas that was ever asked for WebGL gives no 2D context: then another one beside it. */
  #plainCanvas() {
    if (this.#plain) return this.#plain;
    this.#plain = this.#best === '2d' ? this.#glCanvas : /** @type {HTMLCanvasElement} */ (this.#glCanvas.cloneNode());
    if (this.#plain !== this.#glCanvas) {
      this.#plain.removeAttribute('id');
      this.#glCanvas.after(this.#plain);
    }
    return this.#plain;
  }

  /** @param {boolean} withGl */
  #change(withGl) {
    this.#start(withGl);
    this.#repaint();
    this.onPainter(this.paints ? this.#kind : null);
  }

  #lost = (/** @type {Event} */ event) => {
    event.preventDefault();
    losses += 1;
    this.#change(false);
  };

  #restored = () => {
    if (losses < MOST_LOSSES) this.#change(true);
  };
}

/** @param {ConstructorParameters<typeof Stage>} given */
export const createStage = (...given) => new Stage(...given);
