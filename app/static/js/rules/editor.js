/**
 * The editor of house rules: a sheet with every rule in plain words, held against the service as it is changed.
 * What was typed stays when the sheet is closed, until other rules are opened.
 */

import { post } from "../http.js";
import { t, tn } from "../text.js";
import { all, el, fill, focusOn, one, openSheet, whileBusy } from "../view/dom.js";
import { controlFor } from "./controls.js";
import { matters, withFollowers } from "./dependence.js";
import { sentence } from "./facts.js";
import { faultOf, faultSummary } from "./faults.js";
import { differences, recordOf, withValues } from "./house.js";
import { createLatest } from "./latest.js";
import { linkOf, tidyName } from "./link.js";
import { save } from "./saved.js";
import { handOn } from "./share.js";
import { presetName, ruleName, valueWords } from "./words.js";

/** @typedef {import("./words.js").Field} Field */
/** @typedef {import("./words.js").RuleRecord} RuleRecord */
/** @typedef {import("./house.js").House} House */
/** @typedef {import("./faults.js").Fault} Fault */
/** @typedef {import("./card.js").Card} Card */
/** @typedef {{faults: {field: string, message: string}[], card: Card | null}} Answer */
/** @typedef {{field: Field, node: HTMLElement, put: (value: any, rules: RuleRecord) => void}} Row */

const PAUSE_MS = 250;
const GROUPS = /** @type {const} */ (["game", "turn", "score", "extras"]);

/** @param {House} house */
const bodyOf = ({ preset, changes, name }) => ({ preset, changes, ...(name && { name }) });

export class Editor {
  /** @type {House} */
  #house = { preset: "", changes: {} };
  /** @type {Fault[]} */
  #faults = [];
  /** @type {Card | null} */
  #card = null;
  /** The rules that the sheet was opened on; opened on the same again, it shows what was typed since. */
  #openedWith = "";
  /** @type {Row[]} */
  #rows = [];

  /**
   * @param {{fields: Field[], presets: RuleRecord[], onDone: (house: House, card: Card) => void, onSaved: () => void}} wiring
   */
  constructor({ fields, presets, onDone, onSaved }) {
    this.fields = fields;
    this.presets = presets;
    this.onDone = onDone;
    this.onSaved = onSaved;
    this.sheet = one("#editor");
    this.nameField = one("#house-name");
    this.check = createLatest({
      ask: (/** @type {House} */ house) => post("/api/rules/check", bodyOf(house)),
      pauseMs: PAUSE_MS,
      onAnswer: (/** @type {Answer} */ answer, house) => this.#answered(answer, house),
      onFailure: (refusal) => this.#tell(refusal.message),
    });
    this.#build();
    this.#wire();
  }

