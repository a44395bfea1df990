/** The practice page: one game that is held on this device alone, or the last one that waits here. */

import { fetched } from "./fetched.js";
import { answerHere } from "./http.js";
import { isOnDevice } from "./protocol.js";
import { lessonDue } from "./lesson/due.js";
import { AGAIN_MS, beginTable } from "./table/begin.js";
import { isLoose, isNewer, isOutrun, listGames, readGame } from "./practice/games.js";
import { practiceLine } from "./practice/line.js";
import { storageOf } from "./table/storage.js";
import { t } from "./text.js";
import { el, one } from "./view/dom.js";

const address = new URLSearchParams(location.search);
const asked = address.get("game");
/** The hand to try is asked for once more. */
const again = address.has("lesson");

/** The games here, none where the device lets nobody read. */
const games = () =>
  listGames().catch((why) => {
    if (isOutrun(why)) throw why;
    return [];
  });

/** The game that this page is about. Rejects where it may be here and cannot be opened. @returns {Promise<import("./practice/record.js").GameRecord | null>} */
async function find() {
  if (asked === null) return (await games()).find((each) => each.status === "playing" && !isNewer(each)) ?? null;
  // A storage that was asleep may answer the second time.
  const kept = await readGame(asked).catch(() => readGame(asked));
  // A device that keeps nothing hands a new game over in the address.
  return kept ?? (location.hash ? (await import("./practice/create.js")).carriedOver(asked, location.hash) : null);
}

/** Only a later release can open the game. */
const tellNewer = () => import("./offline/gate.js").then(({ showGate }) => showGate("practice")).catch(tellShut);

/** The game may well be here, but cannot be opened now. @param {any} [why] */
function tellShut(why) {
  if (isOutrun(why)) return void tellNewer();
  one("#gone-title").textContent = t("error.unexpected");
  one("#gone .cover-note").remove();
  one("#gone .cover-actions .primary").replaceWith(el("button", { type: "button", class: "button primary wide", text: t("app.retry"), onclick: () => location.reload() }));
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
  // The address names the game, so that a reload finds it again.
  if (asked === null && waits) history.replaceState(null, "", `/practice?game=${id}`);
  answerHere(`/api/tables/${id}`, async (url, body) => (await import("./practice/answers.js")).answer(url, body, screen.link));
  const screen = beginTable(id, practiceLine(record, tellLoose, tellShut));
  if (isLoose(id)) tellLoose();
  lesson?.offerLesson(screen, { due: due ?? "lesson", again, onEnd: () => waits || location.assign("/new?kind=one_phone") });
  void addRest(screen, id, record.seats.some(({ bot }) => bot));
}

/**
 * What the first picture does not wait for, before the line may be gone; bots play once all that they need is here.
 * @param {import("./table/screen.js").TableScreen} screen @param {string} id @param {boolean} withBots
 */
async function addRest(screen, id, withBots) {
  try {
    await fetched("table/fairness.js", "table/bots.js", "practice/rules.js", ...(withBots ? ["engine/bots.js"] : []));
    if (withBots) await import("./engine/bots.js");
    const [{ addFairness }, { addBots }, { knownRules }] = await Promise.all([import("./table/fairness.js"), import("./table/bots.js"), import("./practice/rules.js")]);
    if (!screen.fair) addFairness(screen, id);
    addBots(screen, knownRules);
  } catch {
    setTimeout(() => addRest(screen, id, withBots), AGAIN_MS);
  }
}

/** Where no game is found: the hand to try, a new game, or the word that it is gone. */
async function playNone() {
  if (again) await play(await (await import("./lesson/again.js")).lessonRecord());
  else if (asked === null || !isOnDevice(asked)) location.replace("/new?kind=one_phone");
  else one("#gone").hidden = false;
}

const found = await find().catch(tellShut);
/** Whether a game waits behind the hand to try. */
const waits = Boolean(found);
if (found && isNewer(found)) await tellNewer();
else if (found) await play(found);
else if (found === null) await playNone();
