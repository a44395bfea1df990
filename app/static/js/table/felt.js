/**
 * The one place that talks to the dice renderer: which dice lie, which throw is played, where the buttons belong.
 *
 * The renderer is loaded after the first paint; until then, and whenever a throw's record does not come, the dice simply
 * lie there. A picture never holds the game up.
 */

import { planFelt } from "../dice/layout.js";
import { fetched } from "../fetched.js";
import { isOnDevice, throwUrl } from "../protocol.js";
import { after } from "../dice/time.js";
import { rowsIn } from "./tray.js";

/** Milliseconds to wait for a record over the socket, then once more over HTTP. */
const WAIT_SOCKET = 400;
const WAIT_FETCH = 600;
/** How long dice lie before they count as read where nothing moves. */
const STILL_MS = { full: 500, fast: 300, instant: 150 };
/** The recorded part of a throw never takes longer at this pace. */
const MOST_FLIGHT = { full: Infinity, fast: 560, instant: 0 };

/** Ms after which the small pictures of a set are made ready, before the first keep needs them. */
const WARM = 1200;

/** @typedef {"full" | "fast" | "instant"} Pace */
/** @typedef {import("../dice/trajectory.js").Throw} Throw */

/**
 * @typedef {object} FeltWiring
 * @property {HTMLElement} root  the felt; the canvas fills it
 * @property {HTMLCanvasElement} canvas
 * @property {() => Pace} pace
 * @property {() => string} quality
 * @property {(cue: import("../dice/trajectory.js").Cue, delayMs: number) => void} onHit
 * @property {() => void} onPlaced  hit boxes have moved
 * @property {(flying: boolean) => void} onFlying
 * @property {(kind: "high" | "low" | "2d" | null) => void} onPicture  what draws from now on; null: nothing yet, the dice are numbers
 * @property {(set: string, skin: import("../dice/skins.js").Skin | null) => void} onWorn  null before the sets are known here
 * @property {() => {surface: string, marks: string}} look  what this player likes to see
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
  /** @type {import("./wardrobe.js").Wardrobe | null} */
  #wardrobe = null;
  #set = "house";
  /** @type {number[]} */
  #faces = [];
  /** Which of them were taken away. @type {number[]} */
  #gone = [];
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
  /** @type {() => void} */
  #cool = () => {};
  #flying = false;
  #canvas;

  /** @param {FeltWiring} wiring */
  constructor(wiring) {
    this.#wiring = wiring;
    this.#canvas = wiring.canvas;
    this.#measure();
    wiring.onWorn(this.#set, null);
    new ResizeObserver(() => this.#measure()).observe(wiring.root);
  }

  /** Loads the renderer and draws what lies. */
  async start() {
    const wish = /** @type {any} */ (this.#wiring.quality());
    await fetched("dice/renderer.js", "dice/animator.js", "dice/trajectory.js", "table/wardrobe.js");
    const renderer = import("../dice/renderer.js");
    const [{ createStage }, { createAnimator }, records, { Wardrobe }] = await Promise.all([
      renderer, import("../dice/animator.js"), import("../dice/trajectory.js"), import("./wardrobe.js"), renderer.then(({ ready }) => ready(wish)),
    ]);
    this.#records = records;
    this.#wardrobe ??= new Wardrobe();
    const { onHit, pace, onPicture, look } = this.#wiring;
    this.#stage = createStage(this.#canvas, { quality: wish, onPainter: onPicture, ...this.#wardrobe.look(this.#set, look()) });
    onPicture(this.#stage.paints ? this.#stage.kind() : null);
    this.#wiring.onWorn(this.#set, this.#wardrobe.skin(this.#set));
    this.#measure();
    const layout = /** @type {import("../dice/layout.js").Layout} */ (this.#layout);
    this.#player = createAnimator(this.#stage, layout, { speed: pace(), onHit, onSettled: () => this.#landed() });
    this.#player.show(this.#faces);
    if (this.#gone.length) this.#player.remove(this.#gone, true);
    this.#warm();
    this.#wiring.onPlaced();
    if (this.#wiring.quality() !== wish) await this.restart();
  }

  /** Draws with another renderer from now on; a canvas never changes what it once was. */
  async restart() {
    // What has not begun yet asks for the quality by itself.
    if (!this.#stage) return;
    const { ready } = await import("../dice/renderer.js");
    // What cannot be loaded now must not take away what there is.
    if (!(await ready(/** @type {any} */ (this.#wiring.quality())).catch(() => null)) || !this.#stage) return;
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

  /** The dice here are of this set from now on; those that fly stay what they are. @param {string} set */
  wear(set) {
    if (set === this.#set || this.#flying) return;
    this.#set = set;
    const skin = this.#wardrobe?.skin(set) ?? null;
    if (skin) this.#stage?.setSet(skin);
    this.#wiring.onWorn(set, skin);
    this.#warm();
  }

  /** Has the small pictures at hand when it is quiet. */
  #warm() {
    this.#cool();
    this.#cool = after(WARM, () => void this.portraits);
  }

  /** Surface and marks as this player likes them now. */
  dress() {
    if (!this.#stage || !this.#wardrobe) return;
    const { surface, marks } = this.#wardrobe.look(this.#set, this.#wiring.look());
    this.#stage.setSurface(surface);
    this.#stage.setMarks(marks);
    this.#warm();
    this.#wiring.onPlaced();
  }

  /** Whether dice are drawn here. */
  get drawn() {
    return this.#player !== null;
  }

  /** The faces of the dice in use, side by side, as an image address; empty before they are drawn. */
  get portraits() {
    const player = this.#player;
    if (!this.#wardrobe || !this.#stage || !this.#layout || !player) return "";
    return this.#wardrobe.portraits(this.#stage, this.#layout, { set: this.#set, likes: this.#wiring.look(), mayDraw: !this.#flying && this.#stage.paints, drawn: () => player.redraw() });
  }

  /** What some dice show and where, CSS pixels. @param {number[]} dice */
  facesAt(dice) {
    const { boxes } = this;
    return dice.map((die) => ({ face: this.#faces[die], box: boxes[die] }));
  }

  /** The dice hop one after another, and where: their boxes in reading order and their set; null before they are drawn. */
  wave() {
    if (!this.#player || !this.#wardrobe) return null;
    this.#player.wave();
    return { boxes: this.order.map((die) => this.boxes[die]).filter(Boolean), skin: this.#wardrobe.skin(this.#set) };
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
    this.#gone = [];
    if (faces.length === 0) this.#player?.clear();
    else this.#player?.show(this.#faces);
    this.#wiring.onPlaced();
  }

  /** Dice lie as told, or stay as they are. @param {number[] | null} faces */
  lay(faces) {
    if (faces) this.show(faces);
  }

  /** The hand takes the dice up and shakes them, before the throw is known, or puts them back. @param {boolean} [up] */
  gather(up = true) {
    this.#player?.setSpeed(this.#wiring.pace());
    this.#player?.gather(up);
  }

  /**
   * Throws dice that will show these faces; resolves when they can be read on the picture.
   * @param {number[]} faces
   * @param {number} game
   * @param {number} roll
   * @param {string} set  of these dice
   * @returns {Promise<void>}
   */
  async roll(faces, game, roll, set) {
    this.#finish();
    this.wear(set);
    this.#faces = [...faces];
    this.#gone = [];
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

  /** Kept dice leave for the tray. @param {number[]} dice @param {boolean} atOnce  others fly there in their place */
  remove(dice, atOnce) {
    this.#gone.push(...dice);
    this.#player?.remove(dice, atOnce);
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
    // Nobody else has it; it may still be on its way.
    if (isOnDevice(this.#wiring.table)) return this.#pause(WAIT_FETCH).then(() => null);
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
