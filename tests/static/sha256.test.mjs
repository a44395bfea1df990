import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { digest, entropy, hex, seal, uuid } from "../../app/static/js/device.js";
import { fromHex, hmac, sha256 } from "../../app/static/js/sha256.js";

const bytes = (text) => new TextEncoder().encode(text);
const vectors = JSON.parse(readFileSync(new URL("../vectors/fair.json", import.meta.url), "utf8"));

/** Parts with their lengths, as docs/fairness.md and app/engine/fair.py have them. */
function lengthed(...parts) {
  const out = [];
  for (const part of parts) {
    let piece = part;
    if (typeof part === "number") piece = fromHex(part.toString(16).padStart(16, "0"));
    else if (typeof part === "string") piece = bytes(part);
    out.push(...fromHex(piece.length.toString(16).padStart(8, "0")), ...piece);
  }
  return Uint8Array.from(out);
}

test("the examples of FIPS 180-4 come out", () => {
  assert.equal(hex(sha256(bytes(""))), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assert.equal(hex(sha256(bytes("abc"))), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const two = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  assert.equal(hex(sha256(bytes(two))), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
});

test("every length around the block borders agrees with another implementation", () => {
  for (let length = 0; length <= 200; length++) {
    const message = Uint8Array.from({ length }, (_, i) => (i * 7 + length) & 255);
    assert.equal(hex(sha256(message)), createHash("sha256").update(message).digest("hex"), `${length} bytes`);
    const key = Uint8Array.from({ length: length % 140 }, (_, i) => (i * 13) & 255);
    assert.equal(hex(hmac(key, message)), createHmac("sha256", key).update(message).digest("hex"), `key of ${key.length}`);
  }
});

test("the rolls of the published vectors come out of key and contributions", () => {
  const secret = fromHex(vectors.S);
  const commit = (tag, n, what) => hex(sha256(lengthed("trippn/v1/commit", tag, vectors.game, 255, n, what)));
  assert.equal(commit("S", 0, secret), vectors.C);
  for (const roll of vectors.rolls) {
    const key = hmac(secret, lengthed("trippn/v1/roll-key", vectors.game, roll.n));
    assert.equal(hex(key), roll.k);
    assert.equal(commit("k", roll.n, key), roll.K);
    const given = Object.entries(roll.contrib).sort(([a], [b]) => a - b).flatMap(([seat, r]) => [Number(seat), fromHex(r)]);
    const seed = hmac(key, lengthed("trippn/v1/roll", vectors.game, roll.n, roll.roller, roll.ndice, given.length / 2, ...given));
    assert.equal(hex(seed), roll.seed);
    const dice = [...hmac(seed, lengthed("trippn/v1/dice", 0))].filter((byte) => byte < 252).map((byte) => (byte % 6) + 1);
    assert.deepEqual(dice.slice(0, roll.ndice), roll.dice);
  }
});

test("what is not hex is refused", () => {
  assert.throws(() => fromHex("abc"), RangeError);
  assert.throws(() => fromHex("zz"), RangeError);
});

test("entropy is 32 bytes and never the same twice", () => {
  const made = new Set(Array.from({ length: 500 }, entropy));
  assert.equal(made.size, 500);
  for (const each of made) assert.match(each, /^[0-9a-f]{64}$/);
});

test("a cid is a version 4 UUID", () => {
  const made = new Set(Array.from({ length: 500 }, uuid));
  assert.equal(made.size, 500);
  for (const each of made) assert.match(each, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("a phone on plain http, without crypto.subtle, comes to the same hashes", async () => {
  const message = bytes("land exactly on 10,000");
  const here = [hex(await digest(message)), hex(await seal(bytes("key"), message))];
  const whole = Object.getOwnPropertyDescriptor(globalThis, "crypto");
  const random = globalThis.crypto;
  Object.defineProperty(globalThis, "crypto", { configurable: true, value: { getRandomValues: (room) => random.getRandomValues(room) } });
  try {
    assert.deepEqual([hex(await digest(message)), hex(await seal(bytes("key"), message))], here);
    assert.match(entropy(), /^[0-9a-f]{64}$/);
    assert.match(uuid(), /-4/);
  } finally {
    Object.defineProperty(globalThis, "crypto", whole);
  }
  assert.equal(here[0], createHash("sha256").update(message).digest("hex"));
});
