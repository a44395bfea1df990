import assert from "node:assert/strict";
import { test } from "node:test";

import { botsQueued, dockOf } from "../../app/static/js/table/dock.js";
import { bannerOf } from "../../app/static/js/table/banner.js";
import { cardOf, lockOf } from "../../app/static/js/table/cards.js";
import { infoOf, messageOf } from "../../app/static/js/table/lines.js";
import { mayTap, screenOf } from "../../app/static/js/table/model.js";
import { TRIPPN, chair, hand, moment, part, reading, scene } from "./table_kit.mjs";

const LYING = [6, 6, 6, 1, 5, 2, 3, 4];
const select = (handMore = {}, viewMore = {}, more = {}) =>
  moment(scene({ phase: "keep", lying: LYING, roll: 1, can: ["keep", "give_up"], ...viewMore }), { hand: hand(handMore), ...more });
const picked = (readingMore) => ({ taps: [0, 1, 2], fresh: true, reading: reading({ points: 600, parts: [part("set", [6, 6, 6], 600, [0, 1, 2])], ...readingMore }) });

test("ready with a fresh hand: the sliders, a bank that says why not, and Roll 8 that cannot bust", () => {
  const dock = dockOf(moment(scene()));
  assert.equal(dock.row1.kind, "aim");
  assert.deepEqual([dock.bank.ready, dock.bank.sub, dock.bank.why], [false, "nothing to bank", "Nothing to bank yet. Roll first."]);
  assert.deepEqual([dock.roll.ready, dock.roll.label, dock.roll.sub], [true, "Roll 8", "can't bust"]);
});

test("after a keep one may bank or roll, and the odds are told to those who want them", () => {
  const decided = scene({ phase: "decide", unbanked: 850, dice: 3, nothing: 0.2778, can: ["roll", "bank"], bank: { total: 8000, dead_end: false, wins_nothing: false } });
  const dock = dockOf(moment(decided));
  assert.deepEqual([dock.bank.label, dock.bank.sub, dock.bank.ready], ["Bank 850", "makes 8,000", true]);
  assert.deepEqual([dock.roll.label, dock.roll.sub], ["Roll 3", "or flick the felt"]);
  assert.equal(dockOf(moment(decided, { prefs: { hints: "odds" } })).roll.sub, "28 % bust risk");
});

test("while dice lie unread both wait, and Keep shows what it would pay", () => {
  const none = dockOf(select());
  assert.deepEqual([none.row1.keep.label, none.bank.sub, none.roll.sub], ["Tap dice", "keep first", "keep first"]);
  assert.equal(dockOf(select(picked())).row1.keep.label, "Keep · 600");
  const dead = dockOf(select(picked({ refused: "dead_dice", dead: [0], parts: [], points: 0 })));
  assert.deepEqual([dead.row1.keep.label, dead.row1.keep.ready], ["Doesn't score yet", false]);
});

test("clear is offered from two picks on, undo from one", () => {
  const rows = [0, 1, 2].map((n) => dockOf(select({ taps: LYING.slice(0, n).map((_, die) => die) })).row1);
  assert.deepEqual(rows.map(({ undo, clear }) => [undo, clear]), [[false, false], [true, false], [true, true]]);
});

test("a last turn's bank is a stop that wins nothing", () => {
  const last = scene({ phase: "decide", unbanked: 850, dice: 3, last_round: true, can: ["roll", "bank"], bank: { total: 8000, dead_end: false, wins_nothing: true } });
  assert.equal(dockOf(moment(last)).bank.label, "Stop · wins nothing");
});

