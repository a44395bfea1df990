/** What each viewer chooses for their own eyes: the table's surface, and what is marked on the dice. Kept on this device. */

import { SURFACES } from "../dice/surfaces.js";
import { prefs } from "../prefs.js";
import { t } from "../text.js";
import { el } from "../view/dom.js";

const MARKS = ["pips", "numerals", "both"];

/**
 * A question with one answer, held to a preference.
 * @param {{name: "surface" | "marks", values: string[], class: string, face: (value: string) => any[]}} asked
 */
function choice({ name, values, face, ...rest }) {
  const inputs = values.map((value) => el("input", { type: "radio", name: `look-${name}`, value }));
  const box = el(
    "fieldset",
    { class: `viewing ${rest.class}` },
    el("legend", { text: t(`look.${name}`) }),
    el("div", { class: "viewing-choices" }, inputs.map((input, at) => el("label", { class: "choice" }, input, el("span", { class: "choice-face" }, face(values[at]))))),
  );
  box.addEventListener("change", (/** @type {Event} */ event) => prefs.set(name, /** @type {HTMLInputElement} */ (event.target).value));
  const end = prefs.watch(name, (value) => inputs.forEach((input) => (input.checked = input.value === value)));
  return { box, end };
}

/** A corner of a table: cloth, the line on it, the rail. @param {string} key */
function swatch(key) {
  const { cloth, line, rail } = /** @type {import("../dice/surfaces.js").Surface} */ (SURFACES.get(key));
  const node = el("span", { class: "swatch", data: { surface: key }, "aria-hidden": "true" });
  for (const [name, colour] of Object.entries({ cloth, line, dark: rail[0], light: rail[1] })) node.style.setProperty(`--${name}`, colour);
  return node;
}

/** Both questions. @returns {{node: HTMLElement, end: () => void}} end: nobody looks any more */
export function createViewing() {
  const surface = choice({
    name: "surface",
    values: [...SURFACES.keys()],
    class: "surfaces",
    face: (value) => [swatch(value), el("b", { text: t(`look.surface.${value}`) })],
  });
  const marks = choice({
    name: "marks",
    values: MARKS,
    class: "marks",
    face: (value) => [el("span", { class: "mark", data: { marks: value }, "aria-hidden": "true" }), el("b", { text: t(`look.marks.${value}`) })],
  });
  return {
    node: el("div", { class: "viewings" }, surface.box, marks.box),
    end() {
      surface.end();
      marks.end();
    },
  };
}
