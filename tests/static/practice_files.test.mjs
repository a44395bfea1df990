// Games of this release and of a later one: into a file, out of it, and in the lists.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { exportGames, importGames } from "../../app/static/js/practice/files.js";
import { answer } from "../../app/static/js/practice/answers.js";
import { waitingHere } from "../../app/static/js/practice/waiting.js";
import { opened } from "./practice_kit.mjs";
import { afresh, later, phone } from "./practice_phone.mjs";

const { tab, kept, id } = await opened();
await tab.roll();
const record = await kept.read(id);
const ID = "p-0123456789abc";
const newer = (rev, more) => later(rev, { id: ID, ...more });
const file = (...games) => JSON.stringify({ format: "tenk-practice/1", games });

beforeEach(afresh);

test("a game that begins here says its format", () => assert.equal(record.format, 1));

test("a file carries games of this release and of a later one, unchanged", async () => {
  const before = [record, newer(3, { more: { than: ["is", "known"] } })];
  for (const each of before) phone.records.set(each.id, each);
  const text = await exportGames();
  afresh();
  assert.equal(await importGames(text), 2);
  assert.deepEqual([...phone.records.values()], before);
});

const { format, ...old } = record;
const FILES = [
  // what the file holds                                    here             games                          taken, and then here
  ["a game from before formats", null, [old], 1, old],
  ["a game of a later release", null, [newer(3)], 1, newer(3)],
  ["a game that a later release took further", newer(3), [newer(4)], 1, newer(4)],
  ["a game that a later release has here", newer(3), [{ ...record, id: ID, rev: 9 }], 0, newer(3)],
  ["a game that went further here", { ...record, id: ID, rev: 9 }, [newer(4)], 0, { ...record, id: ID, rev: 9 }],
];
for (const [what, here, games, taken, then] of FILES) {
  test(`${what} in a file: ${taken} taken`, async () => {
    if (here) phone.records.set(here.id, here);
    assert.equal(await importGames(file(...games)), taken);
    assert.deepEqual([...phone.records.values()], [then]);
  });
}

const REFUSED = [
  ["a later file", JSON.stringify({ format: "tenk-practice/2", rounds: [] }), RangeError],
  ["another program's file", JSON.stringify({ format: "chess/2" }), SyntaxError],
  ["a later game without a name", file(newer(3, { id: "x" })), SyntaxError],
  ["a later game that does not count its changes", file(newer("3")), SyntaxError],
  ["a later game that neither runs nor is over", file(newer(3, { status: "won" })), SyntaxError],
  ["a format that is no number", file({ ...record, format: "1" }), SyntaxError],
  ["a format of half", file({ ...record, format: 1.5 }), SyntaxError],
];
for (const [what, text, why] of REFUSED) {
  test(`${what} is not taken in`, async () => {
    await assert.rejects(importGames(text), why);
    assert.equal(phone.records.size, 0);
  });
}

const LISTED = [
  ["with its players' names", newer(3, { seats: [{ name: "Ann" }, { name: "Ben" }] }), "Ann, Ben"],
  ["without names that nobody can read", newer(3, { seats: { first: 7 } }), ""],
];
for (const [how, one, name] of LISTED) {
  test(`a game of a later release waits in the list ${how}`, async () => {
    phone.records.set(ID, one);
    const { tables } = await waitingHere();
    assert.deepEqual(tables.map((each) => [each.table, each.page, each.name, each.newer, each.status]), [[ID, `/practice?game=${ID}`, name, true, "playing"]]);
  });
}

test("a storage that a later release has changed is told in the list, and nothing there can be thrown away", async () => {
  phone.how = "outrun";
  const { tables, cleared } = await waitingHere();
  assert.deepEqual([tables.map(({ page, kind, newer: told }) => [page, kind, told]), cleared], [[["/practice", "", true]], 0]);
});

test("what is asked about a game of a later release is refused for that", async () => {
  phone.records.set(ID, newer(3));
  await assert.rejects(answer(`/api/tables/${ID}/transcript/1`, null), ({ code }) => code === "newer");
});
