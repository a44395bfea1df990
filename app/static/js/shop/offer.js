/** What stands at the foot of a set's page: the price or the state, one sentence, and what can be done. */

import { offerOf, setOf } from "../looks/model.js";
import { t } from "../text.js";
import { el } from "../view/dom.js";

/** @typedef {import("../looks/model.js").Looks} Looks */
/** @typedef {import("../looks/model.js").Chosen} Chosen */
/** @typedef {{id: "buy" | "wear", label: string} | {href: string, label: string, primary?: boolean}} Act */
/** @typedef {{price: number | null, title: string, more: string, acts: Act[]}} OfferShown  price: coins, where some are asked */

/** @param {Chosen} chosen */
const moveName = ({ move }) => t(`look.move.${move}`);

/** The one sentence about a price. @param {Looks} looks @param {string} key @param {Chosen} chosen */
function more(looks, key, chosen) {
  const set = setOf(looks, key);
  if (!set.owned) return chosen.stage ? t("shop.more.first", { move: moveName(chosen), set: t(`look.set.${key}`) }) : t("shop.more.buy");
  const fresh = chosen.stage - (set.stages[chosen.move ?? ""] ?? 0);
  return fresh > 1 ? t("shop.more.stages", { n: fresh }) : t("shop.more.buy");
}

/** @param {Looks} looks @param {string} key @param {Chosen} chosen @param {string} back  where signing in leads afterwards @returns {OfferShown} */
export function offerShown(looks, key, chosen, back) {
  const offer = offerOf(looks, key, chosen);
  const set = setOf(looks, key);
  const name = t(`look.set.${key}`);
  const practice = { href: "/new?kind=one_phone", label: t("shop.practice") };
  if (offer.act === "worn") {
    const title = chosen.stage ? t("shop.worn.move", { set: name, move: moveName(chosen) }) : t("shop.worn", { set: name });
    return { price: null, title, more: t("shop.more.worn"), acts: looks.signed_in ? [] : [practice] };
  }
  if (offer.act === "wear") {
    const label = chosen.stage ? t("shop.wear.move", { move: moveName(chosen) }) : t("shop.wear");
    return { price: null, title: t("shop.owned"), more: t("shop.more.own"), acts: [{ id: "wear", label }] };
  }
  if (offer.act === "enter") {
    const price = set.owned ? null : set.price;
    const title = price === null ? t("shop.more.moves") : t("shop.price", { n: price });
    return { price, title, more: t("shop.more.out"), acts: [practice, { href: `/account?next=${back}`, label: t("shop.enter"), primary: true }] };
  }
  if (offer.act === "short") {
    const told = t("shop.short.more", { coins: looks.coins ?? 0 });
    return { price: offer.price, title: t("shop.short", { n: offer.lack }), more: told, acts: [{ href: "/coins", label: t("shop.short.go") }] };
  }
  const { price } = offer;
  const label = set.owned ? t("shop.buy.stage", { move: moveName(chosen), n: chosen.stage, price }) : t("shop.buy", { n: price });
  return { price, title: t("shop.price", { n: price }), more: more(looks, key, chosen), acts: [{ id: "buy", label }] };
}

/** @param {Act} act @param {(id: string, button: HTMLElement) => void} press */
export function actNode(act, press) {
  if ("href" in act) return el("a", { class: `button ${act.primary ? "primary" : ""}`, href: act.href, text: act.label });
  return el("button", { type: "button", class: "button primary", data: { act: act.id }, text: act.label, onclick: (/** @type {Event} */ event) => press(act.id, /** @type {HTMLElement} */ (event.currentTarget)) });
}
