/** The dock: persistent buttons whose words and states change; nothing is ever added or moved. */

import { t } from "../text.js";
import { el, fill, one } from "./dom.js";

/** @typedef {import("../shapes.js").Dock} Dock */
/** @typedef {import("../shapes.js").Cell} Cell */

/** @param {HTMLElement} button @param {boolean} ready */
function setReady(button, ready) {
  if (ready) button.removeAttribute("aria-disabled");
  else button.setAttribute("aria-disabled", "true");
}

/** The spinner waits 150 ms: most answers are faster. @param {HTMLElement} button @param {boolean} busy */
function setBusy(button, busy) {
  if (Boolean(button.dataset.waiting) === busy) return;
  if (busy) {
    button.dataset.waiting = "1";
    setTimeout(() => button.dataset.waiting && button.setAttribute("aria-busy", "true"), 150);
  } else {
    delete button.dataset.waiting;
    button.removeAttribute("aria-busy");
  }
}

/** @param {number} degrees */
export const angleText = (degrees) =>
  degrees === 0 ? t("aim.centre") : t(degrees < 0 ? "aim.left" : "aim.right", { n: Math.abs(degrees) });

/** @param {number} power */
export const powerText = (power) => t("app.percent", { n: power });

/**
 * @param {{act: (id: string) => void, aim: (aim: {angle: number, power: number}) => void}} wiring
 */
export function createDock({ act, aim }) {
  const rows = { pick: one("#row-pick"), aim: one("#row-aim"), ask: one("#row-ask") };
  const undo = one("#undo");
  const clear = one("#clear");
  const keep = one("#keep");
  const bank = one("#bank");
  const roll = one("#roll");
  const bankText = one("#bank-text");
  const wide = one("#wide");
  const stop = one("#stop");
  const angle = one("#angle");
  const power = one("#power");
  let asked = "";
  let shown = "";

  for (const [id, button] of Object.entries({ undo, clear, keep, bank, roll, stop })) button.addEventListener("click", () => act(button.dataset.act ?? id));
  for (const slider of [angle, power]) slider.addEventListener("input", () => aim({ angle: Number(angle.value), power: Number(power.value) }));

  /** @param {HTMLElement} button @param {Cell} cell */
  function writeCell(button, cell) {
    button.hidden = cell.kind !== "button";
    if (cell.kind !== "button") return;
    if (cell.act) button.dataset.act = cell.act;
    else delete button.dataset.act;
    const [label, sub] = /** @type {any} */ (button.children);
    label.textContent = cell.label;
    sub.textContent = cell.sub;
    setReady(button, cell.ready);
    setBusy(button, cell.busy);
  }

  /** @param {Dock["row1"]} row */
  function writeRow(row) {
    for (const [kind, box] of Object.entries(rows)) box.hidden = kind !== row.kind;
    if (row.kind === "pick") {
      setReady(undo, row.undo);
      setReady(clear, row.clear);
      keep.textContent = row.keep.label;
      setReady(keep, row.keep.ready);
      setBusy(keep, row.keep.busy);
    } else if (row.kind === "aim") writeAim(row);
    const key = row.kind === "ask" ? JSON.stringify(row.choices) : "";
    if (key === asked) return;
    asked = key;
    fill(rows.ask, row.kind === "ask" && row.choices.map(({ id, label, primary }) => el("button", { type: "button", class: `button ${primary ? "primary" : ""}`, data: { choice: id }, text: label, onclick: () => act(id) })));
  }

  /** @param {{angle: number, power: number}} model */
  function writeAim(model) {
    if (Number(angle.value) !== model.angle) angle.value = String(model.angle);
    if (Number(power.value) !== model.power) power.value = String(model.power);
    one("#angle-text").textContent = angleText(model.angle);
    one("#power-text").textContent = powerText(model.power);
    angle.setAttribute("aria-valuetext", angleText(model.angle));
    power.setAttribute("aria-valuetext", powerText(model.power));
    one("#row-aim").style.setProperty("--angle", `${((model.angle + 45) / 90) * 100}%`);
    one("#row-aim").style.setProperty("--power", `${model.power}%`);
  }

  return {
    /** @param {Dock} model */
    update(model) {
      const key = JSON.stringify(model);
      if (key === shown) return;
      shown = key;
      writeRow(model.row1);
      writeCell(bank, model.bank);
      writeCell(roll, model.roll);
      bankText.hidden = model.bank.kind !== "text";
      bankText.textContent = model.bank.kind === "text" ? model.bank.text : "";
      wide.hidden = model.wide === null;
      wide.textContent = model.wide ?? "";
      stop.hidden = !model.leave;
    },
    /** The button that is next after a keep. */
    focusRoll: () => roll.focus(),
    focusFirstChoice: () => rows.ask.querySelector("button")?.focus(),
  };
}
