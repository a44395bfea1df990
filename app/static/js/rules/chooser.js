/**
 * Which game, on the new game screen: two games to tap, all others and the rules kept on this phone in a sheet, the
 * editor, the card, and what a link asked for.
 */

import { Refused } from "../http.js";
import { t } from "../text.js";
import { dialog, el, fill, one, openSheet, say } from "../view/dom.js";
import { openCard } from "./card_sheet.js";
import { checkedRules } from "./checked.js";
import { Editor } from "./editor.js";
import { faultOf, linkSentence, unplayableSentence } from "./faults.js";
import { asPrinted, houseOf, recordOf, told } from "./house.js";
import { createLatest } from "./latest.js";
import { namesRules, readLink, tidyName } from "./link.js";
import { forgetRule, rename, savedRule, savedRules } from "./saved.js";
import { fromPreset, presetName } from "./words.js";

/** @typedef {import("./house.js").House} House */
/** @typedef {import("./card.js").Card} Card */
/** @typedef {import("./words.js").Field} Field */
/** @typedef {import("./words.js").RuleRecord} RuleRecord */
/** @typedef {{fields: Field[], rulesets: RuleRecord[]}} Known  what `GET /api/rules` says */

const PAUSE_MS = 60;
const OTHER = "other";

/** What house rules start from, in a line. @param {House} house */
const lineOf = ({ preset, changes }) => fromPreset(preset, Object.keys(changes).length);

export class Chooser {
  /** The game of the third tile. @type {House | null} */
  #other = null;
  /** Why Start may not go on yet: what a link asked for could not be taken whole. */
  #hurdle = "";
  /** Done when the link that the page was opened with is taken up. */
  #linked = Promise.resolve();
  /** @type {Editor | null} */
  #editor = null;
  /** @type {Card | null} */
  #card = null;

  /**
   * @param {HTMLFormElement} form
   * @param {() => Promise<Known>} load
   */
  constructor(form, load) {
    this.form = form;
    this.load = load;
    this.tile = one("#other-game");
    this.code = createLatest({
      ask: checkedRules,
      pauseMs: PAUSE_MS,
      onAnswer: (/** @type {{card: Card | null}} */ { card }) => this.#showCode(card),
      onFailure: () => this.#showCode(null),
    });
    this.#wire();
  }

  #wire() {
    this.form.addEventListener("change", (/** @type {any} */ event) => event.target.name === "rules" && this.#chosen());
    one("#more-games").addEventListener("click", () => this.#openGames());
    one("#edit-rules").addEventListener("click", () => this.edit());
    one("#see-card").addEventListener("click", () => openCard(() => this.#loadCard()));
    one("#games").addEventListener("click", (/** @type {Event} */ event) => this.#pressed(/** @type {Element} */ (event.target)));
  }

  /** The rules that are chosen. @returns {House} */
  get house() {
    const value = one("input[name=rules]:checked", this.form).value;
    return value === OTHER && this.#other ? this.#other : { preset: value, changes: {} };
  }

  /** The same as the service and the memory are told them. */
  get told() {
    return told(this.house);
  }

  /** Says again why no table can be opened, if so. */
  async stopped() {
    await this.#linked;
    if (!this.#hurdle) return false;
    this.#say(this.#hurdle);
    one("#rules-said").scrollIntoView({ block: "center" });
    one("#edit-rules").focus({ preventScroll: true });
    return true;
  }

  /** Takes up what was chosen last time, or what the address asks for. @param {any} last @param {string} search */
  begin(last, search) {
    const house = houseOf(last);
    const linked = namesRules(search);
    if (linked) this.#linked = this.#takeLink(search);
    else if (house && this.#playable(house.preset)) this.select(house);
    else this.select({ preset: this.house.preset, changes: {} });
  }

  /** @param {string} preset */
  #playable(preset) {
    return Boolean(this.form.querySelector(`input[name=rules][value="${CSS.escape(preset)}"]`) ?? document.querySelector(`#games [data-preset="${CSS.escape(preset)}"]`));
  }

  /** Chooses rules: a tile that stands there, or the third one. @param {House} house */
  select(house) {
    const tile = asPrinted(house) ? this.form.querySelector(`input[name=rules][value="${CSS.escape(house.preset)}"]`) : null;
    if (!tile) this.#other = house;
    this.#drawOther();
    /** @type {HTMLInputElement} */ (tile ?? one(`input[name=rules][value=${OTHER}]`, this.form)).checked = true;
    this.#chosen();
  }

  #drawOther() {
    this.tile.hidden = !this.#other;
    // The room that js/early.js kept is filled, or not wanted.
    delete document.documentElement.dataset.games;
    if (!this.#other) return;
    const { preset, name } = this.#other;
    const house = !asPrinted(this.#other);
    one("b", this.tile).textContent = house ? name || t("house.title") : presetName(preset);
    one("small", this.tile).textContent = house ? lineOf(this.#other) : t(`preset.${preset}.win`);
  }

  #chosen() {
    this.#hurdle = "";
    this.#say("");
    this.#card = null;
    this.code.soon(this.house);
  }

  /** @param {Card | null} card */
  #showCode(card) {
    this.#card = card;
    one("#card-code").textContent = card?.hash ?? "";
  }

  async #loadCard() {
    if (this.#card) return this.#card;
    const { faults, card } = await checkedRules(this.house);
    if (!card) throw new Refused("malformed", `${faults[0].field}: ${faults[0].message}`);
    this.#showCode(card);
    return card;
  }

  /** @param {string} sentence */
  #say(sentence) {
    const said = one("#rules-said");
    said.textContent = sentence;
    said.hidden = !sentence;
  }

  /** Opens the editor on the chosen rules. @param {string} [sentence] @param {string} [field] */
  async edit(sentence = this.#hurdle, field = "") {
    try {
      const { fields, rulesets } = await this.load();
      this.#editor ??= new Editor({ fields, presets: rulesets, onDone: (house, card) => this.#taken(house, card), onSaved: () => this.#drawSaved() });
      this.#editor.open(this.house, sentence, field);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#say(error.message);
    }
  }

  /** @param {House} house @param {Card} card */
  #taken(house, card) {
    this.select(house);
    this.code.drop();
    this.#showCode(card);
    one("#edit-rules").focus();
  }

  /** @param {string} search */
  async #takeLink(search) {
    try {
      const { fields, rulesets } = await this.load();
      const { house, faults } = readLink(search, { fields, presets: rulesets });
      this.select(house);
      if (faults.length) return this.#stop(linkSentence(faults[0], { fields, presets: rulesets }));
      const { faults: misfits } = await checkedRules(house);
      if (!misfits.length) return;
      const rules = recordOf(house, /** @type {RuleRecord} */ (rulesets.find(({ key }) => key === house.preset)));
      const fault = faultOf(misfits[0], rules, fields.find(({ field }) => field === misfits[0].field));
      this.#stop(unplayableSentence(fault, rules[fault.field]));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#stop(t("link.unread", { sentence: error.message }));
    }
  }

  /** Nothing is opened until the rules are looked at or others are chosen. @param {string} sentence */
  #stop(sentence) {
    this.#hurdle = sentence;
    this.#say(sentence);
    one("#rules-said").scrollIntoView({ block: "nearest" });
  }

  /** A table was refused because of its rules. @param {Refused} refusal @returns {boolean} whether it was */
  refused(refusal) {
    const field = /^rules\.?(.*)$/.exec(refusal.field ?? "");
    if (!field) return false;
    this.#say(refusal.message);
    if (field[1]) void this.edit(refusal.message, field[1]);
    return true;
  }

  #openGames() {
    this.#drawSaved();
    openSheet(one("#games"));
  }

