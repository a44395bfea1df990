import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { useText } from "../../app/static/js/text.js";

useText({ "shop.failed": "No coins were taken.", "shop.failed.unsure": "No answer.", "shop.failed.price": "Now {price}.", "shop.failed.out": "Signed out." }, "en");

/** What a phone has: a little room, and a line that can be cut. */
const room = new Map();
const phone = { online: true, heard: [] };
globalThis.localStorage = { getItem: (key) => room.get(key) ?? null, setItem: (key, value) => room.set(key, value), removeItem: (key) => room.delete(key) };
globalThis.window = { addEventListener: (name, act) => name === "online" && phone.heard.push(act) };
Object.defineProperty(globalThis, "navigator", { value: { get onLine() { return phone.online; } }, configurable: true });
// Waits between tries are as short as can be.
const { setTimeout: later } = globalThis;
globalThis.setTimeout = (act) => later(act, 0);

/** What the house answers, one call after the other; `null` is a line that breaks. */
let answers = [];
let asked = [];
globalThis.fetch = async (url, { body }) => {
  asked.push({ url, ...JSON.parse(body) });
  const next = answers.length ? answers.shift() : [200, { ok: true, hearts: 3, coins: 1750 }];
  if (next === null) throw new TypeError("cut");
  return new Response(JSON.stringify(next[1]), { status: next[0] });
};

const { sendFavorite, sendWaiting, waiting } = await import("../../app/static/js/shop/favorites.js");
const { failedText, pay } = await import("../../app/static/js/shop/buying.js");

beforeEach(() => {
  room.clear();
  phone.online = true;
  [answers, asked] = [[], []];
});

const no = (status, code, more = {}) => [status, { refused: code, message: `${code}.`, ...more }];
const RUBY = { set: "ruby", move: null, stage: 0, price: 250 };
const cut = (times) => Array(times).fill(null);

// The line, what the house answers, what becomes of a heart, and how many wait then.
const HEARTS = `
online    200              sent     0
offline   -                queued   1
online    cut              queued   1
online    503 busy         queued   1
online    429 rate         queued   1
online    400 malformed    refused  0
online    404 unknown_look refused  0
`;
for (const [line, answer, state, waits] of HEARTS.trim().split("\n").map((row) => row.match(/^(\w+) +(.*?) +(\w+) +(\d)$/).slice(1)))
  test(`${line}, the house says ${answer}: a heart is ${state}`, async () => {
    phone.online = line === "online";
    const [status, code] = answer.split(" ");
    answers = answer === "cut" ? cut(4) : code ? Array(4).fill(no(Number(status), code)) : [];
    assert.equal((await sendFavorite({ set: "ruby", loved: true })).state, state);
    assert.equal(waiting().length, Number(waits));
  });

test("a heart that waits is sent once, also when several things ask for it at once", async () => {
  phone.online = false;
  await sendFavorite({ set: "ruby", loved: true, note: " Deep red. " });
  await sendFavorite({ set: "ruby", loved: true });
  await sendFavorite({ set: "gold", loved: true });
  phone.online = true;
  assert.deepEqual(await Promise.all([sendWaiting(), sendWaiting()]), [2, 2]);
  assert.equal(await sendWaiting(), 0);
  assert.deepEqual(asked.map(({ set, loved, note }) => [set, loved, note]), [["ruby", true, "Deep red."], ["gold", true, ""]]);
  assert.deepEqual(waiting(), []);
});

test("the last word about a set counts", async () => {
  phone.online = false;
  await sendFavorite({ set: "ruby", loved: true, note: "Mine!" });
  await sendFavorite({ set: "ruby", loved: false });
  phone.online = true;
  await sendWaiting();
  assert.deepEqual(asked.map(({ loved, note }) => [loved, note]), [[false, ""]]);
});

test("what is said while older words are on their way is not lost", async () => {
  phone.online = false;
  await sendFavorite({ set: "ruby", loved: true });
  phone.online = true;
  const sending = sendWaiting();
  phone.online = false;
  await sendFavorite({ set: "ruby", loved: false });
  await sending;
  assert.deepEqual(waiting(), [{ set: "ruby", loved: false, note: "" }]);
});

test("with the line still down the rest is not even tried", async () => {
  phone.online = false;
  for (const set of ["ruby", "gold", "onyx"]) await sendFavorite({ set, loved: true });
  answers = cut(1);
  assert.equal(await sendWaiting(), 0);
  assert.deepEqual([asked.length, waiting().length], [1, 3]);
});

test("the device sends by itself when the connection is back", async () => {
  phone.online = false;
  await sendFavorite({ set: "ruby", loved: true });
  phone.online = true;
  for (const act of phone.heard) act();
  await new Promise((resolve) => later(resolve, 5));
  assert.deepEqual([asked.length, waiting().length], [1, 0]);
});

test("a note is cut at 280 characters, whole signs only", async () => {
  await sendFavorite({ set: "ruby", loved: true, note: "💎".repeat(300) });
  assert.equal([...asked[0].note].length, 280);
});

test("a purchase without an answer is asked after under the same number, by the next try too", async () => {
  answers = cut(4);
  await assert.rejects(pay(RUBY), { code: "unreachable" });
  assert.equal(await pay(RUBY), 1750);
  assert.equal(asked.length, 5);
  assert.equal(new Set(asked.map(({ cid }) => cid)).size, 1);
  assert.deepEqual({ ...asked[0], cid: 0, url: 0 }, { ...RUBY, cid: 0, url: 0 });
});

test("a purchase that is answered is over: the next one has a number of its own", async () => {
  await pay(RUBY);
  answers = [no(409, "too_few_coins")];
  await assert.rejects(pay(RUBY), { code: "too_few_coins" });
  await pay(RUBY);
  await pay({ ...RUBY, move: "spin", stage: 2, price: 50 });
  assert.equal(new Set(asked.map(({ cid }) => cid)).size, 4);
});

test("another order does not take over the number of one that waits for its answer", async () => {
  answers = cut(4);
  await assert.rejects(pay(RUBY));
  await pay({ ...RUBY, set: "gold" });
  assert.notEqual(asked[0].cid, asked[4].cid);
});

const FAILED = [
  [no(409, "too_few_coins"), "too_few_coins. No coins were taken."],
  [no(409, "already_owned"), "already_owned. No coins were taken."],
  [no(409, "price_changed", { price: 260 }), "Now 260."],
  [no(401, "signed_out"), "Signed out."],
  [no(503, "coins_halted"), "coins_halted. No coins were taken."],
  [no(503, "restarting"), "No answer."],
  [no(500, "error"), "No answer."],
  [null, "No answer."],
];
for (const [answer, sentence] of FAILED)
  test(`a purchase to which the house says ${answer?.[1].refused ?? "nothing"} is told as: ${sentence}`, async () => {
    answers = Array(4).fill(answer);
    const error = await pay(RUBY).catch((each) => each);
    assert.equal(failedText(error), sentence);
  });
