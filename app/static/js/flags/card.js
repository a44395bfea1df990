/** One flag of a list: the dice, what the check said, how rare such a roll is, and what the house answers. Texts: flags.json. */

import { dice } from "../rules/die.js";
import { t } from "../text.js";
import { el } from "../view/dom.js";
import { oddsWords, verdictWords, when } from "./words.js";

/** @typedef {import("./words.js").FlagTold} FlagTold */

/** Marks that say the verdict without colour. @type {Record<FlagTold["verdict"], string>} */
const MARKS = { verified: "✓", mismatch: "✗", unreadable: "?" };

/** The dice of a flag, or why there are none. @param {{faces: number[], roll: number}} flag */
export function picture({ faces, roll }) {
  const rolled = faces.length ? dice(faces, "flag-dice") : el("p", { class: "muted", text: t("flags.withheld") });
  return roll === 0 ? [el("p", { class: "label", text: t("flags.first") }), rolled] : rolled;
}

/** The verdict and its sentence. @param {FlagTold} flag */
export const verdict = (flag) =>
  el("p", { class: "flag-verdict", data: { verdict: flag.verdict } }, el("b", {}, el("span", { "aria-hidden": "true", text: `${MARKS[flag.verdict]} ` }), t(`flags.verdict.${flag.verdict}`)), " ", el("span", { text: verdictWords(flag) }));

/** How rare the roll is. @param {FlagTold} flag */
export const odds = ({ pattern }) => pattern && el("p", { class: "flag-odds", text: oddsWords(pattern) });

/** Where the roll can be seen and checked. @param {FlagTold} flag */
function ways({ table, game, roll, attached }) {
  if (!table) return [attached ? null : el("p", { class: "muted small", text: t("flags.private") })];
  const replay = roll > 0 && el("a", { class: "button", href: `/replay/${table}/${game}#${roll}`, "aria-label": t("flags.replay.label", { n: roll }), text: t("flags.replay") });
  const proof = el("a", { class: "button", href: `/verify#${table}/${game}`, "aria-label": t("flags.proof.label", { n: roll }), text: t("flags.proof") });
  return [replay, proof];
}

/**
 * @param {FlagTold} flag
 * @param {{note?: string, acts?: any[], more?: any[]}} [own]  how the note is called, further buttons, what follows
 * @returns {HTMLElement}
 */
export function card(flag, { note = t("flags.note"), acts = [], more = [] } = {}) {
  const who = flag.yours ? t("flags.you") : (flag.who ?? t("flags.left"));
  const facts = [flag.roll > 0 && t("flags.waiting.roll", { n: flag.roll }), t("flags.by", { who, when: when(flag.at) }), t(`flags.reason.${flag.reason}`), flag.auto && t("flags.auto")].filter(Boolean).join(" · ");
  return el(
    "li",
    { class: "flag", data: { id: flag.id, status: flag.status } },
    el("div", { class: "flag-head" }, picture(flag), el("span", { class: "chip flag-status", text: t(`flags.status.${flag.status}`) })),
    verdict(flag),
    odds(flag),
    el("p", { class: "muted small", text: facts }),
    flag.attached && el("p", { class: "muted small", text: t("flags.attached") }),
    flag.note && said(note, flag.note),
    flag.answer && said(t("flags.answer"), flag.answer, "flag-answer"),
    el("div", { class: "flag-acts" }, ways(flag), acts),
    more,
  );
}

/** Somebody's words, with whose they are. @param {string} whose @param {string} words @param {string} [kind] */
export const said = (whose, words, kind = "") => el("div", { class: `flag-said ${kind}`.trim() }, el("b", { class: "label", text: whose }), el("p", { text: words }));
