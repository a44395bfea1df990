/**
 * The game without a network, seen from a page: the service worker (sw.js) is registered, asked how far it is, and given
 * the word when a new release may take over. That is never in the middle of a game.
 */

import { recall, remember } from "../memory.js";

/** @typedef {{state: "preparing" | "ready" | "failed" | "impossible", bytes: number, release: string, why?: "full" | "network" | "gone" | null}} Readiness */

const SCRIPT = "/sw.js";
/** Milliseconds: how long a worker may take to answer, and to take over. */
const ANSWER = 4000;
const TAKE_OVER = 4000;
/** A page that stays open for days asks for a new release this often, when it is looked at again. */
const LOOK_AGAIN = 60 * 60_000;
/** Before a page is at rest, nothing is fetched for another day. */
const REST = 1500;

/** @type {Promise<ServiceWorkerRegistration | null> | null} */
let registering = null;
/** @type {ServiceWorkerRegistration | null} */
let known = null;
/** Why the last preparation failed, as the worker told. @type {Readiness["why"]} */
let trouble = null;
let looked = 0;
/** @type {Set<() => void>} */
const watchers = new Set();

/** Whether this browser, at this address, can keep the game at all: not over plain http from another machine. */
export const possible = () => "serviceWorker" in navigator && window.isSecureContext;

const tell = () => {
  for (const call of watchers) call();
};

/** Calls back whenever the readiness or the update may have changed. @param {() => void} call */
export function watch(call) {
  watchers.add(call);
  return () => watchers.delete(call);
}

/** The script's address, for browsers that let nobody run a script from a plain string. */
function scriptAddress() {
  const types = /** @type {any} */ (window).trustedTypes;
  if (!types) return SCRIPT;
  const policy = types.createPolicy("tenk-worker", { createScriptURL: () => SCRIPT });
  return policy.createScriptURL(SCRIPT);
}

/** Registers the worker, once a page. @returns {Promise<ServiceWorkerRegistration | null>} null where that is not possible */
export function register() {
  registering ??= possible() ? enrol() : Promise.resolve(null);
  return registering;
}

async function enrol() {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("message", ({ data }) => {
    if (data?.type !== "status") return;
    trouble = data.state === "failed" ? data.why : null;
    tell();
  });
  serviceWorker.startMessages();
  try {
    known = await serviceWorker.register(/** @type {any} */ (scriptAddress()), { scope: "/", updateViaCache: "none" });
  } catch {
    // The house is not there, or the browser forbids it: the next page tries again.
    known = (await serviceWorker.getRegistration("/")) ?? null;
    trouble = known ? null : "network";
    registering = null;
    tell();
    return known;
  }
  looked = Date.now();
  heed(known);
  void mend(known.active);
  if (navigator.serviceWorker.controller && recall("played")) void more();
  document.addEventListener("visibilitychange", () => void lookAgain());
  return known;
}

/** What a worker in use once had and has no longer, it gets again. @param {ServiceWorker | null} active */
async function mend(active) {
  if (active && (await ask(active, "status"))?.why === "gone") active.postMessage({ type: "prepare" });
}

/** Watches a registration for workers that come. @param {ServiceWorkerRegistration} registration */
function heed(registration) {
  const ear = (/** @type {ServiceWorker | null} */ worker) => worker?.addEventListener("statechange", tell);
  ear(registration.installing);
  registration.addEventListener("updatefound", () => {
    ear(registration.installing);
    tell();
  });
  tell();
}

/**
 * Follows what other pages have registered, for a table, which has something better to do than to register it. Where there
 * is a worker, everything else of this release is kept too, so that a deploy takes nothing from this game.
 */
export async function follow() {
  if (registering || !possible()) return;
  known = (await navigator.serviceWorker.getRegistration("/")) ?? null;
  if (!known) return;
  heed(known);
  known.active?.postMessage({ type: "prepare-more" });
}

async function lookAgain() {
  if (document.hidden || !known || Date.now() - looked < LOOK_AGAIN) return;
  looked = Date.now();
  await known.update().catch(() => {
    // Without a connection there is nothing new.
  });
}

/**
 * Asks a worker and waits for its answer.
 * @param {ServiceWorker} worker @param {string} type @param {number} [patience] milliseconds
 * @returns {Promise<any>} null when it stayed silent
 */
export function ask(worker, type, patience = ANSWER) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const waiting = setTimeout(() => resolve(null), patience);
    port1.onmessage = ({ data }) => {
      clearTimeout(waiting);
      resolve(data);
    };
    worker.postMessage({ type }, [port2]);
  });
}

/** How ready this device is to play without a network. @returns {Promise<Readiness>} */
export async function status() {
  const nothing = { bytes: 0, release: "" };
  if (!possible()) return { state: "impossible", ...nothing };
  const registration = known ?? (await register());
  if (registration?.active) return (await ask(registration.active, "status")) ?? { state: "preparing", ...nothing };
  if (registration?.installing || registration?.waiting) return { state: "preparing", ...nothing };
  return { state: "failed", why: trouble ?? "network", ...nothing };
}

/** Tries again to get everything. @returns {Promise<Readiness>} */
export async function retry() {
  trouble = null;
  const active = known?.active;
  if (active) return (await ask(active, "prepare", 120_000)) ?? status();
  registering = null;
  await register();
  return status();
}

/** Whether another release waits for its turn. */
export const updateReady = () => Boolean(known?.waiting && known.active);

/**
 * The moment between two games: a waiting release takes over, then `next` goes on, which must load a page. Without one
 * it goes on at once. However it ends, `next` is called exactly once.
 * @param {() => void} next
 */
export async function applyUpdate(next) {
  known ??= (possible() && (await navigator.serviceWorker.getRegistration("/"))) || null;
  const waiting = known?.waiting;
  if (waiting && updateReady()) {
    const taken = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener("controllerchange", () => resolve(true), { once: true });
    });
    waiting.postMessage({ type: "skip-waiting" });
    // One that is late comes with the next load.
    if (await Promise.race([taken, new Promise((resolve) => setTimeout(resolve, TAKE_OVER))])) markUpdated();
  }
  next();
}

/** The next page says that it is a new release. */
function markUpdated() {
  try {
    sessionStorage.setItem("updated", "1");
  } catch {
    // Then it is not said.
  }
}

/** Whether this page is the first one of a new release that was asked for; told once. */
export function justUpdated() {
  try {
    const said = sessionStorage.getItem("updated") !== null;
    sessionStorage.removeItem("updated");
    return said;
  } catch {
    return false;
  }
}

/** A game was started here: from now on everything else is kept too, for speed. */
export function played() {
  if (!recall("played")) remember("played", true);
  void more();
}

async function more() {
  if (!(known ?? (await register()))) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: "prepare-more" });
}

/** The kept pages are fetched again, in the language that is chosen now, also those of an update that waits. @returns {Promise<void>} */
export async function reloadPages() {
  const registration = possible() ? await navigator.serviceWorker.getRegistration("/") : null;
  const workers = [registration?.active, registration?.waiting].filter((each) => each !== null && each !== undefined);
  await Promise.all(workers.map((worker) => ask(worker, "reload-pages", 15_000)));
}

/** Calls when the page is at rest: what is for another day must not slow this one. @param {() => void} call */
export function atRest(call) {
  const soon = () => setTimeout(() => (window.requestIdleCallback ?? setTimeout)(() => call()), REST);
  if (document.readyState === "complete") soon();
  else window.addEventListener("load", soon, { once: true });
}
