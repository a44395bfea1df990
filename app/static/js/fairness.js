/** The fairness page: what all dice did, day by day, and how that was tested. */

import "./prefs.js";
import { get } from "./http.js";
import { dayPart, everyPart, sumPart, todayPart } from "./luck/days.js";
import { voidsPart } from "./luck/voids.js";
import { t } from "./text.js";
import { wireBack } from "./view/back.js";
import { el, fill, one } from "./view/dom.js";

/** @typedef {import("./luck/days.js").Fairness} Fairness */

const DAYS = 30;

wireBack();

async function load() {
  const places = ["#sum", "#last", "#every", "#today", "#voids"].map((id) => one(id));
  one("#fairness").setAttribute("aria-busy", "true");
  try {
    /** @type {Fairness} */
    const told = await get(`/api/fairness?days=${DAYS}`);
    const parts = [sumPart(told), dayPart(told), everyPart(told), todayPart(told), voidsPart(told.voids)];
    for (const [index, place] of places.entries()) {
      fill(place, parts[index]);
      const section = place.closest("section");
      if (section) section.hidden = parts[index].length === 0;
    }
  } catch {
    fill(places[0], el("p", { class: "error", role: "alert", text: t("fairness.failed") }), el("button", { type: "button", class: "button", text: t("app.retry"), onclick: () => void load() }));
  } finally {
    one("#fairness").removeAttribute("aria-busy");
  }
}

void load();
