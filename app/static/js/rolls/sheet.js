/** The sheet with the rolls of a game: each in a sentence with its dice and its proof, and what can be done about it. */

import { get } from "../http.js";
import { isOnDevice, tableUrl } from "../protocol.js";
import { dice } from "../rules/die.js";
import { isMine } from "../table/seats.js";
import { alsoText, t } from "../text.js";
import { el, fill, focusOn, one, openSheet, say } from "../view/dom.js";
import { proofOfRoll, transcriptOf } from "./check.js";
import { detailsOf } from "./details.js";
import { rollsOf } from "./rolls.js";
import { aimText, endText, placeText, rollSentence } from "./words.js";

/** @typedef {import("./rolls.js").GameRecord} GameRecord */
/** @typedef {import("./rolls.js").Rolled} Rolled */
/** @typedef {import("./check.js").Seen} Seen */

/**
 * @typedef {object} Asked
 * @property {string} table
 * @property {number} game
 * @property {number} n  the roll to show first; where there is none, the last one
 * @property {import("../shapes.js").Truth} truth
 * @property {(game: number, n: number) => Seen | null | undefined} proofOf  what this device saw when it was rolled
 */

const SIGNS = { ok: "✓", fails: "✗", waiting: "◷", unknown: "–" };

/** Opens the sheet; what it shows is fetched then. Rejects where its own texts cannot be had. @param {Asked} asked */
export async function openRolls(asked) {
  await Promise.all([alsoText("rolls", "rolls.title"), alsoText("proof", "proof.ok"), styled()]);
  const sheet = made();
  openSheet(sheet);
  await load(sheet, asked);
}

/** The style sheet comes with the first sheet. */
function styled() {
  if (document.querySelector('link[href$="/css/rolls.css"]')) return Promise.resolve();
  return new Promise((resolve) => {
    document.head.append(el("link", { rel: "stylesheet", href: new URL("../../css/rolls.css", import.meta.url), onload: resolve, onerror: resolve }));
  });
}

