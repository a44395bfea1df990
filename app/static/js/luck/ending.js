/** What stands under the end of a game: its luck in a line, and the ways to check it and to see it again. Texts: luck.json. */

import { get } from "../http.js";
import { tableUrl } from "../protocol.js";
import { alsoText, t } from "../text.js";
import { el, fill } from "../view/dom.js";
import { styled } from "./parts.js";
import { openLuck } from "./sheet.js";
import { lineOf } from "./words.js";

/** @typedef {import("./words.js").Report} Report */

/** @type {Map<string, Promise<Report>>} */
const reports = new Map();

/** A game that is over does not change: its report is fetched once. @param {string} table @param {number} game */
function reportOf(table, game) {
  const key = `${table}/${game}`;
  const known = reports.get(key);
  if (known) return known;
  const asked = get(`${tableUrl(table)}/luck/${game}`);
  asked.catch(() => reports.delete(key));
  reports.set(key, asked);
  return asked;
}

/**
 * Fills the place that the cover keeps free. Without the house's answer the links stand alone.
 * @param {HTMLElement} place
 * @param {string} table
 * @param {number} game
 */
export async function fillEnding(place, table, game) {
  await Promise.all([alsoText("luck"), styled()]);
  const links = el(
    "div",
    { class: "ending-links" },
    el("a", { class: "button quiet", href: `/verify#${table}/${game}`, text: t("luck.verify") }),
    el("a", { class: "button quiet", href: `/replay/${table}/${game}`, text: t("luck.replay") }),
  );
  fill(place, links);
  const report = await reportOf(table, game).catch(() => null);
  if (!report || report.all.rolls === 0) return;
  const line = el("button", { type: "button", class: "button luck-line", data: { cover: "luck" }, "aria-haspopup": "dialog", onclick: () => openLuck(report) }, el("span", { text: lineOf(report) }), el("span", { class: "luck-go", "aria-hidden": "true", text: "›" }));
  place.prepend(line);
}
