/** The tray along the felt's upper edge: small dice by part with what they are worth, and their way there from the grid. */

import { t } from "../text.js";
import { el, fill } from "./dom.js";

/** @typedef {import("../shapes.js").TrayModel} TrayModel */
/** @typedef {{face: number, box: import("../dice/layout.js").Box}} Leaving  a die on its way from the grid */

/** Ms of a flight, and between the starts of two dice. */
const FLIGHT = 430;
const APART = 45;
/** Share of its cell's width that a die's upper face takes, with the bit that a picked one seems larger. */
const FACE_SHARE = 0.74;
/** Where a die is on its way: up from the felt, over, and down with a small knock. */
const EASE = "cubic-bezier(0.3, 0.1, 0.25, 1)";

/** @param {number} face */
function smallDie(face) {
  const die = el("span", { class: "kept-die", data: { face } });
  die.style.setProperty("--at", String(face - 1));
  return die;
}

/** @param {HTMLElement} root */
export function createTray(root) {
  /** @type {{dice: Leaving[], delay: number, rate: number} | null} */
  let sent = null;
  let shown = "";
  const keptRow = el("ul", { class: "tray-row", "aria-label": t("tray.label"), hidden: true });
  const workingRow = el("ul", { class: "tray-row working", "aria-label": t("working.label"), hidden: true });
  fill(root, keptRow, workingRow);

  /** @param {import("../shapes.js").TrayChip} chip */
  const chipOf = ({ text, faces, sum }) =>
    faces
      ? el("li", { class: "tray-chip dice" }, el("span", { class: "unseen", text }), el("span", { class: "kept-dice", "aria-hidden": "true" }, faces.map(smallDie)), el("b", { "aria-hidden": "true", text: sum }))
      : el("li", { class: "tray-chip", text });

  /** @param {HTMLElement} die @param {Leaving} from @param {number} delay @param {number} rate */
  function fly(die, { box }, delay, rate) {
    const end = die.getBoundingClientRect();
    const felt = /** @type {HTMLElement} */ (root.offsetParent ?? root).getBoundingClientRect();
    const dx = felt.left + box.x + box.w / 2 - (end.left + end.width / 2);
    const dy = felt.top + box.y + box.h / 2 - (end.top + end.height / 2);
    const large = (box.w * FACE_SHARE) / end.width;
    const at = (/** @type {number} */ way, /** @type {number} */ up, /** @type {number} */ scale) => `translate(${dx * way}px, ${dy * way - up}px) scale(${scale})`;
    const frames = [
      { opacity: 0, transform: at(1, 0, large), offset: 0 },
      { opacity: 1, transform: at(1, 0, large), offset: 0.001 },
      { opacity: 1, transform: at(0.86, 16, large * 1.06), offset: 0.22 },
      { opacity: 1, transform: at(0, 0, 1.25), offset: 0.84 },
      { opacity: 1, transform: "none", offset: 1 },
    ];
    const flight = die.animate(frames, { duration: FLIGHT, delay, easing: EASE, fill: "backwards" });
    flight.playbackRate = rate || 1;
    return flight;
  }

  /** Each die that left the grid comes down on the last free one of its face, or vanishes in their sum. */
  function receive() {
    if (!sent) return;
    const { dice, delay, rate } = sent;
    sent = null;
    /** @type {any[]} */
    const free = [...root.querySelectorAll(".kept-die")].reverse();
    dice.forEach((leaving, k) => {
      const at = free.findIndex((die) => die.dataset.face === String(leaving.face));
      const die = at >= 0 ? free.splice(at, 1)[0] : smallDie(leaving.face);
      if (at < 0) root.querySelector(".tray-chip")?.append(die);
      if (die.isConnected) fly(die, leaving, delay + k * APART, rate).onfinish = at < 0 ? () => die.remove() : null;
    });
  }

  return {
    /** @param {TrayModel} model */
    write({ kept, working, large }) {
      root.classList.toggle("large", large);
      // Dice on their way must not be replaced because something else in the tray changes.
      const key = JSON.stringify(kept);
      if (key !== shown) fill(keptRow, kept.map(chipOf));
      shown = key;
      keptRow.hidden = kept.length === 0;
      workingRow.hidden = working.length === 0;
      fill(
        workingRow,
        el("li", { class: "working-word", "aria-hidden": "true", text: t("working.label") }),
        working.map(({ text, label }) => el("li", { class: "tray-chip live" }, el("span", { "aria-hidden": "true", text }), el("span", { class: "unseen", text: label }))),
      );
      receive();
    },
    /** The faces of the dice in use, as an image address. @param {string} url */
    picture(url) {
      if (url) root.style.setProperty("--faces", `url("${url}")`);
      root.classList.toggle("pictured", url !== "");
    },
    /** Dice leave the grid; they fly when the tray is next written. @param {Leaving[]} dice @param {number} delay  ms @param {number} rate  of the clock */
    send(dice, delay, rate) {
      sent = { dice, delay: rate ? delay / rate : 0, rate };
    },
    /** All dice are where they belong. */
    arrive() {
      sent = null;
      for (const flight of root.getAnimations({ subtree: true })) flight.finish();
    },
  };
}
