/** The coin tables: who sits where for how much, and the way to a seat. */

import "./prefs.js";
import { Refused } from "./http.js";
import { recall, remember } from "./memory.js";
import { t, tn } from "./text.js";
import { after, now } from "./dice/time.js";
import { all, one, say, shout, whileBusy } from "./view/dom.js";
import { wireBack } from "./view/back.js";
import { HERE, drawLobby, listed } from "./coins/draw.js";
import { Feed } from "./coins/feed.js";
import { ageing, quickRules } from "./coins/lobby.js";
import { wireNotice } from "./coins/notice.js";
import { openTable, order, showOpening, tooSoon } from "./coins/opening.js";
import { drawTrouble, told } from "./coins/refusals.js";
import { buyIn, quickSeat, takeSeat } from "./coins/sit.js";

/** @typedef {import("./coins/lobby.js").Rules} Rules */
/** @typedef {{text: string, label: string, act: () => void}} Warning */

const feed = new Feed(draw);
/** Which games are shown. @type {Rules | "both"} */
let shown = recall("coin-games") ?? "both";
/** Calls off the next redraw by the clock. */
let calm = () => {};
let warned = "";
/** The own table that has not started yet. */
let waited = "";
/** How often a private table is asked after, in milliseconds. */
const ASK_AGAIN = 10_000;

/** What the line at the bottom says about the list. @returns {Warning | null} */
function warning() {
  const age = ageing(feed.line, now());
  if (!age) return null;
  if (age.kind === "replaced") return { text: t("coins.replaced"), label: t("coins.replaced.go"), act: () => feed.link.reclaim() };
  if (age.kind === "too_old") void import("./offline/gate.js").then(({ showGate }) => showGate());
  if (age.kind === "too_old") return { text: t("coins.too_old"), label: t("coins.too_old.go"), act: () => location.reload() };
  const text = age.kind === "offline" ? t("coins.offline") : age.seconds < 60 ? t("coins.stale.seconds", { n: age.seconds }) : tn("coins.stale.minutes", Math.floor(age.seconds / 60));
  return { text, label: t("coins.refresh"), act: () => feed.ask() };
}

function drawWarning() {
  const what = warning();
  const box = one("#age");
  box.hidden = !what;
  one(".lobby").classList.toggle("old", Boolean(what));
  if (what) {
    one("#age-text").textContent = what.text;
    const button = one("#age-go");
    button.textContent = what.label;
    button.onclick = () => whileBusy(button, async () => what.act());
    // Said once: the age grows by itself.
    if (!warned) say(what.text);
  }
  warned = what?.text ?? "";
}

/** Tells a player who looks around here that their table has started. @param {import("./coins/lobby.js").You | null} you */
function callBack(you) {
  const now = you?.seat ?? null;
  if (now?.status === "playing" && waited === now.table) shout(t("coins.yours.playing", { stake: now.stake }));
  waited = now && now.status !== "playing" ? now.table : "";
}

/** Whether one's own table is not in the list, so that nothing is told about it. @param {import("./coins/lobby.js").Lobby} lobby */
const unseen = ({ you, tables }) => Boolean(you?.seat) && !tables.some(({ table }) => table === you?.seat?.table);

/** Draws everything; again in a second while something counts by itself, and asks for what no list tells. */
function draw() {
  const { lobby } = feed;
  one("#lobby").hidden = !lobby;
  one("#loading").hidden = Boolean(lobby || feed.failed);
  one("#lost").hidden = Boolean(lobby) || !feed.failed;
  if (feed.failed) one("#lost-text").textContent = feed.failed.message;
  if (!lobby) return;
  one("#main").removeAttribute("aria-busy");
  drawLobby(lobby, shown, feed.houseNow);
  drawWarning();
  callBack(lobby.you);
  one("#pinned").hidden = one("#open").hidden && one("#age").hidden;
  calm();
  const counting = lobby.tables.some(({ status }) => status === "starting") || feed.line.phase !== "live";
  if (counting) calm = after(1000, draw);
  else calm = unseen(lobby) ? after(ASK_AGAIN, () => void feed.ask()) : () => {};
}

/**
 * Does what a press asks for; a refusal is told at its place, with what can be done about it.
 * @param {HTMLElement} button
 * @param {HTMLElement} place
 * @param {{stake: number, page?: string}} wanted
 * @param {() => Promise<void>} work
 */
async function tried(button, place, wanted, work) {
  for (const each of all(".trouble")) drawTrouble(each, null);
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.code !== "unreachable") await whileBusy(button, () => feed.ask());
    drawTrouble(place, told(error, { ...wanted, you: feed.lobby?.you ?? null, back: HERE }));
    const again = place.querySelector("[data-again]");
    again?.addEventListener("click", () => void tried(button, place, wanted, work));
  }
}

/** @param {string} rules */
const game = (rules) => t(`coins.rules.${rules}`);

/** @param {HTMLElement} button */
function sit(button) {
  const table = feed.lobby?.tables.find(({ table: id }) => id === button.dataset.sit);
  if (!table || !feed.lobby?.you) return;
  const { you } = feed.lobby;
  const about = t("coins.ask.game", { game: game(table.rules), size: table.size, names: listed(table.names) });
  void tried(button, troubleOf(button), table, () => takeSeat(button, { stake: table.stake, you, about, send: buyIn(table) }));
}

/** @param {HTMLElement} button @param {number} stake */
function quick(button, stake) {
  if (!feed.lobby?.you) return;
  const { you } = feed.lobby;
  const rules = quickRules(feed.lobby, stake, shown, recall("coin-table")?.rules ?? "progressive");
  const about = t("coins.ask.quick", { game: game(rules) });
  void tried(button, troubleOf(button), { stake }, () => takeSeat(button, { stake, you, about, send: quickSeat(stake, rules) }));
}

/** @param {HTMLElement} button @param {number | null} stake */
function offer(button, stake) {
  if (!feed.lobby?.you) return;
  const { you } = feed.lobby;
  drawTrouble(one("#opening-trouble"), null);
  void tried(button, stake === null ? one("#open-trouble") : troubleOf(button), { stake: stake ?? 0 }, () => showOpening(you, stake, shown));
}

/** @param {Event} event */
function openIt(event) {
  event.preventDefault();
  if (tooSoon() || !feed.lobby?.you) return;
  const { you } = feed.lobby;
  const wanted = order();
  const button = one("#opening-go");
  void tried(button, one("#opening-trouble"), wanted, () => takeSeat(button, { stake: wanted.stake, you, about: null, send: openTable(wanted) }));
}

/** Where a stake tells what went wrong. @param {HTMLElement} inside */
const troubleOf = (inside) => one(".trouble", inside.closest(".stake") ?? document);

one("#stakes").addEventListener("click", (/** @type {Event} */ event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("button"));
  if (!button) return;
  const stake = Number(/** @type {HTMLElement} */ (button.closest(".stake")).dataset.stake);
  if (button.dataset.sit) sit(button);
  else if (button.matches(".quick")) quick(button, stake);
  else if (button.matches(".first")) offer(button, stake);
});
for (const radio of all("input[name=shown]")) {
  radio.checked = radio.value === shown;
  radio.addEventListener("change", () => {
    shown = radio.value;
    remember("coin-games", shown);
    draw();
  });
}
one("#open").addEventListener("click", () => offer(one("#open"), null));
one("#opening-form").addEventListener("submit", openIt);
one("#lost-again").addEventListener("click", () => whileBusy(one("#lost-again"), () => feed.ask()));
for (const button of all("[data-notice]")) wireNotice(button);
wireBack();
void feed.start();
