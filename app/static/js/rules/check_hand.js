/** "Check a hand": dice tapped as at the table, and what they are worth under any rules (check_hand.html). */

import { post } from "../http.js";
import { num, t } from "../text.js";
import { all, el, fill, one, openSheet } from "../view/dom.js";
import { dice, die } from "./die.js";
import { told } from "./house.js";
import { createLatest } from "./latest.js";
import { deadWords, partWords, readingSaid } from "./reading_words.js";

/** @typedef {import("./house.js").House} House */
/** @typedef {import("./words.js").RuleRecord} RuleRecord */
/** @typedef {import("./reading_words.js").Reading} Reading */
/** @typedef {import("./reading_words.js").Order} Order */
/** @typedef {{house: House, rules: RuleRecord}} Game */
/** @typedef {Game & {taps: number[], open: string}} Hand */

const PAUSE_MS = 60;
const PAIRS = 3;

/** What lies open, in the words of the service. @param {{sets: Set<string>, straights: Set<string>, pairs: Set<string>}} kept */
export function openWords({ sets, straights, pairs }) {
  const words = [...[...sets].sort().map((face) => `set:${face}`), ...[...straights].sort().reverse().map((end) => `straight:${end}`)];
  if (pairs.size === PAIRS) words.push(`pairs:${[...pairs].sort().join("")}`);
  return words.join(",") || "-";
}

export class HandCheck {
  /** @type {Game | null} */
  #game = null;
  /** @type {number[]} */
  #taps = [];
  #kept = { sets: new Set(), straights: new Set(), pairs: new Set() };

  constructor() {
    // The rules themselves: with them dice read at once and without a network.
    this.engine = import("../engine/hand.js").catch(() => null);
    this.sheet = one("#check");
    this.reading = one("#check-reading");
    this.ask = createLatest({
      ask: (/** @type {Hand} */ hand) => this.#read(hand),
      pauseMs: PAUSE_MS,
      onAnswer: (/** @type {Reading} */ reading) => this.#drawReading(reading),
      onFailure: (refusal) => this.#tell(refusal.message),
    });
    this.#wire();
  }

  #wire() {
    this.sheet.addEventListener("click", (/** @type {Event} */ event) => this.#pressed(/** @type {Element} */ (event.target)));
    this.sheet.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#typed(event));
    window.addEventListener("online", () => this.sheet.open && this.#changed());
  }

  /** @param {Hand} hand @returns {Promise<Reading>} */
  async #read({ house, rules, taps, open }) {
    const engine = await this.engine;
    return engine ? /** @type {any} */ (engine.answerHand({ rules, taps, open })) : post("/api/rules/read", { rules: told(house), taps, open });
  }

  /** Opens the sheet on a game. @param {Game} game */
  open(game) {
    const closed = !this.sheet.open;
    this.play(game);
    openSheet(this.sheet);
    if (closed) one("#check-dice button").focus();
  }

  /** Reads by another game's rules; dice that it does not have are taken back. @param {Game} game */
  play(game) {
    this.#game = game;
    this.#taps = this.#taps.slice(0, game.rules.dice);
    one("#check-open").hidden = !game.rules.progressive;
    this.#changed();
  }

