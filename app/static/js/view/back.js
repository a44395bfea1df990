/** The back button of a page: one step back where the visitor came from here, else the page it names. */

import { all } from "./dom.js";

/** Whether the page before this one was ours. */
const cameFromHere = () => history.length > 1 && document.referrer.startsWith(`${location.origin}/`);

/** Wires every `[data-back]` link. */
export function wireBack() {
  for (const link of all("[data-back]")) {
    link.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      if (!cameFromHere() || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      history.back();
    });
  }
}
