import assert from "node:assert/strict";
import { test } from "node:test";

import { texts } from "./table_kit.mjs";
import { Phone, random, settled, table } from "./fair_kit.mjs";

const turned = (faces) => faces.map((face) => 7 - face);
const flip = (digits) => digits.slice(0, -1) + (parseInt(digits.at(-1), 16) ^ 1).toString(16);

/** What a phone was loud about: the flags' notes, and as many sentences. */
function loud(phone) {
  assert.equal(phone.shouted.length, phone.flags.length);
  phone.flags.forEach(({ note, n, reason, auto }, i) => {
    assert.deepEqual([reason, auto], ["mismatch", true]);
    assert.equal(phone.shouted[i], (texts[`fair.loud.${note}`] ?? texts["fair.loud.other"]).replace("{n}", n));
  });
  return phone.flags.map(({ n, note }) => `${n} ${note}`);
}

/** A roll at level 1: nobody else takes part. */
async function alone(house, phone, change = {}) {
  house.roller = phone.seat;
  phone.store.receive({ type: "presence", table: "t1", seats: [phone.seat] });
  const { entropy } = await phone.fairness.part(false);
  const contributions = change.contributions ?? [{ seat: phone.seat, r: entropy }];
  house.now += 5;
  await house.fall({ contributions, by: "player", ...change });
  phone.fairness.gave({ ok: true });
  return entropy;
}

test("an honest roll is checked, kept as it fell, and nothing is said", async () => {
  const { house, phones } = await table(2);
  await house.roll(0);
  for (const phone of phones) {
    const proof = phone.fairness.proofOf(1, 1);
    assert.deepEqual([proof.state, proof.level, proof.contributors, proof.of], ["matches", 2, [0, 1], 2]);
    assert.deepEqual(loud(phone), []);
    const [{ id, n, commitment, promised, key, faces, contributions }] = phone.seen;
    assert.deepEqual([id, n, commitment], ["t1/1", 1, house.commitment]);
    assert.ok(promised && key && faces.length === 8 && contributions.length === 2);
  }
});

// What the server tells of a roll that fell | the note of the flag.
const TOLD = [
  ["other faces", (fair, dice) => ({ dice: turned(dice) }), "faces"],
  ["another key", (fair) => ({ fair: { ...fair, key: flip(fair.key) } }), "sealed"],
  ["no part of the roller", (fair) => ({ fair: { ...fair, contributions: fair.contributions.slice(1) } }), "promises"],
  ["another part of a phone", (fair) => ({ fair: { ...fair, contributions: [fair.contributions[0], { seat: 1, r: random() }] } }), "list_changed"],
  ["another promise", (fair) => ({ fair: { ...fair, promises: [fair.promises[0], { seat: 1, commitment: random() }] } }), "list_changed"],
];
for (const [what, change, note] of TOLD) {
  test(`told of ${what}, a phone says so once, flags the roll with what it knows, and its mark stays`, async () => {
    const { house, phones } = await table(2);
    const [phone] = phones;
    house.cheat = { told: (type, to, { fair, dice }) => (type === "rolled" && to === phone && fair.n === 1 ? change(fair, dice) : {}) };
    await house.roll(0);
    assert.deepEqual(loud(phone), [`1 ${note}`]);
    assert.equal(phone.state(1), "mismatch");
    const { table: at, game, evidence } = phone.flags[0];
    assert.deepEqual([at, game, typeof JSON.parse(evidence)], ["t1", 1, "object"]);
    phone.reconnect();
    await settled();
    await house.roll(1);
    assert.deepEqual([phone.state(1), phone.state(2)], ["mismatch", "matches"]);
    assert.deepEqual(loud(phone).length, 1);
    assert.deepEqual([loud(phones[1]), phones[1].state(1)], [[], "matches"]);
  });
}

