import assert from "node:assert/strict";
import { test } from "node:test";

import { Actions } from "../../app/static/js/table/actions.js";
import { Away } from "../../app/static/js/table/away.js";
import { Bots } from "../../app/static/js/table/bots.js";
import { Director } from "../../app/static/js/table/director.js";
import { Pending } from "../../app/static/js/table/pending.js";
import { FakeTime } from "./fake_time.mjs";
import { chair, event, scene, truth, view } from "./table_kit.mjs";

const settled = () => new Promise((resolve) => setImmediate(resolve));

function directing(more = {}) {
  const time = new FakeTime();
  const log = [];
  const director = new Director(scene(), {
    show: (shown, what) => log.push(what ? what.type : `rest ${shown.view?.phase}`),
    roll: () => new Promise((resolve) => time.after(1900, resolve)),
    lay: (_shown, jump) => log.push(jump ? "lay jump" : "lay"),
    missed: (batch) => log.push(`missed ${batch.events.length}`),
    idle: () => log.push("idle"),
    pace: () => "full",
    still: () => false,
    hidden: () => false,
    mine: () => true,
    now: time.now,
    after: time.after,
    ...more,
  });
  return { time, log, director };
}

const batch = (types, more = {}) => ({
  events: types.map((type, i) => event(type, { seq: i + 1, seat: 0, dice: [2, 3], lost: 0, turn: 2, total: 100, points: 100, order: [] })),
  view: view({ phase: "roll", seat: 1 }), jump: false, resumed: false, truth: truth(), ...more,
});

test("a roll, its bust and the next turn are seen one after the other", async () => {
  const { director, log, time } = directing();
  director.take(batch(["rolled", "busted", "turn_started"]));
  assert.deepEqual(log, ["rolled"]);
  time.pass(1900);
  await settled();
  assert.deepEqual(log, ["rolled", "busted"]);
  time.pass(1399);
  await settled();
  assert.deepEqual(log, ["rolled", "busted"]);
  time.pass(1);
  await settled();
  assert.deepEqual(log, ["rolled", "busted", "turn_started", "lay", "rest roll", "idle"]);
});

test("a tap ends what is held, but not in its first quarter second", async () => {
  const { director, log, time } = directing();
  director.take(batch(["busted", "turn_started"]));
  time.pass(249);
  assert.equal(director.skip(), false);
  time.pass(1);
  assert.equal(director.skip(), true);
  await settled();
  assert.equal(log.at(-1), "idle");
});

test("a hidden page and a snapshot show only how it ended, and what was missed is kept", () => {
  const { director, log } = directing({ hidden: () => true });
  director.take(batch(["rolled", "busted", "turn_started"]));
  assert.deepEqual(log, ["missed 3", "lay jump", "rest roll", "idle"]);
  const jumped = directing();
  jumped.director.take(batch([], { jump: true }));
  assert.deepEqual(jumped.log, ["lay jump", "rest roll", "idle"]);
});

test("a long past is not acted out, a short one is", () => {
  const long = directing();
  long.director.take(batch(["rolled", "kept", "rolled", "kept", "banked"], { resumed: true }));
  assert.equal(long.log[0], "missed 5");
  const short = directing();
  short.director.take(batch(["rolled"], { resumed: true }));
  assert.equal(short.log[0], "rolled");
});

test("own keeps are not held, those of others are", async () => {
  const own = directing();
  own.director.take(batch(["kept"], { view: view({ phase: "decide" }) }));
  await settled();
  assert.equal(own.log.at(-1), "idle");
  const other = directing({ mine: () => false });
  other.director.take(batch(["kept"], { view: view({ phase: "decide" }) }));
  await settled();
  assert.deepEqual(other.log, ["kept"]);
});

test("two batches behind, the picture jumps: nobody acts on an old one", async () => {
  const { director, log, time } = directing();
  for (let i = 0; i < 4; i += 1) director.take(batch(["rolled"]));
  time.pass(1900);
  await settled();
  assert.deepEqual(log.filter((line) => line.startsWith("missed")), ["missed 1"]);
});

function botTable(more = {}) {
  const time = new FakeTime();
  const sent = [];
  let now = scene({ seat: 1 }, { chairs: [chair(0, "Ann"), chair(1, "Roger", "roger")] });
  const answers = [];
  const bots = new Bots({
    scene: () => now, free: () => true, pace: () => "full", skipping: () => false, onEnd: () => sent.push("end"), now: time.now, after: time.after, random: () => 0.5,
    playFor: (seat) => {
      sent.push(seat);
      return Promise.resolve(answers.shift() ?? { ok: true });
    },
    ...more,
  });
  return { time, sent, bots, answers, set: (next) => (now = next) };
}

