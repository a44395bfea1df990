/** The score strip: chips that keep their place, count up, and scroll the acting player into sight. */

import { num } from "../text.js";
import { el, fill } from "./dom.js";

/** @typedef {import("../shapes.js").ScoreChip} ScoreChip */

/** Milliseconds of a count-up for each pace. */
const COUNT = { full: 600, fast: 300, instant: 0 };

/**
 * @param {HTMLElement} list
 * @param {{clock: import("../dice/time.js").Clock, pace: () => "full" | "fast" | "instant"}} wiring
 */
export function createStrip(list, { clock, pace }) {
  /** @type {Map<number, {root: HTMLElement, head: HTMLElement, total: HTMLElement, sub: HTMLElement, marks: HTMLElement, label: HTMLElement, points: number, stop: () => void}>} */
  const chips = new Map();
  let turnOf = -1;
  let shown = "";

  /** @param {number} seat */
  function make(seat) {
    const head = el("span", { class: "chip-head", "aria-hidden": "true" });
    const total = el("b", { class: "chip-total", "aria-hidden": "true" });
    const sub = el("span", { class: "chip-sub", "aria-hidden": "true" });
    const marks = el("span", { class: "chip-marks", "aria-hidden": "true" });
    const label = el("span", { class: "unseen" });
    const root = el("li", { class: "score-chip", data: { seat } }, label, head, total, sub, marks);
    const chip = { root, head, total, sub, marks, label, points: 0, stop: () => {} };
    chips.set(seat, chip);
    return chip;
  }

  /** @param {ReturnType<typeof make>} chip @param {number} points */
  function count(chip, points) {
    const from = chip.points;
    const ms = COUNT[pace()];
    chip.points = points;
    chip.stop();
    if (points <= from || ms === 0) {
      chip.total.textContent = num(points);
      return;
    }
    const began = clock.now();
    chip.stop = clock.onFrame((now) => {
      const share = Math.min(1, (now - began) / ms);
      chip.total.textContent = num(Math.round((from + (points - from) * share) / 10) * 10);
      if (share === 1) {
        chip.total.textContent = num(points);
        chip.stop();
      }
    });
  }

  /** @param {ScoreChip} model @param {boolean} fresh */
  function write(model, fresh) {
    const chip = chips.get(model.seat) ?? make(model.seat);
    chip.head.textContent = model.head;
    chip.head.title = model.name;
    chip.sub.textContent = model.clock?.text ?? model.sub;
    chip.sub.classList.toggle("timed", model.clock !== null);
    chip.sub.classList.toggle("bank", Boolean(model.clock?.bank));
    chip.root.classList.toggle("timed", model.clock !== null);
    chip.label.textContent = model.label;
    fill(chip.marks, model.marks.map((mark) => el("i", { class: `mark ${mark.kind}`, title: mark.word, text: mark.sign })));
    chip.root.classList.toggle("on", model.turn);
    chip.root.classList.toggle("gone", model.gone);
    if (fresh) chip.points = model.points;
    if (fresh || chip.points !== model.points) count(chip, model.points);
    if (chip.total.textContent === "") chip.total.textContent = num(model.points);
    return chip.root;
  }

  return {
    /** @param {ScoreChip[]} models */
    update(models) {
      const key = JSON.stringify(models);
      if (key === shown) return;
      shown = key;
      const fresh = chips.size !== models.length;
      if (fresh) {
        chips.forEach((chip) => chip.stop());
        chips.clear();
      }
      const roots = models.map((model) => write(model, fresh));
      if (fresh) fill(list, roots);
      list.dataset.count = String(models.length);
      const acting = models.find((model) => model.turn);
      if (!acting || acting.seat === turnOf) return;
      turnOf = acting.seat;
      const { root } = /** @type {any} */ (chips.get(acting.seat));
      list.scrollTo?.({ left: root.offsetLeft - list.offsetLeft - (list.clientWidth - root.offsetWidth) / 2 });
    },
  };
}
