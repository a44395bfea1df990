import assert from "node:assert/strict";
import { test } from "node:test";

import { step } from "../../app/static/js/table/scene.js";
import { recapOf } from "../../app/static/js/table/notes.js";
import { missedTurns } from "../../app/static/js/table/missed.js";
import { TRIPPN, event, part, scene, truth, view } from "./table_kit.mjs";

const after = (start, ...events) => events.reduce((shown, [type, more]) => step(shown, event(type, more)), start);

test("a roll that busts is first seen as a roll, then as a bust with what was lost and what is safe", () => {
  const start = scene({ phase: "decide", unbanked: 850, dice: 3, kept: [{ roll: 1, hand: 1, parts: [], points: 850, bonus: 0 }] });
  const rolled = after(start, ["rolled", { seat: 0, roll: 2, dice: [2, 3, 4], for_nothing: false }]);
  assert.equal(rolled.stage, "rolling");
  assert.deepEqual(rolled.view.lying, [2, 3, 4]);
  const bust = after(rolled, ["busted", { seat: 0, kind: "none", lost: 850 }]);
  assert.equal(bust.note.title, "Bust");
  assert.equal(bust.note.text, "850 lost. Your 7,150 is safe.");
  assert.equal(bust.view.unbanked, 0);
  assert.deepEqual(bust.view.lying, [2, 3, 4], "the dice that busted still lie there");
});

test("what somebody else loses is told with their name", () => {
  const start = scene({}, { you: { seats: [1], host: false } });
  assert.equal(after(start, ["busted", { seat: 0, kind: "none", lost: 850 }]).note.text, "850 lost. Ann's 7,150 is safe.");
});

test("a bust with nothing at stake still names the total", () => {
  assert.equal(after(scene(), ["busted", { seat: 0, kind: "none", lost: 0 }]).note.text, "Nothing lost. The total stays 7,150.");
});

test("keeps of one turn are counted by hands: a full roll after a keep means an and-roll", () => {
  const kept = (left, and_roll) => ["kept", { seat: 0, dice: [], parts: [part("single", [1], 100)], points: 100, bonus: 0, unbanked: 100, and_roll, left }];
  const roll = (n, count) => ["rolled", { seat: 0, roll: n, dice: Array(count).fill(1), for_nothing: false }];
  const done = after(scene(), roll(1, 8), kept(4, false), roll(2, 4), kept(8, true), roll(3, 8), kept(2, false));
  assert.deepEqual(done.view.kept.map((keep) => keep.hand), [1, 1, 2]);
  assert.equal(done.view.dice, 2);
});

test("banking moves the total at once and is said with both numbers", () => {
  const done = after(scene({ unbanked: 850 }), ["banked", { seat: 0, points: 850, total: 8000 }]);
  assert.deepEqual(done.view.banked, [8000, 8400]);
  assert.equal(done.note.text, "Ann banks 850 → 8,000");
  assert.equal(done.ending, "Ann banks 850 → 8,000");
});

test("a failed roll for nothing marks the dice that scored", () => {
  const done = after(scene({ phase: "keep", lying: [5, 2], unbanked: 2850, for_nothing: true }), ["for_nothing_failed", { seat: 0, dice: [0], lost: 2850 }]);
  assert.deepEqual(done.scored, [0]);
  assert.equal(done.note.text, "A 5 scored. 2,850 lost, back to 7,150.");
});

test("going out even marks every die as safe and writes the target down", () => {
  const done = after(scene({ phase: "keep", lying: [3, 2], unbanked: 2850, for_nothing: true }), ["went_out", { seat: 0, place: 1 }]);
  assert.deepEqual(done.scored, []);
  assert.equal(done.view.banked[0], 10_000);
  assert.equal(done.note.text, "Nothing scored. Ann goes out even!");
});

test("in a roll-off a bust adds and says so; it is no loss", () => {
  const rolloff = { sequence: [0, 1], totals: { 0: 10_000, 1: 10_000 }, going: [0, 1], round: 1 };
  const busted = after(scene({ rolloff, unbanked: 1450 }), ["busted", { seat: 0, kind: "none", lost: 0 }]);
  assert.equal(busted.note, null);
  const added = after(busted, ["rolloff_added", { seat: 0, points: 1450, total: 11_450 }]);
  assert.equal(added.note.text, "Ann: +1,450 → 11,450");
  assert.equal(added.note.tone, "good");
  assert.equal(added.view.rolloff.totals[0], 11_450);
});

test("a turn starts with a whole hand and an empty tray, and ends what was said before", () => {
  const start = scene({ unbanked: 850, kept: [{ roll: 1, hand: 1, parts: [], points: 850, bonus: 0 }], open: ["set:6"] }, {}, { note: { tone: "plain", title: null, text: "Kept 850." } });
  const next = after(start, ["turn_started", { seat: 1, turn: 4, last: true, rolloff: false }]);
  assert.equal(next.view.seat, 1);
  assert.equal(next.view.dice, 8);
  assert.deepEqual([next.view.kept, next.view.open, next.note], [[], [], null]);
  assert.equal(next.view.last_round, true);
});

test("how a turn ended is told to the next player by name", () => {
  const start = scene();
  assert.equal(recapOf(start, event("busted", { seat: 0, kind: "none", lost: 850 })), "Ann busts, 850 lost.");
  assert.equal(recapOf(start, event("busted", { seat: 0, kind: "none", lost: 0 })), "Ann busts, nothing lost.");
  assert.equal(recapOf(start, event("went_over", { seat: 1, lost: 300 })), "Ben goes past 10,000, 300 lost.");
  assert.equal(recapOf(start, event("turn_started", { seat: 1 })), null);
});

test("while one was away every turn that ended is one line", () => {
  const events = [
    event("kept", { seat: 0, dice: [], parts: [], points: 100, bonus: 0, unbanked: 100, left: 7 }),
    event("banked", { seat: 0, points: 100, total: 7250 }), event("turn_started", { seat: 1, turn: 2 }),
    event("rolled", { seat: 1, roll: 9, dice: [2, 3], for_nothing: false }), event("busted", { seat: 1, kind: "none", lost: 0 }),
  ];
  assert.deepEqual(missedTurns({ events, view: view(), truth: truth() }, scene()), ["Ann banks 100 → 7,250", "Ben busts, nothing lost."]);
});

test("locked in is told as what it is: no roll could ever bust", () => {
  const done = after(scene({}, { rules: TRIPPN }), ["locked_in", { seat: 0 }]);
  assert.equal(done.note.text, "With 2s, 3s, 4s and 6s working every die scores, so Ann could never bust.");
});
