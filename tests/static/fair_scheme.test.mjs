import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { hex } from "../../app/static/js/device.js";
import { commitmentOf, facesOf, lengthed, rollKey, rollSeed, SERVER, tableRoll, tools, unhex } from "../../app/static/js/fair/scheme.js";

const vectors = JSON.parse(readFileSync(new URL("../vectors/fair.json", import.meta.url), "utf8"));
const t = tools();

test("the published rolls come out of secret and contributions, step by step", async () => {
  const secret = unhex(vectors.S);
  assert.equal(await commitmentOf(t, "S", vectors.game, SERVER, 0, secret), vectors.C);
  for (const roll of vectors.rolls) {
    const key = await rollKey(t, secret, vectors.game, roll.n);
    assert.equal(hex(key), roll.k);
    assert.equal(await commitmentOf(t, "k", vectors.game, SERVER, roll.n, key), roll.K);
    const given = Object.entries(roll.contrib).map(([seat, r]) => ({ seat: Number(seat), r }));
    const seed = await rollSeed(t, key, vectors.game, roll.n, roll.roller, roll.ndice, given.reverse());
    assert.equal(hex(seed), roll.seed);
    assert.deepEqual(await facesOf(t, seed, roll.ndice), roll.dice);
  }
});

test("no two lists of parts have the same bytes, and a number is eight of them", () => {
  assert.equal(hex(lengthed("a", 1)), "0000000161000000080000000000000001");
  assert.equal(hex(lengthed(Number.MAX_SAFE_INTEGER)), "00000008001fffffffffffff");
  assert.equal(hex(lengthed(2 ** 32 + 7)), "000000080000000100000007");
  assert.notDeepEqual(lengthed("1", "23"), lengthed("12", "3"));
  assert.equal(hex(lengthed("é", new Uint8Array())), "00000002c3a900000000");
});

test("more faces than one block holds go on in the next", async () => {
  const long = await facesOf(t, new Uint8Array(32), 200);
  assert.equal(long.length, 200);
  assert.deepEqual(await facesOf(t, new Uint8Array(32), 8), long.slice(0, 8));
  assert.deepEqual([...new Set(long)].sort(), [1, 2, 3, 4, 5, 6]);
});

test("the table roll of the seed of zeros is 2 and 4, as the engine has it", async () => {
  assert.deepEqual(await tableRoll(t, new Uint8Array(32), 2), [[[0, 2], [1, 4]]]);
});
