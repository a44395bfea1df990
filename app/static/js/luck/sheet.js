/** The luck of a finished game: one scale for everybody at the table, bots too. Texts: luck.json. */

import { num, t } from "../text.js";
import { el, fill, openSheet } from "../view/dom.js";
import { tableOf } from "./chart.js";
import { figuresPart } from "./parts.js";
import { nameIn, ordered, signed } from "./words.js";

/** @typedef {import("./words.js").Report} Report */

/** @param {Report} report */
export function openLuck(report) {
  document.getElementById("luck-sheet")?.remove();
  const close = el("button", { type: "button", class: "button square quiet", "data-close": true, "aria-label": t("app.close") }, el("svg:svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, el("svg:path", { d: "M6 6l12 12M18 6L6 18" })));
  const body = el("div", { class: "sheet-body luck-body" });
  fill(body, partsOf(report));
  const sheet = el("dialog", { id: "luck-sheet", class: "sheet", "aria-labelledby": "luck-heading" }, el("div", { class: "sheet-head" }, el("h2", { id: "luck-heading", tabindex: "-1", text: t("luck.title") }), close), body);
  document.body.append(sheet);
  openSheet(sheet);
}

/** @param {Report} report */
function partsOf(report) {
  const rows = ordered(report);
  const alone = rows.length === 1;
  const head = [t("luck.who"), t("luck.on_offer"), t("luck.average"), t("luck.title")];
  const told = rows.map((seat) => [nameIn(report, seat), num(seat.offered), num(Math.round(seat.expected)), signed(seat.luck)]);
  return [
    el("p", { class: "muted", text: t("luck.lead") }),
    !alone && el("div", { class: "luck-scale" }, tableOf(t("luck.scale"), { head, rows: told }, "tight")),
    ...rows.map((seat) => {
      const title = nameIn(report, seat);
      const whose = title === t("luck.you") ? "you" : "name";
      return figuresPart(seat, { title, whose, enough: report.enough, shown: seat.you || alone });
    }),
    !alone && figuresPart(report.all, { title: t("luck.all"), whose: "all", enough: report.enough, shown: true }),
    el("p", { class: "luck-more" }, el("a", { href: "/fairness", text: t("luck.fairness") })),
  ];
}
