/** The moves as rows of four dots: tap dot n to throw with stage n, once more to throw plainly. For the shop and the sheet. */

import { t } from "../text.js";
import { el } from "../view/dom.js";
import { STAGES, dotsOf, tapped } from "./model.js";

/** @typedef {import("./model.js").Chosen} Chosen */
/** @typedef {import("./model.js").Dot} Dot */
/** @typedef {import("./model.js").MoveTold} MoveTold */

/** A move as it is told to people: "Spin ●●". @param {Chosen} chosen */
export const moveText = ({ move, stage }) => (move && stage ? `${t(`look.move.${move}`)} ${"●".repeat(stage)}` : t("look.move.none"));

/** The same for ears. @param {Chosen} chosen */
export const moveSaid = ({ move, stage }) => (move && stage ? t("look.dot", { move: t(`look.move.${move}`), n: stage }) : t("look.move.none"));

/** @param {string} move @param {Dot} dot @param {boolean} priced */
function nameOf(move, { n, own, price }, priced) {
  if (own) return t("look.dot", { move, n });
  return priced ? t("look.dot.price", { move, n, price }) : t("look.dot.locked", { move, n });
}

/**
 * @param {{moves: MoveTold[], priced: boolean, onChoose: (chosen: Chosen) => void}} given  priced: whether a dot that is not
 *     owned tells its price and can be tried; else it stands still, and moves without any owned dot are left out
 */
export function createMoves({ moves, priced, onChoose }) {
  /** @type {Chosen} */
  let now = { move: null, stage: 0 };
  const plain = el("button", { type: "button", class: "move-plain", onclick: () => onChoose({ move: null, stage: 0 }) }, el("span", { class: "move-name" }, el("b", { text: t("look.move.none") })), el("span", { class: "dot-face", "aria-hidden": "true" }));
  const rows = moves.map((told) => {
    const name = t(`look.move.${told.key}`);
    const dots = Array.from({ length: STAGES }, (_, at) =>
      el("button", { type: "button", class: "dot", onclick: (/** @type {Event} */ event) => tap(event, told.key, at + 1) }, el("span", { class: "dot-face", "aria-hidden": "true" })),
    );
    const row = el("div", { class: "move", role: "group", "aria-label": t("look.dots", { move: name }), data: { move: told.key } }, el("p", { class: "move-name" }, el("b", { text: name }), el("small", { text: t(`look.move.${told.key}.more`) })), el("div", { class: "dots-row" }, dots));
    return { told, name, row, dots };
  });

  /** @param {Event} event @param {string} move @param {number} stage */
  function tap(event, move, stage) {
    const dot = /** @type {HTMLElement} */ (event.currentTarget);
    // The second half of a double tap would put the dot out again.
    if (/** @type {MouseEvent} */ (event).detail > 1) return;
    if (dot.getAttribute("aria-disabled") !== "true") onChoose(tapped(now, move, stage));
  }

  /** @param {any} button @param {Dot} dot @param {string} name @param {boolean} pressed */
  function write(button, dot, name, pressed) {
    button.setAttribute("aria-label", nameOf(name, dot, priced));
    button.setAttribute("aria-pressed", String(pressed));
    button.toggleAttribute("data-on", dot.on);
    button.toggleAttribute("data-own", dot.own);
    if (!dot.own && !priced) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
    button.firstElementChild.textContent = !dot.own && priced ? String(dot.price) : "";
  }

  return {
    node: el("div", { class: "moves" }, plain, rows.map(({ row }) => row)),
    /** @param {Chosen} chosen @param {(move: string) => number} own  how many stages of a move may be used */
    update(chosen, own) {
      now = chosen;
      plain.setAttribute("aria-pressed", String(chosen.stage === 0));
      for (const { told, name, row, dots } of rows) {
        row.hidden = !priced && own(told.key) === 0;
        dotsOf(told, chosen, own(told.key)).forEach((dot, at) => write(dots[at], dot, name, chosen.move === told.key && chosen.stage === dot.n));
      }
    },
  };
}
