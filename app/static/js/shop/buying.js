/** Buying: the question in plain numbers, one payment whatever the line does, and what became of it. */

import { uuid } from "../device.js";
import { post } from "../http.js";
import { forget, recall, remember } from "../memory.js";
import { t } from "../text.js";
import { dialog, el } from "../view/dom.js";

/** @typedef {import("../looks/model.js").Chosen} Chosen */
/** @typedef {{set: string, move: string | null, stage: number, price: number}} Order  without a move: the set itself */
/** @typedef {Order & {cid: string}} Sent */

/** A purchase whose answer has not come. */
const KEY = "purchase-waiting";

/** @param {Order} a @param {Order} b */
const alike = (a, b) => a.set === b.set && a.move === b.move && a.stage === b.stage && a.price === b.price;

/** The same order again has the same number, so that it is paid once at most: also after the page was left. @param {Order} order @returns {Sent} */
export function numbered(order) {
  const before = /** @type {Sent | undefined} */ (recall(KEY));
  const sent = before && alike(before, order) ? before : { ...order, cid: uuid() };
  remember(KEY, sent);
  return sent;
}

/** What is bought, in words. @param {Order} order */
export const orderText = ({ set, move, stage }) =>
  move ? t("shop.ask.stage", { move: t(`look.move.${move}`), n: stage }) : t(`look.set.${set}`);

/** Asks. @param {Order} order @param {number} coins  that are there now @returns {Promise<boolean>} */
export async function agreed(order, coins) {
  const { price } = order;
  const answer = await dialog({
    title: t("shop.ask", { what: orderText(order), price }),
    body: [el("p", { class: "ask-pay", text: t("shop.ask.left", { coins, left: coins - price }) }), el("p", { text: t("shop.ask.good") })],
    actions: [
      { id: "no", label: t("shop.ask.no"), focus: true },
      { id: "yes", label: t("shop.ask.yes", { price }), kind: "primary" },
    ],
  });
  return answer === "yes";
}

/**
 * Pays, once. Rejects with `Refused`; where no answer came the next try of the same order asks after the same payment.
 * @param {Order} order
 * @returns {Promise<number>} coins that remain
 */
export async function pay(order) {
  try {
    const { coins } = await post("/api/looks/purchase", numbered(order));
    forget(KEY);
    return coins;
  } catch (error) {
    // Refused is refused: the next order is a new one. Silence is neither.
    if (!unsure(/** @type {any} */ (error))) forget(KEY);
    throw error;
  }
}

/** Whether it is not known if coins were taken. @param {{status?: number, code?: string}} refusal */
export const unsure = ({ status = 0, code }) => status === 0 || (status >= 500 && code !== "coins_halted");

/** What a failed purchase is told as. @param {import("../http.js").Refused} refusal */
export function failedText(refusal) {
  if (unsure(refusal)) return t("shop.failed.unsure");
  if (refusal.code === "price_changed") return t("shop.failed.price", { price: refusal.answer.price });
  if (refusal.status === 401 || refusal.code === "signed_out") return t("shop.failed.out");
  return `${refusal.message} ${t("shop.failed")}`;
}

/** Says that it is theirs, and asks whether it is worn now. @param {Order} order @param {number} coins @returns {Promise<boolean>} */
export async function wearNow(order, coins) {
  const answer = await dialog({
    title: t("shop.bought", { what: orderText(order) }),
    body: [el("p", { text: t("shop.bought.body", { coins }) }), el("p", { class: "ask-pay", text: t("shop.bought.wear") })],
    actions: [
      { id: "later", label: t("shop.bought.later") },
      { id: "wear", label: t("shop.wear"), kind: "primary", focus: true },
    ],
  });
  return answer === "wear";
}
