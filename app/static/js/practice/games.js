/**
 * Practice games kept on this device, one record each, and what is done where the device keeps nothing: then a game lives
 * in this page alone. A record is written whole or not at all, and never over one that another tab wrote meanwhile.
 */

import { forget, recall, remember } from "../memory.js";

/** @typedef {import("./record.js").GameRecord} GameRecord */

const DATABASE = "tenk";
const STORE = "practice";
/** What records look like in this release; one without a number is of the first. What of each every release can read: docs/decisions/0022. */
export const FORMAT = 1;
/** How many games waited here, told to another storage: when this one is found empty, it was cleared. */
const MARK = "practice-games";
/** So many games that are over are kept, the last ones. */
const OVER_KEPT = 20;
/** Why opening fails where a device has no storage for this page at all. */
const BARRED = /^(Security|InvalidState|Reference|Type)Error$/;
/** How long the device may take to open its storage. */
const OPEN_MS = 3000;

/** Whether only a later release understands a record: here it is kept as it is. @param {{format?: number}} record */
export const isNewer = ({ format = 1 }) => format > FORMAT;

/** Whether a later release has changed the storage itself, so that nothing can be read or written here. @param {any} why */
export const isOutrun = (why) => why?.name === "VersionError";

/** Games that this page holds because the device would not. @type {Map<string, GameRecord>} */
const loose = new Map();

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

function open() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => {
      // Whoever clears the data of this site must not have to wait for this page.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = request.onblocked = () => reject(request.error);
    // Some browsers never answer the first time: the game must not wait for them.
    setTimeout(() => reject(new Error("no answer")), OPEN_MS);
  });
  opened.catch(() => (opened = null));
  return opened;
}

/**
 * One transaction; what `act` asks for is done when the promise is kept.
 * @template T
 * @param {"readonly" | "readwrite"} mode
 * @param {(store: IDBObjectStore, give: (found: T) => void, stop: (why: T) => void) => void} act  `stop`: nothing is changed, and this is the answer
 * @returns {Promise<T | undefined>}
 */
export async function inStore(mode, act) {
  /** @type {IDBTransaction} */
  let deed;
  try {
    deed = (await open()).transaction(STORE, mode);
  } catch (why) {
    // It was closed, by the browser or for whoever cleared the data.
    if (!opened) throw why;
    opened = null;
    deed = (await open()).transaction(STORE, mode);
  }
  return new Promise((resolve, reject) => {
    /** @type {T | undefined} */
    let found;
    /** @type {T | undefined} */
    let stopped;
    deed.oncomplete = () => resolve(found);
    deed.onabort = () => (stopped === undefined ? reject(deed.error) : resolve(stopped));
    act(deed.objectStore(STORE), (given) => (found = given), (why) => ((stopped = why), deed.abort()));
  });
}

/** What one question to the store brings. @template T @param {(store: IDBObjectStore) => IDBRequest<T>} ask @returns {Promise<T | undefined>} */
export const stored = (ask) =>
  inStore("readonly", (store, give) => {
    const asked = ask(store);
    asked.onsuccess = () => give(asked.result);
  });

/** A game that is over and was followed by another at the same table. @param {string} id */
const isPast = (id) => id.includes("/");

/** The record of a past game of a table. @param {string} id @param {number} game */
export const pastId = (id, game) => `${id}/${game}`;

/** The games of this device, the last played first. Rejects where the device lets nobody read. @returns {Promise<GameRecord[]>} */
export async function listGames() {
  const found = /** @type {GameRecord[]} */ (await stored((store) => store.getAll()));
  const all = new Map(loose);
  for (const each of found) all.set(each.id, further(each));
  return [...all].flatMap(([id, record]) => (isPast(id) ? [] : [record])).sort((a, b) => b.updated - a.updated);
}

/** What was kept, or what this page holds where that went further. @param {GameRecord} kept */
function further(kept) {
  const held = loose.get(kept.id);
  return held && held.rev > kept.rev && !isNewer(kept) ? held : kept;
}

/**
 * Rejects where nothing is known of the game because the storage does not answer; a device that has none knows of no game.
 * @param {string} id
 * @returns {Promise<GameRecord | null>}
 */
export async function readGame(id) {
  const found = await stored((store) => store.get(id)).catch((why) => {
    if (!loose.has(id) && !BARRED.test(why?.name)) throw why;
  });
  return found ? further(/** @type {GameRecord} */ (found)) : (loose.get(id) ?? null);
}

/** Takes the oldest games that are over away. @param {IDBObjectStore} store */
function thin(store) {
  const asked = store.getAll();
  asked.onsuccess = () => {
    const over = asked.result.filter((each) => each.status === "over" && !isNewer(each)).sort((a, b) => b.updated - a.updated);
    for (const { id } of over.slice(OVER_KEPT)) store.delete(id);
  };
}

/**
 * What became of a write. elsewhere: another tab wrote in between, and nothing was changed; newer: nor where a later
 * release has the storage; loose: the device keeps nothing, and this page holds it.
 * @typedef {"kept" | "elsewhere" | "newer" | "loose"} Saved
 */

/**
 * Keeps a record in place of the one that it follows.
 * @param {GameRecord} record  its `rev` is one more than that of the record it follows
 * @param {GameRecord | null} [past]  a finished game of the table, put aside in the same moment
 * @returns {Promise<Saved>}
 */
export async function saveGame(record, past = null) {
  const ends = past !== null || record.status === "over";
  try {
    const done = await inStore("readwrite", (store, give, stop) => {
      const asked = store.get(record.id);
      asked.onsuccess = () => {
        const now = asked.result;
        if (now && (isNewer(now) || now.rev >= record.rev)) return stop("elsewhere");
        store.put(record).onsuccess = () => give("kept");
        if (past) store.put({ ...past, id: pastId(past.id, past.game) });
        if (ends) thin(store);
      };
    });
    loose.delete(record.id);
    if (done === "elsewhere") return done;
    if (record.rev === 1 || ends) await mark().catch(() => {});
    return "kept";
  } catch (why) {
    if (isOutrun(why)) return "newer";
    loose.set(record.id, record);
    if (past) loose.set(pastId(past.id, past.game), past);
    return "loose";
  }
}

/** A page holds a game that was never kept. @param {GameRecord} record */
export const holdGame = (record) => void loose.set(record.id, record);

/** Whether this page alone holds a game. @param {string} id */
export const isLoose = (id) => loose.has(id);

/** Takes a game off this device, with those before it at the same table. @param {string} id */
export async function discardGame(id) {
  for (const held of [...loose.keys()]) if (held === id || held.startsWith(`${id}/`)) loose.delete(held);
  await inStore("readwrite", (store, give) => {
    store.delete(id);
    store.delete(IDBKeyRange.bound(`${id}/`, `${id}0`, false, true)).onsuccess = () => give(true);
  });
  await mark();
}

/** Notes how many games wait here. */
export async function mark() {
  const count = await stored((store) => store.count());
  if (count) remember(MARK, count);
  else forget(MARK);
}

/** How many games were here that the browser has cleared; told once. */
export async function clearedGames() {
  const had = Number(recall(MARK) ?? 0);
  if (!had) return 0;
  const found = await stored((store) => store.count()).catch(() => had);
  if (found) return 0;
  forget(MARK);
  return had;
}
