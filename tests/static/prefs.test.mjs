import assert from "node:assert/strict";
import { test } from "node:test";

import { createPrefs } from "../../app/static/js/prefs.js";

/** A storage as a browser has it, in memory. */
function drawer(content = {}) {
  const kept = new Map(Object.entries(content));
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), kept };
}

test("a fresh device gets the house's defaults", () => {
  const prefs = createPrefs({ storage: drawer() });
  assert.equal(prefs.get("speed"), "full");
  assert.equal(prefs.get("hints"), "mark");
  assert.equal(prefs.get("master"), 60);
  assert.equal(prefs.get("mute"), false);
  assert.equal(prefs.isChosen("speed"), false);
});

test("a choice outlives the page", () => {
  const storage = drawer();
  createPrefs({ storage }).set("hand", "left");
  const later = createPrefs({ storage });
  assert.equal(later.get("hand"), "left");
  assert.equal(later.isChosen("hand"), true);
});

test("the address outranks what was chosen, until something is chosen here", () => {
  const storage = drawer({ prefs: '{"speed":"fast","quality":"high"}' });
  const prefs = createPrefs({ storage, search: "?speed=instant&gl=off" });
  assert.equal(prefs.get("speed"), "instant");
  assert.equal(prefs.get("quality"), "2d");
  prefs.set("speed", "full");
  assert.equal(prefs.get("speed"), "full");
  assert.equal(createPrefs({ storage: drawer(), search: "?motion=0" }).still(), true);
});

test("who wants less motion gets instant dice and hears them at once, unless they chose otherwise", () => {
  const lessMotion = () => true;
  const prefs = createPrefs({ storage: drawer(), lessMotion });
  assert.equal(prefs.still(), true);
  assert.equal(prefs.get("speed"), "instant");
  assert.equal(prefs.get("announce"), "at_once");
  prefs.set("speed", "fast");
  assert.equal(prefs.get("speed"), "fast");
  prefs.set("motion", "on");
  assert.equal(prefs.still(), false);
  assert.equal(prefs.get("announce"), "settled");
});

test("what is stored but makes no sense is passed over", () => {
  for (const junk of ["not json", "null", "[]", '{"speed":"warp","master":101,"mute":"yes","colour":"red","hints":"odds"}']) {
    const prefs = createPrefs({ storage: drawer({ prefs: junk }) });
    assert.equal(prefs.get("speed"), "full");
    assert.equal(prefs.get("master"), 60);
    assert.equal(prefs.get("mute"), false);
    assert.equal(prefs.get("hints"), junk.includes("odds") ? "odds" : "mark");
  }
});

test("a value outside the choices is refused", () => {
  const prefs = createPrefs({ storage: drawer() });
  assert.throws(() => prefs.set("speed", "warp"), RangeError);
  assert.throws(() => prefs.set("master", 50.5), RangeError);
  assert.throws(() => prefs.set("mute", 1), RangeError);
});

test("a watcher hears the value now and after every change, and can stop listening", () => {
  const prefs = createPrefs({ storage: drawer() });
  const heard = [];
  const stop = prefs.watch("speed", (value) => heard.push(value));
  prefs.set("speed", "fast");
  stop();
  prefs.set("speed", "full");
  assert.deepEqual(heard, ["full", "fast"]);
});

test("a watcher of speed hears that motion was switched off", () => {
  const prefs = createPrefs({ storage: drawer() });
  const heard = [];
  prefs.watch("speed", (value) => heard.push(value));
  prefs.set("motion", "off");
  assert.equal(heard.at(-1), "instant");
});

test("another tab's change is taken over", () => {
  const storage = drawer();
  const prefs = createPrefs({ storage });
  let text = "";
  prefs.watch("text", (value) => (text = value));
  storage.setItem("prefs", '{"text":"large"}');
  prefs.refresh();
  assert.equal(text, "large");
});

test("a storage that refuses costs nothing but the memory", () => {
  const storage = { getItem: () => { throw new Error("forbidden"); }, setItem: () => { throw new Error("full"); } };
  const prefs = createPrefs({ storage });
  prefs.set("mute", true);
  assert.equal(prefs.get("mute"), true);
});

test("a table, marks and shaking are this device's own: green, pips and off until chosen", () => {
  const prefs = createPrefs({ storage: drawer({ prefs: '{"surface":"lava","marks":"runes","shake":"hard"}' }) });
  assert.deepEqual([prefs.get("surface"), prefs.get("marks"), prefs.get("shake")], ["green", "pips", false]);
  prefs.set("surface", "linen");
  prefs.set("marks", "both");
  prefs.set("shake", true);
  assert.deepEqual([prefs.get("surface"), prefs.get("marks"), prefs.get("shake")], ["linen", "both", true]);
  assert.throws(() => prefs.set("surface", "lava"), RangeError);
});
