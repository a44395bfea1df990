import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { ageing, concernsYou, freeSeats, heard, hurdle, quickRules, secondsTo, stakeShown } from "../../app/static/js/coins/lobby.js";
import { useText } from "../../app/static/js/text.js";

const STAKES = [250, 500, 1000, 2000, 5000];
const texts = (name) => JSON.parse(readFileSync(new URL(`../../app/static/text/en/${name}.json`, import.meta.url), "utf8"));
useText({ ...texts("common"), ...texts("coins") });

/** A table from "ID STAKE GAME NAMES/SIZE STATUS", as `a 500 progressive Ann,Ben/4 open`. */
function table(line) {
  const [id, stake, rules, seats, status] = line.split(" ");
  const [names, size] = seats.split("/");
  const seated = names ? names.split(",") : [];
  return { table: id, page: `/t/${id}`, stake: Number(stake), rules, size: Number(size), names: seated, status, pot: seated.length * Number(stake), due: null };
}

const you = (more = {}) => ({ name: "Nina", coins: 2000, seat: null, notice: true, stakes: STAKES, games_left: 0, ...more });
const lobby = (lines, more = {}) => ({ now: 0, halted: false, tables: lines.map(table), you: you(), ...more });
const seatAt = (id, status = "open") => ({ table: id, page: `/t/${id}`, stake: 500, status });

const OPEN = "a 500 progressive Ann,Ben/4 open";
const FULL = "f 500 progressive Ann,Ben/2 open";
const STARTING = "s 500 progressive Ann,Ben/4 starting";
const PLAYING = "p 500 progressive Ann,Ben/2 playing";

const ACTS = [
  ["a free seat", OPEN, {}, "sit"],
  ["no seat free", FULL, {}, "watch"],
  ["a table that starts, though a seat is free", STARTING, {}, "watch"],
  ["a table that plays", PLAYING, {}, "watch"],
  ["a free seat, signed out", OPEN, { you: null }, "enter"],
  ["a table that plays, signed out", PLAYING, { you: null }, "watch"],
  ["one's own table", OPEN, { you: you({ seat: seatAt("a") }) }, "return"],
  ["one's own table that plays", PLAYING, { you: you({ seat: seatAt("p", "playing") }) }, "return"],
  ["a free seat while one sits elsewhere", OPEN, { you: you({ seat: seatAt("z") }) }, "watch"],
  ["a free seat that one cannot pay", OPEN, { you: you({ coins: 499 }) }, "watch"],
  ["a free seat paid with the last coin", OPEN, { you: you({ coins: 500 }) }, "sit"],
  ["a free seat while the house checks its books", OPEN, { halted: true }, "watch"],
  ["a free seat while the house checks its books, signed out", OPEN, { halted: true, you: null }, "watch"],
  ["one's own table while the house checks its books", OPEN, { halted: true, you: you({ seat: seatAt("a") }) }, "return"],
];
for (const [what, line, more, act] of ACTS)
  test(`what can be done at ${what}: ${act}`, () => {
    const { rows } = stakeShown(lobby([line], more), 500, "both");
    assert.deepEqual(rows.map((row) => row.act), [act]);
  });

const HURDLES = [
  ["all coins and all stakes", {}, 2000, null],
  ["a stake of all one has", { coins: 500 }, 500, null],
  ["a stake of one coin more", { coins: 499 }, 500, { lack: 1 }],
  ["a newcomer at 500", { stakes: [250, 500], games_left: 3 }, 500, null],
  ["a newcomer at 1,000", { stakes: [250, 500], games_left: 3 }, 1000, { games: 3 }],
  ["a newcomer who could not pay it either", { stakes: [250, 500], games_left: 3 }, 5000, { lack: 3000 }],
  ["a house that leaves out what cannot be paid", { coins: 400, stakes: [250] }, 500, { lack: 100 }],
];
for (const [what, more, stake, why] of HURDLES)
  test(`what stands in the way of ${what}`, () => assert.deepEqual(hurdle(you(more), stake), why));

const BARE = [
  ["no table", [], {}, true],
  ["a table with a free seat", [OPEN], {}, false],
  ["tables without a free seat", [FULL, STARTING, PLAYING], {}, true],
  ["no table, signed out", [], { you: null }, true],
  ["no table that one could pay", [], { you: you({ coins: 100 }) }, false],
  ["no table while one sits elsewhere", [], { you: you({ seat: seatAt("z") }) }, false],
  ["no table while the house checks its books", [], { halted: true }, false],
];
for (const [what, lines, more, bare] of BARE)
  test(`whether a stake offers to open a table, with ${what}: ${bare}`, () => assert.equal(stakeShown(lobby(lines, more), 500, "both").bare, bare));

