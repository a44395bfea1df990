/** The settings page. */

import { get, post } from "./http.js";
import { wireLanguage } from "./language.js";
import { forget } from "./memory.js";
import { discardGame, listGames } from "./practice/games.js";
import { wireFiles } from "./practice/files.js";
import { isOnDevice } from "./protocol.js";
import { wireReadiness } from "./offline/readiness.js";
import { wireSettings } from "./settings_form.js";
import { sound } from "./sound.js";
import { t, tn } from "./text.js";
import { wireBack } from "./view/back.js";
import { dialog, one, say, whileBusy } from "./view/dom.js";

const note = one("#reset-more");

/** The one-phone games that the house keeps for this device. @returns {Promise<{table: string}[]>} */
const gamesOfHouse = async () =>
  (await get("/api/mine")).tables.filter((/** @type {{kind: string}} */ table) => table.kind === "one_phone");

/** All games on one phone: those that the house keeps, and those that the phone holds itself. @returns {Promise<{table: string}[]>} */
async function practiceGames() {
  const here = (await listGames().catch(() => [])).map(({ id }) => ({ table: id }));
  try {
    return [...here, ...(await gamesOfHouse())];
  } catch (error) {
    // Without a connection there is nothing of the house's to be cleared.
    if (here.length) return here;
    throw error;
  }
}

/** @param {string} table */
const discard = (table) => (isOnDevice(table) ? discardGame(table) : post(`/api/tables/${table}/discard`, {}, { repeatable: true }));

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
      for (const { table } of games) await discard(table);
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
wireLanguage(document.body);
wireBack();
wireReadiness();
wireFiles();
one("#reset").addEventListener("click", () => whileBusy(one("#reset"), clear));
