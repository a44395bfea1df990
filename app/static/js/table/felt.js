/**
 * The one place that talks to the dice renderer: which dice lie, which throw is played, where the buttons belong.
 *
 * The renderer is loaded after the first paint; until then, and whenever a throw's record does not come, the dice simply
 * lie there. A picture never holds the game up.
 */

import { planFelt } from "../dice/layout.js";
import { throwUrl } from "../protocol.js";
import { after } from "./time.js";
import { rowsIn } from "./tray.js";

/** Milliseconds to wait for a record over the socket, then once more over HTTP. */
const WAIT_SOCKET = 400;
const WAIT_FETCH = 600;
/** How long dice lie before they count as read where nothing moves. */
const STILL_MS = { full: 500, fast: 300, instant: 150 };
/** The recorded part of a throw never takes longer at this pace. */
const MOST_FLIGHT = { full: Infinity, fast: 560, instant: 0 };

/** @typedef {"full" | "fast" | "instant"} Pace */
/** @typedef {import("../dice/trajectory.js").Throw} Throw */

/**
 * @typedef {object} FeltWiring
 * @property {HTMLElement} root  the felt; the canvas fills it
 * @property {HTMLCanvasElement} canvas
 * @property {() => Pace} pace
 * @property {() => string} quality
 * @property {(cue: import("../dice/trajectory.js").Cue) => void} onHit
 * @property {() => void} onPlaced  hit boxes have moved
 * @property {(flying: boolean) => void} onFlying
 * @property {(kind: "high" | "low" | "2d") => void} onPicture  what draws from now on
 * @property {string} table
 */

export class Felt {
  #wiring;
  /** @type {import("../dice/layout.js").Layout | null} */
  #layout = null;
  /** @type {import("../dice/animator.js").Player | null} */
  #player = null;
  /** @type {import("../dice/renderer.js").Stage | null} */
  #stage = null;
  /** @type {typeof import("../dice/trajectory.js") | null} */
  #records = null;
  /** @type {number[]} */
  #faces = [];
  /** @type {Map<string, ArrayBuffer>} */
  #bytes = new Map();
  /** @type {Map<string, (bytes: ArrayBuffer) => void>} */
  #waiting = new Map();
  /** @type {() => void} */
  #settled = () => {};
  /** @type {() => void} */
  #land = () => {};
  /** @type {() => void} */
  #rush = () => {};
  #flying = false;
  #canvas;

