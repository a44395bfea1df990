/** The heart on a set: drawn as the house counts it, told at a tap. */

import { afterLoving, setOf } from "../looks/model.js";
import { num, t, tn } from "../text.js";
import { one } from "../view/dom.js";
import { sendFavorite, waiting } from "./favorites.js";

/** @typedef {import("../looks/model.js").Looks} Looks */

/** What this device has said and the house has not heard yet counts here already. @param {Looks} looks @returns {Looks} */
export const withWaiting = (looks) => waiting().reduce((now, { set, loved }) => afterLoving(now, set, loved), looks);

/** @param {HTMLElement} button @param {import("../looks/model.js").SetTold} set */
export function drawHeart(button, { key, loved, hearts }) {
  const name = t(`look.set.${key}`);
  button.setAttribute("aria-pressed", String(loved));
  const said = [t("shop.love", { set: name }), hearts && tn("shop.hearts", hearts)];
  button.setAttribute("aria-label", said.filter(Boolean).join(", "));
  one(".heart-count", button).textContent = hearts ? num(hearts) : "";
}

/**
 * Gives a heart, or takes it back: seen at once, whatever the line does.
 * @param {string} key
 * @param {{looks: () => Looks, change: (looks: Looks) => void, tell: (sentence: string) => void}} page
 */
export async function tapHeart(key, { looks, change, tell }) {
  const before = setOf(looks(), key);
  const loved = !before.loved;
  change(afterLoving(looks(), key, loved));
  const sent = await sendFavorite({ set: key, loved });
  if (sent.state === "sent") {
    change(afterLoving(looks(), key, loved, sent.hearts));
    tell(t(loved ? "shop.favorite.noted" : "shop.favorite.taken"));
  } else if (sent.state === "queued") tell(t("shop.favorite.waits"));
  else {
    change(afterLoving(looks(), key, before.loved, before.hearts));
    tell(sent.message);
  }
}
