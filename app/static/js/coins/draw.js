/** The lobby on the page. Rows stay the same elements while they change, so that neither focus nor finger loses its place. */

import { num, t, tn } from "../text.js";
import { all, el, fill, one } from "../view/dom.js";
import { hurdle, secondsTo, stakeShown } from "./lobby.js";
import { doorTo } from "./refusals.js";

/**
 * @typedef {import("./lobby.js").Lobby} Lobby
 * @typedef {import("./lobby.js").Row} Row
 */

export const HERE = "/coins";
/** Names in a row; one more is shown rather than counted. */
const SOME = 3;

/** The stakes, as the page has them. */
export const STAKES = () => all(".stake").map((part) => Number(part.dataset.stake));

/** A sentence part that lists names. @param {string[]} names */
export function listed(names) {
  if (names.length === 0) return t("coins.nobody");
  if (names.length === 1) return names[0];
  return t("app.and", { first: names.slice(0, -1).join(", "), last: names[names.length - 1] });
}

/** The first three names and how many more there are. @param {string[]} names */
function few(names) {
  if (names.length <= SOME + 1) return names.join(", ") || t("coins.nobody");
  return t("coins.more", { names: names.slice(0, SOME).join(", "), n: names.length - SOME });
}

/** Writes a text only where it differs: a screen reader hears changes alone. @param {HTMLElement} node @param {string} text */
function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
  node.hidden = !text;
}

/** What a table is doing. @param {Row} row @param {number} houseNow */
export function stateOf({ table, free, mine }, houseNow) {
  if (table.status === "playing") return t(mine ? "coins.yours" : "coins.playing");
  if (table.status === "starting") {
    const n = secondsTo(table.due, houseNow);
    return n ? t("coins.starts", { n }) : t("coins.starts.now");
  }
  if (mine) return t("coins.yours");
  return free ? tn("coins.free", free) : t("coins.full");
}

/** The one thing to do at a table. @param {Row} row */
function action({ table, act }) {
  const names = listed(table.names);
  if (act === "sit") return el("button", { type: "button", class: "button sit", "aria-label": t("coins.sit.label", { names, stake: table.stake }), data: { sit: table.table }, text: t("coins.sit") });
  if (act === "enter") return el("a", { class: "button sit", href: doorTo(HERE), "aria-label": t("coins.enter.label", { names }), text: t("coins.sit") });
  if (act === "return") return el("a", { class: "button sit", href: table.page, "aria-label": t("coins.return.label", { stake: table.stake }), text: t("coins.return") });
  return el("a", { class: "button", href: table.page, "aria-label": t("coins.watch.label", { names }), text: t("coins.watch") });
}

/** @param {HTMLElement} item @param {Row} row @param {number} houseNow */
function drawRow(item, row, houseNow) {
  const { table, act, mine } = row;
  item.classList.toggle("mine", mine);
  item.dataset.status = table.status;
  const dots = one(".dots", item);
  if (dots.dataset.shown !== `${table.names.length}/${table.size}`) {
    dots.dataset.shown = `${table.names.length}/${table.size}`;
    fill(dots, Array.from({ length: table.size }, (_, seat) => el("i", { class: seat < table.names.length ? "taken" : "" })));
  }
  write(one(".row-taken", item), t("coins.seats", { taken: table.names.length, size: table.size }));
  write(one(".row-names", item), few(table.names));
  write(one(".row-game", item), t(`coins.rules.${table.rules}`));
  write(one(".row-pot", item), t("coins.pot", { n: table.pot }));
  write(one(".row-state", item), stateOf(row, houseNow));
  const wanted = `${act} ${table.names.join()}`;
  if (item.dataset.act === wanted) return;
  // The same button under a new name keeps the focus; another one takes it over.
  const old = one(".row-act", item).firstElementChild;
  const fresh = action(row);
  const same = old && item.dataset.act?.split(" ")[0] === act;
  if (same) old.setAttribute("aria-label", fresh.getAttribute("aria-label"));
  else {
    const held = old && old === document.activeElement;
    one(".row-act", item).replaceChildren(fresh);
    if (held) fresh.focus();
  }
  item.dataset.act = wanted;
}

