/** Coin games that nobody won, with their secrets. Texts: luck.json. */

import { hasText, language, t } from "../text.js";
import { el } from "../view/dom.js";
import { shareOf } from "./chart.js";

/** @typedef {{game: string, at: number, reason: string, rolled: boolean, secret: string | null}} Void */
/** @typedef {{days: number, games: number, house: number, void: number, listed: Void[]}} Voids */

/** @param {Voids} voids */
export function voidsPart({ days, games, house, listed }) {
  const rate = games ? t("fairness.voids.rate", { house, games, days, rate: shareOf(house, games) }) : t("fairness.voids.no_games", { days });
  return [
    el("p", { class: "muted", text: t("fairness.voids.more") }),
    el("p", { text: rate }),
    games > 0 && listed.length === 0 ? el("p", { class: "muted", text: t("fairness.voids.none", { days }) }) : listed.length > 0 && el("details", { class: "luck-fold" }, el("summary", { text: `${t("fairness.voids.list")} (${listed.length})` }), el("ul", { class: "voids" }, listed.map(line))),
  ];
}

/** @param {Void} each */
function line({ game, at, reason, secret }) {
  const when = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(at);
  const why = `fairness.voids.${reason}`;
  return el(
    "li",
    {},
    el("p", {}, el("b", { text: t(hasText(why) ? why : "fairness.voids.other") }), el("small", { text: when })),
    secret && el("p", { class: "secret" }, el("span", { text: `${t("fairness.voids.secret")}: ` }), el("code", { text: secret })),
    el("a", { href: `/verify#${game}`, text: t("fairness.voids.verify") }),
  );
}
