import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Pace, bestKind } from '../../app/static/js/dice/renderer.js';
import { Clock } from '../../app/static/js/dice/time.js';

/** A browser whose frames and timers run when told. */
class Host {
  at = 0;
  asked = new Map();
  timers = new Map();
  #next = 1;
  performance = { now: () => this.at };
  requestAnimationFrame = (act) => (this.asked.set(this.#next, act), this.#next++);
  cancelAnimationFrame = (ticket) => this.asked.delete(ticket);
  setTimeout = (act, ms) => (this.timers.set(this.#next, { act, due: this.at + ms }), this.#next++);
  clearTimeout = (ticket) => this.timers.delete(ticket);

  pass(ms) {
    this.at += ms;
    for (const [ticket, { act, due }] of [...this.timers]) {
      if (due <= this.at && this.timers.delete(ticket)) act();
    }
    const acts = [...this.asked.values()];
    this.asked.clear();
    for (const act of acts) act(this.at);
  }
}

test('a clock nobody listens to asks for no frame', () => {
  const host = new Host();
  const clock = new Clock(host);
  assert.equal(host.asked.size, 0);
  const stop = clock.onFrame(() => {});
  assert.equal(host.asked.size, 1);
  assert.equal(clock.busy, true);
  host.pass(16);
  stop();
  assert.equal(host.asked.size, 0);
  assert.equal(clock.busy, false);
  host.pass(16);
  assert.equal(clock.frames, 1);
});

test('two listeners share one frame, and one may leave during it', () => {
  const host = new Host();
  const clock = new Clock(host);
  const heard = [];
  clock.onFrame((now) => heard.push(['stays', now]));
  const leave = clock.onFrame((now) => {
    heard.push(['leaves', now]);
    leave();
  });
  host.pass(16);
  host.pass(16);
  assert.deepEqual(heard, [['leaves', 16], ['stays', 16], ['stays', 32]]);
  assert.equal(clock.frames, 2);
});

test('frozen time moves only when told, and runs what falls due before the frame', () => {
  const host = new Host();
  const clock = new Clock(host);
  const heard = [];
  clock.onFrame((now) => heard.push(`frame ${now}`));
  clock.after(50, () => heard.push('fifty'));
  clock.after(20, () => heard.push('twenty'));
  clock.freeze();
  host.pass(500);
  assert.deepEqual(heard, []);
  clock.advance(60);
  assert.deepEqual(heard, ['twenty', 'fifty', 'frame 60']);
  clock.thaw();
  host.pass(1);
  assert.equal(heard.length, 4, 'the loop runs again after the thaw');
});

test('a delay fires once, unless it was called off', () => {
  const host = new Host();
  const clock = new Clock(host);
  let fired = 0;
  clock.after(10, () => (fired += 1));
  const callOff = clock.after(10, () => (fired += 100));
  callOff();
  host.pass(20);
  host.pass(20);
  assert.equal(fired, 1);
});

test('the density steps down after twenty slow frames and never up again', () => {
  const pace = new Pace([2, 1.5, 1]);
  let now = 0;
  const frames = (count, gap) => Array.from({ length: count }, () => pace.mark((now += gap), true));
  frames(21, 25);
  assert.equal(pace.density, 1.5);
  frames(40, 16);
  assert.equal(pace.density, 1.5);
  frames(60, 40);
  assert.equal(pace.density, 1, 'it stops at the last step');
});

test('fast frames, rests between throws and a page that was away change no density', () => {
  const pace = new Pace([2, 1]);
  let now = 0;
  for (let k = 0; k < 60; k += 1) assert.equal(pace.mark((now += 17), true), false);
  pace.mark((now += 17), false);
  for (let k = 0; k < 60; k += 1) assert.equal(pace.mark((now += 300), false), false, 'single pictures at rest');
  for (let k = 0; k < 60; k += 1) assert.equal(pace.mark((now += 5000), true), false);
  assert.equal(pace.density, 2);
});

test('what draws follows the wish, the address, the memory and the losses', () => {
  assert.equal(bestKind('auto', '', 8, 0), 'high');
  assert.equal(bestKind('auto', '', 2, 0), 'low');
  assert.equal(bestKind('high', '', 2, 0), 'high');
  assert.equal(bestKind('low', '', 8, 1), 'low');
  assert.equal(bestKind('high', '?gl=off', 8, 0), '2d');
  assert.equal(bestKind('2d', '', 8, 0), '2d');
  assert.equal(bestKind('high', '', 8, 2), '2d');
});

test('a clock that runs faster or slower brings frames and delays in its own time', () => {
  const host = new Host();
  const clock = new Clock(host);
  const heard = [];
  host.pass(100);
  clock.run(4);
  clock.onFrame((now) => heard.push(`frame ${now}`));
  clock.after(200, () => heard.push(`delay ${clock.now()}`));
  host.pass(25);
  host.pass(25);
  assert.deepEqual(heard, ['frame 200', 'delay 300', 'frame 300']);
  clock.run(0.5);
  assert.equal(clock.now(), 300, 'a change of pace is no jump');
  host.pass(20);
  assert.deepEqual(heard.slice(3), ['frame 310']);
});

test('a clock that stands still asks for no frame, fires no delay, and goes on where it stood', () => {
  const host = new Host();
  const clock = new Clock(host);
  const heard = [];
  clock.onFrame((now) => heard.push(`frame ${now}`));
  clock.after(30, () => heard.push('delay'));
  host.pass(10);
  clock.run(0);
  clock.after(5, () => heard.push('set while it stood'));
  assert.deepEqual([clock.busy, host.asked.size, host.timers.size], [false, 0, 0]);
  host.pass(1000);
  assert.deepEqual([heard, clock.now()], [['frame 10'], 10]);
  clock.run(1);
  host.pass(5);
  host.pass(15);
  assert.deepEqual(heard, ['frame 10', 'set while it stood', 'frame 15', 'delay', 'frame 30']);
});
