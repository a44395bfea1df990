/** The front door: the games that wait on this device. Their room is known before the first paint (js/early.js). */

import "./prefs.js";
import { get, post } from "./http.js";
import { forget, recall, remember } from "./memory.js";
import { gamesListed, houseAnswered, tellOnce } from "./offline/cards.js";
import { discardGame } from "./practice/games.js";
import { waitingHere } from "./practice/waiting.js";
import { isOnDevice } from "./protocol.js";
import { num, t, tn } from "./text.js";
import { all, dialog, fill, one, say, whileBusy } from "./view/dom.js";

const SHOWN = 3;

/** @typedef {{table: string, page: string, name: string, kind: string, status: string, players: {name: string, banked: number}[], turn_of: string | null, your_turn: boolean, stake?: number, opened_at?: number, updated?: number, newer?: boolean}} Waiting  `updated`: of games that this device holds; `newer`: only a later release can open it */

/** Those still in play, the player's own turn first; the house sends the newest first. @param {Waiting[]} tables */
export const inPlay = (tables) =>
  tables.filter((table) => table.status !== "over").sort((a, b) => Number(b.your_turn) - Number(a.your_turn));

/** Who plays and how they stand; from the fourth player on a number. @param {Waiting} table */
function standing(table) {
  const first = table.players.slice(0, SHOWN).map(({ name, banked }) => t("home.standing", { name, points: num(banked) }));
  const rest = table.players.length - SHOWN;
  return [...first, ...(rest > 0 ? [t("home.standing.rest", { n: rest })] : [])].join(" · ");
}

/** @param {Waiting} table */
function whoseTurn(table) {
  if (table.newer) return t("practice.newer");
  if (table.status === "open") return t("home.turn.open");
  if (table.your_turn && table.kind !== "one_phone") return t("home.turn.yours");
  return table.turn_of ? t("home.turn.of", { name: table.turn_of }) : "";
}

/** @param {Waiting} table */
function card(table) {
  const item = /** @type {HTMLElement} */ (one("#waiting").content.firstElementChild.cloneNode(true));
  const names = table.players.map(({ name }) => name).join(", ") || table.name;
  one(".waiting-open", item).href = table.page;
  one(".waiting-who", item).textContent = standing(table) || table.name || t("practice.data");
  const turn = whoseTurn(table);
  one(".waiting-turn", item).textContent = table.stake ? t("home.turn.coins", { turn, stake: table.stake }) : turn;
  item.classList.toggle("yours", table.your_turn);
  const drop = one(".waiting-drop", item);
  if (table.kind !== "one_phone") drop.remove();
  drop.setAttribute("aria-label", t("home.discard", { names }));
  drop.addEventListener("click", () => discard(table, names, drop));
  return item;
}

/** @param {Waiting} table @param {string} names @param {HTMLElement} button */
async function discard(table, names, button) {
  const answer = await dialog({
    title: t("home.discard.title"),
    body: t("home.discard.body", { names }),
    actions: [
      { id: "no", label: t("home.discard.no"), focus: true },
      { id: "yes", label: t("home.discard.yes"), kind: "danger" },
    ],
  });
  if (answer !== "yes") return;
  await whileBusy(button, async () => {
    try {
      if (isOnDevice(table.table)) await discardGame(table.table);
      else await post(`/api/tables/${table.table}/discard`, {}, { repeatable: true });
      say(t("home.discarded"));
      await show();
    } catch (error) {
      one("#mine-note").textContent = /** @type {Error} */ (error).message;
    }
  });
}

/** Shows as many as there is room for, and the rest on demand. @param {Waiting[]} tables */
function draw(tables) {
  const more = one("#mine-more");
  const open = more.getAttribute("aria-expanded") === "true";
  const cards = tables.map(card);
  const room = Math.min(SHOWN, Number(document.documentElement.dataset.waiting ?? SHOWN));
  cards.forEach((item, index) => (item.hidden = index >= room && !open));
  fill(one("#mine-list"), cards);
  one("#mine-note").textContent = tables.length ? "" : t("home.mine.none");
  more.hidden = tables.length <= room;
  more.textContent = open ? t("home.mine.fewer") : t("home.mine.all", { n: tables.length });
  more.onclick = () => {
    more.setAttribute("aria-expanded", String(!open));
    draw(tables);
  };
}

/** Those of the house and those of this device, the last touched first. @param {Waiting[]} tables */
const newestFirst = (tables) => [...tables].sort((a, b) => (b.updated ?? b.opened_at ?? 0) - (a.updated ?? a.opened_at ?? 0));

/** Shows what waits. @param {Waiting[]} every */
function present(every) {
  const root = document.documentElement.dataset;
  gamesListed(every);
  const tables = inPlay(newestFirst(every));
  // With no room kept at the top, a list that comes as a surprise goes to the end, where it pushes nothing.
  if (tables.length && !root.waiting) makeRoom();
  draw(tables);
  if (tables.length) remember("waiting", Math.min(tables.length, SHOWN));
  else forget("waiting");
}

function makeRoom() {
  one(".doors").append(one("#mine"));
  document.documentElement.dataset.late = "";
}

async function show() {
  const { tables, cleared } = await waitingHere();
  const here = tables.filter(({ status }) => status !== "over");
  // What this device holds needs no answer from anybody.
  if (here.length) present(tables);
  try {
    present([...(await get("/api/mine")).tables, ...tables]);
  } catch {
    const kept = document.documentElement.dataset.waiting ? t("home.mine.failed") : "";
    one("#mine-note").textContent = here.length ? t("practice.offline") : kept;
  }
  // The browser has thrown away games that were here.
  if (cleared) tellOnce(tn("practice.cleared", cleared));
}

/** What the door to the coin tables says: who is signed in and what they hold, or why it is shut. Its room is always there. */
async function showCoins() {
  const more = one("#coins-more");
  /** @param {string} text @param {boolean} [shut] */
  const tell = (text, shut = false) => {
    more.textContent = text;
    one("#coin-tables").classList.toggle("shut", shut);
  };
  if (!navigator.onLine) return tell(t("home.coins.offline"), true);
  try {
    const { you, halted } = await get("/api/lobby");
    if (you?.seat) tell(t(`home.coins.seat.${you.seat.status}`, { stake: you.seat.stake }));
    else if (halted) tell(t("home.coins.halted"), true);
    else tell(you ? t("home.coins.yours", { name: you.name, n: you.coins }) : t("home.coins.more"));
    houseAnswered(true);
  } catch {
    tell(t("home.coins.offline"), true);
    houseAnswered(false);
  }
}

function refresh() {
  void show();
  void showCoins();
}

refresh();
// What this device could not send when it was said.
if (recall("flags-waiting")) void import("./flags/send.js").then(({ sendLater }) => sendLater());
if (recall("favorites-waiting")) void import("./shop/favorites.js").then(({ sendLater }) => sendLater());
// Coming back with the browser's back button shows a kept page: read everything again.
window.addEventListener("pageshow", (event) => event.persisted && refresh());
for (const change of ["online", "offline"]) window.addEventListener(change, () => void showCoins());
