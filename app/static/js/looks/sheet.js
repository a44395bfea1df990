/** The sheet "Dice & table": whose dice look how at this table, and what this viewer sees. One tap applies. */

import { Refused, get, post } from "../http.js";
import { tableUrl } from "../protocol.js";
import { alsoText, t } from "../text.js";
import { all, el, fill, one, openSheet, say, whileBusy } from "../view/dom.js";
import { createMoves } from "./dots.js";
import { DEFAULT, PLAIN, STAGES, boughtOf, lookOf, setOf } from "./model.js";
import { createViewing } from "./viewing.js";

/** @typedef {import("./model.js").Look} Look */
/** @typedef {import("./model.js").Looks} Looks */
/** @typedef {import("./model.js").Chosen} Chosen */
/** @typedef {{seat: number, name: string, look?: Look | null}} OwnSeat */
/**
 * @typedef {object} Asked
 * @property {string} table
 * @property {"one_phone" | "friends" | "coins"} kind
 * @property {OwnSeat[]} seats  this device's own; none for those who look on
 */

/** Opens the sheet; what it shows is fetched then. Rejects where its own texts cannot be had. @param {Asked} asked */
export async function openLooks(asked) {
  await Promise.all([alsoText("looks", "look.title"), styled()]);
  const viewing = createViewing();
  const sheet = made(viewing.node);
  sheet.addEventListener("close", () => {
    viewing.end();
    sheet.remove();
  });
  openSheet(sheet);
  if (asked.seats.length) await new Wardrobe(one(".looks-own", sheet), asked).load();
  else one(".looks-own", sheet).remove();
}

/** The style sheet comes with the first sheet. */
function styled() {
  if (document.querySelector('link[href$="/css/looks.css"]')) return Promise.resolve();
  return new Promise((resolve) => {
    document.head.append(el("link", { rel: "stylesheet", href: new URL("../../css/looks.css", import.meta.url), onload: resolve, onerror: resolve }));
  });
}

