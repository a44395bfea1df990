/** The practice page: one game that is held on this device alone, or the last one that waits here. */

import { answerHere } from "./http.js";
import { isOnDevice } from "./protocol.js";
import { lessonDue } from "./lesson/due.js";
import { AGAIN_MS, beginTable } from "./table/begin.js";
import { isLoose, listGames, readGame } from "./practice/games.js";
import { practiceLine } from "./practice/line.js";
import { storageOf } from "./table/storage.js";
import { t } from "./text.js";
import { el, fill, one } from "./view/dom.js";

const address = new URLSearchParams(location.search);
const asked = address.get("game");
/** The hand to try is asked for once more. */
const again = address.has("lesson");

/** The game that this page is about. @returns {Promise<import("./practice/record.js").GameRecord | null>} */
async function find() {
  if (asked === null) return (await listGames().catch(() => [])).find(({ status }) => status === "playing") ?? null;
  // A storage that was asleep may answer the second time.
  const kept = await readGame(asked).catch(() => readGame(asked));
  // A device that keeps nothing hands a new game over in the address.
  return kept ?? (location.hash ? (await import("./practice/create.js")).carriedOver(asked, location.hash) : null);
}

/** The game may well be here, but cannot be opened now. */
function tellShut() {
  one("#gone-title").textContent = t("error.unexpected");
  one("#gone .cover-note").remove();
  fill(one("#gone .cover-actions"), el("button", { type: "button", class: "button primary wide", text: t("app.retry"), onclick: () => location.reload() }));
  one("#gone").hidden = false;
}

/** @param {import("./practice/record.js").GameRecord} record */
async function play(record) {
  const { id } = record;
  let told = false;
  const tellLoose = () => {
    if (!told) screen.complain(t("practice.loose"), true);
    told = true;
  };
  const due = lessonDue({ storage: storageOf("localStorage"), now: Date.now() });
  // Fetched before the table is shown, so that the hand to try is its first picture.
  const lesson = due || again ? await import("./lesson/lesson.js").catch(() => null) : null;
  one("#table").dataset.table = id;
  // Before the line may be gone.
  if (record.seats.some(({ bot }) => bot)) void import("./engine/bots.js").catch(() => {});
  // The address names the game, so that a reload finds it again.
  if (asked === null && waits) history.replaceState(null, "", `/practice?game=${id}`);
  answerHere(`/api/tables/${id}`, async (url, body) => (await import("./practice/answers.js")).answer(url, body, screen.link));
  const screen = beginTable(id, practiceLine(record, tellLoose, tellShut));
  if (isLoose(id)) tellLoose();
  lesson?.offerLesson(screen, { due: due ?? "lesson", again, onEnd: () => waits || location.assign("/new?kind=one_phone") });
  void addRest(screen, id);
}

/** What the first picture does not wait for. @param {import("./table/screen.js").TableScreen} screen @param {string} id */
async function addRest(screen, id) {
  try {
    const [{ addFairness }, { addBots }, { knownRules }] = await Promise.all([import("./table/fairness.js"), import("./table/bots.js"), import("./practice/rules.js")]);
    if (!screen.fair) addFairness(screen, id);
    addBots(screen, knownRules);
  } catch {
    setTimeout(() => addRest(screen, id), AGAIN_MS);
  }
}

const found = await find().catch(tellShut);
/** Whether a game waits behind the hand to try. */
const waits = Boolean(found);
if (found) await play(found);
else if (again) await play(await (await import("./lesson/again.js")).lessonRecord());
else if (asked === null || !isOnDevice(asked)) location.replace("/new?kind=one_phone");
else one("#gone").hidden = false;
