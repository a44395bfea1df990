/** The rules page: Progressive in full, every other game by its card, and a hand to check. */

import "./prefs.js";
import { Refused } from "./http.js";
import { knownRules } from "./practice/rules.js";
import { ruleCard } from "./rules/card.js";
import { checkedRules } from "./rules/checked.js";
import { HandCheck } from "./rules/check_hand.js";
import { recordOf } from "./rules/house.js";
import { savedRule, savedRules } from "./rules/saved.js";
import { t } from "./text.js";
import { wireBack } from "./view/back.js";
import { all, el, fill, followAnchors, one } from "./view/dom.js";

/** @typedef {import("./rules/house.js").House} House */

const which = one("#which");
const checkRules = one("#check-rules");
const full = one("#full");
const fold = one("#card-fold");
/** The game that this page tells in full; Trippn is the same game with a change, every other one is its card. */
const IN_FULL = "progressive";
const TOLD_HERE = [IN_FULL, "trippn"];
const KEPT = "kept-";

/** The rules behind an entry of the list. @param {string} value @returns {House} */
const houseOf = (value) => savedRule(value.replace(KEPT, ""))?.house ?? { preset: value, changes: {} };

/** Fetches and shows the card of the chosen game. @param {HTMLElement} place @param {2 | 3} level */
async function drawCard(place, level) {
  const asked = which.value;
  place.setAttribute("aria-busy", "true");
  try {
    const { card } = await checkedRules(houseOf(asked));
    if (which.value !== asked) return;
    fill(place, card ? ruleCard(card, { level }) : el("p", { class: "error", role: "alert", text: t("card.failed") }));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    fill(place, el("p", { class: "error", role: "alert", text: `${t("card.failed")} ${error.message}` }), el("button", { type: "button", class: "button wide", text: t("app.retry"), onclick: () => drawCard(place, level) }));
  } finally {
    place.removeAttribute("aria-busy");
  }
}

/** Shows the chosen game. */
function choose() {
  const inFull = which.value === IN_FULL;
  const shown = one("#shown");
  full.hidden = !TOLD_HERE.includes(which.value);
  fold.hidden = !inFull;
  fold.open = false;
  delete fold.dataset.loaded;
  shown.hidden = inFull;
  fill(shown);
  fill(one("#card"));
  checkRules.value = which.value;
  if (!inFull) void drawCard(shown, 2);
}

/** Names the chosen game in the address, so that a link leads here. */
function nameInAddress() {
  const query = which.value === IN_FULL || which.value.startsWith(KEPT) ? "" : `?rules=${which.value}`;
  history.replaceState(history.state, "", `${location.pathname}${query}`);
}

/** @type {HandCheck | null} */
let check = null;

async function checkHand() {
  check ??= new HandCheck();
  const house = houseOf(checkRules.value);
  try {
    const printed = (await knownRules()).rulesets.find(({ key }) => key === house.preset);
    if (printed) check.open({ house, rules: recordOf(house, printed) });
  } catch {
    one("#check-failed").textContent = t("error.unreachable");
  }
}

function begin() {
  const saved = savedRules().map(({ id, house }) => el("option", { value: KEPT + id, text: house.name }));
  if (saved.length) which.append(el("optgroup", { label: t("rules.saved") }, saved));
  checkRules.append(...[...which.children].map((option) => option.cloneNode(true)));
  const asked = new URLSearchParams(location.search).get("rules");
  if (asked && all("option", which).some(({ value }) => value === asked)) which.value = asked;
  // A kept page may still show what was chosen before it was left.
  if (which.value !== IN_FULL) choose();
  which.addEventListener("change", () => (choose(), nameInAddress()));
  checkRules.value = which.value;
  checkRules.addEventListener("change", checkHand);
  fold.addEventListener("toggle", () => {
    if (!fold.open || fold.dataset.loaded) return;
    fold.dataset.loaded = "1";
    void drawCard(one("#card"), 2);
  });
  one("#check-open-button").addEventListener("click", checkHand);
  if (location.hash === "#check") void checkHand();
  wireBack();
  followAnchors(full, true);
  window.addEventListener("beforeprint", () => all("#full details").forEach((part) => (part.open = true)));
  one("#print").addEventListener("click", () => window.print());
}

begin();
