/** Practice games out of this device and into it, as a file. Wired on the settings page. */

import { inStore, isNewer, isOutrun, listGames, mark, stored } from "./games.js";
import { isRecord } from "./papers.js";
import { t, tn } from "../text.js";
import { one, say, whileBusy } from "../view/dom.js";

const FORMAT = "tenk-practice/1";
/** What a later release writes. */
const LATER = /^tenk-practice\/[1-9]\d*$/;
/** No file of games is so large, in bytes. */
const FILE_MAX = 20_000_000;

/** All practice games of this device as the text of a file. */
export async function exportGames() {
  return JSON.stringify({ format: FORMAT, games: await stored((store) => store.getAll()) });
}

/**
 * Takes the games of such a file in, those of a later release as they are. A game that is here already stays as it is where it
 * went further here.
 * @param {string} text
 * @returns {Promise<number>} how many were taken in. Rejects with SyntaxError for any other text, RangeError for a later release's.
 */
export async function importGames(text) {
  const told = JSON.parse(text);
  if (told?.format !== FORMAT && LATER.test(told?.format)) throw new RangeError("a later release");
  if (told?.format !== FORMAT || !Array.isArray(told.games) || !(await Promise.all(told.games.map(isRecord))).every(Boolean)) throw new SyntaxError("no practice games");
  let taken = 0;
  await inStore("readwrite", (store, give) => {
    give(true);
    for (const record of told.games) {
      const asked = store.get(record.id);
      asked.onsuccess = () => {
        const here = asked.result;
        if (here && (here.rev >= record.rev || (isNewer(here) && !isNewer(record)))) return;
        taken += 1;
        store.put(record);
      };
    }
  });
  await mark();
  return taken;
}

/** @param {string} sentence */
function tell(sentence) {
  one("#practice-said").textContent = sentence;
  say(sentence);
}

/** What to say where a later release is needed, or otherwise. @param {unknown} error @param {string} otherwise */
const reason = (error, otherwise) => (error instanceof RangeError || isOutrun(error) ? "practice.newer" : otherwise);

async function save() {
  try {
    if (!(await listGames()).length) return tell(t("practice.export.none"));
  } catch (error) {
    return tell(t(reason(error, "practice.export.none")));
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([await exportGames()], { type: "application/json" }));
  link.download = "10000-practice.json";
  link.click();
  // The browser has begun to write by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  // Whoever takes the trouble of a file wants the games themselves kept as well; some browsers ask for it, after this very press.
  void navigator.storage?.persist?.();
  tell(t("practice.exported"));
}

async function load() {
  const field = one("#practice-file");
  const [file] = field.files;
  if (!file) return;
  try {
    if (file.size > FILE_MAX) throw new SyntaxError("too large");
    tell(tn("practice.imported", await importGames(await file.text())));
  } catch (error) {
    tell(t(error instanceof SyntaxError ? "practice.import.bad" : reason(error, "practice.import.failed")));
  }
  field.value = "";
}

export function wireFiles() {
  one("#practice-export").addEventListener("click", () => whileBusy(one("#practice-export"), save));
  one("#practice-import").addEventListener("click", () => one("#practice-file").click());
  one("#practice-file").addEventListener("change", () => void load());
}
