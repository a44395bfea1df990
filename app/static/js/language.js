/** The choice of a language: a cookie, because the server writes the pages. */

import { reloadPages } from "./offline/offline.js";
import { all } from "./view/dom.js";

const YEAR = 31_536_000;
/** How long the kept pages may take to come anew before this one is loaded again, in milliseconds. */
const PATIENCE = 1_000;

/** @param {HTMLElement} root holds the radio buttons named `language` */
export function wireLanguage(root) {
  for (const input of all("input[name=language]", root)) {
    input.addEventListener("change", () => void choose(/** @type {HTMLInputElement} */ (input).value));
  }
}

/** @param {string} language BCP 47 */
async function choose(language) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `lang=${language}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([reloadPages().catch(() => {}), patience]);
  location.reload();
}
