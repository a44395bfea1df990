/** An account as its owner sees it: coins line by line, recovery codes, devices, and what can be changed. */

import { Refused, get, post } from "../http.js";
import { remember } from "../memory.js";
import { hasText, language, num, t, tn } from "../text.js";
import { dialog, el, fill, focusOn, one, say, whileBusy } from "../view/dom.js";
import { canUsePasskeys, makePasskey } from "./passkey.js";
import { proved } from "./prove.js";

/**
 * @typedef {{set: string, move: string | null, stages: number[]}} Goods
 * @typedef {{id: string, code: string, coins: number, game: string | null, reason: string | null, bought: Goods | null, at: number}} Transfer
 * @typedef {{id: string, label: string, made_at: number, seen_at: number}} Login
 * @typedef {{id: string, label: string, backed_up: boolean, used_at: number}} Passkey
 * @typedef {{account: string, name: string, codes_left: number, logins: Login[], login: string, guest_seats: number, house: boolean}} Account
 * @typedef {{table: string, page: string, name: string}} Kept
 */

const PAGE = 50;

/** @param {number} ms */
const when = (ms) => new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(ms);

/** @param {string} text */
const failed = (text) => (one("#failed").textContent = text);

/** Runs what a button does; a refusal is shown, and being signed out leads to the door. @param {HTMLElement} button @param {() => Promise<void>} work */
async function act(button, work) {
  failed("");
  await whileBusy(button, async () => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.code === "signed_out") location.reload();
      else failed(error.message);
    }
  });
}

/** What coins bought. @param {Goods} goods */
function goodsText({ set, move, stages }) {
  const name = t(`look.set.${set}`);
  if (!move) return t("account.bought.set", { set: name });
  const which = stages.length > 1 ? "account.bought.stages" : "account.bought.stage";
  return t(which, { set: name, move: t(`look.move.${move}`), first: stages[0], last: stages[stages.length - 1] });
}

/** @param {Transfer} transfer */
function line({ code, coins, game, reason, bought, at }) {
  const why = bought ? goodsText(bought) : reason;
  const amount = num(Math.abs(coins));
  const words = t(coins < 0 ? "account.transfers.minus" : "account.transfers.plus", { n: Math.abs(coins) });
  const link = game && el("a", { href: `/t/${game.split("/")[0]}`, text: t("account.transfer.game") });
  return el(
    "li",
    {},
    el("span", {}, t(hasText(`account.transfer.${code}`) ? `account.transfer.${code}` : "account.transfer.other"), why && el("small", { text: why }), el("small", {}, when(at), link && [" · ", link])),
    el("b", { class: coins < 0 ? "score paid" : "score" }, el("span", { "aria-hidden": "true", text: `${coins < 0 ? "−" : "+"}${amount}` }), el("span", { class: "unseen", text: words })),
  );
}

let oldest = 0;

/** @param {boolean} more a further page */
async function loadCoins(more = false) {
  const told = await get(`/api/coins${more ? `?before=${oldest}` : ""}`);
  const lines = told.transfers.map(line);
  if (more) one("#transfers").append(...lines);
  else {
    one("#coins").textContent = num(told.coins);
    fill(one("#transfers"), lines);
  }
  oldest = told.transfers.at(-1)?.at ?? 0;
  if (!more) one("#new-coins").hidden = told.transfers.length !== 1 || told.transfers[0].code !== "grant";
  one("#older").hidden = told.transfers.length < PAGE;
}

/** @param {Account} account */
function draw({ name, codes_left, logins, login, guest_seats, house }) {
  one("#house").hidden = !house;
  one("#who").textContent = name;
  one("#in").dataset.name = name;
  one("#codes-left").textContent = codes_left ? tn("account.codes.left", codes_left) : t("account.codes.none");
  const rows = logins.map((each) => {
    const own = each.id === login;
    const end = own ? null : el("button", { type: "button", class: "button", "aria-label": t("account.login.end", { label: each.label }), text: t("account.leave"), onclick: endLogin(each.id) });
    return el("li", {}, el("span", {}, el("b", { text: each.label }), el("small", { text: own ? t("account.login.this") : t("account.login.seen", { when: when(each.seen_at) }) })), end);
  });
  fill(one("#logins"), rows);
  one("#leave-others").hidden = logins.length < 2;
  if (guest_seats > 0) {
    one("#guest").hidden = false;
    one("#guest-title").textContent = tn("account.guest", guest_seats);
  }
}

/** Seats that this device holds as a guest go to the account, and are shown with the way to each. */
async function keepSeats() {
  /** @type {{seats: Kept[]}} */
  const { seats } = await post("/api/account/seats", {}, { repeatable: true });
  const said = seats.length ? tn("account.guest.kept", seats.length) : t("account.guest.none");
  one("#guest-title").textContent = said;
  for (const id of ["#guest-more", "#guest-keep"]) one(id).hidden = true;
  const rows = seats.map(({ page, name }) => el("li", {}, el("b", { text: name }), el("a", { class: "button", href: page, "aria-label": `${t("account.guest.go")}: ${name}`, text: t("account.guest.go") })));
  fill(one("#guest-seats"), rows);
  one("#guest-seats").hidden = seats.length === 0;
  say(said);
  focusOn(one("#guest-title"));
}