  /** @param {FeltWiring} wiring */
  constructor(wiring) {
    this.#wiring = wiring;
    this.#canvas = wiring.canvas;
    this.#measure();
    new ResizeObserver(() => this.#measure()).observe(wiring.root);
  }

  /** Loads the renderer and draws what lies. */
  async start() {
    const [{ createStage }, { createAnimator }, records] = await Promise.all([
      import("../dice/renderer.js"), import("../dice/animator.js"), import("../dice/trajectory.js"),
    ]);
    this.#records = records;
    const { quality, onHit, pace, onPicture } = this.#wiring;
    this.#stage = createStage(this.#canvas, { quality: /** @type {any} */ (quality()), onLost: onPicture });
    onPicture(this.#stage.kind());
    this.#measure();
    const layout = /** @type {import("../dice/layout.js").Layout} */ (this.#layout);
    this.#player = createAnimator(this.#stage, layout, { speed: pace(), onHit, onSettled: () => this.#landed() });
    this.#player.show(this.#faces);
    this.#wiring.onPlaced();
  }

  /** Draws with another renderer from now on; a canvas never changes what it once was. */
  async restart() {
    if (!this.#stage) return;
    this.#finish();
    this.#player?.dispose();
    this.#player = null;
    this.#stage.dispose();
    this.#stage = null;
    const fresh = /** @type {HTMLCanvasElement} */ (this.#canvas.cloneNode());
    fresh.hidden = false;
    this.#canvas.replaceWith(fresh);
    this.#canvas = fresh;
    await this.start();
  }

  /** Dice in reading order on the felt. @returns {number[]} */
  get order() {
    const order = this.#player?.order() ?? [];
    return order.length === this.#faces.length ? [...order] : this.#faces.map((_, die) => die);
  }

  /** What stands free above the dice. */
  get room() {
    const cells = this.#layout?.cells(8) ?? [];
    return { rows: rowsIn(cells[0]?.y ?? 60), width: this.#layout?.w ?? 320 };
  }

  /** Hit boxes by die, CSS pixels. */
  get boxes() {
    const boxes = this.#player?.boxes() ?? [];
    return boxes.length >= this.#faces.length ? boxes : (this.#layout?.cells(Math.max(1, this.#faces.length)) ?? []);
  }

  /** A throw's record came over the socket. @param {ArrayBuffer} bytes */
  receive(bytes) {
    if (bytes.byteLength < 14) return;
    const head = new DataView(bytes);
    const key = `${head.getUint16(2, true)}/${head.getUint16(12, true)}`;
    const ear = this.#waiting.get(key);
    if (ear) ear(bytes);
    else {
      this.#bytes.set(key, bytes);
      if (this.#bytes.size > 4) this.#bytes.delete(/** @type {string} */ (this.#bytes.keys().next().value));
    }
  }

  /** Dice lie without having been thrown. @param {number[]} faces */
  show(faces) {
    this.#finish();
    this.#faces = [...faces];
    if (faces.length === 0) this.#player?.clear();
    else this.#player?.show(this.#faces);
    this.#wiring.onPlaced();
  }

  /** Dice lie as told, or stay as they are. @param {number[] | null} faces */
  lay(faces) {
    if (faces) this.show(faces);
  }

  /** The hand takes the dice up, before the throw is known. */
  gather() {
    this.#player?.setSpeed(this.#wiring.pace());
    this.#player?.gather();
  }

  /**
   * Throws dice that will show these faces; resolves when they can be read on the picture.
   * @param {number[]} faces
   * @param {number} game
   * @param {number} roll
   * @returns {Promise<void>}
   */
  async roll(faces, game, roll) {
    this.#finish();
    this.#faces = [...faces];
    const pace = this.#wiring.pace();
    this.#fly(true);
    const rushed = new Promise((resolve) => {
      this.#rush = () => resolve(null);
    });
    const record = /** @type {Throw | null} */ (await Promise.race([this.#record(faces, game, roll), rushed]));
    if (this.#faces.length !== faces.length || this.#faces.some((face, i) => face !== faces[i])) return;
    if (!record || !this.#player) {
      this.#player?.show(this.#faces);
      this.#wiring.onPlaced();
      this.#fly(false);
      await Promise.race([this.#pause(STILL_MS[pace]), rushed]);
      return;
    }
    await this.#play(record, pace);
  }

  /** Nobody wants to see this throw: its dice lie there at once. */
  hurry() {
    if (!this.#flying) return;
    this.#rush();
    this.show(this.#faces);
  }

  /** @param {Throw} record @param {Pace} pace */
  async #play(record, pace) {
    const player = /** @type {import("../dice/animator.js").Player} */ (this.#player);
    player.setSpeed(pace);
    const settled = new Promise((resolve) => {
      this.#settled = () => resolve(undefined);
    });
    player.play(record);
    this.#wiring.onPlaced();
    if (pace === "instant") {
      this.#fly(false);
      await this.#pause(STILL_MS.instant);
      return;
    }
    // From the glide on a touch means a die.
    const flight = Math.min(record.durationMs, MOST_FLIGHT[pace]);
    this.#land = after(flight, () => this.#fly(false));
    await settled;
    this.#land();
    this.#fly(false);
  }

  /** The picture stands; what follows from it comes after it, so that the last frame is not late. */
  #landed() {
    const settled = this.#settled;
    after(0, () => settled());
  }

  /** Ends the flight early; false when nothing flies or it has only just begun. */
  skip() {
    const done = this.#player?.skip() ?? false;
    if (done) this.#fly(false);
    return done;
  }

  /** Exactly these dice are lifted. @param {number[]} dice */
  lift(dice) {
    this.#player?.lift(...dice);
  }

  /** Exactly these dice are dimmed. @param {number[]} dice */
  dim(dice) {
    this.#player?.dim(dice);
  }

  /** Kept dice leave for the tray. @param {number[]} dice */
  remove(dice) {
    this.#player?.lift();
    this.#player?.remove(dice);
  }

  /** Waits where nothing flies. @param {number} ms */
  #pause(ms) {
    return new Promise((resolve) => {
      after(ms, () => resolve(undefined));
    });
  }

  /** @param {boolean} flying */
  #fly(flying) {
    if (this.#flying === flying) return;
    this.#flying = flying;
    this.#wiring.onFlying(flying);
  }

  #finish() {
    this.#land();
    this.#settled();
    this.#settled = () => {};
    this.#fly(false);
  }

  /**
   * The record of a roll, if it comes in time and shows what was rolled.
   * @param {number[]} faces
   * @param {number} game
   * @param {number} roll
   * @returns {Promise<Throw | null>}
   */
  async #record(faces, game, roll) {
    const bytes = await this.#bytesOf(game, roll);
    if (!bytes) return null;
    try {
      const record = /** @type {typeof import("../dice/trajectory.js")} */ (this.#records).decodeThrow(bytes);
      const same = record.count === faces.length && record.dice.every((die, i) => die.face === faces[i]);
      return same ? record : null;
    } catch {
      return null;
    }
  }

  /** @param {number} game @param {number} roll @returns {Promise<ArrayBuffer | null>} */
  async #bytesOf(game, roll) {
    const key = `${game}/${roll}`;
    const had = this.#bytes.get(key);
    this.#bytes.delete(key);
    if (had) return had;
    const sent = new Promise((resolve) => this.#waiting.set(key, resolve));
    const late = () => this.#pause(WAIT_SOCKET).then(() => null);
    const first = /** @type {ArrayBuffer | null} */ (await Promise.race([sent, late()]));
    const found = first ?? (await Promise.race([sent, this.#fetched(game, roll), this.#pause(WAIT_FETCH).then(() => null)]));
    this.#waiting.delete(key);
    return /** @type {ArrayBuffer | null} */ (found);
  }

  /** @param {number} game @param {number} roll */
  async #fetched(game, roll) {
    try {
      const answer = await fetch(throwUrl(this.#wiring.table, game, roll));
      return answer.ok ? await answer.arrayBuffer() : null;
    } catch {
      return null;
    }
  }

  #measure() {
    const { clientWidth: w, clientHeight: h } = this.#wiring.root;
    if (w === 0 || h === 0) return;
    this.#stage?.resize(w, h, window.devicePixelRatio);
    if (this.#layout?.w === w && this.#layout.h === h) return;
    this.#layout = planFelt(w, h);
    this.#player?.relayout(this.#layout);
    this.#wiring.onPlaced();
  }
}
