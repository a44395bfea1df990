/** The table's menu: a short list from the upper corner. */

import { el, fill, one } from "./dom.js";

/** @typedef {{id: string, label: string, stays?: boolean}} MenuItem  `stays`: the menu remains open after it */

/**
 * @param {{act: (id: string) => void}} wiring
 */
export function createMenu({ act }) {
  const sheet = one("#menu-sheet");
  const items = one("#menu-items");
  /** @type {() => any[]} */
  let model = () => [];

  function write() {
    const focused = /** @type {HTMLElement} */ (document.activeElement)?.dataset.item;
    fill(items, model().map(({ id, label, stays }) => el("button", { type: "button", class: "button wide", data: { item: id }, text: label, onclick: () => choose(id, stays) })));
    if (focused) items.querySelector(`[data-item="${focused}"]`)?.focus();
  }

  /** @param {string} id @param {boolean | undefined} stays */
  function choose(id, stays) {
    if (!stays) sheet.close();
    act(id);
    if (stays) write();
  }

  sheet.addEventListener("click", (/** @type {Event} */ event) => event.target === sheet && sheet.close());

  return {
    /** @param {() => any[]} read  the items as they are now */
    open(read) {
      model = read;
      write();
      sheet.showModal();
    },
  };
}
