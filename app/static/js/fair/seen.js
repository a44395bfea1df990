/**
 * What this device saw of rolls as they fell, kept in its own database: a server that tells another story later is found
 * out. Nothing here is sent unless its player flags a roll.
 */

const DATABASE = "fair";
const STORE = "seen";
/** Rolls kept at most, and how many go when there are more. */
const MOST = 6000;
const SPARE = 1000;

/**
 * @typedef {object} Seen
 * @property {string} id  TABLE/GAME
 * @property {number} n
 * @property {string} commitment  to the game's secret; empty where it was not told
 * @property {string | null} promised  the commitment to the roll's key, told before it; null if this page came later
 * @property {string} key
 * @property {number[]} faces
 * @property {{seat: number, r: string}[]} contributions
 * @property {number} at  ms since 1970
 */

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

function open() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: ["id", "n"] }).createIndex("at", "at");
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => reject(request.error);
  });
  opened.catch(() => (opened = null));
  return opened;
}

/** @param {"readonly" | "readwrite"} mode */
const store = async (mode) => (await open()).transaction(STORE, mode).objectStore(STORE);

/** Keeps a roll; a browser that keeps nothing goes without. What was seen first stays. @param {Seen} seen */
export async function keepSeen(seen) {
  try {
    await done((await store("readwrite")).add(seen));
    await makeRoom();
  } catch {
    // Kept before, or storage is full or forbidden: the roll was checked all the same.
  }
}

async function makeRoom() {
  const rolls = await store("readwrite");
  if ((await done(rolls.count())) <= MOST) return;
  const cursor = rolls.index("at").openCursor();
  let left = SPARE;
  cursor.onsuccess = () => {
    if (!cursor.result || left-- === 0) return;
    cursor.result.delete();
    cursor.result.continue();
  };
}

/** The rolls of a game that this device saw, by number; empty where it saw none. @param {string} id @returns {Promise<Map<number, Seen>>} */
export async function seenOf(id) {
  try {
    const found = await done((await store("readonly")).getAll(IDBKeyRange.bound([id, 0], [id, Infinity])));
    return new Map(found.map((/** @type {Seen} */ seen) => [seen.n, seen]));
  } catch {
    return new Map();
  }
}

/**
 * What a record of a roll says otherwise than it was when this device saw it; null if nothing.
 * @param {Seen} seen
 * @param {{commitment: string, key: string, faces: number[], contributions: {seat: number, r: string}[]}} told
 * @param {string} game  the told commitment to the game's secret
 * @returns {"commitment" | "promised" | "key" | "faces" | "contributions" | null}
 */
export function differsFrom(seen, told, game) {
  if (seen.commitment && seen.commitment !== game) return "commitment";
  if (seen.promised !== null && seen.promised !== told.commitment) return "promised";
  if (seen.key !== told.key) return "key";
  if (String(seen.faces) !== String(told.faces)) return "faces";
  const parts = (/** @type {{seat: number, r: string}[]} */ all) => all.map(({ seat, r }) => `${seat} ${r}`).join();
  return parts(seen.contributions) === parts(told.contributions) ? null : "contributions";
}
