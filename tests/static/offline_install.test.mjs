import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const room = new Map();
globalThis.localStorage = { getItem: (key) => room.get(key) ?? null, setItem: (key, value) => room.set(key, value), removeItem: (key) => room.delete(key) };
globalThis.sessionStorage = { getItem: (key) => room.get(`s-${key}`) ?? null, setItem: (key, value) => room.set(`s-${key}`, value) };
const ears = new Map();
globalThis.window = { addEventListener: (name, ear) => ears.set(name, ear) };
const screen = { mode: "browser" };
Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
globalThis.matchMedia = (asked) => ({ matches: asked === `(display-mode: ${screen.mode})` });

const { askBrowser, attend, gameFinished, isTime, offer, past, refuse, wayOf } = await import("../../app/static/js/offline/install.js");

const DAY = 24 * 60 * 60_000;
const NOW = 400 * DAY;

beforeEach(() => {
  room.clear();
  screen.mode = "browser";
});

for (const [name, visits, finished, refused, due] of [
  ["nobody is asked on the first visit", 1, false, 0, false],
  ["from the second visit on it is offered", 2, false, 0, true],
  ["after the first finished game it is offered on the first visit", 1, true, 0, true],
  ["after a no it is silent for 30 days", 9, true, NOW - 30 * DAY + 1, false],
  ["30 days later it is offered again", 9, true, NOW - 30 * DAY, true],
]) {
  test(name, () => assert.equal(isTime({ visits, finished, refused }, NOW), due));
}

for (const [name, installed, stashed, apple, way] of [
  ["where the browser asks, its own question is put", false, true, false, "ask"],
  ["where only a menu leads there, two steps are shown", false, false, true, "steps"],
  ["where nothing leads there, nothing is offered", false, false, false, null],
  ["where it is installed, nothing is offered", true, true, true, null],
]) {
  test(name, () => assert.equal(wayOf({ installed, stashed, apple }), way));
}

test("a tab counts as one visit however often its pages are loaded", () => {
  attend(() => {});
  attend(() => {});
  assert.equal(past().visits, 1);
});

test("the browser's question is kept back, put when it is wanted, and a no is remembered", async () => {
  let changes = 0;
  attend(() => (changes += 1));
  gameFinished();
  assert.equal(offer(), null, "there is no question yet");
  let prevented = false;
  let put = false;
  ears.get("beforeinstallprompt")({ preventDefault: () => (prevented = true), prompt: () => (put = true), userChoice: Promise.resolve({ outcome: "dismissed" }) });
  assert.deepEqual([prevented, put, changes, offer()], [true, false, 1, "ask"]);
  await askBrowser();
  assert.equal(put, true);
  assert.ok(past().refused > 0);
  assert.equal(offer(), null, "it was answered");
});

test("in the installed game nothing is offered, also where the phone calls it full screen", () => {
  gameFinished();
  ears.get("beforeinstallprompt")({ preventDefault() {}, prompt() {}, userChoice: Promise.resolve({ outcome: "accepted" }) });
  for (const mode of ["standalone", "fullscreen"]) {
    screen.mode = mode;
    assert.equal(offer(), null, mode);
  }
  screen.mode = "browser";
  assert.equal(offer(), "ask");
  refuse();
  assert.equal(offer(), null);
});
