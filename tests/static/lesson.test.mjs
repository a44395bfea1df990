// The hand before the first game: real rules over laid-out dice, notes that follow the player, and a game that waits untouched.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { EPOCH, HAND, LessonHost, facesOf, fits } from '../../app/static/js/lesson/host.js';
import { lessonDue } from '../../app/static/js/lesson/due.js';
import { noteOf } from '../../app/static/js/lesson/notes.js';
import { Store } from '../../app/static/js/store.js';
import { preset } from './rules_kit.mjs';

const TEXT = JSON.parse(readFileSync(new URL('../../app/static/text/en/lesson.json', import.meta.url), 'utf8'));
const rulesOf = preset;
const CHAIR = { seat: 2, name: 'Ann', bot: null, gone: false };

/** A lesson at a table, with what it told. */
function lesson(rules = rulesOf('progressive')) {
  const it = { frames: [], rolled: [], over: 0, left: 0, dressed: [], game: { record: { id: 'p-1' }, dress: async (...asked) => Boolean(it.dressed.push(asked)) } };
  it.store = new Store('p-1', () => 0);
  it.host = new LessonHost({
    game: it.game, table: 'p-1', rules, chair: CHAIR, now: 0, sentence: (code) => `because ${code}`,
    onFrame: (frame) => (it.frames.push(frame), it.store.receive(frame)),
    onRolled: (event) => it.rolled.push(event),
    onOver: () => (it.over += 1),
    onLeave: () => (it.left += 1),
  });
  it.host.resync();
  let cid = 0;
  it.do = (type, more = {}) => it.host.send({ cid: String((cid += 1)), type, ...more });
  it.view = () => it.store.truth.view;
  return it;
}

const FITTING = [
  // rules                       fits
  ['progressive', {}, true],
  ['trippn', {}, true],
  ['baseline', {}, false],
  ['scribd', {}, false],
  ['inform', {}, false],
  ['progressive', { opening: 500 }, true],
  ['progressive', { opening: 1000 }, false],
  ['progressive', { reading: 'best' }, false],
];
for (const [key, changes, wanted] of FITTING) {
  test(`the lesson ${wanted ? 'fits' : 'does not fit'} ${key} ${JSON.stringify(changes)}`, () => {
    assert.equal(fits({ ...rulesOf(key), ...changes }), wanted);
  });
}

test('a whole lesson: roll, keep, roll, keep, bank, told as a game is told, in the name of whoever plays', async () => {
  const it = lesson();
  const { truth } = it.store;
  assert.deepEqual([truth.epoch, truth.game, truth.chairs, truth.you.seats, truth.view.next], [EPOCH, 0, [{ ...CHAIR, seat: 0 }], [0], null]);
  assert.equal((await it.do('roll', { gesture: { angle: -20, power: 70 } })).ok, true);
  assert.deepEqual([it.view().phase, it.view().lying], ['keep', HAND]);
  assert.deepEqual(it.rolled.map(({ dice, game, roll, angle, power }) => [dice, game, roll, angle, power]), [[HAND, 0, 1, -20, 70]]);
  await it.do('keep', { dice: [3, 0, 1, 2] });
  assert.deepEqual([it.view().unbanked, it.view().dice, it.view().can.includes('bank')], [600, 4, true]);
  await it.do('roll');
  assert.deepEqual(it.view().lying, [1, 1, 3, 4]);
  await it.do('keep', { dice: [0, 1] });
  assert.equal(it.over, 0);
  await it.do('bank');
  assert.equal(it.over, 1);
  assert.deepEqual(it.frames.slice(1).map(({ type }) => type), ['rolled', 'kept', 'rolled', 'kept', 'banked']);
  assert.equal(it.frames.at(-1).total, 800);
  assert.deepEqual(it.frames.slice(1).map(({ seq }) => seq), [1, 2, 3, 4, 5]);
});

test('who dares a third roll sees a bust, and the lesson is over', async () => {
  const it = lesson();
  for (const [type, more] of [['roll'], ['keep', { dice: [0, 1, 2, 3] }], ['roll'], ['keep', { dice: [0] }], ['roll']]) await it.do(type, more);
  assert.deepEqual(it.frames.slice(-2).map(({ type }) => type), ['rolled', 'busted']);
  assert.equal(it.over, 1);
});

test('dead dice are refused by the rules and nothing changes', async () => {
  const it = lesson();
  await it.do('roll');
  const answer = await it.do('keep', { dice: [3, 4] });
  assert.deepEqual([answer.refused, answer.subject, answer.message], ['dead_dice', [4], 'because dead_dice']);
  assert.equal(it.view().phase, 'keep');
});

test('picks are read after they were asked for', async () => {
  const it = lesson();
  await it.do('roll');
  const told = [];
  it.store.on('passing', (frame) => told.push(frame));
  assert.equal(it.host.whisper({ type: 'select', roll: 1, dice: [3] }), true);
  assert.equal(told.length, 0);
  await null;
  assert.deepEqual([told[0].roll, told[0].dice, told[0].reading.points], [1, [3], 100]);
  assert.equal(it.host.whisper({ type: 'select', roll: 9, dice: [3] }), false);
});

