import assert from "node:assert/strict";
import { test } from "node:test";

import { picturesLife } from "../../app/static/js/table/ageing.js";
import { ServerClock, Ticker, clockLife, clockOf, countdownOf, leftText } from "../../app/static/js/table/clock.js";
import { messageOf } from "../../app/static/js/table/lines.js";
import { stripOf } from "../../app/static/js/table/strip.js";
import { moment, scene, truth, view } from "./table_kit.mjs";

const NOW = 1_800_000_000_000;
const room = (more = {}) => ({ phase: "play", due: NOW + 84_400, pot: 1000, ready: [], promises: {}, revealed: [], away: [], auto: null, bank_ms: [60_000, 20_000], grace: [2, 2], decision_ms: 30_000, ...more });
const playing = (roomMore = {}, viewMore = {}) => truth({ kind: "coins", stake: 500, room: room(roomMore), view: view(viewMore) });

test("the clock shows the decision first and then the time bank", () => {
  const cases = [
    // seat, due after, bank → ms shown, bank running
    [0, 90_000, 30_000, false],
    [0, 60_001, 1, false],
    [0, 60_000, 60_000, true],
    [0, 12_300, 12_300, true],
    [1, 50_000, 30_000, false],
    [1, 20_000, 20_000, true],
    [0, -5_000, 0, true],
  ];
  for (const [seat, after, ms, bank] of cases) {
    const clock = clockOf(playing({ due: NOW + after }, { seat }), NOW);
    assert.deepEqual([clock.seat, clock.ms, clock.bank, clock.left], [seat, ms, bank, Math.max(0, after)], String([seat, after]));
  }
});

test("a seat without a time bank never shows one", () => {
  assert.deepEqual(clockOf(playing({ bank_ms: [0, 0], due: NOW + 7000 }), NOW), { seat: 0, ms: 7000, bank: false, left: 7000 });
  assert.equal(clockOf(playing({ bank_ms: [0, 0], due: NOW }), NOW).bank, false);
});

test("no clock runs while the autopilot plays, everybody is away, nobody must answer, or there are no coins", () => {
  for (const told of [playing({ auto: "time" }), playing({ phase: "paused" }), playing({ due: null }), playing({}, { seat: null }), truth()]) assert.equal(clockOf(told, NOW), null);
});

test("seconds are counted up, so that 0:00 means over", () => {
  assert.deepEqual([30_000, 29_999, 24_001, 1, 0, -300, 84_400].map(leftText), ["0:30", "0:30", "0:25", "0:01", "0:00", "0:00", "1:25"]);
});

test("the countdown to the start is told in whole seconds", () => {
  const at = (due) => countdownOf({ room: room({ phase: "countdown", due }) }, NOW);
  assert.deepEqual([at(NOW + 5000), at(NOW + 4001), at(NOW + 4000), at(NOW - 10)], [5, 5, 4, 0]);
  assert.equal(countdownOf(playing(), NOW), null);
});

test("the picture wakes once a second while a clock shows, just after its number is out of date, and never at rest", () => {
  const life = (ms) => clockLife(playing({ due: NOW + 60_000 + ms }), NOW);
  assert.deepEqual([life(24_400), life(24_000), life(1), clockLife(playing({ due: NOW }), NOW), clockLife(truth(), NOW)], [404, 1004, 5, Infinity, Infinity]);
  assert.equal(clockLife({ room: room({ phase: "countdown", due: NOW + 3200 }), view: null }, NOW), 204);
  const shown = scene({}, { kind: "coins", room: room() });
  assert.equal(picturesLife(shown, "live", 0, NOW), 404);
  assert.equal(picturesLife(scene({}, { kind: "coins", room: room({ auto: "away" }) }), "live", 0, NOW), Infinity);
});

test("the server's time comes from its greeting and from events that arrive sooner than thought", () => {
  let wall = 1000;
  const clock = new ServerClock(() => wall);
  clock.greet(5000);
  assert.equal(clock.now(), 5000);
  wall = 1100;
  clock.hear(5080);
  assert.equal(clock.now(), 5100, "this event was on its way for 20 ms");
  clock.hear(5150);
  assert.equal(clock.now(), 5150, "and the greeting for at least 50");
  clock.hear(undefined);
  clock.greet(5090);
  assert.equal(clock.now(), 5090, "a new greeting counts anew");
  assert.match(clock.timeOfDay(5090), /^\d\d:\d\d$/);
});

test("the own clock ticks at ten and at five seconds, once for each decision and again in the time bank", () => {
  const ticker = new Ticker();
  const passed = (ms, bank, due = 1, mine = true) => ticker.passed({ seat: 0, ms, bank, left: ms }, due, mine);
  assert.deepEqual([30_000, 11_000, 10_000, 9000, 5500, 5000, 4000, 0].map((ms) => passed(ms, false)), [null, null, 10, null, null, 5, null, null]);
  assert.deepEqual([60_000, 10_000, 4000].map((ms) => passed(ms, true)), [null, 10, 5]);
  assert.deepEqual([passed(8000, false, 2), passed(7000, false, 2), passed(5000, false, 2)], [null, null, 5], "a mark that lies behind is not made up for");
  assert.deepEqual([passed(12_000, false, 3, false), passed(9000, false, 3, false)], [null, null], "somebody else's");
});

const lineAt = (after, { mine = true, ...more } = {}) => {
  const told = { kind: "coins", room: room({ due: NOW + after }), you: { seats: [mine ? 0 : 1], host: false } };
  const shown = scene(more, told);
  return messageOf(moment(shown, { clock: clockOf(shown.truth, NOW) }));
};

test("the message line shows other players' clock always, the own one from fifteen seconds on, and the bank by name", () => {
  assert.deepEqual(lineAt(84_000, { mine: false }), { kind: "text", text: "Ann's turn.", clock: { text: "0:24", word: "", urgent: false } });
  assert.equal(lineAt(84_000).clock, undefined);
  assert.deepEqual(lineAt(71_300).clock, { text: "12", word: "", urgent: true });
  assert.deepEqual(lineAt(41_000).clock, { text: "0:41", word: "time bank", urgent: true });
  assert.deepEqual(lineAt(9000).clock, { text: "9", word: "time bank", urgent: true });
  assert.deepEqual(lineAt(41_000, { mine: false }).clock, { text: "0:41", word: "time bank", urgent: false });
});

test("the chip of the acting seat shows its clock, and the ear is not told every second", () => {
  const shown = scene({ seat: 1 }, { kind: "coins", room: room({ due: NOW + 44_000 }) });
  const [ann, ben] = stripOf(shown, 0, clockOf(shown.truth, NOW));
  assert.equal(ann.clock, null);
  assert.deepEqual(ben.clock, { text: "0:24", bank: false });
  assert.equal(ben.label, "Ben's turn, 8,400, 1,600 to go");
});
