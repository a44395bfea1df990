/** What went into a roll, figure by figure, for those who want to recompute it by other means. Texts: rolls.json, proof.json. */

import { namesOf } from "../fair/words.js";
import { t } from "../text.js";
import { el } from "../view/dom.js";

/** @typedef {import("../fair/transcript.js").Roll} Roll */
/** @typedef {import("../fair/transcript.js").Transcript} Transcript */

/** @param {string} name @param {string} value */
const row = (name, value) => [el("dt", { text: name }), el("dd", { text: value })];

/**
 * @param {Roll} roll
 * @param {Transcript} transcript
 */
export function detailsOf(roll, { scheme, id, table, game, seats, commitment, secret }) {
  const nameOf = namesOf(seats);
  const promised = new Map(roll.promises.map((each) => [each.seat, each.commitment]));
  const all = JSON.stringify({ scheme, id, commitment, secret, roll }, null, 2);
  const copy = el("button", { type: "button", class: "button", text: t("rolls.copy"), onclick: () => void copied(copy, all) });
  return el(
    "details",
    { class: "rolls-fold" },
    el("summary", { text: t("rolls.details") }),
    el(
      "dl",
      { class: "rolls-figures" },
      row(t("rolls.figure.scheme"), `${scheme} (HMAC-SHA-256)`),
      row(t("rolls.figure.game"), id),
      row(t("rolls.figure.roll"), String(roll.n)),
      row(t("rolls.figure.sealed"), roll.commitment),
      row(t("rolls.figure.key"), roll.key),
      roll.promises.map(({ seat }) => row(t("rolls.figure.promise", { name: nameOf(seat) }), promised.get(seat) ?? "")).flat(),
      roll.contributions.map(({ seat, r }) => row(t("rolls.figure.part", { name: nameOf(seat) }), r)).flat(),
      row(t("rolls.figure.game_sealed"), commitment),
      secret ? row(t("rolls.figure.secret"), secret) : [],
    ),
    el("div", { class: "rolls-acts" }, copy, el("a", { class: "button", href: `/verify#${table}/${game}`, text: t("rolls.verify") })),
    el("pre", { class: "rolls-json", tabindex: "0", role: "region", "aria-label": t("rolls.json"), text: all }),
  );
}

/** @param {HTMLElement} button @param {string} text */
async function copied(button, text) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = t("rolls.copied");
  } catch {
    // Plain http has no clipboard: the text stands below and is marked.
    const shown = button.closest("details")?.querySelector("pre");
    if (shown) getSelection()?.selectAllChildren(shown);
    button.textContent = t("rolls.marked");
  }
}
