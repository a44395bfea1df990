/** The proof page: a game's record from the house, a file or the clipboard, checked on this phone and by nobody else. */

import "./prefs.js";
import { seenOf } from "./fair/seen.js";
import { canonical, parse, Unreadable } from "./fair/transcript.js";
import { Refused } from "./http.js";
import { hmac, sha256 } from "./sha256.js";
import { t } from "./text.js";
import { openRow, showReport } from "./verify/report.js";
import { fromHouse, placeIn, textOf } from "./verify/source.js";
import { wireBack } from "./view/back.js";
import { focusOn, one, say, whileBusy } from "./view/dom.js";

/** @typedef {import("./fair/transcript.js").Transcript} Transcript */

/**
 * This project's own hashes, which are here with the page: once a record is in, nobody is asked for anything. For messages
 * as short as these they are several times quicker than the browser's, which take a hop to another thread each.
 * @type {import("./fair/scheme.js").Tools}
 */
const tools = { digest: async (message) => sha256(message), hmac: async (key, message) => hmac(key, message) };

const problem = one("#problem");
/** @type {Transcript | null} */
let shown = null;
/** Counts records, so that an old check does not write into a new one. */
let turn = 0;

/**
 * Gets a record, checks it and shows it; says why where it cannot be read.
 * @param {() => Promise<Transcript>} read
 * @param {number | null} [roll]  to open
 */
async function open(read, roll = null) {
  const own = ++turn;
  problem.textContent = "";
  try {
    const record = await read();
    if (own !== turn) return;
    shown = record;
    const seen = await seenOf(String(record.id));
    if (own !== turn) return;
    await showReport(tools, record, seen);
    if (roll !== null) await openRow(roll);
  } catch (error) {
    if (own === turn) complain(error);
  }
}

/** @param {unknown} error */
function complain(error) {
  one("#result").hidden = true;
  one("#open").hidden = false;
  if (error instanceof Unreadable) problem.textContent = t(`verify.unreadable.${error.code}`);
  else if (error instanceof Refused) problem.textContent = error.code === "not_found" ? t("verify.no_such_game") : error.message;
  else if (error instanceof TypeError || error instanceof DOMException) problem.textContent = t("verify.unreadable.json");
  else throw error;
  focusOn(problem);
}

/** The game that the address of this page names, if it names one. */
function openAddressed() {
  const place = placeIn(location.hash);
  if (place) void open(() => fromHouse(place), place.roll);
}

/** @param {SubmitEvent} event */
function byAddress(event) {
  event.preventDefault();
  const said = one("#address").value.trim();
  if (said.startsWith("{")) return void open(async () => parse(said));
  const place = placeIn(said);
  if (!place) {
    problem.textContent = t("verify.no_address");
    one("#address").focus();
    return;
  }
  void whileBusy(one("#address-go"), () => open(() => fromHouse(place), place.roll));
}

/** The record as a file of its own, in the one way of writing it. */
function save() {
  if (!shown) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([canonical(shown)], { type: "application/json" }));
  link.download = `10000-${String(shown.id).replace(/[^0-9a-z]+/g, "-")}.json`;
  link.click();
  // The browser has begun to write by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function copy() {
  if (!shown) return;
  const text = canonical(shown);
  const done = navigator.clipboard ? await navigator.clipboard.writeText(text).then(() => true, () => false) : copyOld(text);
  one("#copied").textContent = t(done ? "verify.copied" : "verify.not_copied");
  say(t(done ? "verify.copied" : "verify.not_copied"));
}

/** On plain http there is no clipboard to write to but what is selected. @param {string} text */
function copyOld(text) {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  one("#copy").focus();
  return done;
}

/** Back to the question which game. */
function another() {
  turn++;
  shown = null;
  one("#result").hidden = true;
  one("#open").hidden = false;
  one("#copied").textContent = "";
  if (location.hash) history.replaceState(history.state, "", location.pathname);
  one("#address").focus();
}

function begin() {
  wireBack();
  one("#address-form").addEventListener("submit", byAddress);
  one("#file").addEventListener("change", () => {
    const file = one("#file").files[0];
    if (file) void open(async () => parse(await textOf(file)));
    one("#file").value = "";
  });
  one("#paste-form").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    void open(async () => parse(one("#paste").value));
  });
  one("#save").addEventListener("click", save);
  one("#copy").addEventListener("click", copy);
  one("#another").addEventListener("click", another);
  addEventListener("hashchange", openAddressed);
  document.documentElement.dataset.ready = "";
  openAddressed();
}

begin();
