/** The one screen that stops everything: this page speaks an older protocol than the house, or a later release has its game. */

import { alsoText, t } from "../text.js";
import { el } from "../view/dom.js";
import { applyUpdate, register } from "./offline.js";

const SHEET = new URL("../../css/offline.css", import.meta.url);
const TEXTS = {
  coins: { title: "offline.gate.title", more: "offline.gate.more" },
  practice: { title: "offline.gate.practice", more: "offline.gate.practice.more" },
};
/** @type {Promise<void> | null} */
let shown = null;

/** @typedef {"coins" | "practice"} Kind  what cannot go on */

/** Shows it once; only the new release leads on. @param {Kind} [kind] @returns {Promise<void>} */
export const showGate = (kind = "coins") => (shown ??= open(kind));

/** @param {Kind} kind */
async function open(kind) {
  document.head.append(el("link", { rel: "stylesheet", href: SHEET.pathname }));
  // Without its own words it is still better than a table that stands still.
  await alsoText("offline", "offline.gate.go").catch(() => {});
  const go = el("button", { type: "button", class: "button primary wide", text: t("offline.gate.go"), onclick: update });
  const title = el("h2", { id: "gate-title", text: t(TEXTS[kind].title) });
  const box = /** @type {HTMLDialogElement} */ (el("dialog", { class: "gate", "aria-labelledby": "gate-title", "aria-describedby": "gate-more" }, title, el("p", { id: "gate-more", text: t(TEXTS[kind].more) }), go, kind === "practice" && el("a", { class: "button wide", href: "/", text: t("app.home") })));
  box.addEventListener("cancel", (event) => event.preventDefault());
  document.body.append(box);
  box.showModal();
  go.focus();
}

async function update() {
  await register();
  await applyUpdate(() => location.reload());
}
