/** Opening a coin table: stake, game, seats, and who may join. The sheet itself is the question, with its price on the button. */

import { uuid } from "../device.js";
import { post } from "../http.js";
import { recall, remember } from "../memory.js";
import { t } from "../text.js";
import { all, focusOn, guard, one, openSheet } from "../view/dom.js";
import { acceptNotice } from "./notice.js";
import { hurdle } from "./lobby.js";

/** @typedef {import("./lobby.js").You} You */
/** @typedef {{stake: number, rules: string, size: number, private: boolean}} Order */

const KEEP = "coin-table";
const gate = guard();

/** @param {string} name @returns {string} */
const chosen = (name) => one(`input[name=${name}]:checked`, one("#opening")).value;

/** @param {string} name @param {string | number} value */
function choose(name, value) {
  const input = one("#opening").querySelector(`input[name=${name}][value="${CSS.escape(String(value))}"]`);
  if (input && !input.disabled) input.checked = true;
}

/** What stands in the sheet. @returns {Order} */
export const order = () => ({
  stake: Number(chosen("open-stake")),
  rules: chosen("open-rules"),
  size: Number(chosen("open-size")),
  private: chosen("open-who") === "private",
});

/** Says what the order costs. @param {You} you */
function price(you) {
  const { stake, size } = order();
  one("#opening-pay").textContent = t("coins.ask.pay", { stake, coins: you.coins });
  one("#opening-pot").textContent = t("coins.open.pot", { pot: stake * size });
  one("#opening-go").textContent = t("coins.open.go", { n: stake });
}

/** Shows which stakes this player can pay. @param {You} you */
function limit(you) {
  for (const input of all("input[name=open-stake]", one("#opening"))) {
    input.disabled = hurdle(you, Number(input.value)) !== null;
    if (input.disabled) input.checked = false;
  }
}

/**
 * Shows the sheet, the notice before it where that is due.
 * @param {You} you with coins for at least one stake
 * @param {number | null} stake the one that was pointed at
 * @param {string} rules the game that is shown
 * @returns {Promise<void>} rejects with `Refused`
 */
export async function showOpening(you, stake, rules) {
  if (!you.notice) {
    if (!(await acceptNotice())) return;
    you.notice = true;
  }
  const sheet = one("#opening");
  const last = recall(KEEP) ?? {};
  limit(you);
  const payable = all("input[name=open-stake]:enabled", sheet);
  if (payable.length) payable[0].checked = true;
  choose("open-stake", stake ?? last.stake ?? 500);
  choose("open-rules", rules === "both" ? (last.rules ?? "progressive") : rules);
  choose("open-size", last.size ?? 4);
  choose("open-who", last.private ? "private" : "listed");
  sheet.onchange = () => price(you);
  price(you);
  gate.arm();
  openSheet(sheet);
  focusOn(one("h2", sheet));
}

/** Whether a press on the button came too soon after the sheet appeared. */
export const tooSoon = () => gate.shut();

/** The house opens the table and pays the stake. @param {Order} wanted */
export const openTable = (wanted) => async () => {
  const told = await post("/api/coin-tables", { cid: uuid(), ...wanted });
  remember(KEEP, wanted);
  return told;
};
