/**
 * The service worker: the game without a network. The server puts a list before this script (app/api/pages/precache.py):
 * every file of the release and every page that is the same for everybody, with its fingerprint and its bytes.
 *
 * Kept is only what matches its fingerprint. A new release is fetched beside the old one, waits until a page says
 * `skip-waiting`, and then takes its place. Nothing below /api, no socket and no page about somebody is ever kept.
 */

/** @type {{version: string, release: string, headers: string, pages: KeptPage[], files: Entry[], more: string[]}} */
const { version, release, headers: fixed, pages, files, more } = self.KEPT;
/** @typedef {[path: string, fingerprint: string, bytes: number]} Entry */
/** @typedef {[path: string, fingerprints: string[], bytes: number]} KeptPage one fingerprint a language */

const fileUrl = (/** @type {string} */ path, of = release) => new URL(`/s/${of}/${path}`, location.origin).href;
const pageUrl = (/** @type {string} */ path) => new URL(path, location.origin).href;

const PREFIX = "tenk-";
const CACHE = PREFIX + version;
const OFFLINE = "/offline";
/** Pages that are shown from here at once, and what lies below them; all others are asked for first. */
const AT_ONCE = ["/practice", "/rules", "/verify"];
/** Milliseconds: how long a page with a copy here may take, and one without. */
const PATIENCE = 3000;
const PATIENCE_MOST = 10_000;
const AT_A_TIME = 6;
/** Answers of a house that is not there, whoever gives them. */
const NOBODY_HOME = [502, 503, 504];
/** What an answer says about the way it came, not about itself. */
const OF_THE_WAY = ["content-encoding", "content-length", "transfer-encoding", "vary", "date", "set-cookie"];
/** Header of everything that is kept: the fingerprint of the house's fixed headers when it was fetched. */
const FIXED = "kept-headers";
/** In the cache of a release that has taken over: when, in milliseconds. */
const TAKEN = pageUrl("/taken-over");

/** @param {ArrayBuffer} body @param {number} digits */
async function fingerprint(body, digits) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, digits);
}

/** The body, if it is what the list says. @param {ArrayBuffer} body @param {string[]} wanted */
const matches = async (body, wanted) => wanted.includes(await fingerprint(body, wanted[0].length));

/** What may be stored of an answer. @param {Response} answer @param {BodyInit} body @param {string} its fixed headers */
function storable(answer, body, its = fixed) {
  const headers = new Headers(answer.headers);
  for (const name of OF_THE_WAY) headers.delete(name);
  headers.set(FIXED, its);
  return new Response(body, { status: 200, headers });
}

/** Something was not what the list says, or did not come. */
class NotKept extends Error {}

/**
 * Fetches one thing and holds it against its fingerprint. Files of a release never change, so the browser's own copy
 * is as good as a new one; where it is not, it is asked for past that copy.
 * @param {string} url @param {string[]} wanted @param {RequestCache[]} ways
 */
async function fetched(url, wanted, ways) {
  for (const cache of ways) {
    const answer = await fetch(url, { cache, credentials: "same-origin", redirect: "error" });
    if (!answer.ok) continue;
    const body = await answer.arrayBuffer();
    if (await matches(body, wanted)) return storable(answer, body);
  }
  throw new NotKept(url);
}

/** Caches of all releases, in the order in which they came. */
const releases = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

/** Which release a cache holds, by any file in it. @param {Cache} cache */
async function releaseOf(cache) {
  for (const { url } of await cache.keys()) {
    const found = /^\/s\/(\w+)\//.exec(new URL(url).pathname);
    if (found) return found[1];
  }
  return null;
}

/**
 * The same file from an older release, if it has not changed.
 * @param {{cache: Cache, release: string}[]} olds @param {string} path @param {string} wanted
 */
async function fileFromOld(olds, path, wanted) {
  for (const old of olds) {
    const kept = await old.cache.match(fileUrl(path, old.release));
    const body = await kept?.clone().arrayBuffer();
    if (kept && body && (await matches(body, [wanted]))) return storable(kept, body);
  }
  return null;
}

/**
 * The same page from an older release, if nothing but the release's name in it has changed: not its language, and not
 * the headers it comes with.
 * @param {{cache: Cache, release: string}[]} olds @param {string} path @param {string[]} wanted @param {string} language
 */
async function pageFromOld(olds, path, wanted, language) {
  for (const old of olds) {
    const kept = await old.cache.match(pageUrl(path));
    if (kept?.headers.get(FIXED) !== fixed) continue;
    const text = (await kept.clone().text()).replaceAll(old.release, release);
    const body = new TextEncoder().encode(text);
    if (languageOf(text) === language && (await matches(body.buffer, wanted))) return storable(kept, body);
  }
  return null;
}

const languageOf = (/** @type {string} */ page) => /<html lang="([\w-]+)"/.exec(page)?.[1] ?? "en";

