/** What stands in the bar: the coins of who is signed in, else the door. */

import { num, t } from "../text.js";
import { one } from "../view/dom.js";

/** @param {import("../looks/model.js").Looks} looks */
export function drawPurse({ signed_in, coins }) {
  const purse = one("#purse");
  purse.hidden = !signed_in;
  one("#door").hidden = signed_in;
  if (!signed_in) return;
  one("#purse-coins").textContent = num(coins ?? 0);
  purse.setAttribute("aria-label", t("shop.purse", { n: coins ?? 0 }));
}
