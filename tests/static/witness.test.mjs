import assert from "node:assert/strict";
import { test } from "node:test";

import { commitmentOf } from "../../app/static/js/fair/scheme.js";
import { Memory, Phone, random, settled, table, tools, unhex } from "./fair_kit.mjs";

const seal = (id, seat, n, r) => commitmentOf(tools, "r", id, seat, n, unhex(r));
const accused = ({ phones }) => phones.map((phone) => phone.accused);

test("in a thousand rolls every word follows what it may follow, and nobody is accused", async () => {
  const at = await table(3);
  const { house, phones } = at;
  for (let n = 1; n <= 1000; n++) {
    const roller = n % 3;
    const before = phones.map((phone) => phone.said.filter((each) => each.r && each.n === n).length);
    assert.deepEqual(before, [0, 0, 0], "no number before the roll is asked for");
    await house.open(roller);
    const { promises } = house.opening;
    assert.equal(promises.length, 3);
    for (const phone of phones) {
      assert.equal(phone.words("reveal", n).length, 0, "nobody rolls before the list is closed");
      assert.equal(phone.words("witness", n).length, phone.seat === roller ? 0 : 1);
      for (const { r } of phone.words("witness", n)) assert.equal(await seal(house.id, phone.seat, n, r), promises[phone.seat].commitment);
    }
    await house.seal();
    assert.deepEqual(phones.map((phone) => phone.words("reveal", n).length), phones.map(({ seat }) => Number(seat === roller)));
    await house.fall();
    assert.equal(phones[n % 3].state(n), "matches");
    // What is kept of every word would make a long test slow.
    for (const phone of phones) phone.said.length = 0;
  }
  assert.deepEqual(accused(at), [[], [], []]);
});

test("a phone that does not know the seals of a game and its next roll says nothing", async () => {
  const { house } = await table(2);
  const quiet = new Phone(house, 1, new Memory(), { view: { ...house.view(), next: null } });
  await settled();
  assert.deepEqual(quiet.said, []);
  quiet.reconnect();
  await settled();
  assert.deepEqual(quiet.said.map(({ type, n }) => [type, n]), [["pledge", 1]]);
});

test("what was said is said again after a reconnect, word for word, and a reloaded page has the same numbers", async () => {
  const { house, phones } = await table(2);
  await house.open(0);
  const [word] = phones[1].words("witness", 1);
  phones[1].reconnect();
  await settled();
  assert.deepEqual(phones[1].words("witness", 1), [word, word]);
  const reloaded = new Phone(house, 1, phones[1].storage);
  await settled();
  assert.deepEqual(reloaded.said, [word]);
});

test("two tabs of a seat promise and tell the same, two devices do not quarrel", async () => {
  const { house, phones } = await table(2);
  const tab = new Phone(house, 1, phones[1].storage);
  await settled();
  assert.equal(tab.said[0].commitment, phones[1].said[0].commitment);
  await house.roll(0);
  assert.equal(tab.words("witness", 1)[0].r, phones[1].words("witness", 1)[0].r);
  const device = new Phone(house, 1, new Memory());
  await settled();
  await house.open(0);
  assert.equal(device.words("witness", 2).length, 1, "the last one that promised answers");
  assert.equal(phones[1].words("witness", 2).length + tab.words("witness", 2).length, 0);
  await house.seal();
  await house.fall();
  assert.deepEqual([...accused({ phones }), device.accused, tab.accused], [[], [], [], []]);
});

/** One roll of seat 0 of two others' phones, with a server that does not keep to the order. */
async function cheated({ cheat, sealAfter = 30, before, fall = () => ({}) }) {
  const at = await table(3, cheat);
  await before?.(at);
  await at.house.open(0);
  await at.house.seal(sealAfter);
  if (at.house.own) await at.house.fall(fall(at.house));
  return at;
}

const drop = { words: ({ 2: _, ...kept }) => kept };
const flip = (digits) => digits.slice(0, -1) + (parseInt(digits.at(-1), 16) ^ 1).toString(16);

