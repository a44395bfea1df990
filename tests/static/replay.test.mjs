import assert from "node:assert/strict";
import { test } from "node:test";

import { Headless } from "./replayed.mjs";
import { PROGRESSIVE, view } from "./table_kit.mjs";

const SEATS = [{ seat: 0, name: "Ann", bot: null }, { seat: 1, name: "Ben", bot: null }];

/** Events numbered in order, with the views that some of them carry. */
const numbered = (events) => events.map(([type, fields, seen], i) => ({ table: "t1", seq: i + 1, at: 1000 * i, type, ...fields, ...(seen ? { view: view({ banked: [0, 0], ...seen }) } : {}) }));

const fair = { ndice: 8 };
const rolled = (seat, roll, dice, more = {}) => ["rolled", { seat, game: 1, roll, dice, for_nothing: false, angle: 5, power: 40, fair }, { seat, roll, phase: "keep", lying: dice, dice: dice.length, ...more }];
const EIGHT = [1, 1, 1, 2, 3, 4, 6, 6];

/** Ann keeps three 1s and banks; Ben asks for dice and keeps back what they need; Ann rolls again. */
const record = (more = {}) => ({
  table: "t1", game: 1, name: "Kitchen", kind: "friends", stake: 0, rules: PROGRESSIVE, seats: SEATS, throws: [1], over: false,
  events: numbered([
    ["seat_taken", { seat: 0, name: "Ann" }],
    ["game_started", { game: 1, seats: SEATS }],
    ["turn_started", { seat: 0, turn: 1, last: false, rolloff: false }, { seat: 0 }],
    ["roll_opened", { seat: 0 }, { seat: 0 }],
    rolled(0, 1, EIGHT),
    ["kept", { seat: 0, dice: [2, 0, 1], faces: [1, 1, 1], parts: [{ kind: "set", faces: [1, 1, 1], points: 1000, dice: [2, 0, 1] }], points: 1000, bonus: 0, unbanked: 1000, and_roll: false, left: 5 }, { seat: 0, phase: "decide", unbanked: 1000, dice: 5, roll: 1 }],
    ["banked", { seat: 0, points: 1000, total: 1000 }],
    ["turn_started", { seat: 1, turn: 1, last: false, rolloff: false }, { seat: 1, roll: 1, banked: [1000, 0] }],
    ["roll_withheld", { seat: 1, game: 1, roll: 2, for_nothing: false, angle: 0, power: 30, fair }],
    ["busted", { seat: 1, kind: "withheld", lost: 0 }],
    ["turn_started", { seat: 0, turn: 2, last: false, rolloff: false }, { seat: 0, turn: 2, roll: 2, banked: [1000, 0] }],
    rolled(0, 3, [6, 5, 5, 2, 3, 4, 6, 6], { banked: [1000, 0] }),
  ]),
  ...more,
});

test("a game is played to where it stands, taps in their order, and then the clock stands", async () => {
  const seen = new Headless(record());
  seen.player.play();
  await seen.pass();
  assert.deepEqual(seen.shown.map(({ type }) => type), ["roll_opened", "rolled", "kept", "banked", "turn_started", "roll_withheld", "busted", "turn_started", "rolled"]);
  assert.deepEqual(seen.taps.map(({ dice }) => dice), [[2], [2, 0], [2, 0, 1]]);
  assert.deepEqual([seen.player.stop, seen.player.playing, seen.clock.rate], [4, false, 0]);
});

test("a roll that was never opened is a stop of its own, without dice", async () => {
  const seen = new Headless(record());
  seen.player.roll(2);
  await seen.pass();
  assert.deepEqual([seen.player.stop, seen.player.playing, seen.scene.view.seat], [2, false, 0]);
  seen.player.seek(2);
  assert.deepEqual(seen.scene.view.lying, []);
  assert.deepEqual(seen.reel.rolls.map(({ n, withheld }) => [n, withheld]), [[1, false], [2, true], [3, false]]);
});

test("the next roll is thrown and left lying; on Play the game goes on from there", async () => {
  const seen = new Headless(record());
  seen.player.roll(1);
  await seen.pass();
  assert.deepEqual([seen.player.stop, seen.player.playing, seen.shown.at(-1).type], [1, false, "rolled"]);
  await seen.pass(60_000);
  assert.equal(seen.shown.at(-1).type, "rolled", "nothing goes on by itself");
  seen.player.play();
  await seen.pass();
  assert.deepEqual([seen.player.stop, seen.shown.length], [4, 8]);
});

test("a stop is stood at without a flight, and the rest of its command follows on Play", async () => {
  const seen = new Headless(record());
  seen.player.seek(1);
  await seen.pass(5000);
  assert.deepEqual([seen.lain, seen.shown, seen.scene.view.lying], [[EIGHT], [], EIGHT]);
  seen.player.play();
  await seen.pass();
  assert.equal(seen.shown[0].type, "kept");
});

test("who scrubs while it plays sees it go on from the new place, and never what came before it", async () => {
  const seen = new Headless(record());
  seen.player.play();
  await seen.pass(900);
  seen.player.seek(3);
  const { length } = seen.shown;
  await seen.pass();
  assert.deepEqual(seen.shown.slice(length), [], "after the last roll nothing has happened yet");
  assert.deepEqual([seen.player.stop, seen.player.ended], [4, true]);
});

test("at four times the speed a game takes a quarter of the time, and a pause takes none of it", async () => {
  const slow = new Headless(record());
  slow.player.play();
  await slow.pass();
  const fast = new Headless(record());
  fast.player.setSpeed(4);
  fast.player.play();
  await fast.pass(300);
  fast.player.pause();
  await fast.pass(10_000);
  fast.player.play();
  await fast.pass();
  assert.ok(Math.abs(fast.at - 10_000 - slow.at / 4) < 30, `${fast.at - 10_000} ms against ${slow.at / 4}`);
});

test("from the end it plays once more from the start", async () => {
  const seen = new Headless(record());
  seen.player.seek(99);
  assert.deepEqual([seen.player.stop, seen.player.ended], [4, true]);
  seen.player.play();
  await seen.pass();
  assert.equal(seen.shown.length, 9);
});

test("turns know where they begin and whoever left is gone from there on", () => {
  const { reel } = new Headless(record());
  assert.deepEqual(reel.turns().map(({ seat, turn, stop, events }) => [seat, turn, stop, events.length]), [[0, 1, 1, 4], [1, 1, 2, 2], [0, 2, 3, 1]]);
  const events = [...record().events, { table: "t1", seq: 13, at: 0, type: "left", seat: 1, view: view({ left: [1] }) }];
  const left = new Headless(record({ events }));
  assert.deepEqual([left.reel.frame({ command: 0, at: 0 }), left.reel.frame({ command: left.reel.commands.length, at: 0 })].map(({ seats }) => seats[1].gone), [false, true]);
});
