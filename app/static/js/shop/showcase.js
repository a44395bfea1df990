/**
 * A live die of one set on felt, to be turned in the hand, and trial throws with it: the shipped stage and animator, on one
 * canvas. Between pictures nothing runs. Loaded after the first paint.
 */

import { createAnimator } from "../dice/animator.js";
import { aim, focal, newCamera, newView } from "../dice/camera.js";
import { EDGE, planFelt } from "../dice/layout.js";
import { portraitsOf } from "../dice/portrait.js";
import { createStage } from "../dice/renderer.js";
import { SETS } from "../dice/skins.js";
import { SURFACES } from "../dice/surfaces.js";
import { clock } from "../dice/time.js";
import { decodeThrow } from "../dice/trajectory.js";
import { prefs } from "../prefs.js";
import { Cues } from "../table/cues.js";
import { el } from "../view/dom.js";
import { about, between, dragged, flat, flung, showing, standing, times, upOf } from "./turning.js";

/** @typedef {import("./turning.js").Turn} Turn */
/** @typedef {(share: number) => Turn} Motion */

const TURN_MS = 320;
const SETTLE_MS = 420;
/** The die presents itself once, when it comes. */
const PRESENT_MS = 2600;
/** The pictures of the faces wait until the die has been seen, in milliseconds. */
const PORTRAY_AFTER = 400;
/** Radians a CSS pixel of a drag. */
const PER_PIXEL = 0.012;
/** A side of the die takes this share of the felt's smaller side; its middle stands a little below the felt's, under the buttons. */
const SHARE = 0.345;
const MIDDLE = 0.58;
const TILT = (50 * Math.PI) / 180;
const FIRST_FACE = 5;

/** @param {number} t */
const easeOut = (t) => 1 - (1 - t) ** 3;

export class Showcase {
  #root;
  #set;
  /** @type {import("../dice/renderer.js").Stage | null} */
  #stage = null;
  /** @type {import("../dice/animator.js").Player | null} */
  #player = null;
  #view = newView(1, 1);
  #camera = newCamera();
  #size = { w: 0, h: 0 };
  /** @type {Turn} */
  #turn = showing(FIRST_FACE);
  #poses = new Float32Array(7);
  #stopMotion = () => {};
  #turning = false;
  /** What drew the pictures of the faces. */
  #portrayed = "";
  /** Calls off the pictures of the faces. */
  #calm = () => {};
  #settled = () => {};
  #cues = new Cues();
  /** @type {(() => void)[]} */
  #ends = [];

