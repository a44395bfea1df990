import assert from "node:assert/strict";
import { test } from "node:test";

import { Hand } from "../../app/static/js/table/hand.js";
import { FakeTime } from "./fake_time.mjs";
import { part, reading } from "./table_kit.mjs";

function dealt(online = true) {
  const time = new FakeTime();
  const asked = [];
  let changes = 0;
  const wiring = { ask: (roll, dice) => online && asked.push({ roll, dice }) > 0, after: time.after, changed: () => (changes += 1) };
  const hand = new Hand(wiring);
  hand.deal(3, 8);
  return { hand, asked, time, changes: () => changes, answer: (dice, more) => hand.answer({ roll: 3, dice, reading: reading(more) }) };
}

test("eight taps count in order, whatever the answers do", () => {
  const { hand, asked } = dealt();
  for (const die of [4, 0, 7, 1, 2, 6, 5, 3]) hand.tap(die);
  assert.deepEqual(hand.taps, [4, 0, 7, 1, 2, 6, 5, 3]);
  assert.equal(asked.length, 1, "one question is on its way at a time");
});

test("a second tap puts a die back and the rest move up", () => {
  const { hand } = dealt();
  [2, 5, 1].forEach((die) => hand.tap(die));
  assert.equal(hand.tap(5), false);
  assert.deepEqual(hand.taps, [2, 1]);
});

test("as many undos as taps leave nothing, and clear is one step", () => {
  const { hand } = dealt();
  [2, 5, 1].forEach((die) => hand.tap(die));
  for (let i = 0; i < 3; i += 1) hand.undo();
  assert.deepEqual(hand.taps, []);
  [2, 5, 1].forEach((die) => hand.tap(die));
  hand.clear();
  assert.deepEqual(hand.taps, []);
});

test("after an answer to old taps the newest are asked, and only their answer is fresh", () => {
  const { hand, asked, answer } = dealt();
  hand.tap(1);
  hand.tap(2);
  answer([], { refused: "nothing_tapped" });
  assert.equal(hand.fresh, false);
  assert.deepEqual(asked.at(-1).dice, [1, 2]);
  answer([1, 2], { points: 200 });
  assert.equal(hand.fresh, true);
  assert.equal(hand.reading.points, 200);
  assert.equal(asked.length, 2);
});

test("an answer about another roll changes nothing", () => {
  const { hand } = dealt();
  hand.tap(1);
  hand.answer({ roll: 2, dice: [1], reading: reading({ points: 999 }) });
  assert.equal(hand.reading, null);
});

test("a lost question is asked again", () => {
  const { hand, asked, time } = dealt();
  hand.tap(1);
  time.pass(1600);
  assert.deepEqual(asked.map(({ dice }) => dice), [[], [1]]);
});

test("a refused keep leaves the taps alone and is forgotten with the next tap", () => {
  const { hand, answer } = dealt();
  hand.tap(1);
  answer([], {});
  answer([1], { refused: "dead_dice", dead: [1] });
  hand.refuse();
  assert.deepEqual(hand.taps, [1]);
  assert.equal(hand.refused, true);
  assert.deepEqual(hand.dead, [1]);
  hand.tap(2);
  assert.equal(hand.refused, false);
});

test("the hint lays its order out and keeps nothing", () => {
  const { hand, answer } = dealt();
  [1, 2, 3].forEach((die) => hand.tap(die));
  answer([], {});
  answer([1, 2, 3], { refused: "dead_dice", dead: [3], hint: { dice: [3, 1, 2], points: 850 } });
  assert.equal(hand.takeHint(), true);
  assert.deepEqual(hand.taps, [3, 1, 2]);
  assert.equal(hand.suggested, true);
  assert.equal(hand.fresh, false);
});

test("what was complete before the last taps is remembered until an earlier tap changes", () => {
  const { hand, answer } = dealt();
  [1, 2, 3].forEach((die) => hand.tap(die));
  answer([], {});
  answer([1, 2, 3], { points: 600, parts: [part("set", [6, 6, 6], 600, [1, 2, 3])] });
  hand.tap(4);
  answer([1, 2, 3, 4], { refused: "dead_dice", dead: [4] });
  assert.equal(hand.before.points, 600);
  hand.tap(2);
  assert.equal(hand.before, null);
});

test("a new roll forgets everything", () => {
  const { hand } = dealt();
  hand.tap(1);
  hand.deal(4, 5);
  assert.deepEqual(hand.taps, []);
  assert.equal(hand.tap(5), false, "there is no sixth die");
});

test("offline the taps stay, and are asked about when the line is back", () => {
  const { hand, asked } = dealt(false);
  hand.tap(1);
  assert.deepEqual(hand.taps, [1]);
  assert.equal(asked.length, 0);
  const { hand: again, asked: later } = dealt();
  again.tap(1);
  again.askAgain();
  assert.deepEqual(later.at(-1).dice, [1]);
});

test("picks made in another window of the same seat are taken over while this one is idle", () => {
  const { hand, answer } = dealt();
  answer([], { refused: "nothing_tapped" });
  answer([3, 4], { points: 150 });
  assert.deepEqual(hand.taps, [3, 4]);
});

test("line styles follow the groups: sets solid, the next dashed, the third dotted", () => {
  const { hand, answer } = dealt();
  [0, 1, 2, 3, 4].forEach((die) => hand.tap(die));
  answer([], {});
  answer([0, 1, 2, 3, 4], { parts: [part("set", [6, 6, 6], 600, [0, 1, 2]), part("single", [1], 100, [3]), part("single", [5], 50, [4])] });
  assert.deepEqual([...hand.styles], [[0, 0], [1, 0], [2, 0], [3, 1], [4, 1]]);
});
