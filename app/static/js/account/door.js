/** Opening an account, signing in, and coming back with a recovery code: one form, three ways. */

import { Refused, get, post } from "../http.js";
import { remember } from "../memory.js";
import { t } from "../text.js";
import { all, one, whileBusy } from "../view/dom.js";
import { canUsePasskeys, makePasskey, usePasskey } from "./passkey.js";

/** @typedef {"open" | "enter" | "recover"} Way */

/** Where each way is sent to. @type {Record<Way, string>} */
const ADDRESS = { open: "/api/accounts", enter: "/api/logins", recover: "/api/logins/recover" };

/** How long nothing may be typed before a name is asked about, in milliseconds. */
const PAUSE = 350;

const form = () => one("#door");
/** @returns {Way} */
const way = () => form().dataset.way;

/** @param {string} id @param {string} text @param {boolean} [bad] */
function note(id, text, bad = false) {
  const line = one(`#${id}-note`);
  line.textContent = text;
  line.classList.toggle("bad", bad);
  one(`#${id}`).toggleAttribute("aria-invalid", bad);
  if (bad) one(`#${id}`).setAttribute("aria-invalid", "true");
}

/** Shows the fields of a way and what its button does. @param {Way} chosen */
function show(chosen) {
  form().dataset.way = chosen;
  one("#code-field").hidden = chosen !== "recover";
  one("#password").autocomplete = chosen === "enter" ? "current-password" : "new-password";
  note("name", chosen === "open" ? t("account.name.more") : "");
  note("password", chosen === "enter" ? "" : t("account.password.more"));
  one("#go-word").textContent = t(`account.${chosen}.go`);
  one("#door-more").textContent = t(`account.${chosen}.more`);
  one("#passkey").hidden = chosen === "recover" || !canUsePasskeys();
  one("#passkey-word").textContent = t(`account.${chosen === "enter" ? "enter" : "open"}.passkey`);
  one("#failed").textContent = "";
}

let asked = 0;

/** Says whether a name is free, once the typing pauses; the last answer counts. */
function checkName() {
  const number = ++asked;
  const name = one("#name").value.trim();
  if (way() !== "open" || name.length === 0) return;
  setTimeout(async () => {
    if (number !== asked) return;
    try {
      const told = await get(`/api/accounts/names?name=${encodeURIComponent(name)}`);
      if (number === asked && way() === "open") note("name", told.message ?? t("account.name.free", { name: told.name }), !told.free);
    } catch (error) {
      // It is asked again with the form; what was typed stays.
      if (!(error instanceof Refused)) throw error;
    }
  }, PAUSE);
}

const withPassword = () => {
  const body = { name: one("#name").value.trim(), password: one("#password").value };
  return post(ADDRESS[way()], way() === "recover" ? { ...body, code: one("#code").value } : body);
};

/** A passkey in the place of the password: made for a new account, used for one that is there. */
const withPasskey = () =>
  way() === "enter" ? usePasskey() : makePasskey("/api/accounts/passkey", { name: one("#name").value.trim() });

/** @param {() => Promise<{name: string} | null>} enter */
async function go(enter) {
  try {
    const entered = await enter();
    if (!entered) {
      one("#failed").textContent = t("account.passkey.none");
      return;
    }
    remember("name", entered.name);
    const { next } = one("#out").dataset;
    if (next) location.assign(next);
    else location.reload();
    await new Promise((resolve) => setTimeout(resolve, 5000));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const field = error.field === "name" || error.field === "password" ? error.field : null;
    if (field) {
      note(field, error.message, true);
      one(`#${field}`).focus();
    } else one("#failed").textContent = error.message;
  }
}

/** Wires the form of those who are signed out. */
export function wireDoor() {
  for (const radio of all("input[name=way]")) radio.addEventListener("change", () => show(radio.value));
  one("#name").addEventListener("input", () => {
    if (way() === "open") note("name", t("account.name.more"));
    checkName();
  });
  one("#password").addEventListener("input", () => note("password", way() === "enter" ? "" : t("account.password.more")));
  one("#show").addEventListener("change", () => (one("#password").type = one("#show").checked ? "text" : "password"));
  form().addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    one("#failed").textContent = "";
    void whileBusy(one("#go"), () => go(withPassword));
  });
  one("#passkey").addEventListener("click", () => {
    one("#failed").textContent = "";
    void whileBusy(one("#passkey"), () => go(withPasskey));
  });
  // A browser that comes back may have kept another way chosen.
  const kept = all("input[name=way]").find((radio) => radio.checked);
  show(kept?.value ?? "open");
}
