/** What lies on the felt as elements: dice buttons over the canvas, the tray, the card, the banner, the lock-in slots. */

import { t } from "../text.js";
import { spelled } from "../table/words.js";
import { el, fill, one, write } from "./dom.js";
import { createTray } from "./tray.js";

/** @typedef {import("../table/model.js").Screen} Screen */
/** @typedef {import("../shapes.js").DieModel} DieModel */

const LINES = ["solid", "dashed", "dotted"];

/**
 * @param {{onTap: (die: number) => void, onAction: (id: string) => void}} wiring
 */
export function createFeltView({ onTap, onAction }) {
  const area = one("#dice");
  const tray = createTray(one("#tray"));
  const card = one("#card");
  const banner = one("#banner");
  const lock = one("#lock");
  /** @type {Map<number, HTMLElement>} */
  const buttons = new Map();
  /** @type {Record<string, string>} */
  const shown = {};

  /** Runs only when its values have changed. @param {string} name @param {unknown} model @param {() => void} write */
  function when(name, model, write) {
    const key = JSON.stringify(model) ?? "";
    if (shown[name] === key) return;
    shown[name] = key;
    write();
  }

  /** @param {number} die */
  function makeDie(die) {
    const button = el(
      "button",
      { type: "button", class: "die-button", data: { die }, onclick: () => button.getAttribute("aria-disabled") !== "true" && onTap(die) },
      el("span", { class: "die-face", "aria-hidden": "true" }),
      el("span", { class: "die-badge", "aria-hidden": "true" }),
      el("span", { class: "die-word", "aria-hidden": "true" }),
    );
    return button;
  }

  /** @param {DieModel} model */
  function writeDie(model) {
    const button = buttons.get(model.die) ?? makeDie(model.die);
    buttons.set(model.die, button);
    const [face, badge, word] = /** @type {any} */ (button.children);
    write(face, String(model.face));
    if (button.getAttribute("aria-label") !== model.label) button.setAttribute("aria-label", model.label);
    button.setAttribute("aria-pressed", String(model.picked));
    if (model.tappable) button.removeAttribute("aria-disabled");
    else button.setAttribute("aria-disabled", "true");
    badge.textContent = model.picked ? (model.dead ? "0" : String(model.badge || "")) : model.verdict === "safe" ? "✓" : "";
    word.textContent = model.verdict === "scores" ? t("die.scores") : "";
    const line = model.line === null ? "unread" : LINES[model.line];
    const state = model.dead ? "dead" : model.picked ? `picked ${line}` : model.verdict ? `verdict ${model.verdict}` : model.hinted ? "hinted" : "";
    button.className = `die-button ${state}`;
    return button;
  }

  /** @param {DieModel[]} models */
  function writeDice(models) {
    const keep = new Set(models.map((model) => model.die));
    for (const [die, button] of buttons) {
      if (keep.has(die)) continue;
      button.remove();
      buttons.delete(die);
    }
    const wanted = models.map(writeDie);
    wanted.forEach((button, i) => area.children[i] !== button && area.insertBefore(button, area.children[i] ?? null));
    area.setAttribute("aria-label", t("area.dice", { n: models.length }));
    area.hidden = models.length === 0;
  }

  /** @param {Screen["card"]} model */
  function writeCard(model) {
    card.hidden = model === null;
    if (!model) return;
    card.className = `card ${model.kind} ${model.place}`;
    fill(
      card,
      el("p", { class: "card-title", text: model.title }),
      model.text && el("p", { class: "card-text", text: model.text }),
      model.code !== undefined && el("p", { class: "deal-code" }, el("span", { "aria-hidden": "true", text: model.code }), model.code && el("span", { class: "unseen", text: spelled(model.code) })),
      model.action && el("button", { type: "button", class: "button deal-action", text: model.action.label, onclick: () => onAction(model.action.id) }),
      model.big && el("p", { class: "card-big" }, el("b", { text: model.big }), el("span", { text: model.bigLabel })),
      model.list && el("ol", { class: "card-list" }, model.list.map(({ text, state }) => el("li", { class: state, text }))),
      model.foot && el("p", { class: "card-foot", text: model.foot }),
    );
  }

  /** @param {Screen["banner"]} model */
  function writeBanner(model) {
    banner.hidden = model === null;
    if (!model) return;
    banner.dataset.code = model.code;
    const { action } = model;
    fill(banner, el("span", { text: model.text }), action && el("button", { type: "button", class: "banner-action", text: action.label, onclick: () => onAction(action.id) }));
  }

  /** @param {Screen["lock"]} model */
  function writeLock(model) {
    lock.hidden = model === null;
    if (!model) return;
    lock.setAttribute("role", "img");
    lock.setAttribute("aria-label", `${t("lock.label")}. ${model.text}`);
    fill(lock, model.slots.map(({ face, filled }) => el("span", { class: filled ? "slot filled" : "slot", text: filled ? `${face} ✓` : String(face) })), el("span", { class: "lock-text", text: model.text }));
  }

  return {
    /** @param {Screen} screen @param {string} portraits  of the small dice */
    update(screen, portraits) {
      when("dice", screen.dice, () => writeDice(screen.dice));
      when("portraits", portraits, () => tray.picture(portraits));
      when("tray", screen.tray, () => tray.write(screen.tray));
      when("card", screen.card, () => writeCard(screen.card));
      when("banner", screen.banner, () => writeBanner(screen.banner));
      when("lock", screen.lock, () => writeLock(screen.lock));
    },
    /** Puts the buttons where the dice come to rest. @param {{x: number, y: number, w: number, h: number}[]} boxes by die */
    place(boxes) {
      for (const [die, button] of buttons) {
        const box = boxes[die];
        if (!box) continue;
        Object.assign(button.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.w}px`, height: `${box.h}px` });
      }
    },
    send: tray.send,
    arrive: tray.arrive,
    /** While dice fly a touch belongs to the felt. @param {boolean} flying */
    setFlying: (flying) => area.classList.toggle("flying", flying),
    /** @param {number} die */
    focusDie: (die) => buttons.get(die)?.focus(),
    focusFirst: () => area.querySelector("button")?.focus(),
    hasDice: () => buttons.size > 0,
  };
}
