import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { isRecord, replay, transcript } from "../../app/static/js/practice/papers.js";
import { snapshot } from "../../app/static/js/practice/record.js";
import { proofOfRoll } from "../../app/static/js/rolls/check.js";
import { useText } from "../../app/static/js/text.js";
import { listed } from "../../app/static/js/practice/waiting.js";
import { placeIn } from "../../app/static/js/verify/source.js";
import { opened } from "./practice_kit.mjs";

/** A record after one roll, and one field of it told otherwise. */
const { tab, kept, id } = await opened([{ name: "Ann" }, { name: "Roger", bot: "roger" }]);
await tab.roll();
const record = await kept.read(id);

const SPOILED = [
  ["nothing", () => null],
  ["a number", () => 7],
  ["an id of the house", () => ({ ...record, id: "k3v9xxxxxxxxx" })],
  ["a secret that is none", () => ({ ...record, secret: "00" })],
  ["nobody at the table", () => ({ ...record, seats: [] })],
  ["nine at the table", () => ({ ...record, seats: Array(9).fill(record.seats[0]) })],
  ["a log that is no list", () => ({ ...record, log: {} })],
  ["a number of events below nothing", () => ({ ...record, seq: -1 })],
  ["a status of its own", () => ({ ...record, status: "won" })],
  ["no position", () => ({ ...record, state: null })],
  ["a position that cannot be shown", () => ({ ...record, state: { banked: [0, 0] } })],
  ["a roll that cannot be checked", () => ({ ...record, log: record.log.map(({ fair, ...event }) => event) })],
  ["seats that are not numbered in a row", () => ({ ...record, seats: record.seats.map((each) => ({ ...each, seat: each.seat + 1 })) })],
  ["a position for three at a table of two", () => ({ ...record, state: { ...record.state, banked: [0, 0, 0] } })],
  ["a bot that nobody knows", () => ({ ...record, seats: [record.seats[0], { ...record.seats[1], bot: "constructor" }] })],
  ["a count of changes that leaves no room for another", () => ({ ...record, rev: Number.MAX_SAFE_INTEGER })],
  ["a day far away", () => ({ ...record, updated: 9e15 })],
];
for (const [what, make] of SPOILED) {
  test(`${what} is no practice game`, async () => assert.equal(await isRecord(make()), false));
}
test("what was kept is one, also read back from a file", async () => assert.equal(await isRecord(JSON.parse(JSON.stringify(record))), true));

test("a game that runs keeps its secret to itself", async () => {
  assert.equal((await transcript(record)).secret, null);
  assert.equal(snapshot(record).secret, undefined);
  assert.ok(!JSON.stringify([snapshot(record), replay(record)]).includes(record.secret));
});

test("in a list it stands with its players, and whose turn it is", () => {
  const told = listed(record);
  assert.deepEqual([told.page, told.kind, told.turn_of, told.your_turn], [`/practice?game=${id}`, "one_phone", "Ann", true]);
  assert.deepEqual(told.players, [{ name: "Ann", banked: 0 }, { name: "Roger", banked: 0 }]);
});

test("its address and its code name it on the proof page", () => {
  assert.deepEqual(placeIn(`#${id}/2`), { table: id, game: 2, roll: null });
  assert.deepEqual(placeIn(`http://host/practice?game=${id}`), { table: id, game: null, roll: null });
});

test("the proof of its rolls speaks of the phone, for no house has had a part in them", async () => {
  const read = (name) => JSON.parse(readFileSync(new URL(`../../app/static/text/en/${name}.json`, import.meta.url), "utf8"));
  useText(Object.assign({}, ...["common", "practice", "proof", "rolls"].map(read)));
  const told = await transcript(record);
  const { lines, level, state } = await proofOfRoll(told, 1, null);
  assert.equal(state, "waiting");
  assert.equal(level, "Dice from one phone alone: its sealed secret, and a part for each roll.");
  assert.ok(!/house|practice\./.test(JSON.stringify(lines)), JSON.stringify(lines));
});
