/**
 * The offer to put the game on the home screen: after the first finished game or from the second visit on, never where it
 * is installed, and thirty days not again after a no.
 */

import { recall, remember } from "../memory.js";

const SILENT_MS = 30 * 24 * 60 * 60_000;
const VISITS = 2;
const KEY = "install";

/** @typedef {{visits: number, finished: boolean, refused: number}} Past  refused: when the last no was, 0 for never */
/** @typedef {"ask" | "steps" | null} Way  the browser's own question, two steps in a menu, or nothing to offer */

/** The browser's own question, kept until somebody wants it. @type {any} */
let stashed = null;

/** What this device remembers. @returns {Past} */
export const past = () => ({ visits: 0, finished: false, refused: 0, ...recall(KEY) });

/** @param {Partial<Past>} change */
const keep = (change) => remember(KEY, { ...past(), ...change });

/** Whether now is the time to offer it. @param {Past} before @param {number} now milliseconds @returns {boolean} */
export const isTime = ({ visits, finished, refused }, now) => (finished || visits >= VISITS) && !(refused && now - refused < SILENT_MS);

/**
 * Which way leads to the home screen from here.
 * @param {{installed: boolean, stashed: boolean, apple: boolean}} here
 * @returns {Way}
 */
export function wayOf({ installed, stashed: asks, apple }) {
  if (installed) return null;
  if (asks) return "ask";
  return apple ? "steps" : null;
}

/** Some phones say `fullscreen` where the manifest says `standalone`. */
export const isInstalled = () =>
  ["standalone", "fullscreen"].some((mode) => matchMedia(`(display-mode: ${mode})`).matches) || /** @type {any} */ (navigator).standalone === true;

/** Only Safari on a phone or tablet has this word, and it has no question of its own. */
const isApple = () => "standalone" in navigator;

/** @returns {Way} */
export const offer = () => (isTime(past(), Date.now()) ? wayOf({ installed: isInstalled(), stashed: Boolean(stashed), apple: isApple() }) : null);

/** Counts this visit, once a tab; keeps the browser's question back; tells when the answer may have changed. @param {() => void} changed */
export function attend(changed) {
  try {
    if (!sessionStorage.getItem("visited")) {
      sessionStorage.setItem("visited", "1");
      keep({ visits: past().visits + 1 });
    }
  } catch {
    // Without a memory it is the first visit every time.
  }
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    stashed = event;
    changed();
  });
  window.addEventListener("appinstalled", () => {
    stashed = null;
    changed();
  });
}

/** A game came to its end on this device. */
export const gameFinished = () => past().finished || keep({ finished: true });

/** The player does not want it now. */
export const refuse = () => keep({ refused: Date.now() });

/** Puts the browser's own question. @returns {Promise<void>} */
export async function askBrowser() {
  const question = stashed;
  stashed = null;
  if (!question) return;
  question.prompt();
  const { outcome } = await question.userChoice;
  if (outcome !== "accepted") refuse();
}
