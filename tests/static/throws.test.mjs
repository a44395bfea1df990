// Where the throws of a practice game come from: the house while it is quick, else the bank on the device.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { decodeThrow } from '../../app/static/js/dice/trajectory.js';
import { turned } from '../../app/static/js/dice/turned.js';
import { readBank } from '../../app/static/js/practice/bank.js';
import { createThrows, pick } from '../../app/static/js/practice/throws.js';

const bank = await readBank(new Uint8Array(readFileSync(new URL('../../app/static/throws/bank.bin', import.meta.url))).buffer);
const load = async () => bank;

const EIGHT = [6, 6, 6, 1, 2, 3, 4, 5];
const numberOf = (key) => Number.parseInt(key.slice(1), 10);
const WANTED = { faces: EIGHT, angle: 0, power: 30, used: new Set(), game: 2, roll: 7 };

/** A device; `house` says what the house does with each question: ms until it answers, or why it does not. */
function device(house, { online = true, has = load } = {}) {
  const it = { now: 0, asked: [], sleeping: [] };
  const passes = (ms, value) => new Promise((resolve) => it.sleeping.push({ due: it.now + ms, resolve, value }));
  const ask = async (url, how) => {
    it.asked.push([url, JSON.parse(how.body)]);
    const does = house[it.asked.length - 1] ?? house.at(-1);
    if (does === 'cut') throw new TypeError('no line');
    if (typeof does === 'string') return { ok: false, status: Number(does) };
    await passes(does, null);
    const { faces } = JSON.parse(how.body);
    return { ok: true, arrayBuffer: async () => turned(bank.record(bank.throws.findIndex((each) => each.dice === faces.length)), { faces }) };
  };
  const throws = createThrows({ ask, load: has, online: () => online, now: () => it.now, wait: (ms) => passes(ms, null), random: Math.random });
  it.make = async (wanted) => {
    let done = null;
    void throws({ ...WANTED, ...wanted }).then((found) => (done = found));
    for (let turn = 0; !done && turn < 400; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      const due = Math.min(...it.sleeping.map((each) => each.due));
      // What needs no time is done before the clock runs on.
      if (!done && turn % 8 === 7 && due < Infinity) {
        it.now = due;
        for (const each of it.sleeping.filter((sleeper) => sleeper.due <= due)) each.resolve(each.value);
        it.sleeping = it.sleeping.filter((sleeper) => sleeper.due > due);
      }
    }
    return done;
  };
  return it;
}

const FIRSTS = [
  // what the house does                    where the throw comes from
  ['answers within 150 ms', [100], 'house'],
  ['answers after 300 ms', [300], 'bank'],
  ['refuses because of too many', ['429'], 'bank'],
  ['cannot be reached', ['cut'], 'bank'],
];
for (const [what, house, from] of FIRSTS) {
  test(`a house that ${what}: the throw comes from the ${from}, shows the faces and says which roll it is`, async () => {
    const it = device(house);
    const { key, bytes: record } = await it.make({ look: { set: 'ruby', move: 'spin', stage: 2 } });
    const thr = decodeThrow(record);
    assert.deepEqual(thr.dice.map(({ face }) => face), EIGHT);
    assert.deepEqual([thr.game, thr.roll, thr.table], [2, 7, 0n]);
    assert.equal(key === 'house' ? 'house' : 'bank', from);
    assert.deepEqual(it.asked[0], ['/api/throws', { faces: EIGHT, angle: 0, power: 30, set: 'ruby', move: 'spin', stage: 2 }]);
  });
}

test('a house that was slow once is left alone for a minute, then asked again', async () => {
  const it = device([300, 50]);
  await it.make();
  for (let n = 0; n < 3; n += 1) assert.notEqual((await it.make()).key, 'house');
  assert.equal(it.asked.length, 1);
  it.now += 60_000;
  assert.equal((await it.make()).key, 'house');
  assert.equal(it.asked.length, 2);
});

test('without a connection nobody is asked', async () => {
  const it = device([50], { online: false });
  assert.match((await it.make()).key, /^b\d+$/);
  assert.equal(it.asked.length, 0);
});

test('a slow house still serves where the bank cannot be had, and with neither there is no throw but no failure', async () => {
  const gone = async () => {
    throw new TypeError('evicted');
  };
  assert.equal((await device([300], { has: gone }).make()).key, 'house');
  assert.deepEqual(await device(['cut'], { has: gone }).make(), { key: '', bytes: null });
  assert.deepEqual(await device(['cut'], { has: () => new Promise(() => {}) }).make(), { key: '', bytes: null });
});

test('a bank that could not be had is tried again', async () => {
  let tries = 0;
  const it = device(['cut'], { has: async () => ((tries += 1) === 1 ? Promise.reject(new TypeError('busy')) : bank) });
  assert.equal((await it.make()).bytes, null);
  assert.match((await it.make()).key, /^b/);
});

for (const dice of [1, 8]) {
  test(`no throw of ${dice} comes twice in a game before all of them were thrown`, () => {
    const used = new Set();
    const all = bank.throws.filter((each) => each.dice === dice).length;
    for (let n = 0; n < 2 * all; n += 1) {
      const key = pick(bank, { dice, angle: -20, power: 60, used, random: Math.random });
      assert.ok(!used.has(key));
      used.add(key);
      const thrown = [...used].slice(n < all ? 0 : all).map(numberOf);
      assert.equal(new Set(thrown).size, thrown.length);
    }
  });
}

test('the first throws of a game are as they were aimed', () => {
  for (const [angle, power] of [[0, 30], [45, 100], [-45, 0], [-20, 70], [10, 50]]) {
    const used = new Set();
    for (let n = 0; n < 3; n += 1) {
      const key = pick(bank, { dice: 8, angle, power, used, random: Math.random });
      used.add(key);
      const found = bank.throws[numberOf(key)];
      assert.ok(Math.abs(found.angle - Math.abs(angle)) <= 20 && Math.abs(found.power - power) <= 33, `${angle}/${power}: ${JSON.stringify(found)}`);
    }
  }
});

test('a throw to the left flies to the left, one to the right to the right', async () => {
  for (const angle of [-40, 40]) {
    const it = device([], { online: false });
    const { dice } = decodeThrow((await it.make({ angle, power: 80 })).bytes);
    const aside = dice.map(({ places }) => places[9] - places[0]).reduce((all, each) => all + each);
    assert.equal(Math.sign(aside), Math.sign(angle));
  }
});