/** The languages of the kept pages: more than one while some of them wait to be fetched anew. @param {Cache} cache */
async function languages(cache) {
  const kept = await Promise.all(pages.map(([path]) => cache.match(pageUrl(path))));
  return new Set(await Promise.all(kept.map(async (page) => languageOf((await page?.text()) ?? ""))));
}

/** Which files are wanted: catalogues in the languages of the pages alone. @param {Cache} cache */
async function isWanted(cache) {
  const spoken = await languages(cache);
  return (/** @type {string} */ path) => !path.startsWith("text/") || spoken.has(path.split("/")[1]);
}

/** The files of the first tier. @param {Cache} cache */
async function filesOf(cache) {
  const wanted = await isWanted(cache);
  return files.filter(([path]) => wanted(path));
}

/** Does every piece of work, a few at a time; the first failure ends it. @param {(() => Promise<void>)[]} works */
async function inTurn(works) {
  const rest = works.values();
  const lane = async () => {
    for (const work of rest) await work();
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
}

/** Other releases that are kept here, the newest first. */
async function olds() {
  const found = [];
  for (const name of await releases()) {
    const cache = await caches.open(name);
    const its = name !== CACHE && (await releaseOf(cache));
    if (its) found.unshift({ cache, release: its });
  }
  return found;
}

/**
 * The language that is chosen now: the cookie's, else that of the last pages, which the browser's own made too.
 * @param {Cache | undefined} last @returns {Promise<string | null>} null where a worker cannot read it
 */
async function chosenLanguage(last) {
  if (!self.cookieStore || !last) return null;
  const cookie = await self.cookieStore.get("lang");
  return cookie?.value ?? [...(await languages(last))][0];
}

/**
 * Gets the pages that are not here yet. Where the chosen language cannot be read, the smallest page comes from the house
 * and tells it.
 * @param {Cache} cache @param {{cache: Cache, release: string}[]} from
 */
async function preparePages(cache, from) {
  const here = await Promise.all(pages.map(([path]) => cache.match(pageUrl(path))));
  const [first, ...rest] = pages.filter((_, at) => !here[at]).sort((one, other) => one[2] - other[2]);
  if (!first) return;
  const asked = (/** @type {KeptPage} */ [path, wanted]) => fetched(pageUrl(path), wanted, ["reload"]);
  const chosen = await chosenLanguage(from[0]?.cache);
  const answer = (chosen && (await pageFromOld(from, first[0], first[1], chosen))) || (await asked(first));
  const language = languageOf(await answer.clone().text());
  await cache.put(pageUrl(first[0]), answer);
  const keep = (/** @type {KeptPage} */ each) => async () => {
    const [path, wanted] = each;
    await cache.put(pageUrl(path), (await pageFromOld(from, path, wanted, language)) ?? (await asked(each)));
  };
  await inTurn(rest.map(keep));
}

/** Gets everything of the first tier that is not here yet. What came stays, so that another try fetches the rest. */
async function prepare() {
  const cache = await caches.open(CACHE);
  const from = await olds();
  const keepFile = (/** @type {Entry} */ [path, wanted]) => async () => {
    const url = fileUrl(path);
    if (await cache.match(url)) return;
    await cache.put(url, (await fileFromOld(from, path, wanted)) ?? (await fetched(url, [wanted], ["default", "reload"])));
  };
  try {
    await preparePages(cache, from);
    await inTurn((await filesOf(cache)).map(keepFile));
    // Somebody may have emptied the cache meanwhile: the browser, or its owner.
    if ((await status()).state !== "ready") throw new NotKept(CACHE);
  } catch (error) {
    const why = isFull(error) ? "full" : "network";
    await tellAll({ type: "status", state: "failed", why, release, bytes: 0 });
    throw error;
  }
}

const isFull = (/** @type {any} */ error) => error.name === "QuotaExceededError";

/** The first preparation: what is half there must not fill a phone that has no room. */
async function install() {
  const mine = !(await releases()).includes(CACHE);
  try {
    await prepare();
  } catch (error) {
    if (mine && isFull(error)) await caches.delete(CACHE);
    throw error;
  }
}

/** Gets the second tier, as long as the house has this release: it is for speed, and nothing waits for it. */
async function prepareMore() {
  const cache = await caches.open(CACHE);
  let over = Boolean(self.registration.waiting);
  const keep = (/** @type {string} */ path) => async () => {
    const url = fileUrl(path);
    if (over || (await cache.match(url))) return;
    try {
      const answer = await fetch(url);
      over = !answer.ok;
      if (answer.ok) await cache.put(url, storable(answer, await answer.arrayBuffer()));
    } catch {
      over = true;
    }
  };
  await inTurn(more.filter(await isWanted(cache)).map(keep));
}

/** Fetches the kept pages again, in the language that is chosen now. Those of another release stay as they are. */
async function reloadPages() {
  const cache = await caches.open(CACHE);
  const renew = (/** @type {KeptPage} */ [path, wanted]) => async () => {
    try {
      await cache.put(pageUrl(path), await fetched(pageUrl(path), wanted, ["reload"]));
    } catch {
      // The old words are better than none.
    }
  };
  await inTurn(pages.map(renew));
  await prepare().catch(() => {
    // The catalogues of the new language come when they are asked for.
  });
}

/** Whether everything of the first tier is here, and how much it takes. */
async function status() {
  const cache = await caches.open(CACHE);
  const here = new Set((await cache.keys()).map(({ url }) => url));
  const wanted = await filesOf(cache);
  const urls = [...wanted.map(([path]) => fileUrl(path)), ...pages.map(([path]) => pageUrl(path))];
  const complete = urls.every((url) => here.has(url));
  const bytes = [...wanted, ...pages].reduce((sum, [, , each]) => sum + each, 0);
  return { type: "status", state: complete ? "ready" : "failed", why: complete ? null : "gone", bytes: complete ? bytes : 0, release };
}

/** @param {any} message */
async function tellAll(message) {
  for (const client of await self.clients.matchAll({ includeUncontrolled: true })) client.postMessage(message);
}

/**
 * Takes over. The release that was in use last stays until the next one does: a page may still be playing with it. Older
 * ones go, and those that never came into use; a newer one is just being fetched.
 */
async function takeOver() {
  await self.registration.navigationPreload?.enable();
  const names = await releases();
  const since = await Promise.all(names.map(takenOver));
  const last = Math.max(0, ...since.filter((_, at) => names[at] !== CACHE));
  const isOlder = (/** @type {number} */ at) => at < names.indexOf(CACHE);
  const lastAt = last ? since.lastIndexOf(last) : names.indexOf(CACHE) - 1;
  await Promise.all(names.filter((_, at) => isOlder(at) && at !== lastAt).map((name) => caches.delete(name)));
  await (await caches.open(CACHE)).put(TAKEN, new Response(String(Date.now())));
  await self.clients.claim();
}

/** When a release took over; 0 for one that never did. @param {string} name */
async function takenOver(name) {
  const told = await (await caches.open(name)).match(TAKEN);
  return Number((await told?.text()) ?? 0);
}

/** A file of a release: the copy here, else the house's. @param {Request} request @param {URL} url */
async function file(request, url) {
  return (await caches.match(url.origin + url.pathname, { ignoreVary: true })) ?? fetch(request);
}

/** A page: see AT_ONCE. @param {any} event @param {URL} url */
async function page(event, url) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(url.origin + url.pathname, { ignoreVary: true });
  const asked = answered(event);
  const most = silence(kept ? PATIENCE : PATIENCE_MOST);
  const heard = Promise.race([asked.catch(() => null), most]);
  // It may end after its answer has lost its use, but a house that is silent must not keep this worker from its rest.
  event.waitUntil(heard.then((answer) => answer && heal(cache, url.pathname, answer.clone())).catch(() => {}));
  if (kept && AT_ONCE.some((path) => url.pathname === path || url.pathname.startsWith(`${path}/`))) return kept;
  const house = await heard;
  if (house && !(NOBODY_HOME.includes(house.status) && kept)) return house;
  return kept ?? (await cache.match(pageUrl(OFFLINE))) ?? asked;
}

