/** Taking a seat that costs coins: the notice first, then the question, then the house. */

import { uuid } from "../device.js";
import { Refused, post } from "../http.js";
import { recall, remember } from "../memory.js";
import { tableUrl } from "../protocol.js";
import { t } from "../text.js";
import { dialog, el, whileBusy } from "../view/dom.js";
import { acceptNotice } from "./notice.js";

/** @typedef {import("./lobby.js").You} You */

/** Until the next page is there the button stays locked, in milliseconds. */
const LEAVING = 5000;

/** Asks for a stake in plain numbers. @param {number} stake @param {You} you @param {string} about which table @returns {Promise<boolean>} */
async function agreed(stake, you, about) {
  const answer = await dialog({
    title: t("coins.ask", { stake }),
    body: [el("p", { class: "ask-pay", text: t("coins.ask.pay", { stake, coins: you.coins }) }), el("p", { text: about }), el("p", { text: t("coins.ask.back") })],
    actions: [
      { id: "no", label: t("coins.ask.no"), focus: true },
      { id: "yes", label: t("coins.ask.yes", { stake }), kind: "primary" },
    ],
  });
  return answer === "yes";
}

/** Goes to the table one has just sat down at. @param {string} page */
async function go(page) {
  remember("waiting", Math.min(3, Number(recall("waiting") ?? 0) + 1));
  location.assign(page);
  await new Promise((resolve) => setTimeout(resolve, LEAVING));
}

/**
 * Takes a seat and goes there; nothing happens when the player changes their mind.
 * @param {HTMLElement} button the one that was pressed
 * @param {{stake: number, you: You, about: string | null, send: () => Promise<{page: string}>}} offer about: what is told in
 *     the question, null where the player has been asked already
 * @returns {Promise<void>} rejects with `Refused`
 */
export async function takeSeat(button, { stake, you, about, send }) {
  if (!you.notice) {
    if (!(await acceptNotice())) return;
    you.notice = true;
  }
  if (about !== null && !(await agreed(stake, you, about))) return;
  await whileBusy(button, async () => {
    try {
      await go((await send()).page);
    } catch (error) {
      // The notice may have been renewed since the page was loaded.
      if (!(error instanceof Refused) || error.code !== "notice") throw error;
      if (await acceptNotice()) await go((await send()).page);
    }
  });
}

/**
 * Pays for a seat at a table that is known.
 * @param {{table: string, page: string, stake: number}} table
 * @param {string} [invite] at private tables
 */
export function buyIn({ table, page, stake }, invite) {
  return async () => {
    await post(`${tableUrl(table)}/commands`, { cid: uuid(), type: "buy_in", stake, ...(invite && { invite }) });
    return { page };
  };
}

/** A seat wherever one is free, or at a new table. @param {number} stake @param {string} rules */
export const quickSeat = (stake, rules) => () => post("/api/quick-seat", { stake, rules });
