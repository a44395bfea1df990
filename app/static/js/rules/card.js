/**
 * The rule card: what a table agreed on, on one sheet. A function of the card as the service tells it; it knows no page.
 * Wants the texts of card.json in the page, and css/card.css.
 */

import { hasText, howToWin, num, rulesName, t } from "../text.js";
import { el } from "../view/dom.js";
import { dice, openFaces } from "./die.js";
import { factsOf, isOurs } from "./facts.js";
import { fromPreset, presetName, ruleName, sourceOf, valueWords } from "./words.js";

/** @typedef {import("./words.js").RuleRecord} RuleRecord */
/** @typedef {import("./house.js").Difference} Difference */
/** @typedef {{part: string, faces: number[], open: string, points: number, parts: string[]}} ScoreLine */
/** @typedef {{hash: string, rules: RuleRecord, preset: string, changed: Difference[], score: ScoreLine[]}} Card */

const oursMark = () => el("span", { class: "ours", text: t("card.ours") });

/**
 * What differs from the preset, a line each.
 * @param {Difference[]} changed
 * @param {string} preset its key
 * @returns {HTMLElement}
 */
export const differencesList = (changed, preset) =>
  el(
    "ul",
    { class: "differences" },
    changed.map(({ field, preset: printed, here }) =>
      el("li", {}, el("span", {}, `${ruleName(field)}: `, el("b", { text: valueWords(field, here) })), " ", el("small", { text: t("card.was", { preset: presetName(preset), value: valueWords(field, printed) }) })),
    ),
  );

/** What a line is called; where alike dice pay by their face, the name says whose these are. @param {string} part @param {RuleRecord} rules */
const partName = (part, { alike }) => t(alike !== "fixed" && hasText(`part.${part}.each`) ? `part.${part}.each` : `part.${part}`);

/** @param {ScoreLine} line @param {Card} card */
function scoreRow({ part, faces, open, points }, card) {
  const before = openFaces(open);
  const example = before.length ? [dice(faces), el("span", { class: "card-on", text: t("card.kept") }), dice(before, "kept-dice"), el("small", { text: t("card.kept.more") })] : [dice(faces)];
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, el("span", { class: "card-part" }, partName(part, card.rules), isOurs(part, card) && oursMark()), el("span", { class: "card-example" }, example)),
    el("td", { text: `${part === "all_dice" ? "+" : ""}${num(points)}` }),
  );
}

/** @param {Card} card @param {(title: string) => HTMLElement} heading */
const scoreTable = (card, heading) =>
  el(
    "section",
    {},
    heading(t("card.score")),
    el("table", { class: "card-score" }, el("tbody", {}, card.score.map((line) => scoreRow(line, card)))),
    el("p", { class: "muted small", text: t("card.score.rest") }),
  );

/** @param {Card} card @param {(title: string) => HTMLElement} heading */
const agreed = (card, heading) =>
  el(
    "section",
    {},
    heading(t("card.facts")),
    el(
      "dl",
      { class: "card-facts" },
      factsOf(card).map(({ name, sentences, ours }) => el("div", {}, el("dt", {}, name, ours && oursMark()), el("dd", { text: sentences.join(" ") }))),
    ),
  );

/**
 * The whole card.
 * @param {Card} card
 * @param {{level?: 2 | 3}} [where] `level`: the heading level of its name
 * @returns {HTMLElement}
 */
export function ruleCard(card, { level = 3 } = {}) {
  const { rules, preset, changed } = card;
  const heading = (/** @type {string} */ title) => el(`h${level + 1}`, { text: title });
  const house = rules.key !== preset;
  const ours = [...factsOf(card).map((fact) => fact.ours), ...card.score.map(({ part }) => isOurs(part, card))].some(Boolean);
  return el(
    "article",
    { class: "rule-card" },
    el(
      "header",
      { class: "card-head" },
      el(`h${level}`, { class: "card-name", text: rulesName(rules) }),
      house && el("p", { class: "card-base", text: fromPreset(preset, changed.length) }),
      el("p", { class: "card-win", text: howToWin(rules) }),
      el("p", { class: "card-code" }, el("b", { text: card.hash }), el("small", { text: t("card.code") })),
    ),
    changed.length > 0 && el("section", { class: "card-changed" }, heading(t("card.changed")), differencesList(changed, preset)),
    scoreTable(card, heading),
    agreed(card, heading),
    el("footer", { class: "muted small" }, ours && el("p", { text: t("card.ours.more") }), el("p", { text: t("card.source", { source: house ? presetName(preset) : sourceOf(rules) }) })),
  );
}