// What the server does | who accuses it of what, by seat | whether the roller opened its part.
const CHEATS = [
  ["leaves a part out after the whole time", { cheat: drop, sealAfter: 1500 }, [null, null, "dropped"], true],
  ["leaves a part out at once", { cheat: drop }, ["sealed_early", "closed_early", "dropped"], false],
  ["puts another part in for a witness", { cheat: { words: (words) => ({ ...words, 2: random() }) } }, ["promise_changed", null, "own_changed"], false],
  ["seals another key once all have promised", { cheat: { opening: () => ({ commitment: random() }) } }, ["key_changed", "key_changed", "key_changed"], false],
  ["does not ask a phone that has promised", { cheat: { opening: (all) => ({ promises: all.filter(({ seat }) => seat !== 2) }) }, before: ({ house }) => (house.now += 600) }, [null, null, "left_out"], true],
  ["says that a phone was silent too often", { cheat: { opening: (all) => ({ promises: all.filter(({ seat }) => seat !== 2), removed: [2] }) }, before: ({ house }) => (house.now += 600) }, [null, null, "left_out"], true],
  ["puts another promise under the roller's seat", { cheat: { opening: (all) => ({ promises: all.map((each) => (each.seat ? each : { seat: 0, commitment: random() })) }) } }, [null, null, null], false],
  ["leaves a witness out after the roller's part is known", { fall: ({ opening, own }) => ({ contributions: [{ seat: 0, r: own }, opening.reveals[0]] }) }, ["list_changed", "list_changed", "list_changed"], true],
];

for (const [what, how, whys, opened] of CHEATS) {
  test(`a server that ${what} is told on${opened ? "" : ", and the roller keeps its part back"}`, async () => {
    const { phones } = await cheated(how);
    assert.deepEqual(phones.map(({ accused: [first] }) => first?.[1] ?? null), whys);
    assert.ok(phones.every((phone) => phone.accused.length < 2), "once");
    assert.equal(phones[0].words("reveal", 1).length, Number(opened));
  });
}

test("a hundred of a hundred dropped parts are noticed by the phone they belong to", async () => {
  for (const after of [30, 1500]) {
    const at = await table(3);
    for (let n = 1; n <= 50; n++) {
      // Another phone every time, so that none has been silent too often by the server's own count.
      const [roller, out] = [n % 3, (n + 1 + (n % 2)) % 3];
      at.house.cheat = { words: (words) => Object.fromEntries(Object.entries(words).filter(([seat]) => Number(seat) !== out)) };
      await at.house.open(roller);
      await at.house.seal(after);
      const { phones } = at;
      assert.deepEqual(phones[out].accused.at(-1), [n, "dropped"]);
      assert.equal(phones[out].state(n), "mismatch");
      await at.house.fall(at.house.own ? {} : { contributions: [...at.house.opening.reveals, { seat: roller, r: random() }].sort((a, b) => a.seat - b.seat) });
    }
  }
});

test("a silent phone is missing after the whole time, and nobody is accused", async () => {
  const at = await table(3);
  at.phones[2].store.receive = () => "taken";
  await at.house.open(0);
  await at.house.seal(1500);
  await at.house.fall();
  assert.deepEqual(accused(at), [[], [], []]);
  assert.equal(at.phones[0].state(1), "matches");
});

test("a line that held everything up for the whole time makes no false accusation, at the roller or at a witness", async () => {
  const at = await table(3);
  const [roller, , late] = at.phones;
  const held = [];
  for (const phone of [roller, late]) {
    const real = phone.store.receive.bind(phone.store);
    held.push(() => (phone.store.receive = real, frames.forEach(real)));
    const frames = [];
    phone.store.receive = (frame) => frames.push(frame);
  }
  await at.house.open(0);
  await at.house.seal(1500);
  held.forEach((release) => release());
  await settled();
  assert.equal(roller.words("reveal", 1).length, 1);
  await at.house.fall();
  assert.deepEqual(accused(at), [[], [], []]);
});

