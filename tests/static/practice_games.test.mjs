// A phone's storage that works, sleeps, is closed or is not there, and what is then told of the games on it.
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

const room = new Map();
globalThis.localStorage = { getItem: (key) => room.get(key) ?? null, setItem: (key, value) => room.set(key, value), removeItem: (key) => room.delete(key) };

/** The storage as the browser hands it out, in so much as games.js asks of it. */
const phone = { records: new Map(), how: "works", opened: 0 };
const asks = (result) => {
  const request = { result };
  queueMicrotask(() => request.onsuccess?.());
  return request;
};
const store = {
  get: (id) => asks(structuredClone(phone.records.get(id))),
  getAll: () => asks(structuredClone([...phone.records.values()])),
  count: () => asks(phone.records.size),
  put: (record) => asks(phone.records.set(record.id, structuredClone(record))),
  delete: (id) => asks(phone.records.delete(id)),
};
function transaction() {
  if (phone.how === "full") throw new DOMException("", "UnknownError");
  if (phone.how === "closed") {
    phone.how = "works";
    throw new DOMException("", "InvalidStateError");
  }
  const deed = { objectStore: () => store, abort: () => (clearTimeout(end), setTimeout(() => deed.onabort())) };
  const end = setTimeout(() => deed.oncomplete());
  return deed;
}
globalThis.indexedDB = {
  open() {
    phone.opened += 1;
    if (phone.how === "barred") throw new DOMException("", "SecurityError");
    return phone.how === "asleep" ? {} : asks({ transaction, close() {} });
  },
};

/** A page of its own: what the module remembers is new. */
let pages = 0;
const page = () => import(`../../app/static/js/practice/games.js?${(pages += 1)}`);
const game = (rev, more = {}) => ({ id: "p-1", rev, updated: rev, status: "playing", game: 1, ...more });

beforeEach(() => {
  Object.assign(phone, { records: new Map(), how: "works", opened: 0 });
});
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