test("a bot takes about a second for each step and goes on by itself", async () => {
  const { bots, time, sent } = botTable();
  bots.consider();
  time.pass(1049);
  assert.deepEqual(sent, []);
  time.pass(1);
  assert.deepEqual(sent, [1]);
  await settled();
  time.pass(1050);
  assert.deepEqual(sent, [1, 1]);
});

test("a seat that is out and gone is played on by any device that stayed, and by no watcher", async () => {
  const gone = { ...chair(1, "Ben"), gone: true };
  for (const [you, wanted] of [[{ seats: [0], host: false }, [1]], [{ seats: [], host: true }, [1]], [{ seats: [], host: false }, []]]) {
    const { bots, time, sent, set } = botTable();
    set(scene({ seat: 1 }, { chairs: [chair(0, "Ann"), gone], you }));
    bots.consider();
    time.pass(1050);
    assert.deepEqual(sent.filter((what) => what !== "end"), wanted);
  }
});

test("a person's turn ends the run of bots", async () => {
  const { bots, time, sent, set } = botTable();
  bots.consider();
  time.pass(1050);
  set(scene());
  await settled();
  assert.deepEqual(sent, [1, "end"]);
});

test("skipping cuts the pause that has begun, and no bot waits after it", async () => {
  let skipping = false;
  const { bots, time, sent } = botTable({ skipping: () => skipping });
  bots.consider();
  time.pass(100);
  skipping = true;
  bots.hurry();
  time.pass(0);
  await settled();
  time.pass(0);
  assert.deepEqual(sent, [1, 1]);
});

test("a refused step is tried again later, and another window's step is no refusal", async () => {
  const { bots, time, sent, answers } = botTable({ skipping: () => true });
  answers.push({ refused: "rate" }, { refused: "stale" });
  bots.consider();
  time.pass(0);
  await settled();
  time.pass(999);
  assert.equal(sent.length, 1);
  time.pass(1);
  await settled();
  time.pass(0);
  assert.equal(sent.length, 3);
});

test("a step that went wrong is tried again later", async () => {
  let tries = 0;
  const { bots, time } = botTable({ skipping: () => true, playFor: () => Promise.reject(new Error(String((tries += 1)))) });
  bots.consider();
  time.pass(0);
  await settled();
  time.pass(1000);
  assert.equal(tries, 2);
});

test("a command that went wrong on its way does not keep the next one back", async () => {
  const pending = [];
  const actions = new Actions({
    scene: () => scene({ seat: 0, can: ["bank"] }), seq: () => 1, pending: () => pending.at(-1) ?? null, connected: () => true, setPending: (change) => pending.push(change), send: () => Promise.reject(new Error("no")),
  });
  await assert.rejects(actions.order("first"));
  assert.deepEqual(pending, [{ type: "choose_order" }, null]);
});

test("a long run of bots never fills the server's window of 100 messages in 20 seconds", async () => {
  const { bots, time, sent } = botTable({ skipping: () => true });
  bots.consider();
  for (let i = 0; i < 400; i += 1) {
    time.pass(5);
    await settled();
  }
  assert.ok(sent.length <= 80, String(sent.length));
});

test("only the device that opened the table plays its bots", () => {
  const { bots, time, sent, set } = botTable();
  set(scene({ seat: 1 }, { chairs: [chair(0, "Ann"), chair(1, "Roger", "roger")], you: { seats: [], host: false } }));
  bots.consider();
  time.pass(5000);
  assert.deepEqual(sent, ["end"]);
});

test("a command that waits grows old in steps and is forgotten when answered", () => {
  const time = new FakeTime();
  const ages = [];
  const pending = new Pending({ after: time.after, changed: () => ages.push(pending.now?.age ?? null) });
  pending.set({ type: "roll" });
  time.pass(10_000);
  pending.set(null);
  assert.deepEqual(ages, ["new", "still", "late", null]);
  time.pass(20_000);
  assert.equal(ages.length, 4);
});

function awayFrom() {
  const time = new FakeTime();
  const lists = [];
  const away = new Away({ now: time.now, after: time.after, changed: () => {}, list: (lines) => lists.push(lines) });
  return { time, away, lists };
}

test("a short break is counted for eight seconds, a long one is listed", () => {
  const { away, time, lists } = awayFrom();
  away.leave(true);
  away.missed(["Ann banks 100 → 100"]);
  time.pass(5000);
  away.return();
  assert.equal(away.back.turns, 1);
  time.pass(8000);
  assert.equal(away.back, null);
  away.leave(true);
  away.missed(["a", "b"]);
  time.pass(60_000);
  away.return();
  assert.deepEqual(lists, [["a", "b"]]);
});

test("a page that was hidden while nothing happened says nothing", () => {
  const { away, time, lists } = awayFrom();
  away.leave(false);
  time.pass(90_000);
  away.return();
  assert.deepEqual([away.back, lists], [null, []]);
});
