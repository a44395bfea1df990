/** What a refused seat is told as: one sentence, and one step that helps. */

import { t } from "../text.js";
import { el, fill } from "../view/dom.js";

/**
 * @typedef {{label: string, href?: string, again?: boolean}} Step a link, or the same thing once more
 * @typedef {{text: string, step: Step | null}} Told
 * @typedef {{stake: number, page?: string, you: import("./lobby.js").You | null, back: string}} Wanted back: where signing in leads afterwards
 * @typedef {import("../http.js").Refused} Refused
 */

/** The way to the account and back. @param {string} back path on this site */
export const doorTo = (back) => `/account?next=${encodeURIComponent(back)}`;

/** @returns {Step} */
const practice = () => ({ label: t("coins.practice"), href: "/new?kind=one_phone" });

/** @param {Wanted} wanted @returns {Step | null} */
const watching = ({ page }) => (page ? { label: t("coins.watch"), href: page } : null);

/** Whether the same call may well succeed in a moment: no answer, too many at once, or a house that is busy. @param {Refused} refusal */
const passing = ({ status }) => status === 0 || status >= 429;

/** By code. @type {Record<string, (refusal: Refused, wanted: Wanted) => Told>} */
const TOLD = {
  too_few_coins: ({ message }, { stake, you }) => ({
    text: you && you.coins < stake ? t("coins.short", { have: you.coins, lack: stake - you.coins }) : message,
    step: practice(),
  }),
  seated_elsewhere: ({ answer }) => ({
    text: t("coins.refused.elsewhere"),
    step: answer?.subject ? { label: t("coins.refused.there"), href: `/t/${answer.subject}` } : null,
  }),
  same_device: (_, wanted) => ({ text: t("coins.refused.same_device"), step: watching(wanted) }),
  stake_too_high: ({ message, answer }) => ({ text: answer?.games_left ? t("coins.newcomer", { n: answer.games_left }) : message, step: null }),
  coins_halted: () => ({ text: t("coins.halted"), step: practice() }),
  table_full: (_, wanted) => ({ text: t("coins.refused.gone"), step: watching(wanted) }),
  // The seat is one's own: another tab, or another device of this account, was quicker.
  seat_taken: (_, { page }) => ({ text: t("coins.refused.yours"), step: page ? { label: t("coins.refused.there"), href: page } : null }),
  wrong_phase: (_, wanted) => ({ text: t("coins.refused.started"), step: watching(wanted) }),
  game_over: () => ({ text: t("coins.refused.away"), step: null }),
  not_found: () => ({ text: t("coins.refused.away"), step: null }),
  signed_out: (_, { back }) => ({ text: t("coins.refused.signed_out"), step: { label: t("coins.enter"), href: doorTo(back) } }),
};

/**
 * @param {Refused} refusal
 * @param {Wanted} wanted
 * @returns {Told} where nothing is known about a code, the house's own sentence
 */
export function told(refusal, wanted) {
  const known = Object.hasOwn(TOLD, refusal.code) ? TOLD[refusal.code] : null;
  if (known) return known(refusal, wanted);
  return { text: refusal.message, step: passing(refusal) ? { label: t("app.retry"), again: true } : watching(wanted) };
}

/** Shows what went wrong where it went wrong. @param {HTMLElement} place @param {Told | null} told */
export function drawTrouble(place, told) {
  const step = told?.step;
  fill(
    place,
    told && el("span", { text: told.text }),
    step && (step.href ? el("a", { class: "button", href: step.href, text: step.label }) : el("button", { type: "button", class: "button", data: { again: "1" }, text: step.label })),
  );
  place.hidden = !told;
}
