/** A new game on one screen: where, which rules, who. What was chosen last time is chosen again. */

import { Refused, post } from "./http.js";
import { recall, remember } from "./memory.js";
import { SEATS_MAX, cut, parseNames, tidy } from "./names.js";
import { applyUpdate } from "./offline/offline.js";
import { prefs } from "./prefs.js";
import { botLine, t, tn } from "./text.js";
import { PENDING, SeatList } from "./seats.js";
import { all, el, fill, one, openSheet, whileBusy } from "./view/dom.js";
import { createGame } from "./practice/create.js";
import { knownRules } from "./practice/rules.js";
import { wireBack } from "./view/back.js";
import { Chooser } from "./rules/chooser.js";

/** @typedef {import("./seats.js").Bot} Bot */

const form = one("#new");
const failed = one("#failed");
const namesField = one("#names");
const namesError = one("#names-error");

const FIRST = [{ name: "", bot: null }, { name: "…", bot: PENDING }];
const setup = { kind: "one_phone", rules: "progressive", seats: FIRST, ...recall("setup") };
const asked = new URLSearchParams(location.search).get("kind");
if (asked === "friends" || asked === "one_phone") setup.kind = asked;

const seats = new SeatList(one("#seats"), changed);
const chooser = new Chooser(form, knownRules);

/** @param {string} name @returns {string} */
const chosen = (name) => one(`input[name=${name}]:checked`, form).value;

/** @param {string} name @param {string} value */
function choose(name, value) {
  const input = form.querySelector(`input[name=${name}][value=${CSS.escape(value)}]`);
  if (input) input.checked = true;
}

/** Shows what goes with the kind of table, and what Start will do. */
function drawKind() {
  const kind = chosen("kind");
  for (const part of all("section[data-kind]", form)) part.hidden = part.dataset.kind !== kind;
  one("#go-word").textContent = t(kind === "friends" ? "new.open" : "new.start");
  one("#go-more").textContent = kind === "friends" ? "" : tn("new.count", seats.count);
}

/** After any change of the seats. @param {"field" | "row"} from where it was made */
function changed(from) {
  if (from === "row") {
    namesField.value = seats.people.filter(Boolean).join(", ");
    tellNames("");
  }
  const { people, bots } = { people: seats.people.length, bots: seats.count - seats.people.length };
  const full = seats.count >= SEATS_MAX;
  one("#add-person").hidden = full;
  one("#add-bot").hidden = full;
  one("#shuffle").hidden = seats.count < 2;
  one("#passing").hidden = people < 2;
  const notes = [
    full && t("new.full"),
    people > 1 && t("new.note.pass"),
    bots > 0 && t("new.note.bots"),
    seats.count === 1 && t("new.note.solo"),
  ];
  one("#note").textContent = notes.filter(Boolean).join(" ");
  drawKind();
}

/** @param {string} sentence */
function tellNames(sentence) {
  namesError.textContent = sentence;
  namesError.hidden = !sentence;
  namesField.toggleAttribute("aria-invalid", Boolean(sentence));
  if (sentence) namesField.setAttribute("aria-invalid", "true");
}

/** The names typed into the one field become seats; those beyond the eighth are named. */
function readNames() {
  const typed = parseNames(namesField.value);
  const room = SEATS_MAX - (seats.count - seats.people.length);
  seats.rename(typed.slice(0, room));
  const left = typed.slice(room).map((name) => cut(name));
  tellNames(left.length ? t("new.too_many", { names: left.join(", ") }) : "");
}

/** @returns {Promise<Bot[]>} */
async function loadBots() {
  const before = recall("bots");
  if (before) seats.meet(before);
  const { bots } = await knownRules();
  remember("bots", bots);
  seats.meet(bots);
  return bots;
}

let bots = loadBots();
/** Whether the pending bot of a first visit has sat down. */
let settled = Promise.resolve();

async function offerBots() {
  const box = one("#bots");
  const list = one("#bot-list");
  openSheet(box);
  try {
    const known = await bots;
    fill(
      list,
      known.map((bot) =>
        el(
          "li",
          {},
          el(
            "button",
            { type: "button", class: "button wide bot", onclick: () => (box.close(), seats.add({ name: bot.name, bot: bot.key })) },
            el("b", { text: bot.name }),
            el("small", { text: botLine(bot) }),
          ),
        ),
      ),
    );
    list.querySelector("button")?.focus();
  } catch {
    bots = loadBots();
    fill(list, el("li", { class: "error", role: "alert", text: t("new.bots.failed") }));
  }
}

/** What the house is asked for. */
function order() {
  const place = tidy(one("#place").value);
  const name = cut(tidy(one("#mine").value)) || t("new.nameless", { n: 1 });
  return { kind: "friends", rules: chooser.told, seats: [{ name }], ...(place && { name: place }) };
}

/** Opens the table; the answer is its page. A game on one phone is held by the phone, with the house or without it. @returns {Promise<string>} */
const open = async () => (chosen("kind") === "one_phone" ? createGame({ rules: chooser.told, seats: seats.final() }) : (await post("/api/tables", order())).page);

/** What will be chosen next time. */
function keepSetup() {
  remember("setup", { kind: chosen("kind"), rules: chooser.told, seats: seats.seats, place: tidy(one("#place").value) });
  if (one("#mine").value) remember("name", cut(tidy(one("#mine").value)));
  remember("waiting", Math.min(3, Number(recall("waiting") ?? 0) + 1));
}

/** Shows a refusal where its cause is. @param {Refused} refusal */
function show(refusal) {
  if (chooser.refused(refusal)) return;
  if (/^seats\[/.test(refusal.field ?? "")) one("#mine").focus();
  else if (refusal.field === "name") one("#place").focus();
  failed.textContent = refusal.message;
}

/** @param {Event} event */
async function start(event) {
  event.preventDefault();
  failed.textContent = "";
  await whileBusy(one("#go"), async () => {
    try {
      await settled;
      if (await chooser.stopped()) return;
      const page = await open();
      keepSetup();
      await applyUpdate(() => location.assign(page));
      // The lock holds until the next page is there.
      await new Promise((resolve) => setTimeout(resolve, 5000));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      show(error);
    }
  });
}

function begin() {
  choose("kind", setup.kind);
  chooser.begin(setup.rules, location.search);
  one("#mine").value = recall("name") ?? "";
  one("#place").value = setup.place ?? "";
  seats.fill(setup.seats);
  one("#handover").value = prefs.get("handover");
  one("#handover").addEventListener("change", (/** @type {any} */ event) => prefs.set("handover", event.target.value));
  namesField.addEventListener("input", readNames);
  // Enter in a name is no Start: the keyboard just goes away.
  form.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const field = /** @type {HTMLElement} */ (event.target);
    if (event.key !== "Enter" || !field.matches("input[type=text]")) return;
    event.preventDefault();
    field.blur();
  });
  form.addEventListener("change", (/** @type {Event} */ event) => /** @type {any} */ (event.target).name === "kind" && drawKind());
  form.addEventListener("submit", start);
  one("#add-person").addEventListener("click", () => seats.add({ name: "", bot: null }));
  one("#add-bot").addEventListener("click", offerBots);
  one("#shuffle").addEventListener("click", () => seats.shuffle());
  wireBack();
  settled = bots.then(([first]) => seats.settle(first)).catch(() => seats.settle(undefined));
}

begin();
