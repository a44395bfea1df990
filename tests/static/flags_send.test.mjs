import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { useText } from "../../app/static/js/text.js";

useText({ "error.unreachable": "No connection." }, "en");

/** What a phone has: a little room, and a line that can be cut. */
const room = new Map();
const phone = { online: true, heard: [] };
globalThis.localStorage = {
  getItem: (key) => room.get(key) ?? null,
  setItem: (key, value) => {
    if (value.length > 5000) throw new Error("full");
    room.set(key, value);
  },
  removeItem: (key) => room.delete(key),
};
globalThis.window = { addEventListener: (name, act) => name === "online" && phone.heard.push(act) };
Object.defineProperty(globalThis, "navigator", { value: { get onLine() { return phone.online; } }, configurable: true });

/** What the house answers, one call after the other; `null` is a line that breaks. */
let answers = [];
let asked = [];
globalThis.fetch = async (url, { body }) => {
  asked.push(JSON.parse(body));
  const next = answers.length ? answers.shift() : [201, {}];
  if (next === null) throw new TypeError("cut");
  const [status, told] = next;
  return new Response(JSON.stringify(told), { status });
};

const { bodyOf, drop, sendFlag, sendWaiting, waiting } = await import("../../app/static/js/flags/send.js");

beforeEach(() => {
  room.clear();
  phone.online = true;
  [answers, asked] = [[], []];
});

const FLAG = { table: "t", game: 1, n: 7, reason: "other", note: "odd" };
const refused = (code) => [409, { refused: code, message: `${code}.` }];

test("a flag says what the house needs and no more", () => {
  assert.deepEqual(bodyOf(FLAG), { table: "t", game: 1, roll: 7, reason: "other", note: "odd" });
  assert.deepEqual(bodyOf({ table: "t", game: 1, n: 7, reason: "mismatch", evidence: { key: "x" } }), { table: "t", game: 1, roll: 7, reason: "mismatch", evidence: { key: "x" }, auto: true });
  assert.equal(bodyOf({ ...FLAG, reason: "mismatch", auto: false }).auto, undefined);
  assert.deepEqual(bodyOf({ table: null, game: 1, n: 7, reason: "other", transcript: { id: "t/1" } }), { transcript: { id: "t/1" }, game: 1, roll: 7, reason: "other" });
  assert.equal(bodyOf({ ...FLAG, note: ` ${"n".repeat(400)}` }).note.length, 280);
  assert.ok(JSON.stringify(bodyOf({ ...FLAG, evidence: '"'.repeat(40_000) })).length < 17_000);
});

const OUTCOMES = `
line     answer             outcome            waits
online   201                sent               0
online   cut                queued             1
online   503 busy           queued             1
online   503 restarting     queued             1
online   429 rate           queued             1
online   409 flagged_already  refused flagged_already  0
online   429 flag_limit     refused flag_limit 0
online   409 not_seated     refused not_seated 0
offline  -                  queued             1
`;

for (const [line, answer, outcome, waits] of OUTCOMES.trim().split("\n").slice(1).map((row) => row.split(/ {2,}|(?<=flag_limit|not_seated) (?=\d)/))) {
  test(`${line}, the house says ${answer}: the flag is ${outcome}`, async () => {
    phone.online = line === "online";
    const [status, code] = answer.split(" ");
    if (answer === "cut") answers = [null];
    else if (code) answers = [[Number(status), { refused: code, message: code }]];
    const told = await sendFlag(FLAG);
    assert.equal([told.state, told.code].filter(Boolean).join(" "), outcome);
    assert.equal(waiting().length, Number(waits));
    assert.equal(asked.length, line === "online" ? 1 : 0);
  });
}

test("what waits is sent once, also when several things ask for it at once", async () => {
  phone.online = false;
  await sendFlag(FLAG);
  await sendFlag(FLAG);
  await sendFlag({ ...FLAG, n: 8 });
  phone.online = true;
  assert.deepEqual(await Promise.all([sendWaiting(), sendWaiting()]), [2, 2]);
  assert.equal(await sendWaiting(), 0);
  assert.deepEqual(asked.map(({ roll }) => roll), [7, 8]);
  assert.deepEqual(waiting(), []);
});

test("a flag whose answer was lost is known to the house and waits no longer", async () => {
  phone.online = false;
  await sendFlag(FLAG);
  answers = [refused("flagged_already")];
  assert.equal(await sendWaiting(), 0);
  assert.deepEqual(waiting(), []);
});

test("what the house will not have stays to be read, and is not sent again", async () => {
  phone.online = false;
  await sendFlag(FLAG);
  await sendFlag({ ...FLAG, n: 8 });
  answers = [refused("not_seated")];
  assert.equal(await sendWaiting(), 1);
  assert.deepEqual(waiting().map(({ body, refused: why }) => [body.roll, why]), [[7, "not_seated."]]);
  await sendWaiting();
  assert.equal(asked.length, 2);
  drop(waiting()[0].key);
  assert.deepEqual(waiting(), []);
});

test("with the line still down the rest is not even tried", async () => {
  phone.online = false;
  for (const n of [1, 2, 3]) await sendFlag({ ...FLAG, n });
  answers = [null];
  assert.equal(await sendWaiting(), 0);
  assert.deepEqual([asked.length, waiting().length], [1, 3]);
});

test("past the limit of a day all that waits goes on waiting", async () => {
  phone.online = false;
  for (const n of [1, 2]) await sendFlag({ ...FLAG, n });
  answers = [refused("flag_limit")];
  assert.equal(await sendWaiting(), 0);
  assert.deepEqual(waiting().map(({ refused: why }) => why ?? null), [null, null]);
  assert.equal(asked.length, 1);
});

test("a device without room says that the flag was not kept", async () => {
  phone.online = false;
  const told = await sendFlag({ ...FLAG, table: null, transcript: { id: "t/1", rolls: "x".repeat(6000) } });
  assert.deepEqual(told, { state: "refused", code: "unreachable", message: "No connection." });
});

test("the device sends by itself when the connection is back", async () => {
  phone.online = false;
  await sendFlag(FLAG);
  phone.online = true;
  for (const act of phone.heard) act();
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual([asked.length, waiting().length], [1, 0]);
});
