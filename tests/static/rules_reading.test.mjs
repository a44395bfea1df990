import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { Refused } from "../../app/static/js/http.js";
import { openWords } from "../../app/static/js/rules/check_hand.js";
import { openFaces } from "../../app/static/js/rules/die.js";
import { createLatest } from "../../app/static/js/rules/latest.js";
import { deadWords, partWords, readingSaid } from "../../app/static/js/rules/reading_words.js";
import { hasText } from "../../app/static/js/text.js";
import { useEnglish } from "./rules_kit.mjs";

useEnglish("common", "card", "check");

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const python = (code) => JSON.parse(execFileSync(`${ROOT}.venv/bin/python`, ["-c", code], { cwd: ROOT, encoding: "utf8" }));

/** kind | faces | words */
const PARTS = [
  ["set", [6, 6, 6], "Three 6s"],
  ["set", [2, 2, 2, 2, 2], "Five 2s"],
  ["pairs", [1, 1, 5, 5, 3, 3], "Three pairs"],
  ["pairs", [1, 1, 2, 2, 3, 3, 4, 4], "Four pairs"],
  ["single", [5], "Single 5"],
  ["extend", [4], "One more 4 for the set"],
  ["small", [1, 2, 3, 4, 5], "Straight of five"],
  ["large", [1, 2, 3, 4, 5, 6], "Straight 1 to 6"],
  ["fill", [6], "Fills the straight"],
  ["pair4", [1, 1], "The fourth pair"],
];

for (const [kind, faces, words] of PARTS) test(`${kind} ${faces.join(" ")} is called ${words}`, () => assert.equal(partWords({ kind, faces, points: 0 }), words));

test("every kind of part that the engine knows has a name here, and every line of a score table too", () => {
  const kinds = python("import json; from app.engine.types import Kind; print(json.dumps([str(k) for k in Kind]))");
  assert.deepEqual([...kinds].sort(), PARTS.map(([kind]) => kind).filter((kind, at, all) => all.indexOf(kind) === at).sort());
  const lines = python("import json; from app.engine import card; print(json.dumps([e[0] for e in card._EXAMPLES] + ['two_triples', 'all_dice']))");
  for (const part of lines) assert.ok(hasText(`part.${part}`), part);
});

/** dead | whether another order works | sentence */
const DEAD = [
  [[4], false, "The 4 scores nothing on its own."],
  [[3, 4], false, "The 3 and the 4 score nothing on their own."],
  [[2, 3, 4], true, "The 2, the 3 and the 4 score nothing in this order."],
  [[6, 6], true, "The two 6s score nothing in this order."],
  [[2, 4, 4], false, "The 2 and the two 4s score nothing: they make no set, no straight and no three pairs."],
];

for (const [dead, other, sentence] of DEAD) {
  test(`dead ${dead.join(" ")}${other ? " in this order" : ""}: ${sentence}`, () => assert.equal(deadWords({ dead, hint: other ? { taps: dead, points: 1 } : null }), sentence));
}

test("a reading is heard as one thing: the sum, its parts, and what would be better", () => {
  const plain = { refused: false, points: 150, bonus: 0, parts: [{ kind: "single", faces: [1], points: 100 }, { kind: "single", faces: [5], points: 50 }], dead: [], hint: null, better: null };
  assert.equal(readingSaid(plain), "150 points: Single 1, 100; Single 5, 50.");
  assert.equal(readingSaid({ ...plain, bonus: 1000, better: { taps: [5, 1], points: 1750 } }), "150 points: Single 1, 100; Single 5, 50. And 1,000 more for all dice of one roll. In this order they pay more: 5 1, 1,750 points.");
  assert.equal(readingSaid({ ...plain, refused: "dead_dice", dead: [4], hint: null }), "Not accepted. The 4 scores nothing on its own.");
});

test("what is open is told as the service reads it, and shown as the dice it stands for", () => {
  const kept = (sets, straights, pairs) => ({ sets: new Set(sets), straights: new Set(straights), pairs: new Set(pairs) });
  assert.equal(openWords(kept([], [], [])), "-");
  assert.equal(openWords(kept(["6", "4"], ["high", "low"], ["4", "2", "3"])), "set:4,set:6,straight:low,straight:high,pairs:234");
  assert.equal(openWords(kept([], [], ["2", "3"])), "-", "two pairs are not three");
  assert.deepEqual(openFaces("-"), []);
  assert.deepEqual(openFaces("set:6,straight:high,pairs:134"), [6, 6, 6, 2, 3, 4, 5, 6, 1, 1, 3, 3, 4, 4]);
});

/** A question asker whose clock and answers are in the test's hands. */
function latest() {
  const asked = [];
  const heard = [];
  /** @type {Set<() => void>} */
  const timers = new Set();
  const ask = createLatest({
    ask: (question) => new Promise((resolve, reject) => asked.push({ question, resolve, reject })),
    pauseMs: 50,
    onAnswer: (answer, question) => heard.push(`${question}: ${answer}`),
    onFailure: (refusal, question) => heard.push(`${question}! ${refusal.code}`),
    after: (call) => (timers.add(call), call),
    cancel: (call) => timers.delete(call),
  });
  return { ask, asked, heard, pause: () => [...timers].forEach((call) => (timers.delete(call), call())), settle: () => new Promise((resolve) => setImmediate(resolve)) };
}

test("while somebody types only the last question is asked", () => {
  const { ask, asked, pause } = latest();
  for (const question of ["a", "b", "c"]) ask.soon(question);
  pause();
  assert.deepEqual(asked.map(({ question }) => question), ["c"]);
});

test("an answer that comes after a newer question does not count, whichever comes first", async () => {
  const { ask, asked, heard, pause, settle } = latest();
  ask.soon("old");
  pause();
  ask.soon("new");
  asked[0].resolve("late");
  await settle();
  assert.deepEqual(heard, []);
  pause();
  asked[1].resolve("right");
  await settle();
  assert.deepEqual(heard, ["new: right"]);
});

test("a failure that comes after a newer question does not count either", async () => {
  const { ask, asked, heard, settle } = latest();
  void ask.now("old");
  void ask.now("new");
  asked[0].reject(new Refused("unreachable", "No connection."));
  asked[1].resolve("right");
  await settle();
  assert.deepEqual(heard, ["new: right"]);
});

test("a failure counts like an answer, and dropping silences both", async () => {
  const { ask, asked, heard, settle } = latest();
  void ask.now("first");
  asked[0].reject(new Refused("unreachable", "No connection."));
  await settle();
  void ask.now("second");
  ask.drop();
  asked[1].resolve("unheard");
  await settle();
  assert.deepEqual(heard, ["first! unreachable"]);
});

test("presets are called here as on their records", () => {
  const records = python("import json; from app.api.tables import house; print(json.dumps(house.presets_told()))");
  const texts = JSON.parse(readFileSync(`${ROOT}app/static/text/en/card.json`, "utf8"));
  for (const { key, name, how_to_win, source } of records) {
    assert.deepEqual([texts[`preset.${key}`], texts[`preset.${key}.win`], texts[`preset.${key}.source`]], [name, how_to_win, source]);
  }
});
