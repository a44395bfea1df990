/** The account's part about its dice: all its finished games together. Texts: luck.json. */

import { get } from "../http.js";
import { alsoText, t, tn } from "../text.js";
import { el, fill } from "../view/dom.js";
import { pText } from "./chart.js";
import { figuresPart, styled } from "./parts.js";

/** @typedef {import("./words.js").Figures & {games: number, enough: number, waiting: boolean, p: number | null}} AccountLuck */

/** How often the house is asked to work out more games before the figures stand as they are. */
const ROUNDS = 5;

/** What the p-value of the faces means. @param {number} p */
export const chanceWords = (p) => [t(p < 0.001 ? "luck.p.rare" : "luck.p.common", { p: pText(p) }), t("luck.p.more")];

/** @param {AccountLuck} luck */
function parts(luck) {
  if (luck.games === 0) return [el("p", { class: "muted", text: t("luck.account.none") })];
  return [
    el("p", { class: "muted", text: `${tn("luck.account.games", luck.games)} ${t("luck.lead")}` }),
    figuresPart(luck, { title: t("luck.account.sum"), whose: "you", enough: luck.enough, shown: true }),
    ...(luck.p === null ? [] : chanceWords(luck.p).map((text) => el("p", { class: "muted small", text }))),
    luck.waiting && el("p", { class: "muted small", text: t("luck.account.waiting") }),
    el("p", {}, el("a", { href: "/fairness", text: t("luck.fairness") })),
  ];
}

/** Fills the part of the account page. @param {HTMLElement} place */
export async function fillAccount(place) {
  await Promise.all([alsoText("luck"), styled()]);
  for (let round = 0; round < ROUNDS; round++) {
    /** @type {AccountLuck | null} */
    const luck = await get("/api/account/luck").catch(() => null);
    if (!luck) return fill(place, el("p", { class: "muted", text: t("luck.account.failed") }));
    fill(place, parts(luck));
    if (!luck.waiting) return;
  }
}
