/** Luck in words, the account's chance, and the figures of the plots. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pText, shareOf } from "../../app/static/js/luck/chart.js";
import { bandOf } from "../../app/static/js/luck/days.js";
import { chanceWords } from "../../app/static/js/luck/account.js";
import { bustWords, faceWords, lineOf, nameIn, offeredWords, ordered, signed, tenth } from "../../app/static/js/luck/words.js";
import { useText } from "../../app/static/js/text.js";

useText(JSON.parse(readFileSync(new URL("../../app/static/text/en/luck.json", import.meta.url), "utf8")), "en");

const NOTHING = { rolls: 20, dice: 90, faces: [15, 15, 15, 15, 15, 15], offered: 8450, expected: 8129.6, luck: 320, busts: 3, busts_expected: 2.44, landed: 0, landed_expected: 0, band: null, outside: [] };
const seat = (n, name, luck, you = false, more = {}) => ({ ...NOTHING, seat: n, name, luck, you, bot: false, ...more });
const report = (...seats) => ({ table: "t", game: 1, enough: 120, seats, all: NOTHING });

const LINES = [
  [report(seat(0, "Ann", 320, true), seat(1, "Roger", -140)), "Luck: you +320 · Roger −140"],
  [report(seat(0, "Roger", 0), seat(1, "Ann", 1320, true)), "Luck: you +1,320 · Roger ±0"],
  [report(seat(0, "Ann", 5, true), seat(1, "Ben", -5, true)), "Luck: Ann +5 · Ben −5"],
  [report(seat(0, "Ann", 5), seat(1, "Ben", -5)), "Luck: Ann +5 · Ben −5"],
  [report(...["A", "B", "C", "D", "E"].map((name, n) => seat(n, name, n, name === "E"))), "Luck: you +4 · A ±0 · B +1 · 2 more"],
];
for (const [told, line] of LINES) test(`the line of a finished game: ${line}`, () => assert.equal(lineOf(told), line));

test("one seat of the reader is you, several on one phone go by their names", () => {
  const alone = report(seat(0, "Ann", 1, true), seat(1, "Ben", 2));
  assert.deepEqual(ordered(alone).map((each) => nameIn(alone, each)), ["You", "Ben"]);
  const shared = report(seat(0, "Ann", 1, true), seat(1, "Ben", 2, true));
  assert.deepEqual(ordered(shared).map((each) => nameIn(shared, each)), ["Ann", "Ben"]);
});

const OFFERED = [
  [{}, "you", "Your 20 rolls offered 8,450 points, where 8,130 are average: 320 more."],
  [{ luck: -12, expected: 8462.4 }, "name", "20 rolls offered Ben 8,450 points, where 8,462 are average: 12 fewer."],
  [{ luck: 0, expected: 8450.2, rolls: 1 }, "all", "1 roll offered 8,450 points, where 8,450 are average: neither more nor fewer."],
  [{ rolls: 0 }, "you", "No rolls in this game."],
];
for (const [more, whose, words] of OFFERED) test(`what was on offer: ${words}`, () => assert.equal(offeredWords({ ...NOTHING, ...more }, whose, "Ben"), words));

const BUSTS = [
  [{}, ["3 rolls scored nothing; 2.4 expected."]],
  [{ busts: 1, busts_expected: 1.02, landed: 0, landed_expected: 0.667 }, ["1 roll scored nothing; 1 expected.", "0 rolls for nothing held; 0.7 expected."]],
  [{ rolls: 0 }, []],
];
for (const [more, words] of BUSTS) test(`busts: ${words.join(" ") || "none without rolls"}`, () => assert.deepEqual(bustWords({ ...NOTHING, ...more }), words));

test("below a hundred and twenty dice the faces are too few to tell", () => {
  assert.match(faceWords(NOTHING, 120), /^Too few rolls to tell .* 90 dice so far, from 120 on/);
});
test("from there on the band decides", () => {
  const many = { ...NOTHING, dice: 600, band: [72.6, 127.4] };
  assert.equal(faceWords(many, 120), "Every face lies inside its expected band.");
  assert.match(faceWords({ ...many, outside: [6] }, 120), /^Outside its expected band: 6\./);
  assert.match(faceWords({ ...many, outside: [1, 6] }, 120), /^Outside their expected band: 1, 6\./);
});

test("the band is three standard deviations around the sixth part", () => {
  assert.deepEqual(bandOf(600).map((edge) => edge.toFixed(1)), ["72.6", "127.4"]);
  assert.equal(bandOf(6)[0], 0);
});

const CHANCES = [[1, "1.000"], [0.0321, "0.032"], [0.001, "0.001"], [0.00099, "9.9 × 10⁻⁴"], [1.3e-16, "1.3 × 10⁻¹⁶"], [0, "0"]];
for (const [p, words] of CHANCES) test(`a chance of ${p} is written ${words}`, () => assert.equal(pText(p), words));

test("a rare chance is called rare, and how many see one is always said", () => {
  assert.deepEqual(chanceWords(0.0004), ["Fair dice fall this unevenly only with a chance of 4.0 × 10⁻⁴.", "Among 10,000 players about 10 see a chance below 0.001 by luck alone."]);
  assert.match(chanceWords(0.4)[0], /^Fair dice fall at least this unevenly with a chance of 0\.400/);
});

const SHARES = [[1, 6, "16.7 %"], [0, 6, "0.0 %"], [0, 0, "–"]];
for (const [part, whole, words] of SHARES) test(`${part} of ${whole} is ${words}`, () => assert.equal(shareOf(part, whole), words));

const SIGNS = [[320, "+320"], [-1140, "−1,140"], [0, "±0"]];
for (const [luck, words] of SIGNS) test(`luck of ${luck} is ${words}`, () => assert.equal(signed(luck), words));
test("expectations have a decimal where it says something", () => assert.deepEqual([2.44, 11.02, 0.97].map(tenth), ["2.4", "11", "1"]));
