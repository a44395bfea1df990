import assert from "node:assert/strict";
import { test } from "node:test";

import { bannerOf } from "../../app/static/js/table/banner.js";
import { cardOf } from "../../app/static/js/table/cards.js";
import { clockOf } from "../../app/static/js/table/clock.js";
import { holdOf } from "../../app/static/js/table/director.js";
import { dockOf } from "../../app/static/js/table/dock.js";
import { messageOf } from "../../app/static/js/table/lines.js";
import { mayTap } from "../../app/static/js/table/model.js";
import { layOf } from "../../app/static/js/table/rest.js";
import { step } from "../../app/static/js/table/scene.js";
import { spoken } from "../../app/static/js/table/speaker.js";
import { stripOf } from "../../app/static/js/table/strip.js";
import { clocked, playing } from "./coin_kit.mjs";
import { event, moment, scene } from "./table_kit.mjs";

const at = (shown, more = {}) => moment(shown, { clock: clockOf(shown.truth, 0), ...more });
const card = (shown) => cardOf(at(shown));
const BEN = { you: { seats: [1], host: false } };

test("the vote says what a split pays, who decides and who has, and what silence means", () => {
  assert.deepEqual(card(clocked({ seat: 0 })), {
    kind: "ask", place: "middle", title: "Split 1,000?", text: "You'd get 333. One coin more to Ben, out first. One no starts a roll-off.",
    list: [{ text: "Ben: would split", state: "done" }, { text: "Ann decides", state: "now" }, { text: "Cleo next", state: "next" }], foot: "No answer in 1:25 counts as no.",
  });
  const even = card(clocked({ seat: 2 }, { pot: 1500 }));
  assert.deepEqual([even.title, even.text, even.foot], ["Cleo decides: split 1,500?", "You'd get 500. One no starts a roll-off.", "No answer in 1:25 counts as no."]);
  assert.equal(card(clocked({ seat: 2 }, { pot: 1500 }, { you: { seats: [], host: false } })).text, "500 each. One no starts a roll-off.");
});

test("the roll-off says who chooses the order, what it is for and who stands where", () => {
  const order = { phase: "order", seat: 1 };
  assert.deepEqual([card(clocked(order)).title, card(clocked(order)).foot], ["Ben chooses", "No answer in 1:25: Ben rolls first."]);
  assert.deepEqual([card(clocked(order, {}, BEN)).title, card(clocked(order, {}, BEN)).foot], ["Roll first or last?", "No answer in 1:25: you roll first."]);
  const rolloff = { sequence: [1, 0, 2], totals: { 0: 10_000, 1: 11_450, 2: 10_000 }, going: [1, 0], round: 2 };
  const turn = clocked({ phase: "roll", seat: 0, roll: 40, rolloff });
  assert.deepEqual([card(turn).title, card(turn).list], ["Roll-off for 1,000", [{ text: "Ben 11,450", state: "done" }, { text: "Ann 10,000 · rolls", state: "now" }, { text: "Cleo 10,000 · beaten", state: "done" }]]);
  assert.equal(card(clocked({ phase: "decide", seat: 0, rolloff, unbanked: 100, kept: [{}] })), null);
  assert.deepEqual([layOf(turn, true, 4), layOf(turn, true, 5).length], [[], 8], "on a small felt the list needs the room");
  assert.equal(card(scene({ phase: "roll", roll: 40, rolloff: { ...rolloff, sequence: [1, 0], totals: { 0: 10_000, 1: 10_500 } } })).title, "Roll-off", "at every table");
});

test("sharing tells the part of each who is tied; a player beaten before gets none", () => {
  const rolloff = { sequence: [2, 1, 0], totals: { 0: 11_450, 1: 11_450, 2: 10_300 }, going: [1, 0], round: 1 };
  const share = card(clocked({ phase: "share", seat: 0, rolloff }));
  assert.deepEqual([share.title, share.text], ["Share 1,000?", "You'd get 500. Ben and Ann are tied at 11,450. One no and you go again."]);
  const wait = card(clocked({ phase: "share", seat: 1, rolloff }, {}, { you: { seats: [2], host: false } }));
  assert.deepEqual([wait.title, wait.text], ["Ben decides: share 1,000?", "500 each. Ben and Ann are tied at 11,450. One no and they go again."]);
});

const banner = (shown) => bannerOf(at(shown))?.text ?? null;