  #drawSaved() {
    const saved = savedRules();
    one("#saved").hidden = saved.length === 0;
    fill(one("#saved-list"), saved.map(({ id, house }) => this.#savedRow(id, house)));
  }

  /** @param {string} id @param {House} house */
  #savedRow(id, house) {
    const { name = "" } = house;
    const row = /** @type {HTMLElement} */ (one("#saved-row").content.firstElementChild.cloneNode(true));
    row.dataset.id = id;
    one("b", row).textContent = name;
    one("small", row).textContent = lineOf(house);
    one("[data-do=rename]", row).setAttribute("aria-label", t("new.saved.rename", { name }));
    one("[data-do=delete]", row).setAttribute("aria-label", t("new.saved.delete", { name }));
    return row;
  }

  /** @param {Element} target */
  #pressed(target) {
    const button = /** @type {HTMLElement | null} */ (target.closest("[data-preset], [data-do]"));
    if (!button) return;
    const id = /** @type {HTMLElement | null} */ (button.closest("[data-id]"))?.dataset.id ?? "";
    if (button.dataset.preset) this.#pick({ preset: button.dataset.preset, changes: {} });
    if (button.dataset.do === "use") this.#pick(savedRule(id)?.house);
    if (button.dataset.do === "rename") void this.#rename(id);
    if (button.dataset.do === "delete") void this.#forget(id);
  }

  /** @param {House | undefined} house */
  #pick(house) {
    if (!house) return;
    one("#games").close();
    this.select(house);
    one("input[name=rules]:checked", this.form).focus();
  }

  /** @param {string} id */
  async #rename(id) {
    const before = savedRule(id)?.house.name ?? "";
    const field = el("input", { class: "input", type: "text", maxlength: 40, value: before, "aria-label": t("new.saved.name"), autocomplete: "off" });
    const asking = dialog({ title: t("new.saved.rename", { name: before }), body: field, actions: [{ id: "no", label: t("app.cancel") }, { id: "yes", label: t("new.saved.rename.yes"), kind: "primary" }] });
    field.focus();
    field.select();
    const answer = await asking;
    const name = tidyName(field.value);
    if (answer === "yes" && name) {
      rename(id, name);
      say(t("house.saved", { name }));
    }
    this.#drawSaved();
    one(`#saved-list [data-id="${id}"] [data-do=rename]`).focus();
  }

  /** @param {string} id */
  async #forget(id) {
    const name = savedRule(id)?.house.name ?? "";
    const answer = await dialog({ title: t("new.saved.delete.title", { name }), actions: [{ id: "no", label: t("app.cancel"), focus: true }, { id: "yes", label: t("new.saved.delete.yes"), kind: "danger" }] });
    if (answer === "yes") forgetRule(id);
    this.#drawSaved();
    one(answer === "yes" ? "#games [data-close]" : `#saved-list [data-id="${id}"] [data-do=delete]`).focus();
  }
}