/** @param {string} id */
const endLogin = (id) => (/** @type {Event} */ event) =>
  act(/** @type {HTMLElement} */ (event.currentTarget), async () => {
    await post(`/api/logins/${id}/leave`);
    say(t("account.login.ended"));
    await loadAccount();
  });

async function loadAccount() {
  draw(await get("/api/account"));
}

/** @param {{passkeys: Passkey[]}} told */
function drawPasskeys({ passkeys }) {
  const rows = passkeys.map(({ id, label, backed_up, used_at }) =>
    el(
      "li",
      {},
      el("span", {}, el("b", { text: label }), el("small", { text: [t("account.passkey.used", { when: when(used_at) }), backed_up && t("account.passkey.synced")].filter(Boolean).join(", ") })),
      el("button", { type: "button", class: "button", "aria-label": t("account.passkey.remove.label", { label }), text: t("account.passkey.remove"), onclick: removePasskey(id) }),
    ),
  );
  fill(one("#passkeys"), rows);
  one("#passkeys").hidden = rows.length === 0;
}

const loadPasskeys = async () => drawPasskeys(await get("/api/account/passkeys"));

/** @param {string} id */
const removePasskey = (id) => (/** @type {Event} */ event) =>
  act(/** @type {HTMLElement} */ (event.currentTarget), async () => {
    await proved(() => post(`/api/account/passkeys/${id}/remove`).then(() => true));
    await loadPasskeys();
  });

async function addPasskey() {
  const told = await proved(() => makePasskey("/api/account/passkeys"));
  if (told) drawPasskeys(told);
}

async function makeCodes() {
  const answer = await proved(() => post("/api/account/codes"));
  if (!answer) return;
  /** @type {string[]} */
  const codes = answer.codes;
  const copy = el("button", { type: "button", class: "button wide", text: t("account.codes.copy") });
  copy.addEventListener("click", async (/** @type {Event} */ event) => {
    event.stopPropagation();
    await navigator.clipboard?.writeText(codes.join("\n"));
    copy.textContent = t("account.codes.copied");
  });
  await dialog({
    title: t("account.codes.title"),
    body: [el("p", { text: t("account.codes.once") }), el("ol", { class: "codes" }, codes.map((code) => el("li", { text: code }))), navigator.clipboard ? copy : null],
    actions: [{ id: "done", label: t("account.codes.done"), kind: "primary" }],
  });
  await loadAccount();
}

/** A field's note, red where it says what is wrong. @param {string} id @param {string} text @param {boolean} bad */
function note(id, text, bad) {
  one(`#${id}-note`).textContent = text;
  one(`#${id}-note`).classList.toggle("bad", bad);
}

/** Sends a small form; a refusal stands under its field. @param {string} formId @param {string} fieldId @param {(value: string) => Promise<string | null>} send */
function wireForm(formId, fieldId, send) {
  const form = one(`#${formId}`);
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    void act(one("button", form), async () => {
      try {
        const done = await send(one(`#${fieldId}`).value);
        if (done === null) return;
        note(fieldId, done, false);
        form.reset();
        await loadAccount();
      } catch (error) {
        if (!(error instanceof Refused) || !error.field) throw error;
        note(fieldId, error.message, true);
        one(`#${fieldId}`).focus();
      }
    });
  });
}

async function rename(/** @type {string} */ wanted) {
  const { name } = await post("/api/account/name", { name: wanted.trim() });
  remember("name", name);
  return t("account.renamed", { name });
}

async function changePassword(/** @type {string} */ password) {
  return (await proved(() => post("/api/account/password", { password }))) ? t("account.password.changed") : null;
}

async function leave() {
  await post("/api/logins/leave");
  location.reload();
}

async function remove() {
  const { name } = one("#in").dataset;
  const typed = el("input", { class: "input", type: "text", "aria-label": t("account.delete.type", { name }), autocomplete: "off", placeholder: name });
  const answer = await dialog({
    title: t("account.delete.title", { name }),
    body: [el("p", { text: t("account.delete.body") }), el("p", { text: t("account.delete.type", { name }) }), typed],
    actions: [{ id: "no", label: t("app.cancel"), focus: true }, { id: "yes", label: t("account.delete.go"), kind: "danger" }],
  });
  if (answer !== "yes") return;
  const done = await proved(() => post("/api/account/delete", { name: typed.value }).then(() => true));
  if (done) location.assign("/");
}

/** Wires the account of whoever is signed in. @param {HTMLElement} inside */
export function wireAccount(inside) {
  /** @type {[string, () => Promise<void>][]} */
  const buttons = [
    ["#older", () => loadCoins(true)],
    ["#codes", makeCodes],
    ["#add-passkey", addPasskey],
    ["#leave-others", async () => { await post("/api/logins/others/leave"); await loadAccount(); }],
    ["#leave", leave],
    ["#guest-keep", keepSeats],
    ["#delete", remove],
  ];
  for (const [id, work] of buttons) one(id).addEventListener("click", () => act(one(id), work));
  wireForm("rename", "new-name", rename);
  wireForm("password-form", "new-password", changePassword);
  one("#add-passkey").hidden = !canUsePasskeys();
  one("#no-passkeys").hidden = canUsePasskeys();
  void act(inside, () => Promise.all([loadCoins(), loadAccount(), loadPasskeys()]).then(() => {}));
}
