/** One control for each kind of rule. A control shows a value and tells a new one; whether it fits is not its business. */

import { num, t } from "../text.js";
import { el, fill } from "../view/dom.js";
import { alikeMost } from "./dependence.js";
import { ruleName, valueWords } from "./words.js";

/** @typedef {import("./words.js").Field} Field */
/** @typedef {import("./words.js").Value} Value */
/** @typedef {import("./words.js").RuleRecord} RuleRecord */
/** @typedef {{parts: HTMLElement[], put: (value: any, rules: RuleRecord) => void}} Control  `put` shows a value under the given rules */

/** A choice of more than these is a list to pull down. */
const SEGMENTS_MAX = 5;
const OTHER = "other";

/** A whole number as somebody types it, thousands marked or not; the text itself where it is none. @param {string} text @returns {number | string} */
export function typedNumber(text) {
  const bare = text.replace(/[\s.,'’]/g, "");
  return /^-?\d{1,9}$/.test(bare) ? Number(bare) : text.trim();
}

/** @param {Field} field @param {any} value @param {string} words @param {string} [type] */
const segment = ({ field }, value, words) =>
  el("label", { class: "choice" }, el("input", { type: "radio", name: `rule-${field}`, value: String(value) }), el("span", { class: "choice-face" }, el("b", { text: words })));

/** @param {HTMLElement} box @param {string} value */
function check(box, value) {
  for (const input of box.querySelectorAll("input[type=radio]")) /** @type {HTMLInputElement} */ (input).checked = /** @type {HTMLInputElement} */ (input).value === value;
}

/** @type {(field: Field, tell: (value: Value) => void) => Control} */
function choiceControl(field, tell) {
  const words = field.values.map((value) => [value, valueWords(field.field, value)]);
  const told = (/** @type {string} */ text) => tell(field.values.find((value) => String(value) === text));
  if (field.values.length > SEGMENTS_MAX) {
    const list = el("select", { class: "input", id: `rule-${field.field}`, onchange: (/** @type {any} */ event) => told(event.target.value) }, words.map(([value, text]) => el("option", { value: String(value), text })));
    return { parts: [list], put: (value) => (list.value = String(value)) };
  }
  const wordy = words.some(([, text]) => text.length > 11);
  const box = el("div", { class: `choices ${wordy ? "wordy" : "segments"}`, onchange: (/** @type {any} */ event) => told(event.target.value) }, words.map(([value, text]) => segment(field, value, text)));
  return { parts: [box], put: (value) => check(box, String(value)) };
}

/** @type {(field: Field, tell: (value: Value) => void) => Control} */
function pointsControl(field, tell) {
  const input = el("input", { class: "input", type: "text", inputmode: "numeric", autocomplete: "off", maxlength: 9, "aria-label": t("house.points", { name: ruleName(field.field) }) });
  const own = el("label", { class: "points-own", hidden: true }, input, el("span", { class: "muted small", text: t("house.step", { step: field.step }) }));
  const box = el("div", { class: "choices segments" }, field.values.map((value) => segment(field, value, valueWords(field.field, value))), segment(field, OTHER, t("house.other")));
  let other = false;
  box.addEventListener("change", (/** @type {any} */ { target }) => {
    other = target.value === OTHER;
    own.hidden = !other;
    if (other) input.focus();
    tell(other ? typedNumber(input.value) : Number(target.value));
  });
  input.addEventListener("input", () => tell(typedNumber(input.value)));
  return {
    parts: [box, own],
    put(value) {
      other = !field.values.includes(value) || (other && document.activeElement === input);
      check(box, other ? OTHER : String(value));
      own.hidden = !other;
      // What is being typed stays as it is typed.
      if (typedNumber(input.value) !== value) input.value = typeof value === "number" ? num(value) : String(value);
    },
  };
}

/** @type {(field: Field, tell: (value: Value) => void) => Control} */
function switchControl({ field }, tell) {
  const input = el("input", { type: "checkbox", role: "switch", id: `rule-${field}`, onchange: (/** @type {any} */ event) => tell(event.target.checked) });
  return { parts: [el("label", { class: "toggle" }, el("span", { class: "rule-name", text: ruleName(field) }), input, el("span", { class: "toggle-track", "aria-hidden": "true" }))], put: (value) => (input.checked = value === true) };
}

/** @type {(field: Field, tell: (value: Value) => void) => Control} */
function listControl(_field, tell) {
  const box = el("div", { class: "alike-list" });
  /** @type {any[]} */
  let inputs = [];
  const read = () => {
    const typed = inputs.map((input) => typedNumber(input.value));
    return typed.slice(0, typed.findLastIndex((value) => value !== "") + 1);
  };
  box.addEventListener("input", () => tell(/** @type {number[]} */ (read())));
  return {
    parts: [box],
    put(value, rules) {
      const wanted = Math.max(alikeMost(rules), value.length);
      if (inputs.length !== wanted) {
        inputs = Array.from({ length: wanted }, () => el("input", { class: "input", type: "text", inputmode: "numeric", autocomplete: "off", maxlength: 9 }));
        fill(box, inputs.map((input, at) => el("label", { class: "field" }, el("span", { class: "small", text: t(`house.alike.${at + 4}`) }), input)));
      }
      inputs.forEach((input, at) => {
        if (typedNumber(input.value) !== (value[at] ?? "")) input.value = typeof value[at] === "number" ? num(value[at]) : (value[at] ?? "");
      });
    },
  };
}

/** @type {Record<Field["kind"], (field: Field, tell: (value: Value) => void) => Control>} */
const CONTROLS = { choice: choiceControl, points: pointsControl, switch: switchControl, list: listControl };

/** @param {Field} field @param {(value: Value) => void} tell hears every new value @returns {Control} */
export const controlFor = (field, tell) => CONTROLS[field.kind](field, tell);
