import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { tapped } from "../../app/static/js/replay/player.js";
import { levelText, proofOfRoll, seenText } from "../../app/static/js/rolls/check.js";
import { rollsOf } from "../../app/static/js/rolls/rolls.js";
import { aimText, placeText, rollSentence, timeText } from "../../app/static/js/rolls/words.js";
import { useText } from "../../app/static/js/text.js";
import { texts } from "./table_kit.mjs";

const catalogue = (name) => JSON.parse(readFileSync(new URL(`../../app/static/text/en/${name}.json`, import.meta.url), "utf8"));
useText({ ...texts, ...catalogue("rolls"), ...catalogue("proof") }, "en");

const NOON = new Date(2026, 10, 30, 14, 2).getTime();
const rolled = (more = {}) => ({ type: "rolled", seat: 0, roll: 1, dice: [6, 6, 6, 1, 2, 3, 4, 5], for_nothing: false, angle: 0, power: 30, at: NOON, ...more });
const turn = (more = {}) => ({ type: "turn_started", seat: 0, turn: 3, rolloff: false, ...more });
const kept = (more = {}) => ({ type: "kept", seat: 0, dice: [0, 1, 2], faces: [6, 6, 6], parts: [], points: 600, bonus: 0, ...more });
const busted = (kind) => ({ type: "busted", seat: 0, kind, lost: 0 });
const withheld = { type: "roll_withheld", seat: 0, roll: 1, for_nothing: false, at: NOON, angle: 0, power: 30, fair: { ndice: 8 } };

const said = (events, how = {}) => rollSentence(rollsOf([turn(), ...events])[0], { name: "Ann", mine: false, now: NOON, ...how });

// What happened, and the sentence about its first roll.
const SENTENCES = [
  [[rolled(), kept()], { mine: true }, "You rolled 6 6 6 1 2 3 4 5 with 8 dice at 14:02; kept 6 6 6."],
  [[rolled(), kept()], {}, "Ann rolled 6 6 6 1 2 3 4 5 with 8 dice at 14:02; kept 6 6 6."],
  [[rolled({ dice: [2] }), busted("none")], {}, "Ann rolled 2 with 1 die at 14:02; bust."],
  [[rolled({ dice: [2, 3] }), busted("given_up")], {}, "Ann rolled 2 3 with 2 dice at 14:02; given up."],
  [[rolled(), kept(), { type: "went_over", seat: 0, lost: 600 }], {}, "Ann rolled 6 6 6 1 2 3 4 5 with 8 dice at 14:02; kept 6 6 6 and went past the mark."],
  [[rolled(), kept(), busted("unopened")], {}, "Ann rolled 6 6 6 1 2 3 4 5 with 8 dice at 14:02; kept 6 6 6."],
  [[rolled({ dice: [2, 3], for_nothing: true }), { type: "went_out", seat: 0, place: 1 }], {}, "Ann rolled 2 3 for nothing with 2 dice at 14:02; nothing scored: out even."],
  [[rolled({ dice: [2, 5], for_nothing: true }), { type: "for_nothing_failed", seat: 0, dice: [1], lost: 50 }], {}, "Ann rolled 2 5 for nothing with 2 dice at 14:02; something scored."],
  [[rolled()], {}, "Ann rolled 6 6 6 1 2 3 4 5 with 8 dice at 14:02."],
  [[rolled()], { now: NOON + 86_400_000 }, "Ann rolled 6 6 6 1 2 3 4 5 with 8 dice at 14:02 on November 30."],
  [[withheld, busted("withheld")], {}, "Ann did not open a roll of 8 dice at 14:02; it counted as the worst."],
  [[withheld], { mine: true }, "You did not open a roll of 8 dice at 14:02."],
  [[rolled({ dice: [2] }), busted("none"), turn({ seat: 1 }), rolled({ seat: 1, roll: 2 }), kept({ seat: 1 })], {}, "Ann rolled 2 with 1 die at 14:02; bust."],
];
for (const [events, how, sentence] of SENTENCES) test(`a roll is told: ${sentence}`, () => assert.equal(said(events, how), sentence));

test("in a roll-off a bust only ends the turn", () => {
  const [roll] = rollsOf([turn({ rolloff: true }), rolled({ dice: [2] }), busted("none")]);
  assert.equal(rollSentence(roll, { name: "Ann", mine: false, now: NOON }), "Ann rolled 2 with 1 die at 14:02; bust, which ended the turn.");
  assert.equal(placeText(roll), "Roll-off, roll 1");
});