  get preset() {
    return /** @type {RuleRecord} */ (this.presets.find(({ key }) => key === this.#house.preset));
  }

  /** Opens on these rules, or on what was typed when they were last left. @param {House} house @param {string} [sentence] what to say first @param {string} [field] the rule to show */
  open(house, sentence = "", field = "") {
    const key = JSON.stringify(house);
    if (key !== this.#openedWith) {
      this.#openedWith = key;
      this.#house = house;
      this.#faults = [];
      this.#card = null;
      this.nameField.value = house.name ?? "";
    }
    one("#editor-said").textContent = sentence;
    one("#editor-said").hidden = !sentence;
    this.#tell("");
    one("#editor-note").textContent = "";
    one("#house-link").hidden = true;
    this.#draw();
    openSheet(this.sheet);
    const row = this.#row(field);
    if (row) this.#show(row);
    else focusOn(one("#editor-title"));
    void this.check.now(this.#house);
  }

  #build() {
    this.#rows = this.fields.map((field) => this.#makeRow(field));
    const groups = GROUPS.map((group) => {
      const rows = this.#rows.filter(({ field }) => field.group === group);
      return el("section", { class: "rule-group", "aria-labelledby": `group-${group}` }, el("h3", { id: `group-${group}`, text: t(`house.group.${group}`) }), rows.map(({ node }) => node));
    });
    fill(one("#editor-rules"), groups);
  }

  /** @param {Field} field @returns {Row} */
  #makeRow(field) {
    const control = controlFor(field, (value) => this.#set(withFollowers(recordOf(this.#house, this.preset), field.field, value)));
    const id = `about-${field.field}`;
    const about = el("div", { id, class: "rule-about" }, el("p", { class: "rule-says muted small", hidden: true }), el("p", { class: "rule-fault error", hidden: true }), el("div", { class: "rule-tools" }));
    const named = field.kind === "switch" || control.parts[0].tagName === "SELECT" ? "div" : "fieldset";
    const title =
      field.kind === "switch" ? null : named === "fieldset" ? el("legend", { class: "rule-name", text: ruleName(field.field) }) : el("label", { class: "rule-name", for: `rule-${field.field}`, text: ruleName(field.field) });
    const node = el(named, { class: "rule", data: { field: field.field }, ...(named === "fieldset" && { "aria-describedby": id }) }, title, control.parts, about);
    if (named === "div") all("input, select", node)[0].setAttribute("aria-describedby", id);
    return { field, node, put: control.put };
  }

  #wire() {
    this.nameField.addEventListener("input", () => this.#named());
    one("#editor-all").addEventListener("click", () => this.#allBack());
    one("#editor-fix").addEventListener("click", () => this.#fixAll());
    one("#house-save").addEventListener("click", () => this.#save());
    one("#house-share").addEventListener("click", () => this.#share());
    one("#editor-done").addEventListener("click", () => whileBusy(one("#editor-done"), () => this.#done()));
    // Enter in a field only puts the keyboard away.
    this.sheet.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const input = /** @type {HTMLElement} */ (event.target);
      if (event.key === "Enter" && input.matches("input[type=text]")) input.blur();
    });
    window.addEventListener("online", () => this.sheet.open && void this.check.now(this.#house));
  }

  /** @param {string} field */
  #row(field) {
    return this.#rows.find((row) => row.field.field === field);
  }

  /** Puts the reader at a rule. @param {Row} row */
  #show(row) {
    row.node.hidden = false;
    const control = row.node.querySelector("input:checked, input:not([type=radio]):not([hidden]), select") ?? row.node.querySelector("input");
    // A fault and its fix stand beneath the control: they are what one came for.
    one(row.node.classList.contains("faulty") ? ".rule-about" : "*", row.node).scrollIntoView({ block: "center" });
    /** @type {HTMLElement | null} */ (control)?.focus({ preventScroll: true });
  }

  /** @param {import("./dependence.js").Values} values */
  #set(values) {
    this.#house = withValues(this.#house, values, this.preset);
    this.#changed();
  }

  #changed() {
    // The code was that of the rules before; what was at fault stays said until the service has looked again.
    this.#card = null;
    this.#draw();
    this.check.soon(this.#house);
  }

  #named() {
    const { name: _, ...rest } = this.#house;
    const name = tidyName(this.nameField.value);
    this.#house = name ? { ...rest, name } : rest;
    this.check.soon(this.#house);
  }

  /** @param {Answer} answer @param {House} house */
  #answered({ faults, card }, house) {
    const rules = recordOf(house, this.preset);
    this.#faults = faults.map((fault) => faultOf(fault, rules, this.fields.find(({ field }) => field === fault.field)));
    this.#card = card;
    this.#tell("");
    this.#draw();
  }

  /** Says what stands in the way of checking, or nothing. @param {string} sentence */
  #tell(sentence) {
    const told = one("#editor-told");
    told.textContent = sentence && t("house.kept", { sentence });
    told.hidden = !sentence;
  }

  #draw() {
    const rules = recordOf(this.#house, this.preset);
    const changed = differences(this.#house, this.preset, this.fields);
    const name = presetName(this.preset.key);
    for (const row of this.#rows) this.#drawRow(row, rules, changed.some(({ field }) => field === row.field.field));
    one("#editor-base").textContent = t("house.base", { preset: name });
    one("#editor-count").textContent = changed.length ? tn("house.differs", changed.length, { preset: name }) : t("house.same", { preset: name });
    one("#editor-all").hidden = changed.length === 0;
    fill(
      one("#editor-differences"),
      changed.map((each) => el("li", {}, el("span", {}, `${ruleName(each.field)}: `, el("b", { text: valueWords(each.field, each.here) })), " ", this.#backButton(each.field, false))),
    );
    one("#editor-code").textContent = this.#card ? t("card.code.named", { code: this.#card.hash }) : "";
    one("#editor-fault").textContent = faultSummary(this.#faults);
    one("#editor-fix").hidden = this.#faults.filter(({ fix }) => fix).length < 2;
  }

  /** @param {Row} row @param {RuleRecord} rules @param {boolean} changed */
  #drawRow({ field: { field }, node, put }, rules, changed) {
    const fault = this.#faults.find((each) => each.field === field);
    put(rules[field], rules);
    node.hidden = !matters(field, rules) && !fault && !node.contains(document.activeElement);
    node.classList.toggle("changed", changed);
    node.classList.toggle("faulty", Boolean(fault));
    const says = one(".rule-says", node);
    says.textContent = sentence(field, rules);
    says.hidden = !says.textContent;
    const told = one(".rule-fault", node);
    told.textContent = fault?.sentence ?? "";
    told.hidden = !fault;
    for (const input of all("input[type=text], select", node)) fault ? input.setAttribute("aria-invalid", "true") : input.removeAttribute("aria-invalid");
    const fix = fault?.fix;
    const key = JSON.stringify([changed, fault?.offer]);
    if (node.dataset.tools === key) return;
    node.dataset.tools = key;
    fill(
      one(".rule-tools", node),
      fix && el("button", { type: "button", class: "button fix", text: fault.offer, onclick: () => this.#fix(fix, field) }),
      changed && this.#backButton(field, true),
    );
  }

  /** @param {string} field @param {boolean} inRow */
  #backButton(field, inRow) {
    const value = valueWords(field, this.preset[field]);
    return el("button", { type: "button", class: "button quiet back", "aria-label": t("house.back.named", { name: ruleName(field), value }), text: t("house.back", { value }), onclick: () => this.#back(field, inRow) });
  }

  /** @param {string} field @param {boolean} inRow */
  #back(field, inRow) {
    this.#set(withFollowers(recordOf(this.#house, this.preset), field, this.preset[field]));
    const row = this.#row(field);
    if (inRow && row && !row.node.hidden) this.#show(row);
    else focusOn(one("#editor-count"));
  }

  /** @param {import("./dependence.js").Values} fix @param {string} field */
  #fix(fix, field) {
    this.#faults = this.#faults.filter((fault) => !Object.hasOwn(fix, fault.field));
    const row = this.#row(Object.hasOwn(fix, field) ? field : Object.keys(fix)[0]);
    if (row) this.#show(row);
    this.#set(fix);
    void this.check.now(this.#house);
  }

  #fixAll() {
    this.#set(Object.assign({}, ...this.#faults.map(({ fix }) => fix ?? {})));
    focusOn(one("#editor-done"));
    void this.check.now(this.#house);
  }

  #allBack() {
    this.#house = { ...this.#house, changes: {} };
    focusOn(one("#editor-count"));
    this.#changed();
  }

  /** A name to keep the rules under; without one the field is shown and nothing happens. */
  #wantsName() {
    if (this.#house.name) return true;
    one("#editor-note").textContent = t("house.nameless");
    this.nameField.focus();
    return false;
  }

  #save() {
    if (!this.#wantsName()) return;
    save(this.#house);
    one("#editor-note").textContent = t("house.saved", { name: this.#house.name ?? "" });
    this.onSaved();
  }

  async #share() {
    const url = `${location.origin}${linkOf(this.#house, this.fields)}`;
    const how = await handOn({ title: this.#house.name ?? t("house.title"), url });
    one("#editor-note").textContent = how === "shared" ? "" : t(`house.${how}`);
    const shown = one("#house-link");
    shown.hidden = how === "shared";
    shown.textContent = url;
    if (how === "by_hand") getSelection()?.selectAllChildren(shown);
  }

  /** Takes the rules over, if the service knows how to play them. */
  async #done() {
    const house = this.#house;
    this.#card = null;
    await this.check.now(house);
    if (this.#card && house === this.#house) {
      this.#openedWith = "";
      this.sheet.close();
      this.onDone(house, this.#card);
      return;
    }
    const first = this.#row(this.#faults[0]?.field ?? "");
    if (first) this.#show(first);
  }
}
