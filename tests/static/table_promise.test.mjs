import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { Promises, sealOf } from "../../app/static/js/table/promise.js";
import { truth } from "./table_kit.mjs";

const digest = async (message) => new Uint8Array(createHash("sha256").update(message).digest());
const HEX = (byte) => byte.repeat(32);

class Memory {
  #kept = new Map();
  get length() {
    return this.#kept.size;
  }
  key = (i) => [...this.#kept.keys()][i] ?? null;
  getItem = (key) => this.#kept.get(key) ?? null;
  setItem = (key, value) => void this.#kept.set(key, value);
  removeItem = (key) => void this.#kept.delete(key);
}

/** A page of one player, and what it sent. */
function page({ storage = new Memory(), numbers = ["11"], answer = { ok: true } } = {}) {
  const sent = [];
  let next = 0;
  const fresh = () => HEX(numbers[next++ % numbers.length]);
  const send = async (type, fields) => {
    sent.push([type, ...Object.values(fields)]);
    return answer;
  };
  return { sent, storage, promises: new Promises({ storage, send, digest, wall: () => 1000 + next, fresh }) };
}

const room = (more = {}) => ({ phase: "waiting", due: null, pot: 500, ready: [], promises: {}, revealed: [], away: [], auto: null, bank_ms: [], grace: [], decision_ms: 30_000, ...more });
const waiting = (more = {}, roomMore = {}) => truth({ kind: "coins", table: "t9", game: 2, status: "open", view: null, commitment: "cc", you: { seats: [0], host: false }, room: room(roomMore), ...more });
const seal = (byte, seat = 0, game = "t9/2") => sealOf(game, seat, HEX(byte), digest);

test("the seal of seat 0 with 32 bytes of 11 is that of the published vectors", async () => {
  assert.equal((await sealOf("game-0001", 0, HEX("11"), digest)).slice(0, 8), "93740c78");
});

test("a seat in an open game seals its number once, and keeps it before anything is sent", async () => {
  const { promises, sent, storage } = page();
  let keptAtFirst = null;
  const { storage: other, promises: second } = page({ storage: new Memory() });
  keptAtFirst = other.length;
  await second.consider(waiting());
  assert.deepEqual([keptAtFirst, other.length], [0, 1]);
  await promises.consider(waiting());
  await promises.consider(waiting());
  assert.deepEqual(sent, [["promise", await seal("11")]]);
  assert.match(storage.getItem("promise t9/2 0"), /"commitment":"cc"/);
});

test("a reloaded page has the same number and says nothing where its seal lies already", async () => {
  const { promises, storage } = page();
  await promises.consider(waiting());
  const again = page({ storage, numbers: ["22"] });
  await again.promises.consider(waiting({}, { promises: { 0: await seal("11") } }));
  assert.deepEqual(again.sent, []);
});

test("seats numbered anew get a seal of their own number", async () => {
  const { promises, sent } = page({ numbers: ["11", "22"] });
  await promises.consider(waiting({ you: { seats: [1], host: false } }));
  await promises.consider(waiting({ you: { seats: [0], host: false } }));
  assert.deepEqual(sent, [["promise", await seal("11", 1)], ["promise", await seal("22", 0)]]);
});

test("two tabs of one browser agree on one number, whoever wrote last", async () => {
  const storage = new Memory();
  const one = page({ storage, numbers: ["11"] });
  await one.promises.consider(waiting());
  storage.setItem("promise t9/2 0", JSON.stringify({ r: HEX("22"), commitment: "cc", at: 5 }));
  await one.promises.consider(waiting({}, { promises: { 0: await seal("11") } }));
  assert.deepEqual(one.sent.at(-1), ["promise", await seal("22")]);
});

test("two devices of one player do not seal against each other for ever", async () => {
  const [one, two] = [page({ numbers: ["11"] }), page({ numbers: ["22"] })];
  const table = { promises: {} };
  for (let round = 0; round < 4; round += 1) {
    for (const each of [one, two]) {
      const had = each.sent.length;
      await each.promises.consider(waiting({}, table));
      if (each.sent.length > had) table.promises = { 0: each.sent.at(-1)[1] };
    }
  }
  assert.equal(one.sent.length + two.sent.length, 2);
});

test("the number is told when the roll opens, only if the seal that lies there is its own, and once", async () => {
  const { promises, sent } = page();
  await promises.consider(waiting());
  const opened = async (byte, more = {}) => waiting({}, { phase: "table_roll", promises: { 0: await seal(byte) }, ...more });
  await promises.consider(await opened("33"));
  assert.equal(sent.length, 1, "somebody else's seal");
  await promises.consider(await opened("11", { revealed: [0] }));
  assert.equal(sent.length, 1, "told already");
  await promises.consider(await opened("11"));
  await promises.consider(await opened("11"));
  assert.deepEqual(sent.slice(1), [["reveal", HEX("11")]]);
});

test("a server that changed its own seal is told no number", async () => {
  const { promises, sent } = page();
  await promises.consider(waiting());
  await promises.consider(waiting({ commitment: "dd" }, { phase: "table_roll", promises: { 0: await seal("11") } }));
  assert.equal(sent.length, 1);
});

test("a word that was refused may be given again, and nothing is said where one has no seat or no coins are played for", async () => {
  const { promises, sent } = page({ answer: { refused: "wrong_phase" } });
  await promises.consider(waiting());
  await promises.consider(waiting());
  assert.equal(sent.length, 2);
  const quiet = page();
  for (const more of [{ you: { seats: [], host: false } }, { kind: "friends" }, { status: "playing" }]) await quiet.promises.consider(waiting(more));
  assert.deepEqual(quiet.sent, []);
});

test("without a storage the number lives as long as the page, and old numbers make room for new ones", async () => {
  const { promises, sent } = page({ storage: null });
  await promises.consider(waiting());
  await promises.consider(waiting({}, { phase: "table_roll", promises: { 0: await seal("11") } }));
  assert.deepEqual(sent.map(([type]) => type), ["promise", "reveal"]);
  const many = page({ numbers: ["11"] });
  for (let game = 1; game <= 60; game += 1) await many.promises.consider(waiting({ game }));
  assert.equal(many.storage.length, 40);
  assert.ok(many.storage.getItem("promise t9/60 0"));
});
