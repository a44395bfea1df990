/** An invitation: who plays, and a seat or a place to watch. */

import "./prefs.js";
import { Refused, get, post } from "./http.js";
import { recall, remember } from "./memory.js";
import { NAME_MAX, cut, tidy } from "./names.js";
import { rulesName, t, tn } from "./text.js";
import { Invited } from "./coins/invited.js";
import { openCard } from "./rules/card_sheet.js";
import { fromPreset, presetName } from "./rules/words.js";
import { el, fill, one, whileBusy } from "./view/dom.js";

/** @typedef {{table: string, page: string, name: string, rules: string, seats: {seat: number, name: string}[], open: number, status: "open" | "playing" | "over", kind: string, stake: number, size: number}} Invitation */

const form = one("#join");
const code = form.dataset.invite;
const failed = one("#failed");
const told = one("#told");
/** @type {Invitation | null} */
let invitation = null;
const coins = new Invited(code, load);
/** @type {import("./rules/card.js").Card | null} */
let card = null;

/** @param {string} selector @param {boolean} visible */
const show = (selector, visible) => (one(selector).hidden = !visible);

/** Why this player cannot sit, if so. @param {Invitation} invitation @param {boolean} mine */
function hurdle(invitation, mine) {
  if (mine) return "join.yours";
  if (invitation.status === "over") return "join.over";
  if (invitation.status === "playing") return "join.started";
  return invitation.open > 0 ? "" : "join.full";
}

/** @param {Invitation} invitation @param {boolean} mine whether this device already sits there */
function draw(invitation, mine) {
  const host = invitation.seats[0]?.name;
  const why = hurdle(invitation, mine);
  if (host) one("#host").textContent = t("join.of", { name: host });
  drawGame(invitation);
  one("#place").textContent = invitation.name === host || invitation.kind === "coins" ? "" : t("join.table", { name: invitation.name });
  const free = Array.from({ length: why ? 0 : invitation.open }, () => el("li", { class: "seat-free", "aria-hidden": "true" }));
  fill(one("#seats"), invitation.seats.map(({ name }) => el("li", { class: "chip", title: name, text: cut(name) })), free);
  one("#free").textContent = why ? "" : tn("join.open", invitation.open);
  told.textContent = why && t(why);
  show("#told", Boolean(why));
  for (const part of ["#company", "#watch", "#see-card"]) show(part, true);
  for (const part of ["#who", "#sit"]) show(part, !why);
  for (const part of ["#again", "#own"]) show(part, false);
  one("#watch").href = invitation.page;
  one("#watch").classList.toggle("primary", mine);
  one("#watch-word").textContent = t(mine ? "join.return" : why === "join.over" ? "join.look" : "join.watch");
}

/** What is played, in full once the card is there. @param {Invitation} invitation */
const gameOf = (invitation) => card ? rulesName(card.rules) : presetName(invitation.rules);

/** @param {Invitation} invitation */
function drawGame(invitation) {
  one("#game").textContent = t(invitation.kind === "coins" ? "join.coins.game" : "join.game", { game: gameOf(invitation) });
}

/** The rule card of the table one is invited to; asked for once. */
async function loadCard() {
  if (!invitation) throw new Refused("not_found", t("join.unknown"));
  card ??= await get(`/api/tables/${invitation.table}/card`);
  return /** @type {import("./rules/card.js").Card} */ (card);
}

/** Says by which rules the table plays. Without an answer the card can still be asked for. */
async function drawRules() {
  try {
    const { hash, rules, preset, changed } = await loadCard();
    if (invitation) drawGame(invitation);
    one("#card-code").textContent = hash;
    one("#card-line").textContent = rules.key === preset ? t("card.printed") : fromPreset(preset, changed.length);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}

/** @param {Refused} refusal */
function drawFailure(refusal) {
  const unknown = refusal.code === "not_found";
  one("#host").textContent = t(unknown ? "join.unknown" : "join.failed");
  told.textContent = unknown ? t("join.unknown.more") : refusal.message;
  for (const part of ["#told", "#own"]) show(part, true);
  for (const part of ["#company", "#who", "#sit", "#watch", "#see-card"]) show(part, false);
  show("#again", !unknown);
}


async function load() {
  form.setAttribute("aria-busy", "true");
  show("#again", false);
  try {
    const [found, mine] = await Promise.all([get(`/api/invites/${encodeURIComponent(code)}`), get("/api/mine")]);
    invitation = found;
    void drawRules();
    const seated = mine.tables.some((/** @type {{table: string}} */ { table }) => table === found.table);
    draw(found, seated);
    if (found.kind === "coins") await coins.draw(found, !hurdle(found, seated));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    drawFailure(error);
  } finally {
    form.removeAttribute("aria-busy");
    form.classList.remove("unknown");
  }
}

async function sit() {
  await loading;
  if (!invitation) return;
  const name = cut(tidy(one("#name").value));
  try {
    await post(`/api/tables/${invitation.table}/seats`, { invite: code, name: name || freeName(invitation) });
    if (name) remember("name", name);
    remember("waiting", Math.min(3, Number(recall("waiting") ?? 0) + 1));
    location.assign(invitation.page);
    await new Promise((resolve) => setTimeout(resolve, 5000));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    failed.textContent = error.message;
    if (["seat_taken", "table_full", "game_over", "wrong_phase"].includes(error.code)) await load();
    else one("#name").focus();
  }
}

/** @param {Invitation} to */
async function sitForCoins(to) {
  try {
    await coins.sit(to, gameOf(to));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await coins.refused(error, to);
  }
}

/** "Guest 3" for one who gives no name. @param {Invitation} to */
const freeName = (to) => cut(`${t("join.nameless")} ${to.seats.length + 1}`, NAME_MAX);

one("#name").value = recall("name") ?? "";
form.addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  failed.textContent = "";
  // A seat for coins asks first, and is busy only once it is paid for.
  if (invitation?.kind === "coins") void sitForCoins(invitation);
  else void whileBusy(one("#sit"), sit);
});
one("#see-card").addEventListener("click", () => loading.then(() => openCard(loadCard)));
one("#again").addEventListener("click", () => whileBusy(one("#again"), load));
one("#watch").addEventListener("click", (/** @type {Event} */ event) => invitation || event.preventDefault());
const loading = load();
