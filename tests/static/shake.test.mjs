import assert from "node:assert/strict";
import { test } from "node:test";

const listeners = new Set();
globalThis.window = {
  DeviceMotionEvent: class {}, isSecureContext: true,
  addEventListener: (name, call) => name === "devicemotion" && listeners.add(call),
  removeEventListener: (_, call) => listeners.delete(call),
};
globalThis.matchMedia = () => ({ matches: true });
globalThis.screen = { orientation: { angle: 0 } };
const { Shakes, askForMotion, canShake, watchShake } = await import("../../app/static/js/shake.js");
const { prefs } = await import("../../app/static/js/prefs.js");
globalThis.document = { hidden: false, querySelector: () => null };

/** A phone moved to and fro: `hard` m/s² along `way` at `hz`, felt 60 times a second for `seconds`. */
function* shaken({ way = [0, 1, 0], hard = 25, hz = 4, seconds = 1, from = 0 }) {
  for (let at = from; at < from + seconds * 1000; at += 1000 / 60) {
    const now = hard * Math.sin(((at - from) / 1000) * hz * 2 * Math.PI);
    yield { jerk: way.map((part) => part * now), at };
  }
}

const gestures = (moves) => {
  const shakes = new Shakes();
  return [...moves].map(({ jerk, at }) => shakes.feel(jerk, at)).filter(Boolean);
};
const S = Math.SQRT1_2;

for (const [what, moves, throws] of [
  ["a brisk shake", shaken({}), 1],
  ["a shake across", shaken({ way: [1, 0, 0] }), 1],
  ["a shake up and down with the screen up", shaken({ way: [0, 0, 1] }), 1],
  ["three seconds of shaking", shaken({ seconds: 3 }), 2],
  ["a gentle sway", shaken({ hard: 9 }), 0],
  ["walking", shaken({ hard: 7, hz: 2, seconds: 5 }), 0],
  ["one bump", shaken({ hard: 40, hz: 10, seconds: 0.1 }), 0],
  ["slow heaves, a second each", shaken({ hz: 0.5, seconds: 4 }), 0],
  ["a rattle faster than a hand", shaken({ hz: 28 }), 0],
  ["a push that only goes one way", Array.from({ length: 60 }, (_, k) => ({ jerk: [0, 20, 0], at: k * 16 })), 0],
]) {
  test(`${what} throws ${throws} times`, () => assert.equal(gestures(moves).length, throws));
}

for (const [way, angle] of [[[0, 1, 0], 0], [[S, S, 0], 45], [[-S, S, 0], -45], [[-0.34, -0.94, 0], 20], [[0, 0, 1], 0], [[0.26, 0.97, 0], 15]]) {
  test(`a shake along ${way} aims at ${angle} degrees`, () => assert.ok(Math.abs(gestures(shaken({ way }))[0].angle - angle) <= 1));
}

test("a harder shake throws with more power, within 0 and 100", () => {
  const powers = [12.5, 18, 25, 60].map((hard) => gestures(shaken({ hard }))[0].power);
  assert.deepEqual(powers, [...powers].sort((a, b) => a - b));
  assert.ok(powers[0] < 40 && powers[0] > 0, String(powers));
  assert.equal(powers[3], 100);
});

test("the watch listens only when switched on, throws only when Roll would, and never behind a dialog", () => {
  const clock = { at: 0 };
  performance.now = () => clock.at;
  const thrown = [];
  let roll = true;
  const stop = watchShake({ onShake: (gesture) => thrown.push(gesture), allowed: () => roll });
  const shake = () => {
    for (const { jerk: [x, y, z], at } of shaken({ from: clock.at + 2000 })) {
      clock.at = at;
      for (const feel of listeners) feel({ acceleration: { x, y, z } });
    }
    return thrown.splice(0).length;
  };
  assert.equal(listeners.size, 0, "off by default");
  prefs.set("shake", true);
  for (const [state, change, throws] of [
    ["Roll is up", () => {}, 1],
    ["Roll is not", () => (roll = false), 0],
    ["Roll is up again", () => (roll = true), 1],
    ["a dialog is open", () => (document.querySelector = () => ({})), 0],
    ["it is closed", () => (document.querySelector = () => null), 1],
    ["the page is hidden", () => (document.hidden = true), 0],
  ]) {
    change();
    assert.equal(shake(), throws, state);
  }
  document.hidden = false;
  prefs.set("shake", false);
  assert.equal(listeners.size, 0);
  prefs.set("shake", true);
  stop();
  assert.equal(listeners.size, 0);
  prefs.set("shake", false);
});

test("jerks in the first 350 ms after Roll came up do not count", () => {
  const clock = { at: 0 };
  performance.now = () => clock.at;
  prefs.set("shake", true);
  let roll = false;
  const thrown = [];
  const stop = watchShake({ onShake: () => thrown.push(clock.at), allowed: () => roll });
  for (const { jerk: [x, y, z], at } of shaken({ from: 5000, hz: 6, seconds: 1.2 })) {
    clock.at = at;
    if (at > 5300) roll = true;
    for (const feel of listeners) feel({ acceleration: { x, y, z } });
  }
  stop();
  prefs.set("shake", false);
  assert.equal(thrown.length, 1);
  assert.ok(thrown[0] > 5650 && thrown[0] < 6200, String(thrown));
});

test("a phone on its side is read as its screen is seen, and one without a sensor is not read", () => {
  prefs.set("shake", true);
  performance.now = () => clock;
  let clock = 90_000;
  const angles = [];
  const stop = watchShake({ onShake: ({ angle }) => angles.push(angle), allowed: () => true });
  for (const turned of [0, 90]) {
    screen.orientation.angle = turned;
    for (const { jerk: [x, y, z], at } of shaken({ way: [0.34, 0.94, 0], from: clock + 3000 })) {
      clock = at;
      for (const feel of listeners) feel({ acceleration: turned ? { x: y, y: -x, z } : { x, y, z } });
    }
  }
  for (const feel of listeners) feel({ acceleration: null });
  stop();
  assert.deepEqual(angles, [20, 20]);
});

for (const [what, asks, granted] of [
  ["a phone that does not ask", undefined, true],
  ["a phone whose player says yes", async () => "granted", true],
  ["a phone whose player says no", async () => "denied", false],
  ["a phone that refuses the question", async () => { throw new Error("no touch"); }, false],
]) {
  test(`${what} answers ${granted}`, async () => {
    window.DeviceMotionEvent.requestPermission = asks;
    assert.equal(await askForMotion(), granted);
  });
}

test("a computer, or an address that is not secure, cannot be shaken", () => {
  assert.equal(canShake(), true);
  window.isSecureContext = false;
  assert.equal(canShake(), false);
  window.isSecureContext = true;
  globalThis.matchMedia = () => ({ matches: false });
  assert.equal(canShake(), false);
});
