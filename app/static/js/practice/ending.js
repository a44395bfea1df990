/** What stands under the end of a game that this device holds: the way to check it. */

import { t } from "../text.js";
import { el, fill } from "../view/dom.js";

/** @param {HTMLElement} place @param {string} table @param {number} game */
export function fillEnding(place, table, game) {
  const check = el("a", { class: "button quiet", href: `/verify#${table}/${game}`, text: t("practice.verify") });
  // What the house alone counts it cannot count here.
  fill(place, el("p", { class: "muted small", text: t("practice.no_luck") }), el("div", { class: "ending-links" }, check));
}
