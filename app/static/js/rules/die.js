/** Dice in text, as the templates draw them (icons.html), for what scripts write. */

import { el } from "../view/dom.js";

const CENTRE = [12, 12];
/** Pip centres by face on a square of 24; index 0 is unused. */
const PIPS = [
  [],
  [CENTRE],
  [[7.5, 7.5], [16.5, 16.5]],
  [[7.2, 7.2], CENTRE, [16.8, 16.8]],
  [[7.5, 7.5], [16.5, 7.5], [7.5, 16.5], [16.5, 16.5]],
  [[7.2, 7.2], [16.8, 7.2], CENTRE, [7.2, 16.8], [16.8, 16.8]],
  [[7.5, 6.6], [16.5, 6.6], [7.5, 12], [16.5, 12], [7.5, 17.4], [16.5, 17.4]],
];

/** One die, for the eye only. @param {number} face @returns {SVGElement} */
export function die(face) {
  const pips = PIPS[face].map(([cx, cy]) => el("svg:circle", { class: "die-pip", cx, cy, r: face === 1 ? 2.6 : 2.1 }));
  return el("svg:svg", { class: "die", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, el("svg:rect", { class: "die-body", x: 1, y: 1, width: 22, height: 22, rx: 5 }), pips);
}

/** A row of dice that is read as its numbers. @param {number[]} faces @param {string} [more] further classes @returns {HTMLElement} */
export const dice = (faces, more = "") => el("span", { class: `dice ${more}`.trim(), role: "img", "aria-label": faces.join(" ") }, faces.map(die));

/** The dice that an open part stands for: `set:6` → 6 6 6, `straight:low` → 1…5, `pairs:234` → 2 2 3 3 4 4. @param {string} open @returns {number[]} */
export function openFaces(open) {
  return open
    .split(",")
    .filter((word) => word !== "-" && word !== "")
    .flatMap((word) => {
      const [kind, value] = word.split(":");
      if (kind === "set") return [1, 2, 3].map(() => Number(value));
      if (kind === "straight") return value === "low" ? [1, 2, 3, 4, 5] : [2, 3, 4, 5, 6];
      return [...value].flatMap((face) => [Number(face), Number(face)]);
    });
}
