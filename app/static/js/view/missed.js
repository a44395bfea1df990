/** The list of turns a player has missed; it stays until it is closed. */

import { t } from "../text.js";
import { dialog, el } from "./dom.js";

/** @param {string[]} lines */
export const showMissed = (lines) =>
  dialog({
    title: t("missed.title"),
    body: el("ul", { class: "missed" }, lines.map((line) => el("li", { text: line }))),
    actions: [{ id: "ok", label: t("app.ok"), kind: "primary" }],
  });
