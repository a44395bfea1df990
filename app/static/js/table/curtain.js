/** Decides what covers the table, and remembers who holds the phone. */

import { endingOf, handoverOf, lobbyOf } from "./covers.js";
import { dueAt, mustPass } from "./handover.js";
import { isCoins } from "./stakes.js";

/** @typedef {import("../shapes.js").Scene} Scene */

export class Curtain {
  #storage;
  #key = "";
  /** @type {number | null} */
  #holder = null;

  /** @param {Pick<Storage, "getItem" | "setItem"> | null} storage  of this tab */
  constructor(storage) {
    this.#storage = storage;
  }

  /** The seat whose player has the phone. */
  get holder() {
    return this.#holder;
  }

  /** Each game remembers its own holder over a reload. @param {Scene} scene */
  #meet({ truth }) {
    const key = `holder ${truth.table} ${truth.game}`;
    if (key === this.#key) return;
    this.#key = key;
    const stored = this.#storage?.getItem(key);
    this.#holder = stored === null || stored === undefined ? null : Number(stored);
  }

  /** The phone is where it belongs. @param {Scene} scene */
  take(scene) {
    const due = dueAt(scene);
    if (due === null || due === this.#holder) return;
    this.#holder = due;
    this.#storage?.setItem(this.#key, String(due));
  }

  /** Whether the next player has to be given the phone first. @param {Scene} scene @param {string} style */
  waits(scene, style) {
    this.#meet(scene);
    return style === "full" && mustPass(scene, this.#holder);
  }

  /** A phone that changes hands without a cover. @param {Scene} scene @param {string} style */
  passes(scene, style) {
    this.#meet(scene);
    return style === "banner" && mustPass(scene, this.#holder);
  }

  /**
   * What covers the table now.
   * @param {Scene} scene
   * @param {{idle: boolean, style: string, origin: string, code?: string, coins?: ((scene: Scene, idle: boolean) => any) | null}} how
   *   `idle`: everything that happened has been shown; `code` of the rules; `coins`: what covers a table for coins
   */
  modelOf(scene, { idle, style, origin, code, coins }) {
    const { truth, view } = scene;
    if (!truth.ready) return null;
    if (isCoins(truth)) return coins?.(scene, idle) ?? null;
    if (truth.status === "open" || !view) return truth.status === "open" ? lobbyOf(truth, origin, code) : null;
    if (!idle) return null;
    if (view.phase === "over" && view.result) return endingOf(scene);
    if (this.waits(scene, style)) return handoverOf(scene);
    this.take(scene);
    return null;
  }
}