test("a phone that slept through two rolls and is asked no more says nothing of it, one that was awake does", async () => {
  for (const [asleep, whys] of [[true, []], [false, [[3, "left_out"]]]]) {
    const at = await table(3);
    const phone = at.phones[2];
    const real = phone.store.receive.bind(phone.store);
    const missed = [];
    if (asleep) phone.store.receive = (frame) => missed.push(frame);
    for (let n = 1; n <= 2; n++) {
      await at.house.open(0);
      await at.house.seal(1500);
      await at.house.fall();
    }
    phone.store.cut();
    phone.fairness.connected();
    phone.store.receive = real;
    missed.forEach(real);
    await settled();
    phone.store.receive({ type: "current", table: "t1" });
    await settled();
    at.house.now += 600;
    at.house.cheat = { opening: (all) => ({ promises: all.filter(({ seat }) => seat !== 2), removed: [2] }) };
    await at.house.open(1);
    assert.deepEqual(phone.accused, whys);
  }
});

test("a part that was kept back is kept back by a second tab and a reloaded page too", async () => {
  const at = await table(3, drop);
  const tab = new Phone(at.house, 0, at.phones[0].storage);
  await settled();
  await at.house.open(0);
  await at.house.seal();
  at.house.now += 3000;
  const reloaded = new Phone(at.house, 0, at.phones[0].storage);
  await settled();
  for (const phone of [at.phones[0], tab, reloaded]) assert.equal(phone.words("reveal", 1).length, 0);
});

test("promises that are others after a reconnect are told on", async () => {
  const at = await table(3);
  await at.house.open(0);
  const { opening } = at.house;
  const promises = opening.promises.map((each) => (each.seat === 1 ? { seat: 1, commitment: flip(each.commitment) } : each));
  at.phones[0].reconnect({ opening: { ...opening, promises } });
  await settled();
  assert.deepEqual(at.phones[0].accused, [[1, "promise_changed"]]);
});

test("a game under another seal gets no number any more, from a reloaded page neither", async () => {
  const at = await table(2);
  await at.house.open(0);
  const other = random();
  at.house.commitment = other;
  for (const phone of [at.phones[1], new Phone(at.house, 1, at.phones[1].storage)]) {
    phone.said.length = 0;
    phone.reconnect({ commitment: other });
    await settled();
    assert.deepEqual(phone.said, []);
    assert.equal(phone.accused[0]?.[1], "game_changed");
  }
});

test("somebody who watches says nothing and accuses nobody", async () => {
  const at = await table(2);
  const watcher = new Phone(at.house, null);
  await at.house.roll(0);
  assert.deepEqual([watcher.said, watcher.accused, watcher.state(1)], [[], [], "matches"]);
});

test("a server that lies about the time is found out by the roller's own clock", async () => {
  const at = await table(3, { ...drop, told: (type, _, { at: now }) => (type === "roll_sealed" ? { at: now + 1500 } : {}) });
  await at.house.open(0);
  await at.house.seal();
  assert.deepEqual(accused(at)[0], [[1, "sealed_early"]]);
  assert.equal(at.phones[0].words("reveal", 1).length, 0);
});

test("a page that cannot know how often its seat was silent believes the house that it was", async () => {
  for (const reload of [true, false]) {
    const at = await table(3);
    const asleep = at.phones.pop();
    at.house.phones.pop();
    for (let n = 1; n <= 2; n++) {
      await at.house.open(0);
      await at.house.seal(1500);
      await at.house.fall();
    }
    // Reloaded, it has heard of nothing; else a snapshot tells it of the rolls and who was silent in them.
    const phone = reload ? new Phone(at.house, 2, asleep.storage) : asleep;
    if (!reload) at.house.phones.push(phone);
    phone.reconnect();
    await settled();
    at.house.now += 600;
    at.house.cheat = { opening: (all) => ({ promises: all.filter(({ seat }) => seat !== 2), removed: [2] }) };
    await at.house.open(1);
    assert.deepEqual(phone.accused, []);
  }
});