test("a stake shows its own tables, in the house's order, one's own first", () => {
  const lines = [OPEN, "b 250 trippn Eve/4 open", "c 500 trippn Fay/3 open", "d 500 progressive Gus,Nina/2 playing"];
  const { rows } = stakeShown(lobby(lines, { you: you({ seat: seatAt("d", "playing") }) }), 500, "both");
  assert.deepEqual(rows.map(({ table: { table: id }, mine }) => [id, mine]), [["d", true], ["a", false], ["c", false]]);
});

test("only the game that is chosen is shown", () => {
  const lines = [OPEN, "c 500 trippn Fay/3 open"];
  const ids = (shown) => stakeShown(lobby(lines), 500, shown).rows.map((row) => row.table.table);
  assert.deepEqual([ids("both"), ids("progressive"), ids("trippn")], [["a", "c"], ["a"], ["c"]]);
});

const QUICK = [
  ["progressive is shown", ["c 500 trippn Fay/3 open"], "progressive", "trippn", "progressive"],
  ["both are shown and nobody waits", [], "both", "trippn", "trippn"],
  ["both are shown and one table waits", ["c 500 trippn Fay/3 open"], "both", "progressive", "trippn"],
  ["both are shown and two tables wait", ["c 500 trippn Fay/3 open", OPEN], "both", "trippn", "progressive"],
  ["the fuller table has no seat", [FULL, "c 500 trippn Fay/3 open"], "both", "progressive", "trippn"],
  ["the only table has another price", ["c 250 trippn Fay/3 open"], "both", "progressive", "progressive"],
];
for (const [what, lines, shown, last, rules] of QUICK)
  test(`a quick seat when ${what}: ${rules}`, () => assert.equal(quickRules(lobby(lines), 500, shown, last), rules));

test("a list from the socket takes the place of the old one and leaves who is looking", () => {
  const before = lobby([OPEN]);
  const after = heard(before, { type: "lobby", now: 7, halted: true, tables: [] });
  assert.deepEqual(after, { now: 7, halted: true, tables: [], you: before.you });
});

const CONCERNS = [
  ["somebody else sits down", [OPEN], [OPEN, FULL], {}, false],
  ["a list that stays as it is, signed out", [OPEN], [OPEN], { you: null }, false],
  ["one's name stands at a table: another device sat down", [OPEN], ["a 500 progressive Ann,Nina/4 open"], {}, true],
  ["one's own table starts", [OPEN], ["a 500 progressive Ann,Ben/4 starting"], { you: you({ seat: seatAt("a") }) }, true],
  ["one's own table is gone", [OPEN], [], { you: you({ seat: seatAt("a") }) }, true],
  ["what is known of one's own seat is older than the list", [PLAYING], [PLAYING], { you: you({ seat: seatAt("p") }) }, true],
  ["another table is gone", [OPEN, PLAYING], [OPEN], { you: you({ seat: seatAt("a") }) }, false],
  ["one sits at a private table, which is never listed", [OPEN], [], { you: you({ seat: seatAt("z") }) }, false],
];
for (const [what, before, after, more, asks] of CONCERNS)
  test(`whether to ask for oneself anew when ${what}: ${asks}`, () => assert.equal(concernsYou(lobby(before, more), lobby(after, more)), asks));

test("a countdown shows the second that runs", () => {
  assert.deepEqual([5000, 4001, 4000, 1, 0, -200].map((left) => secondsTo(10_000 + left, 10_000)), [5, 5, 4, 1, 0, 0]);
  assert.equal(secondsTo(null, 10_000), 0);
});

test("free seats are never fewer than none", () => assert.deepEqual([OPEN, FULL].map((line) => freeSeats(table(line))), [2, 0]));

const AGES = [
  ["a live line", "live", true, 60_000, null],
  ["a line that is being opened", "connecting", true, 9_999, null],
  ["no line for ten seconds", "lost", true, 10_000, { kind: "stale", seconds: 10 }],
  ["no line for 29 seconds", "lost", true, 29_999, { kind: "stale", seconds: 20 }],
  ["a line that never opened", "connecting", true, 61_000, { kind: "stale", seconds: 60 }],
  ["a phone without network", "live", false, 0, { kind: "offline" }],
  ["another window took the line", "replaced", true, 0, { kind: "replaced" }],
  ["an old page", "too_old", true, 0, { kind: "too_old" }],
];
for (const [what, phase, online, age, told] of AGES)
  test(`how current the list is said to be with ${what}`, () => assert.deepEqual(ageing({ phase, online, heardAt: 5000 }, 5000 + age), told));
