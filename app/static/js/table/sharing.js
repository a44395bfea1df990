/** Handing the invitation out. Plain http has no clipboard, so the link can always be read and marked by hand. */

import { rulesName, t } from "../text.js";
import { say } from "../view/dom.js";

/** @typedef {import("../shapes.js").Truth} Truth */

/** @param {Truth} truth */
const linkOf = (truth) => `${location.origin}/j/${truth.invite}`;

/** @param {string} text */
function mark(text) {
  const shown = document.getElementById("invite-link");
  if (shown) getSelection()?.selectAllChildren(shown);
  say(text);
}

export const handsOut = {
  /** @param {Truth} truth */
  async copy(truth) {
    try {
      await navigator.clipboard.writeText(linkOf(truth));
      const button = document.querySelector("[data-cover=copy]");
      if (button) button.textContent = t("lobby.copied");
      say(t("lobby.copied"));
    } catch {
      mark(t("lobby.marked"));
    }
  },
  /** @param {Truth} truth */
  async share(truth) {
    try {
      await navigator.share({ title: truth.name, text: t("lobby.share.text", { name: rulesName(truth.rules) }), url: linkOf(truth) });
    } catch {
      // Closing the share sheet is no failure.
    }
  },
};