test("dice for the start are no turn's, and the first turn's roll is", () => {
  const events = [{ type: "first_asked", seats: [0, 1] }, rolled({ dice: [4] }), rolled({ seat: 1, roll: 2, dice: [5] }), { type: "first_found", seat: 1, face: 5 }, turn({ seat: 1, turn: 1 }), rolled({ seat: 1, roll: 3 })];
  assert.deepEqual(rollsOf(events).map(({ end, turn: number }) => [end, number]), [["start", 0], ["start", 0], ["open", 1]]);
  assert.equal(placeText(rollsOf(events)[0]), "For the start, roll 1");
});

test("how dice were thrown is told in words", () => {
  const AIMS = [[0, 30, "Thrown straight, power 30."], [-45, 0, "Thrown 45° to the left, power 0."], [12, 100, "Thrown 12° to the right, power 100."]];
  for (const [angle, power, words] of AIMS) assert.equal(aimText({ angle, power }), words);
  assert.equal(timeText(NOON, NOON), "14:02");
});

test("taps of a replay show a part as soon as its last die is picked, and the bonus with the last of all", () => {
  const event = kept({ dice: [5, 1, 0, 2], parts: [{ kind: "set", faces: [6, 6, 6], points: 600, dice: [1, 0, 2] }, { kind: "single", faces: [5], points: 50, dice: [5] }], bonus: 1000 });
  const seen = [1, 2, 3, 4].map((count) => tapped(event, 9, count));
  assert.deepEqual(seen.map(({ dice }) => dice), [[5], [5, 1], [5, 1, 0], [5, 1, 0, 2]]);
  assert.deepEqual(seen.map(({ reading }) => [reading.points, reading.bonus]), [[50, 0], [50, 0], [50, 0], [650, 1000]]);
  assert.equal(tapped({ ...event, dice: [1, 0, 2, 5] }, 9, 2).reading.refused, "nothing_tapped");
});

const promise = (seat) => ({ seat, commitment: "00".repeat(32) });
const part = (seat) => ({ seat, r: "00".repeat(32) });
const named = (seat) => ["Ann", "Ben", "Cleo"][seat];

// Contributions and promises of a roll, and whose dice they are said to be.
const LEVELS = [
  [{ level: 2, contributions: [part(0), part(1), part(2)], promises: [promise(0), promise(1), promise(2)] }, "Mixed from the house and your phones: 3 of 3 took part (Ann, Ben, Cleo)."],
  [{ level: 2, contributions: [part(0)], promises: [promise(0), promise(1)] }, "Mixed from the house and your phones: 1 of 2 took part (Ann)."],
  [{ level: 1, contributions: [part(0)], promises: [] }, "Mixed from the house and the roller's phone."],
  [{ level: 1, contributions: [], promises: [] }, "Dice from the house alone"],
];
for (const [roll, words] of LEVELS) test(`the level of a roll is told: ${words}`, () => assert.equal(levelText(roll, named), words));

test("what this phone saw when the dice fell is told, where it saw it", () => {
  const STATES = [["matches", "It came out the same when it was rolled."], ["mismatch", "It did not match when it was rolled."], ["checking", "It is still being checked."], ["unknown", ""]];
  for (const [state, words] of STATES) assert.equal(seenText({ state }), words);
  assert.equal(seenText(null), "");
});

test("a roll that did not match live is not said to match afterwards, and one that is not in the record has no proof", async () => {
  const records = JSON.parse(readFileSync(new URL("../vectors/transcripts.json", import.meta.url), "utf8")).true;
  const { transcript } = records.find(({ name }) => name === "a finished game on one phone");
  const { rolls } = transcript;
  const well = await proofOfRoll(transcript, 1, { state: "matches" });
  assert.deepEqual([well.state, well.text, well.lines.map(({ state }) => state)], ["ok", "Matches", ["ok", "ok", "ok"]]);
  const seen = await proofOfRoll(transcript, 1, { state: "mismatch" });
  assert.deepEqual([seen.state, seen.text], ["fails", "Does not match"]);
  const altered = await proofOfRoll({ ...transcript, rolls: [{ ...rolls[0], faces: rolls[0].faces.map((face) => (face % 6) + 1) }] }, 1, null);
  assert.deepEqual([altered.state, altered.lines.map(({ state }) => state)], ["fails", ["ok", "ok", "fails"]]);
  const running = await proofOfRoll({ ...transcript, secret: null }, 1, null);
  assert.deepEqual([running.state, running.text], ["waiting", "Opens when the game ends"]);
  assert.equal(await proofOfRoll(transcript, 99, null), null);
});