test("whoever is away is marked, and everybody reads that the autopilot plays", () => {
  const ben = { seat: 1 };
  const cases = [
    [playing(ben, { auto: "away", away: [1] }), "The autopilot plays for Ben"],
    [playing(ben, { auto: "time" }), "Time. The autopilot finishes Ben's turn"],
    [playing({}, { auto: "away", away: [0] }), "You are away: the autopilot plays"],
    [playing({}, { auto: "time" }), "Time: the autopilot finishes this turn"],
    [playing(ben, { away: [0] }), "You are away: the autopilot plays"],
    [playing(ben), null],
    [playing(ben, {}, { presence: { seats: [0], offline_for: {}, watchers: 0, at: 0 } }), "Ben lost the connection: 45 s more"],
    [playing(ben, { grace: [2, 0] }, { presence: { seats: [0], offline_for: {}, watchers: 0, at: 0 } }), "Ben lost the connection"],
  ];
  for (const [shown, text] of cases) assert.equal(banner(shown), text);
  const marks = (shown) => stripOf(shown, 0).map((chip) => chip.marks.map(({ sign }) => sign).join());
  assert.deepEqual(marks(playing(ben, { away: [1] })), ["", "⌁"]);
  assert.deepEqual(marks(playing(ben, {}, { presence: { seats: [1], offline_for: {}, watchers: 0, at: 0 } })), ["⌁", ""]);
});

test("an away player has one button, to come back, and nothing else to press while the autopilot plays", () => {
  const dock = (shown) => dockOf(at(shown));
  const back = { kind: "ask", choices: [{ id: "im_back", label: "I'm back", primary: true }] };
  const mine = dock(playing({ phase: "keep", lying: [1, 1], can: ["keep"] }, { auto: "away", away: [0] }));
  assert.deepEqual([mine.row1, mine.wide, mine.roll.kind], [back, "The autopilot plays for you", "none"]);
  assert.deepEqual(dock(playing({ seat: 1 }, { away: [0] })).row1, back);
  const late = dock(playing({}, { auto: "time" }));
  assert.deepEqual([late.row1.kind, late.wide], ["empty", "The autopilot finishes this turn"]);
  const lying = { phase: "keep", lying: [1, 1], can: ["keep"] };
  assert.deepEqual([mayTap(playing(lying)), mayTap(playing(lying, { auto: "time" }))], [true, false]);
  assert.equal(messageOf(at(playing(lying, { auto: "time" }))).text, "Your time is up. You are back next turn.");
});

test("with everybody away the game is paused, and it is said when it will be void", () => {
  const paused = playing({ seat: 1 }, { phase: "paused", away: [0, 1] });
  assert.deepEqual([card(paused).title, card(paused).text], ["Everyone is away", "The game is void at 14:35: every stake goes back."]);
  assert.deepEqual([dockOf(at(paused)).row1.choices[0].id, dockOf(at(paused)).wide, banner(paused)], ["im_back", "The game is paused", null]);
  const watching = playing({ seat: 1 }, { phase: "paused", away: [0, 1] }, { you: { seats: [], host: false } });
  assert.deepEqual([dockOf(at(watching)).row1.kind, dockOf(at(watching)).leave], ["empty", true]);
});

test("the house says once that it plays, a leaver's stake is named, and a no to the split is a card", () => {
  const after = (type, more, shown = playing()) => step(shown, event(type, more));
  assert.equal(after("timed_out", { seat: 1 }).note, null);
  assert.equal(holdOf(event("timed_out", { seat: 1 }), playing(), { pace: "full", mine: false, still: false }), 0);
  assert.equal(step(scene(), event("timed_out", { seat: 1 })).note.text, "Ben's time is up.");
  assert.equal(after("left", { seat: 1, refunded: false }).note.text, "Ben left. 500 stay in the pot.");
  assert.equal(after("left", { seat: 1, refunded: true }).note.text, "Ben left, the stake went back.");
  assert.equal(after("back", { seat: 1 }).note.text, "Ben is back.");
  assert.deepEqual(after("voted", { seat: 1, yes: false }).note, { tone: "plain", title: "Ben wants a roll-off.", text: "" });
  assert.equal(after("rolloff_started", { sequence: [0, 1] }).note.title, "Roll-off for 1,000");
});

test("the roll for the start is held until it is read, longer where it was repeated, and said in one sentence", () => {
  const round = [{ seat: 0, face: 2 }, { seat: 1, face: 5 }];
  const drawn = event("table_rolled", { first: 1, absent: [], rounds: [round] });
  const how = { pace: "full", mine: false, still: false };
  assert.deepEqual([holdOf(drawn, playing(), how), holdOf({ ...drawn, rounds: [round, round] }, playing(), how)], [2600, 4160]);
  const shown = step({ ...playing(), view: null }, drawn);
  assert.equal(shown.draw, drawn);
  assert.equal(step(shown, event("turn_started", { seat: 1, turn: 1, last: false })).draw, null);
  assert.deepEqual(spoken(playing(), drawn, playing()), { loud: true, text: "Everyone rolls one die: Ann 2, Ben 5. Ben starts." });
});