test("exactly on the mark and in a roll-off there is no bank at all, only a sentence", () => {
  const exact = scene({ phase: "roll", unbanked: 2850, dice: 2, for_nothing: true, nothing: 0.4444, can: ["roll"] });
  const dock = dockOf(moment(exact));
  assert.equal(dock.bank.kind, "text");
  assert.deepEqual([dock.roll.label, dock.roll.sub], ["Roll 2 for nothing", "44 % to go out"]);
  const rolloff = { sequence: [0, 1], totals: { 0: 10_000, 1: 10_000 }, going: [0, 1], round: 1 };
  for (const phase of ["roll", "keep", "decide"]) {
    assert.equal(dockOf(moment(scene({ phase, rolloff, lying: phase === "keep" ? [1] : [], unbanked: 100 }))).bank.kind, "text", phase);
  }
});

test("the roll for nothing says its chance large, and 0 % where these dice always score", () => {
  const card = (dice, nothing) => cardOf(moment(scene({ phase: "roll", unbanked: 2850, dice, for_nothing: true, nothing })));
  assert.deepEqual([card(2, 0.4444).big, card(2, 0.4444).text], ["44 %", "You can't bank. Roll 2 dice and hope nothing scores."]);
  assert.deepEqual([card(8, 0).big, card(8, 0).text], ["0 %", "You can't bank, and 8 dice always score. This cannot go out."]);
});

test("warnings stand in the message line before the keep", () => {
  const text = (more) => messageOf(select(picked(more))).text;
  assert.equal(text({ warning: "over", total_after: 10_050 }), "This makes 10,050. Only exactly 10,000 goes out.");
  assert.equal(text({ warning: "exact_hopeless", dice_after: 8 }), "Exactly 10,000, but you would roll 8 dice for nothing, and 8 dice always score.");
  assert.equal(text({ warning: "exact", dice_after: 2, nothing: 0.4444 }), "Exactly 10,000: you must roll 2 dice for nothing (44 %).");
});

test("a selection shows its parts as chips with their line styles, and what else would score", () => {
  const line = messageOf(select(picked({ points: 650, parts: [part("set", [6, 6, 6], 600, [0, 1, 2]), part("single", [5], 50, [4])], rest: [{ face: 1, points: 100 }] })));
  assert.deepEqual(line.chips.map(({ text, line: style }) => [text, style]), [["6 6 6 = 600", 0], ["5 = 50", 1]]);
  assert.equal(line.also, "Also scoring: a 1 (100)");
  assert.equal(messageOf(select(picked({ rest: [{ face: 1, points: 100 }] }), {}, { prefs: { hints: "off" } })).also, null);
});

test("where an order works it is offered, and after a refused keep the reason stands above", () => {
  const refused = picked({ refused: "dead_dice", dead: [2], parts: [], points: 0, why: [{ code: "SEL_LONE", faces: [6] }], hint: { dice: [2, 0, 1], points: 850 } });
  assert.deepEqual([messageOf(select(refused)).kind, cardOf(select(refused))], ["hint", null]);
  assert.equal(cardOf(select({ ...refused, refused: true })).kind, "refused");
});

test("the info line counts the turn, the pick and what is left to go", () => {
  const words = (m) => infoOf(m).label;
  assert.equal(words(moment(scene())), "7,150 banked. 2,850 to go");
  assert.equal(words(select(picked(), { unbanked: 850 })), "Turn 850 + 600 → 8,600. 1,400 to go");
  const over = words(select(picked({ points: 3000 })));
  assert.match(over, /150 too many$/);
});

test("somebody else's turn has no buttons but a line, and their picks are seen", () => {
  const watched = { seat: 0, roll: 1, dice: [0, 1, 2], reading: picked().reading };
  const shown = moment(scene({ phase: "keep", lying: LYING, roll: 1, can: ["keep"] }, { kind: "friends", you: { seats: [1], host: false } }), { watched });
  const dock = dockOf(shown);
  assert.deepEqual([dock.row1.kind, dock.bank.kind, dock.roll.kind, dock.wide], ["empty", "none", "none", "Ann's turn"]);
  assert.equal(messageOf(shown).kind, "chips");
  assert.deepEqual(screenOf(shown).dice.filter((die) => die.picked).map((die) => die.badge), [1, 2, 3]);
  assert.equal(mayTap(shown.scene), false);
});

