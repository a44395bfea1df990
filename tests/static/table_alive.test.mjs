import assert from "node:assert/strict";
import { test } from "node:test";

import { Reel } from "../../app/static/js/replay/reel.js";
import { CHEER_MS, cheerOf, numberOf } from "../../app/static/js/table/cheering.js";
import { Director, holdOf } from "../../app/static/js/table/director.js";
import { lookOf } from "../../app/static/js/table/looks.js";
import { PROGRESSIVE, chair, event, scene, truth, view } from "./table_kit.mjs";

const RUBY = { set: "ruby", move: "arc", stage: 3 };

test("going out even, a whole hand at once and locking in are celebrated, and nothing else", () => {
  const HAPPENINGS = [
    // type, its bonus, then what is celebrated and the number that swells
    ["went_out", undefined, "out-even", "10,000"],
    ["kept", 1000, "all-eight", "+1,000"],
    ["kept", 0, null, null],
    ["locked_in", undefined, "locked-in", ""],
    ["banked", undefined, null, null],
    ["game_over", undefined, null, null],
  ];
  for (const [type, bonus, kind, number] of HAPPENINGS) {
    const happened = event(type, { bonus, seat: 0 });
    assert.equal(cheerOf(happened), kind, `${type} ${bonus}`);
    if (kind) assert.equal(numberOf(kind, happened, scene()), number);
  }
});

test("what is celebrated is held until it has been seen, at most two seconds, and not at all where nothing moves", () => {
  const HOLDS = [
    // pace, whether motion is off, then ms that eight at once are held at the own seat
    ["full", false, 1900], ["fast", false, 900], ["instant", false, 0], ["full", true, 0],
  ];
  for (const [pace, still, ms] of HOLDS) {
    assert.equal(holdOf(event("kept", { bonus: 1000, seat: 0 }), scene(), { pace, mine: true, still }), ms, `${pace} ${still}`);
  }
  assert.equal(holdOf(event("kept", { bonus: 0, seat: 0 }), scene(), { pace: "full", mine: true, still: false }), 0);
  assert.ok(Math.max(...Object.values(CHEER_MS)) <= 2000);
});

test("a look that changes is seen at once, and changes nothing else of the picture", () => {
  const seen = [];
  const before = truth();
  const director = new Director(scene(), { show: (shown) => seen.push(shown) });
  director.refresh({ ...before, chairs: [chair(0, "Someone else"), { ...chair(1, "Ben"), look: RUBY }] });
  const shown = seen.at(-1).truth;
  assert.deepEqual([lookOf(shown, 1), shown.chairs[0].name], [RUBY, "Ann"]);
  director.refresh(before);
  assert.equal(lookOf(seen.at(-1).truth, 1).set, "house");
});

test("a replay stands with the dice that a seat last threw, before its first roll with those", () => {
  const rolled = (roll, seat, look) => event("rolled", { seq: 10 + roll, seat, roll, dice: [1], look, view: view({ phase: "keep", seat, roll, lying: [1] }) });
  const events = [
    event("game_started", { seats: [], view: view() }),
    rolled(1, 0, RUBY), rolled(2, 1, undefined), rolled(3, 0, { ...RUBY, set: "gold" }),
  ];
  const seats = [chair(0, "Ann"), chair(1, "Ben")];
  const reel = new Reel({ table: "t1", game: 1, name: "", kind: "friends", stake: 0, rules: PROGRESSIVE, seats, throws: [], over: false, events });
  const SEEN = [
    // stop, then the sets of Ann and Ben
    [0, "ruby", "house"], [1, "ruby", "house"], [2, "ruby", "house"], [4, "gold", "house"],
  ];
  for (const [stop, ann, ben] of SEEN) {
    const { seats: chairs } = reel.frame(reel.before(stop));
    assert.deepEqual([lookOf({ chairs }, 0).set, lookOf({ chairs }, 1).set], [ann, ben], `stop ${stop}`);
  }
  assert.equal(lookOf({ chairs: reel.frame(reel.after(3)).seats }, 0).set, "gold", "the roll that lies there");
});