  /**
   * @param {object} given
   * @param {HTMLElement} given.root  what the canvas fills
   * @param {string} given.set
   * @param {(face: number) => void} given.onFace  this face is up, or on its way there
   * @param {(url: string) => void} given.onFaces  the six faces side by side, as they look here
   * @param {(kind: string) => void} given.onPicture  what draws
   */
  constructor({ root, set, onFace, onFaces, onPicture }) {
    this.#root = root;
    this.#set = set;
    this.onFace = onFace;
    this.onFaces = onFaces;
    this.onPicture = onPicture;
    this.#cues.wear(SETS.get(set)?.sound ?? "resin");
    this.start();
    new ResizeObserver(() => this.#measure()).observe(root);
    this.#wireDrag();
    window.addEventListener("pagehide", () => this.stop());
    window.addEventListener("pageshow", (event) => event.persisted && this.start());
  }

  /** Draws the die on a canvas of its own; a page that comes back gets another one. */
  start() {
    const canvas = el("canvas", { class: "show-canvas", "aria-hidden": "true" });
    this.#root.append(canvas);
    const skin = SETS.get(this.#set);
    const quality = prefs.get("quality");
    this.#stage = createStage(canvas, { quality, set: skin, surface: SURFACES.get(prefs.get("surface")), marks: prefs.get("marks"), onPainter: (kind) => kind && this.#pictured(kind) });
    this.#size = { w: 0, h: 0 };
    this.#measure();
    this.#pictured(this.#stage.kind());
    this.#ends = [
      prefs.watch("surface", (key) => {
        const surface = /** @type {import("../dice/surfaces.js").Surface} */ (SURFACES.get(key));
        if (this.#stage?.look.surface !== surface) this.#stage?.setSurface(surface);
      }),
      prefs.watch("marks", (marks) => {
        if (this.#stage?.look.marks !== marks) this.#stage?.setMarks(marks);
        this.#portrayed = "";
        this.#rested();
      }),
    ];
    const goal = this.#turn;
    // Where the processor draws, every picture is dear.
    if (this.#stage.kind() === "2d") this.#move(0, () => goal);
    else this.#move(PRESENT_MS, (share) => times(about(0, 0, 1, (1 - share) * -2 * Math.PI), goal));
  }

  /** Lets the canvas go. */
  stop() {
    for (const end of this.#ends.splice(0)) end();
    this.#stopMotion();
    this.#calm();
    this.#portrayed = "";
    this.#player?.dispose();
    this.#player = null;
    const canvases = this.#root.querySelectorAll("canvas");
    this.#stage?.dispose();
    this.#stage = null;
    for (const canvas of canvases) canvas.remove();
  }

  /** The one die lies still: time for what the strip still lacks. */
  #rested() {
    this.#calm();
    if (this.#portrayed !== this.#root.dataset.kind) this.#calm = clock.after(PORTRAY_AFTER, () => this.#portray());
  }

  /** Pictures of all six faces; the die's own picture follows before anybody sees them. */
  #portray() {
    const { w, h } = this.#size;
    if (!this.#stage || !w || this.#player || this.#turning) return;
    // What draws without WebGL may still be on its way.
    if (!this.#stage.paints) return this.#rested();
    this.#portrayed = this.#root.dataset.kind ?? "";
    this.onFaces(portraitsOf(this.#stage, planFelt(w, h)));
    this.#draw(false);
  }

  /** @param {string} kind */
  #pictured(kind) {
    this.#root.dataset.kind = kind;
    this.onPicture(kind);
  }

  #measure() {
    const { clientWidth: w, clientHeight: h } = this.#root;
    if (!this.#stage || !w || !h || (w === this.#size.w && h === this.#size.h)) return;
    this.#size = { w, h };
    this.#view = newView(w, h);
    const size = SHARE * Math.min(w, h * 1.1);
    // The camera aims at the felt, half a die below the die's middle.
    const cy = h * MIDDLE + (size / 2) * Math.cos(TILT);
    Object.assign(this.#camera, { x: 0, y: 0, tilt: TILT, far: (focal(w, h) * EDGE) / size, cx: w / 2, cy });
    aim(this.#camera, this.#view);
    this.#view.pool.set([w / 2, h * 0.48, w * 0.62, h * 0.72]);
    this.#stage.resize(w, h, window.devicePixelRatio);
    if (this.#player) this.#player.relayout(planFelt(w, h));
    else this.#draw(false);
  }

  /** @param {boolean} moving  whether another picture follows at once */
  #draw(moving) {
    this.#poses.set([0, 0, standing(this.#turn), ...this.#turn]);
    this.#view.moving = moving;
    this.#stage?.draw(this.#poses, 1, this.#view);
  }

  /** Back from a throw to the one die. */
  #single() {
    if (!this.#player) return;
    this.#player.dispose();
    this.#player = null;
    this.#root.dataset.mode = "die";
    this.#settled();
  }

  /** @param {number} ms @param {Motion} motion */
  #move(ms, motion) {
    this.#single();
    this.#stopMotion();
    this.#root.dataset.mode = "die";
    this.onFace(upOf(motion(1)));
    if (prefs.still() || ms === 0) {
      this.#turn = motion(1);
      this.#draw(false);
      this.#rested();
      return;
    }
    const began = clock.now();
    this.#turning = true;
    const end = clock.onFrame((now) => {
      const share = Math.min(1, Math.max(0, (now - began) / ms));
      this.#turn = motion(easeOut(share));
      if (share === 1) this.#stopMotion();
      this.#draw(share < 1);
      if (share === 1) this.#rested();
    });
    this.#stopMotion = () => {
      end();
      this.#turning = false;
      this.#stopMotion = () => {};
    };
  }

  /** @param {Turn} goal @param {number} ms */
  #turnTo(goal, ms) {
    const from = this.#turn;
    this.#move(ms, (share) => between(from, goal, share));
  }

  /** Brings a face up. @param {number} face */
  show(face) {
    this.#turnTo(showing(face), TURN_MS);
  }

  /** A quarter turn. @param {1 | -1} way  1 to the right */
  quarter(way) {
    const from = flat(this.#turn);
    this.#move(TURN_MS, (share) => times(about(0, 0, 1, (way * share * Math.PI) / 2), from));
  }

  #wireDrag() {
    const root = this.#root;
    let at = { x: 0, y: 0, t: 0 };
    let speed = { x: 0, y: 0 };
    root.addEventListener("pointerdown", (event) => {
      if (this.#player?.moving() && this.#player.skip()) return;
      if (event.button !== 0) return;
      root.setPointerCapture(event.pointerId);
      at = { x: event.clientX, y: event.clientY, t: event.timeStamp };
      speed = { x: 0, y: 0 };
    });
    root.addEventListener("pointermove", (event) => {
      if (!root.hasPointerCapture(event.pointerId) || this.#player?.moving()) return;
      const [x, y] = [(event.clientX - at.x) * PER_PIXEL, (event.clientY - at.y) * PER_PIXEL];
      const ms = Math.max(1, event.timeStamp - at.t);
      at = { x: event.clientX, y: event.clientY, t: event.timeStamp };
      speed = { x: x / ms, y: y / ms };
      this.#single();
      this.#stopMotion();
      this.#turn = dragged(this.#turn, x, y);
      this.#draw(false);
    });
    const drop = (/** @type {PointerEvent} */ event) => {
      if (!root.hasPointerCapture(event.pointerId)) return;
      root.releasePointerCapture(event.pointerId);
      if (this.#player) return;
      const fresh = event.timeStamp - at.t < 60;
      this.#turnTo(flat(flung(this.#turn, fresh ? speed.x : 0, fresh ? speed.y : 0)), SETTLE_MS);
    };
    root.addEventListener("pointerup", drop);
    root.addEventListener("pointercancel", drop);
  }

  /**
   * Plays a throw; resolves with its faces once they lie, or something else is looked at.
   * @param {ArrayBuffer} bytes  as the house sent them
   * @returns {Promise<number[]>}
   */
  async play(bytes) {
    const record = decodeThrow(bytes);
    if (!this.#stage) return [];
    this.#settled();
    this.#stopMotion();
    const { w, h } = this.#size;
    this.#player ??= createAnimator(this.#stage, planFelt(w, h), {
      onHit: (...hit) => this.#cues.hit(...hit),
      onSettled: () => this.#settled(),
    });
    this.#player.setSpeed(prefs.get("speed"));
    this.#root.dataset.mode = "flying";
    const lies = new Promise((resolve) => (this.#settled = () => resolve(undefined)));
    this.#player.play(record);
    await lies;
    if (this.#player) this.#root.dataset.mode = "throw";
    return record.dice.map(({ face }) => face);
  }
}
