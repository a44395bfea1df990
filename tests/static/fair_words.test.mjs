import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { checkRoll, checkTableRoll, checkTranscript } from "../../app/static/js/fair/proof.js";
import { tools } from "../../app/static/js/fair/scheme.js";
import { levelWords, linesOf, namesOf, rollName, verdictOf, wrongWords } from "../../app/static/js/fair/words.js";
import { hasText, useText } from "../../app/static/js/text.js";
import { placeIn } from "../../app/static/js/verify/source.js";

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
const catalogue = Object.assign({}, ...["common", "proof", "verify"].map((name) => read(`../../app/static/text/en/${name}.json`)));
useText(catalogue);
const vectors = read("../vectors/transcripts.json");
const [phone, , friends] = vectors.true.map(({ transcript }) => transcript);
const t = tools();
const nameOf = namesOf(friends.seats);
const states = (lines) => lines.map(({ line, state }) => `${line} ${state}`);

const PLACES = [
  ["a link to a table", "https://dice.example/t/k3v9q2m4x7p1a", "k3v9q2m4x7p1a", null, null],
  ["a code alone", "k3v9q2m4x7p1a", "k3v9q2m4x7p1a", null, null],
  ["a code in capitals with spaces around", "  K3V9Q2M4X7P1A ", "k3v9q2m4x7p1a", null, null],
  ["a game", "k3v9q2m4x7p1a/2", "k3v9q2m4x7p1a", 2, null],
  ["the part of the address that says which game", "#k3v9q2m4x7p1a/2", "k3v9q2m4x7p1a", 2, null],
  ["a roll of a game", "#k3v9q2m4x7p1a/2/17", "k3v9q2m4x7p1a", 2, 17],
  ["a roll of a replay", "https://dice.example/replay/k3v9q2m4x7p1a/2#17", "k3v9q2m4x7p1a", 2, 17],
  ["a proof", "https://dice.example/verify#k3v9q2m4x7p1a/2", "k3v9q2m4x7p1a", 2, null],
  ["a table with something behind it", "https://dice.example/t/k3v9q2m4x7p1a?speed=full", "k3v9q2m4x7p1a", null, null],
];
for (const [name, said, table, game, roll] of PLACES) {
  test(`${name} names a game`, () => assert.deepEqual(placeIn(said), { table, game, roll }));
}
for (const said of ["", "hello", "k3v9q2m4x7p1", "k3v9q2m4x7p1aa", "k3v9q2m4x7p1u", "https://dice.example/verify"]) {
  test(`“${said}” names none`, () => assert.equal(placeIn(said), null));
}

test("a roll among friends is told in three lines, and who was silent with it", async () => {
  const roll = friends.rolls[1];
  const checked = await checkRoll(t, friends.id, roll, friends.secret);
  const lines = linesOf(checked, roll, nameOf);
  assert.deepEqual(states(lines), ["sealed ok", "opened ok", "recomputed ok"]);
  assert.equal(lines[1].text, "Every part is what had been sealed: Ann, Ben. Sealed, but silent: Cleo. The dice fell without. The house's part comes from the one secret that it had sealed before the game.");
  assert.deepEqual(verdictOf(checked), { state: "ok", text: "Matches" });
  assert.equal(levelWords(roll), "Dice from the house and 2 phones");
});

test("while a game runs its secret is waited for", async () => {
  const checked = await checkRoll(t, friends.id, friends.rolls[0]);
  assert.deepEqual(states(linesOf(checked, friends.rolls[0], nameOf)), ["sealed ok", "opened waiting", "recomputed ok"]);
  assert.deepEqual(verdictOf(checked), { state: "waiting", text: "Opens when the game ends" });
});

test("the line that fails says what is wrong", async () => {
  const roll = { ...friends.rolls[0], faces: friends.rolls[0].faces.map((face) => 7 - face) };
  const lines = linesOf(await checkRoll(t, friends.id, roll, friends.secret), roll, nameOf);
  assert.deepEqual(states(lines), ["sealed ok", "opened ok", "recomputed fails"]);
  assert.equal(lines[2].text, `These parts make other dice: ${friends.rolls[0].faces.join(" ")}.`);
});

test("nothing is said about the rest of a roll whose form is wrong", async () => {
  const lines = linesOf(await checkRoll(t, friends.id, { n: 1 }), { n: 1 }, nameOf);
  assert.deepEqual(states(lines), ["sealed fails", "opened unknown", "recomputed unknown"]);
});

const KINDS = [
  ["by a player on one phone", phone, 0, "Dice from the house and one phone", "Ann added"],
  ["by a bot", phone, 3, "Dice from the house and one phone", "The phone that opened the table added a part of the dice for Max."],
  ["by the autopilot with nobody there", phone, 6, "Dice from the house alone", "No phone added a part"],
  ["by the autopilot with another's part", phone, 7, "Dice from the house and one phone", "The player was away. Ann added"],
  ["by the autopilot among friends", friends, 4, "Dice from the house and 2 phones", "Every part is what had been sealed: Ann, Cleo."],
  ["that never fell", friends, 3, "Dice from the house and 2 phones", "Every part is what had been sealed: Ben, Cleo. Sealed, but silent: Ann."],
];
for (const [name, record, at, level, said] of KINDS) {
  test(`a roll ${name} is told as such`, async () => {
    const roll = record.rolls[at];
    const lines = linesOf(await checkRoll(t, record.id, roll, record.secret), roll, namesOf(record.seats));
    assert.equal(levelWords(roll), level);
    assert.ok(lines[1].text.startsWith(said), lines[1].text);
  });
}

test("the table roll says who starts", async () => {
  const checked = await checkTableRoll(t, friends.id, friends.table_roll, 3, friends.secret);
  assert.equal(linesOf(checked, friends.table_roll, nameOf)[2].text, "These parts make exactly these dice, and Ann starts.");
  assert.deepEqual([rollName(0), rollName(7), rollName(null)], ["Who starts", "Roll 7", "The record"]);
});

test("every finding of every altered record has its words, filled in", async () => {
  for (const { name, transcript } of vectors.altered) {
    const { findings } = await checkTranscript(t, transcript);
    for (const finding of findings) {
      const words = wrongWords(finding, namesOf(transcript.seats ?? []));
      assert.ok(hasText(`proof.code.${finding.code}`) && !/[{}]/.test(words), `${name}: ${words}`);
      assert.ok(hasText(`verify.step.${finding.step}`), finding.step);
    }
  }
});

test("a seat without a name is told by its number", () => assert.equal(nameOf(9), "Seat 10"));
