/** A browser's caches, a house and the service worker between them: sw.js itself, run in a room of its own. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";

const SCRIPT = readFileSync(new URL("../../app/static/sw.js", import.meta.url), "utf8");
const ORIGIN = "https://h.test";
const FILES = { "js/a.js": "the same code", "text/en/rolls.json": '{"en":1}', "text/de/rolls.json": '{"de":1}' };
export const PAGES = ["/", "/practice", "/settings", "/offline"];
/** What is kept of a release in one language. */
export const WHOLE = PAGES.length + 2;

const print = (body) => createHash("sha256").update(body).digest("hex").slice(0, 24);
const address = (asked) => new URL(typeof asked === "string" ? asked : asked.url, ORIGIN).href;
const pageOf = (path, release, language, words) => `<html lang="${language}">${path} /s/${release}/js/a.js ${path === "/" ? words : ""}`;

/** One cache. */
class Shelf {
  constructor(phone) {
    this.phone = phone;
    this.things = new Map();
  }
  match = async (asked) => this.things.get(address(asked))?.clone();
  keys = async () => [...this.things.keys()].map((url) => ({ url }));
  async put(asked, answer) {
    if (this.phone.full && !this.things.has(address(asked))) throw new DOMException("no room", "QuotaExceededError");
    this.things.set(address(asked), answer);
  }
}

/** A phone, the language that is chosen on it, and the house as far as the phone reaches it. */
export class Phone {
  /** @type {Map<string, Shelf>} */
  shelves = new Map();
  language = "en";
  full = false;
  /** Whether its workers can read cookies. */
  tells = false;
  /** @type {House | null} */
  house = null;
  /** What the house was asked for, in turn. @type {string[]} */
  asked = [];
  /** What holds the house's answers back. @type {Promise<void> | null} */
  gate = null;
  caches = {
    open: async (name) => this.shelves.get(name) ?? this.shelves.set(name, new Shelf(this)).get(name),
    keys: async () => [...this.shelves.keys()],
    delete: async (name) => this.shelves.delete(name),
    match: async (asked) => (await Promise.all([...this.shelves.values()].map((each) => each.match(asked)))).find(Boolean),
  };

  async fetch(asked) {
    await this.gate;
    if (!this.house) throw new TypeError("no network");
    const { pathname } = new URL(address(asked));
    this.asked.push(pathname);
    return this.house.answer(pathname, this.language);
  }

  /** How many things each release has here; the note of its takeover does not count. */
  kept() {
    const count = (shelf) => [...shelf.things.keys()].filter((url) => !url.endsWith("/taken-over")).length;
    return Object.fromEntries([...this.shelves].map(([name, shelf]) => [name.replace("tenk-", ""), count(shelf)]));
  }

  /** Language and policy of every page that is kept of a release, each once. */
  async pages(version) {
    const found = new Set();
    for (const path of PAGES) {
      const page = await this.shelves.get(`tenk-${version}`).match(path);
      found.add(`${/lang="(\w+)"/.exec(await page.text())[1]} ${page.headers.get("content-security-policy")}`);
    }
    return [...found].sort();
  }

  /** Whether a release has a file here. */
  has = (version, path) => [...this.shelves.get(`tenk-${version}`).things.keys()].some((url) => url.endsWith(path));
}

/** A release as the house has it; `words` are in its front page alone. */
export class House {
  constructor(name, policy = "strict", words = "") {
    const release = name.repeat(12);
    Object.assign(this, { release, policy, words });
    this.list = {
      release,
      version: name,
      headers: print(policy),
      pages: PAGES.map((path) => [path, ["en", "de"].map((language) => print(pageOf(path, release, language, words))), 99]),
      files: Object.entries(FILES).map(([path, body]) => [path, print(body), body.length]),
      more: [],
    };
  }

  answer(path, language) {
    const headers = { "content-security-policy": this.policy };
    if (PAGES.includes(path)) return new Response(pageOf(path, this.release, language, this.words), { headers });
    const [, release, file] = /^\/s\/(\w+)\/(.*)/.exec(path) ?? [];
    return release === this.release && FILES[file] ? new Response(FILES[file]) : new Response("", { status: 404 });
  }
}

/** The worker of a release on a phone: its events, each done when all that it holds the worker awake for is done. */
export function workerOf(phone, house) {
  const ears = {};
  const self = {
    KEPT: house.list,
    addEventListener: (name, ear) => (ears[name] = ear),
    registration: {},
    cookieStore: phone.tells ? { get: async () => ({ value: phone.language }) } : undefined,
    clients: { matchAll: async () => [], claim: async () => {} },
  };
  const soon = (call) => setTimeout(call, 0);
  runInContext(SCRIPT, createContext({
    self, caches: phone.caches, location: { origin: ORIGIN }, fetch: (asked) => phone.fetch(asked), setTimeout: soon,
    URL, Headers, Response, TextEncoder, TextDecoder, crypto: globalThis.crypto,
  }));
  const fire = async (name, event = {}) => {
    const held = [];
    ears[name]({ waitUntil: (work) => held.push(work), ...event });
    await Promise.all(held);
  };
  return {
    install: () => fire("install"),
    activate: () => fire("activate"),
    begin: async () => (await fire("install"), await fire("activate")),
    async ask(type) {
      let told = null;
      await fire("message", { data: { type }, ports: [{ postMessage: (answer) => (told = answer) }] });
      return told;
    },
    /** What a visitor of a page is shown; done when the worker may rest. */
    async visit(path) {
      let shown;
      const request = { url: ORIGIN + path, method: "GET", mode: "navigate" };
      const held = [];
      ears.fetch({ request, waitUntil: (work) => held.push(work), respondWith: (answer) => (shown = answer) });
      const text = await (await shown).text();
      await Promise.all(held);
      return text;
    },
  };
}
