/** The settings page. */

import { get, post } from "./http.js";
import { forget } from "./memory.js";
import { wireSettings } from "./settings_form.js";
import { sound } from "./sound.js";
import { t, tn } from "./text.js";
import { wireBack } from "./view/back.js";
import { dialog, one, say, whileBusy } from "./view/dom.js";

const note = one("#reset-more");

/** The one-phone games on this device. @returns {Promise<{table: string}[]>} */
const practiceGames = async () =>
  (await get("/api/mine")).tables.filter((/** @type {{kind: string}} */ table) => table.kind === "one_phone");

/** @param {number} n */
const mayClear = async (n) =>
  (await dialog({
    title: tn("set.reset.title", n),
    body: t("set.reset.body"),
    actions: [
      { id: "no", label: t("set.reset.no"), focus: true },
      { id: "yes", label: t("set.reset.yes"), kind: "danger" },
    ],
  })) === "yes";

async function clear() {
  try {
    let games = await practiceGames();
    if (!games.length) return tell(t("set.reset.none"));
    if (!(await mayClear(games.length))) return;
    // The house lists twenty at a time.
    for (let round = 0; games.length && round < 20; round++) {
      for (const { table } of games) await post(`/api/tables/${table}/discard`, {}, { repeatable: true });
      games = await practiceGames();
    }
    forget("waiting");
    tell(t("set.reset.done"));
  } catch (error) {
    tell(/** @type {Error} */ (error).message);
  }
}

/** @param {string} sentence */
function tell(sentence) {
  note.textContent = sentence;
  say(sentence);
}

sound.prime();
wireSettings(document.body);
wireBack();
one("#reset").addEventListener("click", () => whileBusy(one("#reset"), clear));
