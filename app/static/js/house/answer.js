/** A flag as the house sees it: with the note, what the phone saw, and a form for the answer. Texts: flags.json. */

import { Refused, get, post } from "../http.js";
import { card } from "../flags/card.js";
import { t } from "../text.js";
import { el, whileBusy } from "../view/dom.js";

/** @typedef {import("../flags/words.js").FlagTold} FlagTold */

const ANSWER_MAX = 1000;

/**
 * @param {FlagTold} flag
 * @param {(word: string) => void} done  told what was done
 */
export function answerable(flag, done) {
  const wrong = el("p", { class: "error", role: "alert" });
  const id = `answer-${flag.id}`;
  const text = el("textarea", { class: "input", id, rows: 3, maxlength: ANSWER_MAX, "aria-describedby": `${id}-more` });
  const send = el("button", { type: "submit", class: "button primary", text: t(flag.answer ? "flags.house.answer.again" : "flags.house.answer") });
  const close = flag.status !== "closed" && el("button", { type: "button", class: "button", text: t("flags.house.close") });
  const form = el(
    "form",
    { class: "house-answer", novalidate: true },
    el("div", { class: "field" }, el("label", { for: id, text: t("flags.house.text", { n: flag.roll }) }), text, el("p", { class: "muted small", id: `${id}-more`, text: t("flags.house.text.more") })),
    wrong,
    el("div", { class: "flag-acts" }, close, send),
  );
  /** @param {HTMLElement} button @param {string} path @param {Record<string, any>} body @param {string} word */
  const act = (button, path, body, word) =>
    whileBusy(button, async () => {
      wrong.textContent = "";
      try {
        await post(`/api/house/flags/${flag.id}/${path}`, body, { repeatable: true });
        done(word);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        wrong.textContent = error.message;
      }
    });
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    void act(send, "answer", { text: text.value }, t("flags.house.said"));
  });
  if (close) close.addEventListener("click", () => void act(close, "close", {}, t("flags.house.ended")));
  return card(flag, { note: t("flags.house.note"), more: [flag.has_evidence && saw(flag), flag.has_evidence && evidence(flag), form] });
}

/** Whether the phone saw what the record says. @param {FlagTold} flag */
function saw({ phone_differs: differs = [] }) {
  const what = differs.map((name) => t(`flags.house.saw.${name}`)).join(", ");
  return el("p", { class: "small", text: what ? t("flags.house.differs", { what }) : t("flags.house.same") });
}

/** What the phone saw, looked up when it is asked for. @param {FlagTold} flag */
function evidence({ id }) {
  const shown = el("pre", { class: "flag-evidence", tabindex: "0", role: "region", "aria-label": t("flags.house.evidence") });
  const fold = el("details", {}, el("summary", { text: t("flags.house.evidence") }), shown);
  fold.addEventListener("toggle", async () => {
    if (!fold.open || shown.textContent) return;
    const { evidence } = await get(`/api/flags/${id}`);
    shown.textContent = typeof evidence === "string" ? spread(evidence) : JSON.stringify(evidence, null, 2);
  });
  return fold;
}

/** JSON that came as text, with a line for each figure; other text as it is. @param {string} text */
function spread(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