/**
 * The house has shown a kept page in another language than the kept one: that is the chosen one now, for all pages.
 * @param {Cache} cache @param {string} path @param {Response} answer
 */
async function heal(cache, path, answer) {
  const wanted = pages.find(([each]) => each === path)?.[1];
  const kept = wanted && (await cache.match(pageUrl(path)));
  if (!kept) return;
  const [body, its] = await Promise.all([answer.arrayBuffer(), kept.arrayBuffer()]);
  const [now, before] = await Promise.all([body, its].map((each) => fingerprint(each, wanted[0].length)));
  if (now === before || !wanted.includes(now)) return;
  await cache.put(pageUrl(path), storable(answer, body));
  await reloadPages();
}

/** @param {any} event @returns {Promise<Response>} */
const answered = async (event) => (await event.preloadResponse) ?? fetch(event.request);

/** @param {number} ms @returns {Promise<null>} */
const silence = (ms) => new Promise((resolve) => setTimeout(() => resolve(null), ms));

self.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
self.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(takeOver()));

self.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || request.method !== "GET") return;
  if (url.pathname.startsWith("/s/")) event.respondWith(file(request, url));
  else if (request.mode === "navigate") event.respondWith(page(event, url));
});

/** What a page may ask for; each is answered with what it gives. @type {Record<string, () => Promise<any>>} */
const ASKED = {
  "skip-waiting": () => self.skipWaiting(),
  "reload-pages": async () => (await reloadPages(), { type: "pages-reloaded" }),
  status,
  prepare: async () => (await prepare().catch(() => null), status()),
  "prepare-more": () => prepareMore(),
};

self.addEventListener("message", (/** @type {any} */ event) => {
  const asked = ASKED[event.data?.type];
  if (!asked) return;
  const told = async () => {
    const answer = await asked();
    if (answer) (event.ports[0] ?? event.source)?.postMessage(answer);
  };
  event.waitUntil(told());
});
