/** Flag this roll: the question over the page, and what became of it. Texts: flags.json, which come with it where needed. */

import { get } from "../http.js";
import { tableUrl } from "../protocol.js";
import { t } from "../text.js";
import { el, fill, focusOn, guard, one, whileBusy } from "../view/dom.js";
import { odds, picture, verdict } from "./card.js";
import { sendFlag } from "./send.js";
import { loadTexts } from "./texts.js";

const NOTE_MAX = 280;
const REASONS = ["looks_wrong", "score_wrong", "animation_stuck", "other"];

/**
 * @typedef {object} Asked
 * @property {string | null} table
 * @property {number} game
 * @property {number} n  the roll's number
 * @property {Record<string, any> | null} [transcript]  the game's record, where only this device has it
 * @property {number[]} [faces]  of the roll, where they are known; else they are looked up
 * @property {string} [reason]  the one that is chosen at first; `mismatch` where the check on this device failed
 * @property {any} [evidence]
 * @property {boolean} [auto]
 */

/**
 * Asks what is wrong with a roll and flags it.
 * @param {Asked} asked
 * @returns {Promise<import("./send.js").Outcome | null>} null when the player thought better of it
 */
export async function openFlag(asked) {
  await getReady().catch(() => {});
  const title = el("h2", { class: "dialog-title", id: "flag-title", tabindex: "-1", text: asked.n ? t("flags.ask.title", { n: asked.n }) : t("flags.ask.title.first") });
  const body = el("div", { class: "flag-ask" });
  const box = el("dialog", { "aria-labelledby": "flag-title" }, title, body);
  /** @type {import("./send.js").Outcome | null} */
  let outcome = null;
  fill(body, form(asked, box, (sent) => {
    outcome = sent;
    title.textContent = t(sent.state === "sent" ? "flags.ask.sent" : "flags.ask.queued");
    fill(body, result(sent, box));
    focusOn(title);
  }));
  document.body.append(box);
  box.showModal();
  one("input:checked", box).focus();
  void drawFaces(asked, one(".flag-roll", box));
  return new Promise((resolve) => {
    box.addEventListener("close", () => {
      box.remove();
      resolve(outcome);
    });
  });
}

/** The dice are shown as soon as they are known; without them the roll's number has to do. @param {Asked} asked @param {HTMLElement} place */
async function drawFaces({ table, game, n, transcript, faces }, place) {
  try {
    const record = faces ? null : (transcript ?? (await get(`${tableUrl(table ?? "")}/transcript/${game}`)));
    const found = faces ?? record?.rolls.find((/** @type {{n: number}} */ roll) => roll.n === n)?.faces;
    if (found) fill(place, picture({ faces: found, roll: n }));
  } catch {
    // Offline: the flag can be sent later without its picture.
  }
}

/** @param {Asked} asked @param {HTMLDialogElement} box @param {(sent: import("./send.js").Outcome) => void} done */
function form(asked, box, done) {
  const gate = guard();
  gate.arm();
  const reasons = asked.reason === "mismatch" ? ["mismatch", ...REASONS] : REASONS;
  const chosen = asked.reason ?? reasons[0];
  const left = el("p", { class: "muted small", id: "flag-left", text: t("flags.ask.left", { n: NOTE_MAX }) });
  const note = el("textarea", { class: "input", id: "flag-note", maxlength: NOTE_MAX, rows: 2, "aria-describedby": "flag-left" });
  note.addEventListener("input", () => (left.textContent = t("flags.ask.left", { n: NOTE_MAX - note.value.length })));
  const wrong = el("p", { class: "error", role: "alert" });
  const send = el("button", { type: "submit", class: "button primary", text: t("flags.ask.send") });
  const made = el(
    "form",
    { novalidate: true },
    el("div", { class: "flag-roll" }),
    el("fieldset", {}, el("legend", { class: "label", text: t("flags.ask.reason") }), el("div", { class: "choices segments" }, reasons.map((reason) => choice(reason, reason === chosen)))),
    el("div", { class: "field" }, el("label", { for: "flag-note", text: t("flags.ask.note") }), note, left),
    el("p", { class: "muted small", text: t(asked.transcript ? "flags.ask.sends.attached" : "flags.ask.sends") }),
    el("p", { class: "muted small", text: t("flags.ask.free") }),
    wrong,
    el("div", { class: "dialog-actions" }, el("button", { type: "button", class: "button", text: t("app.cancel"), onclick: () => box.close() }), send),
  );
  made.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    if (gate.shut()) return;
    wrong.textContent = "";
    void whileBusy(send, async () => {
      const reason = one("input:checked", made).value;
      const { table, game, n, transcript, evidence } = asked;
      const sent = await sendFlag({ table, game, n, reason, note: note.value, transcript, evidence, auto: asked.auto ?? false });
      if (sent.state !== "refused") return done(sent);
      wrong.textContent = sent.message;
      send.textContent = t("flags.ask.again");
    });
  });
  return made;
}

/** @param {string} reason @param {boolean} checked */
const choice = (reason, checked) =>
  el("label", { class: "choice" }, el("input", { type: "radio", name: "flag-reason", value: reason, checked }), el("span", { class: "choice-face" }, el("b", { text: t(`flags.reason.${reason}`) })));

/** @param {import("./send.js").Outcome} sent @param {HTMLDialogElement} box */
function result(sent, box) {
  const told = sent.state === "sent" ? [picture(sent.flag), verdict(sent.flag), odds(sent.flag), el("p", { class: "muted", text: t("flags.ask.sent.more") })] : [el("p", { text: t("flags.ask.queued.more") })];
  return [
    ...told.flat(),
    el("div", { class: "dialog-actions" }, el("a", { class: "button", href: "/flags", text: t("flags.ask.list") }), el("button", { type: "button", class: "button primary", text: t("flags.ask.done"), onclick: () => box.close() })),
  ];
}

/** Fetches the words and the style of the question, where the page came without them. */
export async function getReady() {
  wearSheet();
  await loadTexts();
}

/** Pages that do not list flags get their style with the first question. */
function wearSheet() {
  const href = new URL("../../css/flags.css", import.meta.url).pathname;
  if (document.querySelector(`link[href="${href}"]`)) return;
  document.head.append(el("link", { rel: "stylesheet", href }));
}
