import assert from "node:assert/strict";
import { test } from "node:test";

import { Hand } from "../../app/static/js/table/hand.js";
import { FakeTime } from "./fake_time.mjs";
import { whyNot } from "../../app/static/js/table/words.js";
import { PROGRESSIVE, part, reading } from "./table_kit.mjs";

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

/** 6 6 6 1 2 3 4 5 with the sixes tapped so that a large straight completes first. */
const LYING = [6, 6, 6, 1, 2, 3, 4, 5];
const STRAIGHT = { points: 1500, parts: [part("large", [1, 2, 3, 4, 5, 6], 1500, [3, 4, 5, 6, 7, 0])] };
const LOCKED = { refused: "dead_dice", dead: [1, 2], why: [{ code: "SEL_LOCKED", faces: [6, 6] }], hint: { dice: [0, 1, 2, 3, 4, 5, 6, 7], points: 1350 } };
const TAPS = [3, 4, 5, 6, 7, 0, 1, 2];

test("taps too fast to be read one by one are still told which part took the dice", () => {
  const { hand, asked, answer } = dealt();
  TAPS.forEach((die) => hand.tap(die));
  answer([], { refused: "nothing_tapped" });
  answer(TAPS, LOCKED);
  assert.deepEqual([hand.fresh, hand.explained], [true, false], "refused at once, explained in a moment");
  assert.deepEqual(asked.at(-1).dice, [3, 4, 5, 6, 7, 0], "the dice that score are asked about by themselves");
  answer([3, 4, 5, 6, 7, 0], STRAIGHT);
  assert.equal(hand.explained, true);
  assert.equal(whyNot(hand.reading, LYING, PROGRESSIVE, hand.before), "1-2-3-4-5-6 came first: large straight (1,500). Then two 6s score nothing.");
  assert.deepEqual([...hand.styles.keys()].sort(), [0, 3, 4, 5, 6, 7]);
  assert.deepEqual(asked.at(-1).dice, TAPS, "the others see all that is picked");
  const questions = asked.length;
  answer(TAPS, LOCKED);
  assert.deepEqual([hand.explained, hand.reading.refused, asked.length], [true, "dead_dice", questions]);
});

test("taps that were read one by one need no second question", () => {
  const { hand, asked, answer } = dealt();
  TAPS.forEach((die, i) => {
    hand.tap(die);
    if (i === 0) answer([], {});
    answer(TAPS.slice(0, i + 1), i === 5 ? STRAIGHT : { refused: "dead_dice", dead: i > 5 ? TAPS.slice(6, i + 1) : TAPS.slice(0, i + 1), hint: i > 5 ? LOCKED.hint : null });
  });
  assert.equal(hand.explained, true);
  assert.equal(asked.length, 9);
});

test("a tap while the parts are asked for wins, and a lost answer leaves the plain reason", () => {
  const { hand, asked, answer } = dealt();
  TAPS.forEach((die) => hand.tap(die));
  answer([], {});
  answer(TAPS, LOCKED);
  hand.undo();
  answer([3, 4, 5, 6, 7, 0], STRAIGHT);
  assert.equal(hand.before, null);
  assert.deepEqual(asked.at(-1).dice, TAPS.slice(0, 7));

  const other = dealt();
  TAPS.forEach((die) => other.hand.tap(die));
  other.answer([], {});
  other.answer(TAPS, LOCKED);
  other.time.pass(1600);
  assert.equal(other.hand.explained, true);
  assert.deepEqual(other.asked.at(-1).dice, TAPS);
});

test("two windows of one seat agree on the picks and fall silent", () => {
  const time = new FakeTime();
  const line = [];
  const wiring = { ask: (roll, dice) => line.push({ roll, dice }) > 0, after: time.after, changed: () => {} };
  const windows = [new Hand(wiring), new Hand(wiring)];
  windows.forEach((hand) => hand.deal(3, 8));
  /** Everybody at the table hears every answer. */
  const serve = () => {
    for (let said = 0; line.length > 0; said += 1) {
      assert.ok(said < 40, "the line falls silent");
      const { roll, dice } = line.shift();
      const told = dice.length === 8 ? LOCKED : dice.length === 6 ? STRAIGHT : { points: 100 };
      windows.forEach((hand) => hand.answer({ roll, dice, reading: reading(told) }));
    }
  };
  serve();
  windows[0].tap(3);
  serve();
  windows[0].tap(4);
  serve();
  assert.deepEqual(windows[1].taps, [3, 4]);
  TAPS.slice(2).forEach((die) => windows[1].tap(die));
  serve();
  assert.deepEqual(windows.map((hand) => hand.taps), [TAPS, TAPS]);
  assert.equal(windows[1].explained, true);
});