/** @param {HTMLElement} list @param {Row[]} rows @param {number} houseNow */
function drawRows(list, rows, houseNow) {
  const known = new Map([...list.children].map((item) => [/** @type {HTMLElement} */ (item).dataset.table, /** @type {HTMLElement} */ (item)]));
  let at = list.firstElementChild;
  for (const row of rows) {
    let item = known.get(row.table.table);
    known.delete(row.table.table);
    if (!item) {
      item = /** @type {HTMLElement} */ (one("#coin-table").content.firstElementChild.cloneNode(true));
      item.dataset.table = row.table.table;
    }
    if (item === at) at = at.nextElementSibling;
    else list.insertBefore(item, at);
    drawRow(item, row, houseNow);
  }
  for (const gone of known.values()) gone.remove();
  list.hidden = rows.length === 0;
}

/** Why one cannot sit at a stake. @param {null | {lack: number} | {games: number}} why @param {Lobby} lobby */
function reason(why, { you }) {
  if (!why || !you) return "";
  return "lack" in why ? t("coins.short", { have: you.coins, lack: why.lack }) : tn("coins.limited", why.games);
}

/** @param {HTMLElement} part @param {Lobby} lobby @param {import("./lobby.js").Rules | "both"} shown @param {number} houseNow */
function drawStake(part, lobby, shown, houseNow) {
  const { why, may, rows, bare } = stakeShown(lobby, Number(part.dataset.stake), shown);
  drawRows(one(".rows", part), rows, houseNow);
  write(one(".stake-why span", part), reason(why, lobby));
  one(".stake-why", part).hidden = !why;
  one(".stake-why a", part).hidden = !why || "games" in why || isPoor(lobby.you);
  part.classList.toggle("closed", Boolean(why));
  for (const name of [".quick", ".first"]) {
    const [button, link] = [one(`button${name}`, part), one(`a${name}`, part)];
    const wanted = name === ".quick" || bare;
    button.hidden = !(wanted && may === "sit");
    link.hidden = !(wanted && may === "enter");
  }
}

/** Whether no stake can be paid. @param {import("./lobby.js").You | null} you */
const isPoor = (you) => Boolean(you) && /** @type {import("./lobby.js").You} */ (you).coins < Math.min(...STAKES());

/** The player's own line above the list. @param {Lobby} lobby */
function drawYou({ you, halted }) {
  one("#out").hidden = Boolean(you);
  one("#halted").hidden = !halted;
  const poor = isPoor(you) && !you?.seat;
  write(one("#poor-text"), poor ? t("coins.poor", { n: you?.coins ?? 0 }) : "");
  one("#poor").hidden = !poor;
  write(one("#newcomer"), you && you.games_left > 0 && !poor ? t("coins.newcomer", { n: you.games_left }) : "");
  const [purse, door] = [one("#purse"), one("#door")];
  purse.hidden = !you;
  door.hidden = Boolean(you);
  if (you) {
    write(one("#purse-coins"), num(you.coins));
    purse.setAttribute("aria-label", t("coins.purse", { n: you.coins }));
  }
}

/** @param {Lobby} lobby */
function drawSeat({ you }) {
  const seat = you?.seat ?? null;
  one("#yours").hidden = !seat;
  if (!seat) return;
  write(one("#yours-text"), t(`coins.yours.${seat.status}`, { stake: seat.stake }));
  const back = one("#yours-go");
  back.href = seat.page;
  back.setAttribute("aria-label", t("coins.return.label", { stake: seat.stake }));
}

/**
 * Draws the whole lobby.
 * @param {Lobby} lobby
 * @param {import("./lobby.js").Rules | "both"} shown
 * @param {number} houseNow
 */
export function drawLobby(lobby, shown, houseNow) {
  drawYou(lobby);
  drawSeat(lobby);
  for (const part of all(".stake")) drawStake(part, lobby, shown, houseNow);
  const { you, halted } = lobby;
  one("#open").hidden = halted || !you || Boolean(you.seat) || STAKES().every((stake) => hurdle(you, stake));
}