/** @returns {HTMLDialogElement} */
function made() {
  document.getElementById("rolls-sheet")?.remove();
  const close = el("button", { type: "button", class: "button square quiet", "data-close": true, "aria-label": t("app.close") }, el("svg:svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, el("svg:path", { d: "M6 6l12 12M18 6L6 18" })));
  const sheet = el(
    "dialog",
    { id: "rolls-sheet", class: "sheet", "aria-labelledby": "rolls-heading" },
    el("div", { class: "sheet-head" }, el("h2", { id: "rolls-heading", tabindex: "-1", text: t("rolls.title") }), close),
    el("div", { class: "sheet-body rolls-body", "aria-busy": "true" }),
  );
  document.body.append(sheet);
  return sheet;
}

/** @param {HTMLDialogElement} sheet @param {Asked} asked */
async function load(sheet, asked) {
  const body = one(".rolls-body", sheet);
  const { table, game } = asked;
  body.setAttribute("aria-busy", "true");
  try {
    const [record, transcript] = await Promise.all([get(`${tableUrl(table)}/replay/${game}?views=false`), transcriptOf(table, game).catch(() => null)]);
    const book = new Book(sheet, asked, record, transcript);
    book.turnTo(book.placeOf(asked.n));
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    fill(body, el("p", { class: "error", role: "alert", text: `${t("rolls.failed")} ${message}` }), el("button", { type: "button", class: "button wide", text: t("app.retry"), onclick: () => load(sheet, asked) }));
  } finally {
    body.removeAttribute("aria-busy");
  }
}

/** The rolls of one game, one open at a time. */
class Book {
  #at = 0;

  /** @param {HTMLDialogElement} sheet @param {Asked} asked @param {GameRecord} record @param {import("../fair/transcript.js").Transcript | null} transcript */
  constructor(sheet, asked, record, transcript) {
    this.sheet = sheet;
    this.asked = asked;
    this.record = record;
    this.transcript = transcript;
    this.rolls = rollsOf(record.events);
  }

  /** @param {number} n */
  placeOf(n) {
    const found = this.rolls.findIndex((roll) => roll.n === n);
    return found < 0 ? this.rolls.length - 1 : found;
  }

  /** @param {Rolled} roll */
  sentence(roll) {
    const { truth, game } = this.asked;
    const name = this.record.seats.find(({ seat }) => seat === roll.seat)?.name ?? "";
    return rollSentence(roll, { name, mine: truth.game === game && isMine(truth, roll.seat), now: Date.now() });
  }

  /** Opens a roll. @param {number} place  counted from 0 @param {string} [press]  which button led here: it keeps the focus */
  turnTo(place, press) {
    const roll = this.rolls[place];
    this.#at = place;
    const body = one(".rolls-body", this.sheet);
    one("#rolls-heading", this.sheet).textContent = roll ? t("rolls.one", { n: roll.n }) : t("rolls.title");
    if (!roll) {
      fill(body, el("p", { class: "muted", text: t("rolls.none") }));
      return;
    }
    const proof = el("div", { class: "rolls-proof", "aria-live": "polite" }, el("p", { class: "muted", text: t("rolls.checking") }));
    fill(body, this.#summary(roll), this.#pages(), el("h3", { text: t("rolls.proof") }), proof, this.#acts(roll), this.#details(roll), this.#list());
    if (press) {
      const button = body.querySelector(`[data-turn="${press}"]`);
      if (button?.getAttribute("aria-disabled")) focusOn(one("#rolls-heading", this.sheet));
      else button?.focus();
      say(this.sentence(roll));
    }
    void this.#prove(roll, proof);
  }

  /** @param {Rolled} roll */
  #summary(roll) {
    return el(
      "div",
      { class: "rolls-summary" },
      el("p", { class: "rolls-sentence", text: this.sentence(roll) }),
      roll.faces.length > 0 && dice(roll.faces, "rolls-dice"),
      el("p", { class: "muted small", text: roll.withheld ? placeText(roll) : `${placeText(roll)}. ${aimText(roll)}` }),
    );
  }

  #pages() {
    const turn = (/** @type {string} */ id, /** @type {number} */ to, /** @type {string} */ sign) => {
      const there = this.rolls[to] !== undefined;
      return el("button", { type: "button", class: "button", data: { turn: id }, "aria-label": t(`rolls.${id}`), "aria-disabled": there ? null : "true", text: sign, onclick: () => there && this.turnTo(to, id) });
    };
    return el("div", { class: "rolls-pages" }, turn("earlier", this.#at - 1, "‹"), el("span", { text: t("rolls.of", { n: this.#at + 1, of: this.rolls.length }) }), turn("later", this.#at + 1, "›"));
  }

  /** @param {Rolled} roll */
  #acts(roll) {
    const { table, game } = this.asked;
    const replay = !isOnDevice(table) && el("a", { class: "button", href: `/replay/${encodeURIComponent(table)}/${game}#${roll.n}`, text: t("rolls.replay"), onclick: () => this.sheet.close() });
    return el("div", { class: "rolls-acts" }, replay, el("button", { type: "button", class: "button", data: { act: "flag" }, text: t("rolls.flag"), onclick: () => void this.#flag(roll) }), el("p", { class: "error rolls-trouble", role: "alert" }));
  }

  /** @param {Rolled} roll */
  async #flag(roll) {
    const { table, game } = this.asked;
    try {
      const { openFlag } = await import("../flags/ask.js");
      // Of a game on this device the house knows what is sent along.
      const attached = isOnDevice(table) ? { table: null, transcript: this.transcript } : { table, transcript: null };
      await openFlag({ ...attached, game, n: roll.n, faces: roll.faces, auto: false });
    } catch {
      one(".rolls-trouble", this.sheet).textContent = t("error.unreachable");
    }
  }

  /** @param {Rolled} roll */
  #details(roll) {
    const found = this.transcript?.rolls.find(({ n }) => n === roll.n);
    return found && this.transcript ? detailsOf(found, this.transcript) : null;
  }

  /** @param {Rolled} roll @param {HTMLElement} into */
  async #prove(roll, into) {
    const proof = this.transcript && (await proofOfRoll(this.transcript, roll.n, this.asked.proofOf(this.asked.game, roll.n)));
    if (!into.isConnected) return;
    if (!proof) {
      fill(into, el("p", { class: "muted", text: t("rolls.unproved") }));
      return;
    }
    const line = ({ state, title, text }) => el("li", { class: `proof-line ${state}` }, el("span", { class: "proof-sign", "aria-hidden": "true", text: SIGNS[state] }), el("span", {}, el("b", { text: title }), text && el("span", { class: "muted small", text })));
    fill(
      into,
      el("p", { class: `proof-verdict ${proof.state}` }, el("span", { "aria-hidden": "true", text: `${SIGNS[proof.state]} ` }), proof.text),
      el("ol", { class: "proof-lines" }, proof.lines.map(line)),
      el("p", { class: "muted small", text: [proof.level, proof.seen].filter(Boolean).join(" ") }),
    );
    if (proof.state === "fails") one('[data-act="flag"]', this.sheet).classList.add("primary");
  }

  /** Every roll, written when somebody wants to see them. */
  #list() {
    const list = el("ol", { class: "rolls-list" });
    const fold = el("details", { class: "rolls-fold", ontoggle: () => fold.open && !list.firstChild && fill(list, this.rolls.map((roll, place) => this.#row(roll, place))) }, el("summary", { text: t("rolls.list") }), list);
    return fold;
  }

  /** @param {Rolled} roll @param {number} place */
  #row(roll, place) {
    const name = this.record.seats.find(({ seat }) => seat === roll.seat)?.name ?? "";
    return el(
      "li",
      {},
      el("button", { type: "button", class: "rolls-row", "aria-current": place === this.#at ? "true" : null, onclick: () => this.#jump(place) }, el("b", { text: String(roll.n) }), el("span", { text: name }), el("span", { class: "rolls-faces", text: roll.faces.join(" ") }), el("span", { class: "muted small", text: endText(roll) })),
    );
  }

  /** @param {number} place */
  #jump(place) {
    this.turnTo(place);
    this.sheet.scrollTop = 0;
    focusOn(one("#rolls-heading", this.sheet));
  }
}
