/** Where the keyboard is: never lost, and always at what comes next. */

import { focusOn, one } from "../view/dom.js";

/** @typedef {import("../shapes.js").Scene} Scene */

/** What hides controls here is the attribute; asking for styles would have the page laid out in the middle of a redraw. @param {Element | null} node */
const gone = (node) => !node || node === document.body || !node.isConnected || node.closest("[hidden]") !== null;

export class Focus {
  #root;
  #targets;
  #held = false;

  /**
   * @param {HTMLElement} root
   * @param {{firstDie: () => void, roll: () => void, choice: () => void}} targets
   */
  constructor(root, targets) {
    this.#root = root;
    this.#targets = targets;
    document.addEventListener("focusin", (event) => {
      this.#held = root.contains(/** @type {Node} */ (event.target));
    });
  }

  /** Whether the keyboard is, or was until a button went away, at the table. */
  get isHere() {
    const now = document.activeElement;
    return this.#root.contains(now) || (this.#held && gone(now));
  }

  /** After a redraw: what had the focus may be gone. @param {Scene} scene @param {boolean} mine */
  mend(scene, mine) {
    if (!this.#held || !gone(document.activeElement)) return;
    this.toNext(scene, mine);
  }

  /** To what the player will want next. @param {Scene} scene @param {boolean} mine */
  toNext({ view, stage }, mine) {
    const { firstDie, roll, choice } = this.#targets;
    if (mine && view?.phase === "keep" && view.lying.length > 0 && stage !== "held") firstDie();
    else if (mine && (view?.phase === "first" || view?.phase === "roll" || view?.phase === "decide")) roll();
    else if (mine && view && view.phase !== "over" && stage === "rest") choice();
    if (gone(document.activeElement)) this.toHeading();
  }

  toHeading() {
    focusOn(one("#title"));
  }
}