test("a seat that is away for a minute may be played by the others, and not a second earlier", () => {
  const away = (seconds) =>
    dockOf(moment(scene({}, { kind: "friends", you: { seats: [1], host: false }, presence: { seats: [1], offline_for: { 0: seconds }, watchers: 0, at: 0 } }))).row1;
  assert.equal(away(59).kind, "empty");
  assert.deepEqual(away(60).choices, [{ id: "play_for", label: "Play for Ann" }]);
});

test("bots can be skipped once two of them are in a row", () => {
  const bots = (...names) => scene({ seat: 1, banked: [0, 0, 0, 0] }, { chairs: [chair(0, "Ann"), ...names.map((name, i) => chair(i + 1, name, "roger"))] });
  assert.equal(botsQueued(bots("R1")), 1);
  assert.equal(dockOf(moment(bots("R1"))).row1.kind, "empty");
  assert.equal(botsQueued(bots("R1", "R2")), 2);
  assert.deepEqual(dockOf(moment(bots("R1", "R2"))).row1.choices, [{ id: "skip_bots", label: "Skip bots" }]);
});

test("one banner at a time, the connection first", () => {
  const at = (phase, more = {}) => bannerOf(moment(scene(), { link: { phase, since: 0 }, ...more }));
  assert.equal(at("live"), null);
  assert.equal(at("quiet").text, "Reconnecting… your picks are kept");
  assert.equal(at("lost", { now: 23_000 }).text, "Offline for 0:23. Your table is safe");
  assert.equal(at("replaced").action.id, "reclaim");
  assert.equal(at("restarting").code, "NET5");
  assert.equal(at("live", { back: { turns: 2, until: 10 } }).text, "Back. 2 turns happened");
  const watching = (n) => bannerOf(moment(scene({}, { you: { seats: [], host: false }, presence: { seats: [0], offline_for: {}, watchers: n, at: 0 } })));
  assert.equal(watching(1).text, "Watching");
  assert.equal(watching(4).text, "Watching. 3 others watching");
});

test("the four slots stand only in a Trippn roll-off", () => {
  const rolloff = { sequence: [0, 1], totals: { 0: 10_000, 1: 10_000 }, going: [0, 1], round: 1 };
  const open = ["set:2", "set:3", "set:6", "straight:low"];
  assert.equal(lockOf(moment(scene({ open }, { rules: TRIPPN }))), null);
  assert.equal(lockOf(moment(scene({ open, rolloff }))), null);
  const lock = lockOf(moment(scene({ open, rolloff }, { rules: TRIPPN })));
  assert.deepEqual(lock.slots.map((slot) => slot.filled), [true, true, false, true]);
  assert.equal(lock.text, "One set from locked in");
});

test("a command that is not answered is spoken of after three seconds and offered again after ten", () => {
  const line = (age) => messageOf(moment(scene(), { pending: { type: "roll", age } }));
  assert.equal(line("still").text, "Still sending…");
  assert.deepEqual([line("late").text, line("late").action], ["Not sent.", "Try again"]);
});

test("while dice fly nothing in the dock can be pressed", () => {
  const flying = scene({ phase: "keep", lying: LYING, can: [] }, {}, { stage: "rolling" });
  const dock = dockOf(moment(flying));
  assert.deepEqual([dock.row1.kind, dock.bank.ready, dock.roll.ready], ["empty", false, false]);
});

test("dice are named by face, place and pick", () => {
  const styles = new Map([[0, 0], [1, 0], [2, 0]]);
  const labels = screenOf(select({ ...picked(), styles })).dice.map((die) => die.label);
  assert.equal(labels[1], "6, die 2 of 8, picked number 2, part of set of 6s");
  assert.equal(labels[7], "4, die 8 of 8");
});
