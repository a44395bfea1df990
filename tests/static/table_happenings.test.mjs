import assert from "node:assert/strict";
import { test } from "node:test";

import { Director } from "../../app/static/js/table/director.js";
import { missedTurns } from "../../app/static/js/table/missed.js";
import { landed, step } from "../../app/static/js/table/scene.js";
import { spoken } from "../../app/static/js/table/speaker.js";
import { FakeTime } from "./fake_time.mjs";
import { BASELINE, BC, GRANDFATHER, INFORM, event, part, scene, truth, view } from "./table_kit.mjs";

const after = (start, ...events) => events.reduce((shown, [type, more]) => step(shown, event(type, more)), start);
const heard = (start, type, more) => {
  const what = event(type, more);
  return spoken(start, what, step(start, what));
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("dice for the start are counted seat by seat, a tie rolls again, and who starts is told", () => {
  const start = after(scene({ seat: null }, { rules: BC }), ["first_asked", { seats: [0, 1] }]);
  assert.deepEqual([start.view.phase, start.view.seat, start.view.starting], ["first", 0, { 0: 0, 1: 0 }]);
  const rolled = after(start, ["rolled", { seat: 0, roll: 1, dice: [4], for_nothing: false }]);
  assert.deepEqual([rolled.view.phase, rolled.view.starting, rolled.view.lying], ["first", { 0: 4, 1: 0 }, [4]]);
  assert.equal(landed(rolled, event("rolled", { seat: 0, dice: [4] })).note.title, "Ann rolled 4");
  assert.equal(heard(start, "rolled", { seat: 0, roll: 1, dice: [4], for_nothing: false }).text, "Ann rolled 4.");
  const tied = after(rolled, ["first_tied", { seats: [0, 1], face: 4 }]);
  assert.deepEqual([tied.note.text, tied.view.starting], ["Ann and Ben rolled 4 and roll again.", { 0: 0, 1: 0 }]);
  const found = after(rolled, ["first_found", { seat: 1, face: 6 }], ["turn_started", { seat: 1, turn: 1, last: false }]);
  assert.deepEqual([found.view.phase, found.view.starting, found.ending], ["roll", {}, "Ben rolled 6 and starts"]);
});

test("a turn that runs out of rolls without opening says what it takes", () => {
  const bust = after(scene({ unbanked: 300, opened: [false, true] }, { rules: INFORM }), ["busted", { seat: 0, kind: "unopened", lost: 300 }]);
  assert.deepEqual([bust.note.title, bust.note.text], ["Not opened", "Too few: it takes 350 to open. 300 lost. Your 7,150 is safe."]);
  assert.equal(bust.ending, "Ann has too few to open, 300 lost.");
});

test("the rolls of a turn are counted down as they are seen, a roll for nothing is free", () => {
  const start = after(scene({}, { rules: INFORM }), ["turn_started", { seat: 0, turn: 2, last: false }]);
  assert.equal(start.view.rolls_left, 3);
  const roll = (free) => after(start, ["rolled", { seat: 0, roll: 5, dice: [1, 2, 3, 4, 6], for_nothing: free }]).view.rolls_left;
  assert.deepEqual([roll(false), roll(true)], [2, 3]);
});

test("a third bust in a row is a second card, a loud sentence and a part of the same turn's line", () => {
  const start = scene({ busts: [2, 0] }, { rules: { ...BASELINE, farkle_penalty: 1000 } });
  const bust = after(start, ["busted", { seat: 0, kind: "none", lost: 850 }]);
  assert.deepEqual(bust.view.busts, [3, 0]);
  const told = after(bust, ["penalised", { seat: 0, points: 1000, total: 6150 }]);
  assert.deepEqual([told.note.title, told.note.text, told.view.banked, told.view.busts], ["Third bust in a row", "It costs 1,000 banked points: 6,150 left.", [6150, 8400], [0, 0]]);
  assert.equal(told.ending, "Ann busts, 850 lost. Third in a row: 1,000 banked points more.");
  assert.deepEqual(heard(bust, "penalised", { seat: 0, points: 1000, total: 6150 }), { loud: true, text: "Third bust in a row. It costs 1,000 banked points: 6,150 left." });
  const events = [event("busted", { seat: 0, kind: "none", lost: 850 }), event("penalised", { seat: 0, points: 1000, total: 6150 })];
  assert.deepEqual(missedTurns({ events, view: view(), truth: truth() }, start), [told.ending]);
});

test("dice and points that are taken over are the turn's from now on", () => {
  const taken = after(scene({ offer: { dice: 3, points: 450 } }, { rules: BASELINE }), ["took_over", { seat: 0, dice: 3, points: 450 }]);
  assert.deepEqual([taken.view.dice, taken.view.unbanked, taken.view.offer, taken.note.text], [3, 450, null, "Ann takes over 3 dice and 450 points."]);
});

test("the final round begins with who has what and how much the others may play", () => {
  const starts = (rules) => after(scene({ banked: [9400, 100] }, { rules }), ["banked", { seat: 0, points: 850, total: 10_250 }], ["last_round_started", { seat: 0, order: [1] }]);
  assert.deepEqual([starts(BASELINE).note.title, starts(BASELINE).note.text], ["Final round", "Ann has 10,250. Everyone else has one turn."]);
  assert.equal(starts(BC).note.text, "Ann has 10,250. Everyone else has one single roll.");
  assert.equal(starts(BC).view.to_beat, 10_250);
  assert.equal(after(starts(BASELINE), ["banked", { seat: 1, points: 10_900, total: 11_000 }]).view.to_beat, 11_000);
});

test("extra turns name those who are level, and are no last turns for the ear", () => {
  const level = after(scene({ last_round: true, banked: [10_250, 10_250], to_beat: 10_250 }, { rules: BASELINE }), ["extra_turns_started", { seats: [0, 1], total: 10_250, round: 1 }]);
  assert.deepEqual([level.note.title, level.note.text, level.view.extra], ["Tied", "Ann and Ben have 10,250 each. One more turn each.", 1]);
  assert.match(heard(level, "turn_started", { seat: 0, turn: 9, last: true }).text, /Extra turn\.$/);
  const last = scene({ last_round: true, to_beat: 10_250 }, { rules: BC });
  assert.match(heard(last, "turn_started", { seat: 1, turn: 9, last: true }).text, /One single roll, 10,250 to beat\.$/);
  assert.match(heard(scene({ last_round: true }), "turn_started", { seat: 1, turn: 9, last: true }).text, /Last turn\.$/);
});

test("all dice used are said to go on as the card says", () => {
  const kept = ["kept", { seat: 0, dice: [0], parts: [part("single", [1], 100)], points: 100, bonus: 0, unbanked: 1000, and_roll: true, left: 6 }];
  assert.equal(after(scene({}, { rules: GRANDFATHER }), kept).note.text, "Kept 100. All six used: roll again.");
  assert.equal(after(scene({}, { rules: BASELINE }), kept).note.text, "Kept 100. All dice kept: a fresh hand.");
});

function directing(shown) {
  const time = new FakeTime();
  const log = [];
  const director = new Director(shown, {
    show: (_scene, what) => log.push(what ? what.type : "picture"), roll: async () => log.push("landed"), point: ({ dice }) => log.push(`point ${dice}`), lay: () => {}, missed: () => {}, idle: () => log.push("idle"),
    pace: () => "full", still: () => false, hidden: () => false, mine: () => true, now: time.now, after: time.after,
  });
  return { time, log, director };
}

const pass = async (time, ms) => {
  time.pass(ms);
  await settled();
};

test("the best dice of a single roll are pointed at for a second, then kept and added one after the other", async () => {
  const { director, log, time } = directing(scene({ last_round: true, to_beat: 10_250 }, { rules: BC }));
  const events = [
    event("rolled", { seat: 1, roll: 9, dice: [1, 1, 2, 3, 4, 6], for_nothing: false }),
    event("kept", { seat: 1, dice: [0, 1], parts: [part("single", [1], 100)], points: 200, bonus: 0, unbanked: 200, and_roll: false, left: 4 }),
    event("banked", { seat: 1, points: 200, total: 8600 }),
  ];
  director.take({ events, view: view({ phase: "roll" }), jump: false, resumed: false, truth: truth({ rules: BC }) });
  await settled();
  assert.deepEqual(log, ["rolled", "landed", "point 0,1"]);
  await pass(time, 999);
  assert.equal(log.at(-1), "point 0,1");
  await pass(time, 1);
  assert.equal(log.at(-1), "kept");
  await pass(time, 600);
  assert.equal(log.at(-1), "banked");
  await pass(time, 900);
  assert.equal(log.at(-1), "idle");
});

test("a die for the start is read for a second before the next one is due", async () => {
  const { director, log, time } = directing(scene({ phase: "first", starting: { 0: 0, 1: 0 } }, { rules: BC }));
  const shown = view({ phase: "first", seat: 1, starting: { 0: 4, 1: 0 } });
  director.take({ events: [event("rolled", { seat: 0, roll: 1, dice: [4], for_nothing: false })], view: shown, jump: false, resumed: false, truth: truth({ rules: BC }) });
  await settled();
  assert.deepEqual(log, ["rolled", "landed", "picture"]);
  assert.equal(director.scene.note.title, "Ann rolled 4");
  await pass(time, 1000);
  assert.equal(log.at(-1), "idle");
});