test('what a lesson has not ends it, and what is asked about the table goes to the game', async () => {
  const it = lesson();
  assert.equal((await it.do('leave', { seat: 0 })).refused, 'stale');
  assert.equal(it.left, 1);
  assert.equal(it.host.record, it.game.record);
});

test('new dice in a lesson are those of whoever learns, at their own seat of the game', async () => {
  const it = lesson();
  const look = { set: 'gold', move: null, stage: 0 };
  assert.equal(await it.host.dress(0, look), true);
  assert.deepEqual(it.dressed, [[CHAIR.seat, look]]);
  assert.deepEqual(it.store.truth.chairs[0].look, look);
  await it.do('roll');
  assert.deepEqual(it.rolled[0].look, look);
});

test('however few dice are kept, the next roll scores and the one after it does not', async () => {
  for (const keep of [[3], [0], [3, 0], [0, 1, 2], [3, 0, 1], [3, 0, 1, 2]]) {
    const it = lesson();
    await it.do('roll');
    await it.do('keep', { dice: keep });
    await it.do('roll');
    assert.equal(it.over, 0, `${keep}`);
    const lying = it.view().lying;
    await it.do('keep', { dice: [lying.indexOf(1)] });
    if (it.view().dice > 6) continue;
    await it.do('roll');
    assert.deepEqual([it.frames.at(-1).type, it.over], ['busted', 1], `${keep}`);
  }
  assert.deepEqual(facesOf(3, 8), HAND);
});

const BASE = { phase: 'keep', stage: 'rest', roll: 1, taps: [], refused: false, tried: false };
const NOTES = [
  // what stands                                        note          step  dice       buttons
  [{ phase: 'roll', roll: 0 }, 'roll', 0, [], ['roll']],
  [{ stage: 'rolling' }, 'fly', 0, [], []],
  [{}, 'one', 1, [3], []],
  [{ taps: [3] }, 'fives', 2, [0, 1, 2], []],
  [{ taps: [3, 1] }, 'fives', 2, [0, 2], []],
  [{ taps: [0, 1, 2] }, 'one', 1, [3], []],
  [{ taps: [3, 0, 1, 2] }, 'two', 3, [4, 5], []],
  [{ taps: [3, 0, 1, 2, 4], refused: true }, 'refused', 3, [], ['undo']],
  [{ taps: [6], refused: true, tried: true }, 'refused', 3, [], ['undo']],
  [{ taps: [3, 0, 1, 2], tried: true }, 'keep', 4, [], ['keep']],
  [{ taps: [], tried: true }, 'one', 1, [3], []],
  [{ phase: 'decide' }, 'decide', 4, [], ['bank', 'roll']],
  [{ stage: 'rolling', roll: 2 }, 'fly.again', 4, [], []],
  [{ roll: 2 }, 'again', 4, [], []],
  [{ roll: 2, taps: [0] }, 'again', 4, [], ['keep']],
  [{ roll: 2, taps: [1], refused: true }, 'refused', 4, [], ['undo']],
  [{ roll: 2, phase: 'decide' }, 'bank', 4, [], ['bank']],
];
for (const [stands, key, step, dice, press] of NOTES) {
  test(`the note to ${JSON.stringify(stands)} is "${TEXT[`lesson.${key}`]}"`, () => {
    assert.deepEqual(noteOf({ ...BASE, ...stands }), { key: `lesson.${key}`, step, dice, press });
    assert.ok(TEXT[`lesson.${key}`].length <= 85);
  });
}

test('while something is shown the note stands', () => {
  assert.equal(noteOf({ ...BASE, stage: 'held' }), null);
});

const DAY = 24 * 3600_000;
const DUE = [
  // what is known   days since the last game   due
  ['new', null, 'lesson'],
  ['new', 40, 'lesson'],
  ['done', null, null],
  ['done', 1, null],
  ['done', 29, null],
  ['done', 30, 'reminder'],
  ['skipped', 400, 'reminder'],
];
for (const [known, days, wanted] of DUE) {
  test(`${known}, ${days === null ? 'never played' : `${days} days ago`}: ${wanted ?? 'nothing'} is due, once`, () => {
    const kept = new Map(days === null ? [] : [['practised', String(1e12 - days * DAY)]]);
    const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
    assert.equal(lessonDue({ storage, now: 1e12, known }), wanted);
    assert.equal(lessonDue({ storage, now: 1e12 + DAY, known }), known === 'new' ? 'lesson' : null);
  });
}

test('a device that keeps nothing is not reminded and does not fail', () => {
  const broken = { getItem: () => { throw new Error('no'); }, setItem: () => { throw new Error('no'); } };
  assert.equal(lessonDue({ storage: broken, now: 1e12, known: 'done' }), null);
  assert.equal(lessonDue({ storage: null, now: 1e12, known: 'done' }), null);
});