test("the number of an own roll must be in it, whether others take part or not", async () => {
  const honest = await table(2);
  await alone(honest.house, honest.phones[0]);
  assert.deepEqual([loud(honest.phones[0]), honest.phones[0].state(1)], [[], "matches"]);

  const swapped = await table(2);
  const [phone] = swapped.phones;
  await alone(swapped.house, phone, { contributions: [{ seat: 0, r: random() }] });
  assert.deepEqual([loud(phone), phone.state(1)], [["1 own_changed"], "mismatch"]);

  const promised = await table(2, { opening: (all) => ({ promises: all.map((each) => (each.seat ? each : { seat: 0, commitment: random() })) }) });
  await promised.house.open(0);
  assert.deepEqual(loud(promised.phones[0]), ["1 own_changed"]);
});

test("a roll that another device of the player asked for is not this one's to judge", async () => {
  const { house, phones } = await table(2);
  const [phone] = phones;
  phone.store.receive({ type: "presence", table: "t1", seats: [0] });
  house.roller = 0;
  await phone.fairness.part(false);
  await house.fall({ contributions: [{ seat: 0, r: random() }], by: "player" });
  phone.fairness.gave({ refused: "stale" });
  assert.deepEqual([loud(phone), phone.state(1)], [[], "matches"]);
});

// What is told otherwise after a break of the line | the note.
const SEALS = [
  ["the game's seal", () => ({ commitment: random() }), "game_changed"],
  ["the seal of the next roll", (house) => ({ view: { ...house.view(), next: { game: 1, n: house.n, commitment: random() } } }), "key_changed"],
];
for (const [what, change, note] of SEALS) {
  test(`${what} that is another one after a break is told on once, at a table on one phone too`, async () => {
    for (const more of [{}, { kind: "one_phone", you: { seats: [0, 1], host: true } }]) {
      const { house, phones } = await table(2);
      const [phone] = phones;
      await house.roll(0);
      phone.reconnect(more);
      await settled();
      const other = { ...more, ...change(house) };
      phone.reconnect(other);
      await settled();
      phone.reconnect(other);
      await settled();
      assert.deepEqual(loud(phone), [`2 ${note}`]);
      assert.deepEqual([phone.state(1), phone.state(2)], ["matches", "mismatch"]);
    }
  });
}

test("a key is held to the seal that was told first, also where a second one fits", async () => {
  const { house, phones } = await table(2);
  const late = new Phone(house, null);
  // The first seal was another one; the server then tells the one that fits its key.
  const first = { ...house.snapshot(null), view: { ...house.view(), next: { game: 1, n: 1, commitment: random() } } };
  const early = new Phone(house, null, undefined, first);
  await house.roll(0);
  assert.deepEqual([early.state(1), late.state(1), phones[0].state(1)], ["mismatch", "matches", "matches"]);
});

test("a roll that is withheld is held to its seal, and dice set by a test prove nothing", async () => {
  const { house, phones } = await table(2);
  await house.open(0);
  await house.seal();
  house.now += 20;
  const { opening } = house;
  house.opening = null;
  const fair = { n: 1, roller: 0, ndice: 8, key: Buffer.from(house.key).toString("hex"), contributions: opening.reveals, level: 2, by: "withheld", promises: opening.promises, absent: [0] };
  const told = { seat: 0, roll: 1, for_nothing: false, fair };
  const liar = new Phone(house, null);
  house.cheat = { told: (_, phone) => (phone === liar ? { fair: { ...fair, key: random() } } : {}) };
  await house.tell("roll_withheld", told);
  assert.deepEqual([phones[0].state(1), phones[1].state(1), liar.state(1)], ["matches", "matches", "mismatch"]);
  assert.deepEqual([loud(phones[0]), loud(liar)], [[], ["1 sealed"]]);

  const scripted = await table(2);
  scripted.house.roller = 0;
  await scripted.house.fall({ contributions: [], by: "script", faces: [1, 1, 1, 1, 1, 1, 1, 1] });
  assert.deepEqual([scripted.phones[0].state(1), loud(scripted.phones[0])], ["scripted", []]);
});

test("who came after a roll's seal was told says neither yes nor no", async () => {
  const { house } = await table(2);
  const late = new Phone(house, null, undefined, { view: { ...house.view(), next: null } });
  house.roller = 0;
  await house.fall({ contributions: [{ seat: 0, r: random() }], by: "player" });
  assert.deepEqual([late.state(1), loud(late)], ["unknown", []]);
});
