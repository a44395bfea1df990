// A phone's storage that works, sleeps, is closed or is not there, and what is then told of the games on it.
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { afresh, game, later, phone } from "./practice_phone.mjs";

/** A page of its own: what the module remembers is new. */
let pages = 0;
const page = () => import(`../../app/static/js/practice/games.js?${(pages += 1)}`);

beforeEach(afresh);
afterEach(() => mock.timers.reset());

test("a storage that does not answer is not taken for one without the game", async () => {
  phone.how = "asleep";
  mock.timers.enable({ apis: ["setTimeout"] });
  const asked = assert.rejects((await page()).readGame("p-1"), /no answer/);
  mock.timers.tick(3000);
  await asked;
});

test("a phone that lets nobody keep anything has no game, and says so at once", async () => {
  phone.how = "barred";
  assert.equal(await (await page()).readGame("p-1"), null);
});

test("a storage that the browser has closed is opened once more", async () => {
  const { readGame, saveGame } = await page();
  await saveGame(game(1));
  phone.how = "closed";
  assert.equal((await readGame("p-1")).rev, 1);
  assert.equal(phone.opened, 2);
});

test("after a write that failed, the tab takes what another one has played meanwhile", async () => {
  const { listGames, readGame, saveGame, isLoose } = await page();
  await saveGame(game(1));
  phone.how = "full";
  assert.equal(await saveGame(game(2)), "loose");
  phone.how = "works";
  assert.equal((await readGame("p-1")).rev, 2);
  phone.records.set("p-1", game(4));
  assert.equal((await readGame("p-1")).rev, 4);
  assert.deepEqual((await listGames()).map(({ rev }) => rev), [4]);
  assert.equal(await saveGame(game(3)), "elsewhere");
  assert.equal(isLoose("p-1"), false);
});

test("of the games that are over the last twenty are kept, and every game that runs", async () => {
  const { saveGame } = await page();
  for (let day = 1; day <= 22; day++) phone.records.set(`p-${day}`, game(9, { id: `p-${day}`, updated: day, status: day === 1 ? "playing" : "over" }));
  await saveGame(game(2, { id: "p-40", updated: 40, game: 2 }), game(1, { id: "p-40", updated: 39, status: "over" }));
  const over = Array.from({ length: 19 }, (_, i) => `p-${i + 4}`);
  assert.deepEqual(new Set(phone.records.keys()), new Set(["p-1", "p-40", "p-40/1", ...over]));
});

test("a finished game that only the page holds stands in no list", async () => {
  const { listGames, readGame, saveGame } = await page();
  phone.how = "full";
  await saveGame(game(9, { game: 2 }), game(8));
  phone.how = "works";
  assert.deepEqual((await listGames()).map(({ rev }) => rev), [9]);
  assert.equal((await readGame("p-1/1")).rev, 8);
});

for (const [what, kept, written] of [
  ["further than this page", later(9), game(2)],
  ["not as far as this page", later(1), game(5)],
]) {
  test(`a game that a later release has kept, ${what}, is never written over`, async () => {
    const { listGames, readGame, saveGame, isLoose } = await page();
    phone.records.set("p-1", kept);
    assert.equal(await saveGame(written), "elsewhere");
    assert.deepEqual([...phone.records.values()], [kept]);
    assert.deepEqual([await readGame("p-1"), await listGames(), isLoose("p-1")], [kept, [kept], false]);
  });
}

test("what this page alone held goes behind what a later release has kept", async () => {
  const { readGame, saveGame } = await page();
  phone.how = "full";
  assert.equal(await saveGame(game(5)), "loose");
  phone.how = "works";
  phone.records.set("p-1", later(2));
  assert.deepEqual(await readGame("p-1"), later(2));
});

test("games of a later release that are over are not taken away", async () => {
  const { saveGame } = await page();
  for (let day = 1; day <= 22; day++) phone.records.set(`p-${day}`, later(9, { id: `p-${day}`, updated: day, status: "over" }));
  await saveGame(game(1, { id: "p-40", status: "over" }));
  assert.equal(phone.records.size, 23);
});

test("a storage that a later release has changed is not taken for none: nothing is held loose", async () => {
  const { isLoose, isOutrun, listGames, readGame, saveGame } = await page();
  phone.how = "outrun";
  assert.equal(await saveGame(game(1)), "newer");
  assert.equal(isLoose("p-1"), false);
  await assert.rejects(readGame("p-1"), isOutrun);
  await assert.rejects(listGames(), isOutrun);
});