/** @param {HTMLElement} viewing @returns {HTMLDialogElement} */
function made(viewing) {
  document.getElementById("looks-sheet")?.remove();
  const close = el("button", { type: "button", class: "button square quiet", "data-close": true, "aria-label": t("app.close") }, el("svg:svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, el("svg:path", { d: "M6 6l12 12M18 6L6 18" })));
  const sheet = el(
    "dialog",
    { id: "looks-sheet", class: "sheet", "aria-labelledby": "looks-heading" },
    el("div", { class: "sheet-head" }, el("h2", { id: "looks-heading", tabindex: "-1", text: t("look.title") }), close),
    el("div", { class: "sheet-body looks-body" }, el("div", { class: "looks-own looks-body", "aria-busy": "true" }), viewing, el("a", { class: "button wide", href: "/shop", text: t("look.shop") })),
  );
  document.body.append(sheet);
  return sheet;
}

/** The dice of this device's seats. */
class Wardrobe {
  /** @type {Looks | null} */
  #looks = null;
  /** Each seat's look, as it stands now. @type {Map<number, Look>} */
  #worn;
  /** @type {number} */
  #seat;
  /** @type {ReturnType<typeof createMoves> | null} */
  #moves = null;
  #trouble = el("p", { class: "error", role: "alert" });
  #noMoves = el("p", { class: "muted small", text: t("look.moves.none") });

  /** @param {HTMLElement} place @param {Asked} asked */
  constructor(place, asked) {
    this.place = place;
    this.asked = asked;
    this.#worn = new Map(asked.seats.map(({ seat, look }) => [seat, lookOf(look)]));
    this.#seat = asked.seats[0].seat;
  }

  /** Whether any set may be tried: only where no coins are in the pot. */
  get #free() {
    return this.asked.kind !== "coins";
  }

  get #look() {
    return this.#worn.get(this.#seat) ?? DEFAULT;
  }

  async load() {
    this.place.setAttribute("aria-busy", "true");
    try {
      this.#looks = await get("/api/looks");
      this.#build();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const again = el("button", { type: "button", class: "button wide", text: t("app.retry"), onclick: () => void whileBusy(again, () => this.load()) });
      fill(this.place, el("p", { class: "error", role: "alert", text: `${t("look.failed")} ${error.message}` }), again);
    } finally {
      this.place.removeAttribute("aria-busy");
    }
  }

  #build() {
    const { sets, moves, signed_in } = /** @type {Looks} */ (this.#looks);
    const shown = sets.filter(({ owned }) => this.#free || owned);
    const line = this.#free ? t(signed_in ? "look.free.signed" : "look.free") : t(shown.length > 1 ? "look.own" : "look.own.none");
    this.#moves = createMoves({ moves, priced: false, onChoose: (chosen) => void this.#apply({ set: this.#look.set, ...chosen }) });
    fill(
      this.place,
      this.asked.seats.length > 1 && this.#whose(),
      el("section", {}, el("div", { class: "looks-head" }, el("h3", { text: t("look.sets") }), el("p", { text: line })), el("ul", { class: "look-tiles" }, shown.map(({ key }) => el("li", {}, this.#tile(key))))),
      this.#trouble,
      el("section", {}, el("div", { class: "looks-head" }, el("h3", { text: t("look.moves") }), el("p", { text: t("look.moves.fair") })), this.#moves.node, this.#noMoves),
    );
    this.#draw();
  }

  /** Several names on one phone: whose dice are meant. */
  #whose() {
    const box = el(
      "fieldset",
      { class: "looks-whose" },
      el("legend", { class: "label", text: t("look.whose") }),
      el("div", { class: "choices segments" }, this.asked.seats.map(({ seat, name }) => el("label", { class: "choice" }, el("input", { type: "radio", name: "look-seat", value: seat, checked: seat === this.#seat }), el("span", { class: "choice-face" }, el("b", { text: name }))))),
    );
    box.addEventListener("change", (/** @type {Event} */ event) => {
      this.#seat = Number(/** @type {HTMLInputElement} */ (event.target).value);
      this.#draw();
    });
    return box;
  }

  /** @param {string} key */
  #tile(key) {
    const still = new URL(`../../img/looks/${key}.webp`, import.meta.url).pathname;
    return el("button", { type: "button", class: "look-tile", data: { set: key }, onclick: () => void this.#take(key) }, el("img", { src: still, alt: "", width: 320, height: 240, loading: "lazy" }), el("span", { text: t(`look.set.${key}`) }));
  }

  /** Another set comes with the move that it is thrown with, as far as it may be. @param {string} key */
  #take(key) {
    const set = setOf(/** @type {Looks} */ (this.#looks), key);
    const { move, stage } = set.owned ? set : this.#free ? this.#look : PLAIN;
    return this.#apply({ set: key, move, stage });
  }

  /** Seen at once; taken back where the house says no. @param {Look} look */
  async #apply(look) {
    const seat = this.#seat;
    const before = this.#look;
    this.#worn.set(seat, look);
    this.#trouble.textContent = "";
    this.#draw();
    try {
      if (this.#free) await post(`${tableUrl(this.asked.table)}/look`, { seat, ...look }, { repeatable: true });
      else await post("/api/looks/wear", look, { repeatable: true });
      say(this.#said(look));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (this.#worn.get(seat) === look) this.#worn.set(seat, before);
      this.#trouble.textContent = `${t("look.not_taken")} ${error.message}`;
      this.#draw();
    }
  }

  /** @param {Look} look */
  #said({ set, move, stage }) {
    const name = t(`look.set.${set}`);
    const dice = stage ? t("look.with", { set: name, move: t(`look.move.${move}`), n: stage }) : name;
    const { seats } = this.asked;
    if (seats.length === 1) return t("look.thrown.you", { set: dice });
    return t("look.thrown", { name: seats.find(({ seat }) => seat === this.#seat)?.name ?? "", set: dice });
  }

  #draw() {
    const look = this.#look;
    for (const tile of all(".look-tile", this.place)) tile.setAttribute("aria-pressed", String(tile.dataset.set === look.set));
    const set = setOf(/** @type {Looks} */ (this.#looks), look.set);
    this.#moves?.update(look, (move) => (this.#free ? STAGES : boughtOf(set, move)));
    this.#noMoves.hidden = this.#free || Object.keys(set.stages).length > 0;
  }
}
