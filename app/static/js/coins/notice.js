/** The notice about coins (coin_notice.html): to be read at any time, and accepted once before the first stake. */

import { post } from "../http.js";
import { focusOn, guard, one, openSheet, whileBusy } from "../view/dom.js";

const gate = guard();

/** Shows the notice. @param {boolean} asked whether it is to be accepted */
function show(asked) {
  const sheet = one("#notice");
  for (const part of ["#notice-first", "#notice-foot"]) one(part, sheet).hidden = !asked;
  gate.arm();
  openSheet(sheet);
  focusOn(one("h2", sheet));
}

/** Wires a link or button that shows the notice. @param {HTMLElement} button */
export const wireNotice = (button) => button.addEventListener("click", () => show(false));

/**
 * Has the notice read and accepted.
 * @returns {Promise<boolean>} false when the player would not; rejects with `Refused` when the house did not hear it
 */
export function acceptNotice() {
  const sheet = one("#notice");
  const yes = one("#notice-yes", sheet);
  show(true);
  return new Promise((resolve, reject) => {
    let accepted = false;
    const agree = () => {
      if (gate.shut()) return;
      void whileBusy(yes, async () => {
        try {
          await post("/api/account/notice", {}, { repeatable: true });
          accepted = true;
        } catch (error) {
          reject(error);
        }
        sheet.close();
      });
    };
    yes.addEventListener("click", agree);
    sheet.addEventListener(
      "close",
      () => {
        yes.removeEventListener("click", agree);
        resolve(accepted);
      },
      { once: true },
    );
  });
}