  /** @param {Element} target */
  #pressed(target) {
    const button = /** @type {HTMLElement | null} */ (target.closest("button"));
    if (!button) return;
    const { face, kept, value = "", taps } = button.dataset;
    if (face) this.#add(Number(face));
    else if (kept) this.#toggle(/** @type {"sets" | "straights" | "pairs"} */ (kept), value, button);
    else if (taps) this.#take(taps.split(" ").map(Number));
    else if (button.id === "check-undo") this.#take(this.#taps.slice(0, -1));
    else if (button.id === "check-clear") this.#take([]);
  }

  /** @param {KeyboardEvent} event */
  #typed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /** @type {Element} */ (event.target).closest("select, input")) return;
    if (/^[1-6]$/.test(event.key)) this.#add(Number(event.key));
    else if (event.key === "Backspace") this.#take(this.#taps.slice(0, -1));
    else if (event.key === "Delete") this.#take([]);
    else return;
    event.preventDefault();
  }

  /** @param {number} face */
  #add(face) {
    const most = this.#game?.rules.dice ?? 0;
    if (this.#taps.length >= most) this.#say(t("check.full", { n: most }));
    else this.#take([...this.#taps, face]);
  }

  /** @param {number[]} taps */
  #take(taps) {
    const focused = this.reading.contains(document.activeElement);
    this.#taps = taps;
    this.#changed();
    // The order that was taken is no offer any more; the dice are where one goes on.
    if (focused) one("#check-dice button").focus();
  }

  /** @param {"sets" | "straights" | "pairs"} kind @param {string} value @param {HTMLElement} button */
  #toggle(kind, value, button) {
    const set = this.#kept[kind];
    if (set.has(value)) set.delete(value);
    else if (kind !== "pairs" || set.size < PAIRS) set.add(value);
    button.setAttribute("aria-pressed", String(set.has(value)));
    this.#changed();
  }

  #changed() {
    if (!this.#game) return;
    const { house, rules } = this.#game;
    const open = rules.progressive ? openWords(this.#kept) : "-";
    const full = this.#taps.length >= rules.dice;
    const pairs = this.#kept.pairs.size;
    const kept = [...all("[data-kept][aria-pressed=true]", this.sheet)].length;
    one("#check-kept").textContent = kept ? String(kept) : t("check.open.none");
    one("#check-pairs-note").textContent = pairs > 0 && pairs < PAIRS ? t("check.pairs.three") : "";
    fill(one("#check-taps"), this.#taps.map((face) => el("li", {}, die(face), el("span", { class: "unseen", text: face }))));
    for (const button of all("#check-dice button")) full ? button.setAttribute("aria-disabled", "true") : button.removeAttribute("aria-disabled");
    for (const id of ["#check-undo", "#check-clear"]) this.#taps.length ? one(id).removeAttribute("aria-disabled") : one(id).setAttribute("aria-disabled", "true");
    if (!this.#taps.length) {
      this.ask.drop();
      this.#tell(t(rules.reading === "best" ? "check.start.best" : "check.start"));
      return;
    }
    this.ask.soon({ house, rules, taps: this.#taps, open });
  }

  /** @param {string} sentence */
  #tell(sentence) {
    fill(this.reading, el("p", { class: "muted", text: sentence }));
    this.#say(sentence);
  }

  /** @param {string} sentence */
  #say(sentence) {
    one("#check-said").textContent = sentence;
  }

  /** @param {Reading} reading */
  #drawReading(reading) {
    const { refused, points, bonus, parts, hint, better } = reading;
    const row = (/** @type {Element | null} */ picture, /** @type {string} */ name, /** @type {string} */ worth) => el("li", {}, picture, el("span", { class: "check-name", text: name }), el("b", { text: worth }));
    fill(
      this.reading,
      refused
        ? el("p", { class: "check-refused" }, el("b", { text: `${t("check.refused")}.` }), " ", deadWords(reading), " ", dice(reading.dead, "dead-dice"))
        : [
            el("p", { class: "check-total" }, t("check.points", { n: points }), bonus > 0 && el("small", { text: ` + ${num(bonus)}` })),
            el("ul", { class: "check-parts" }, parts.map((part) => row(dice(part.faces), partWords(part), num(part.points))), bonus > 0 && row(null, t("check.bonus"), `+${num(bonus)}`)),
          ],
      hint && offer("check.hint", hint),
      better && offer("check.better", better),
    );
    this.reading.scrollIntoView({ block: "nearest" });
    this.#say(readingSaid(reading));
  }
}

/** Another order to take with one tap. @param {string} key @param {Order} order */
const offer = (key, { taps, points }) =>
  el(
    "div",
    { class: "check-offer" },
    el("p", { class: "small", text: t(key) }),
    el("button", { type: "button", class: "button wide", data: { taps: taps.join(" ") }, "aria-label": t("check.take", { taps: taps.join(" "), n: points }) }, el("span", { class: "dice" }, taps.map(die)), el("b", { text: num(points) })),
  );
