/**
 * One bar at the foot of the home page, with the one thing that matters now: games that the browser threw away, a new
 * release, what became of the last one, that there is no connection, or that the game can go onto the home screen. It lies
 * over the page, so nothing moves.
 */

import { t } from "../text.js";
import { el, fill, say } from "../view/dom.js";
import { askBrowser, attend, gameFinished, offer, refuse } from "./install.js";
import { applyUpdate, justUpdated, updateReady, watch } from "./offline.js";

/** @typedef {{id: string, label: string, act: () => void, plain?: boolean}} Choice */
/** @typedef {{id: string, text: string, more?: string, steps?: boolean, choices: Choice[]}} Card */

/** Closed by the player on this page. @type {Set<string>} */
const closed = new Set();
const updated = justUpdated();
let online = navigator.onLine;
/** @type {HTMLElement | null} */
let bar = null;
let shown = "";
/** What this visit alone is told. */
let once = "";

/** @param {string} id @param {() => void} [also] @returns {Choice} */
const close = (id, also) => ({ id: "close", label: t("offline.close"), plain: true, act: () => (also?.(), closed.add(id), draw()) });

/** @returns {Card | null} */
function current() {
  const way = offer();
  /** @type {(false | null | Card)[]} */
  const cards = [
    once !== "" && { id: "once", text: once, choices: [close("once")] },
    updateReady() && { id: "update", text: t("offline.update"), choices: [{ id: "go", label: t("offline.update.go"), act: () => void applyUpdate(() => location.reload()) }] },
    !online && { id: "offline", text: t("offline.bar"), choices: [] },
    updated && { id: "updated", text: t("offline.updated"), choices: [close("updated")] },
    way === "ask" && { id: "install", text: t("offline.install"), more: t("offline.install.more"), choices: [close("install", refuse), { id: "go", label: t("offline.install.go"), act: () => void askBrowser().then(draw) }] },
    way === "steps" && { id: "install", text: t("offline.install"), steps: true, choices: [close("install", refuse)] },
  ];
  return cards.find((card) => card && !closed.has(card.id)) || null;
}

const SVG = { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false" };
const STEPS = /** @type {const} */ ([
  ["offline.install.share", "M12 15V3M8 7l4-4 4 4M7 10H5v11h14V10h-2"],
  ["offline.install.add", "M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM12 8v8M8 12h8"],
]);

const steps = () => el("ol", { class: "news-steps" }, STEPS.map(([key, d]) => el("li", {}, el("svg:svg", SVG, el("svg:path", { d })), el("span", { text: t(key) }))));

/** @param {Choice} choice */
const button = ({ id, label, act, plain }) =>
  plain
    ? el("button", { type: "button", class: "button square quiet news-close", "aria-label": label, onclick: act }, el("svg:svg", SVG, el("svg:path", { d: "M6 6l12 12M18 6L6 18" })))
    : el("button", { type: "button", class: "button primary", data: { id }, text: label, onclick: act });

function draw() {
  const card = current();
  if ((card?.id ?? "") === shown) return;
  shown = card?.id ?? "";
  document.documentElement.toggleAttribute("data-news", Boolean(card));
  if (!card) {
    bar?.remove();
    bar = null;
    return;
  }
  if (!bar) {
    bar = /** @type {HTMLElement} */ (el("section", { class: "news", "aria-label": t("offline.news") }));
    document.body.append(bar);
  }
  bar.dataset.id = card.id;
  fill(
    bar,
    el("div", { class: "news-text" }, el("p", {}, el("b", { text: card.text })), card.more && el("p", { class: "muted small", text: card.more }), card.steps && steps()),
    card.choices.filter(({ plain }) => !plain).map(button),
    card.choices.filter(({ plain }) => plain).map(button),
  );
  say(card.text);
}

/** The house answered, or did not. @param {boolean} answered */
export function houseAnswered(answered) {
  online = answered;
  draw();
}

/** Something is said before all else, until it is closed. @param {string} text */
export function tellOnce(text) {
  once = text;
  draw();
}

/** Games of this device, as they are listed: an ended one makes the offer timely. @param {{status: string}[]} games */
export function gamesListed(games) {
  if (games.some(({ status }) => status === "over")) gameFinished();
  draw();
}

attend(draw);
watch(draw);
for (const change of /** @type {const} */ (["online", "offline"])) window.addEventListener(change, () => houseAnswered(navigator.onLine));
draw();
