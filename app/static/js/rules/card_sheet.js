/** The rule card in a sheet over the page (card_sheet.html). */

import { Refused } from "../http.js";
import { t } from "../text.js";
import { el, fill, one, openSheet } from "../view/dom.js";
import { ruleCard } from "./card.js";

/** @typedef {import("./card.js").Card} Card */

/**
 * Opens the sheet and shows the card as soon as it is there.
 * @param {() => Promise<Card>} load
 */
export async function openCard(load) {
  const body = one("#card-body");
  const sheet = one("#card-sheet");
  openSheet(sheet);
  body.setAttribute("aria-busy", "true");
  try {
    fill(body, ruleCard(await load()));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    fill(body, el("p", { class: "error", role: "alert", text: `${t("card.failed")} ${error.message}` }), el("button", { type: "button", class: "button wide", text: t("app.retry"), onclick: () => openCard(load) }));
  } finally {
    body.removeAttribute("aria-busy");
  }
}
