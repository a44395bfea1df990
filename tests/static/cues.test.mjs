import assert from "node:assert/strict";
import { test } from "node:test";

const buzzes = [];
const activation = { hasBeenActive: true };
Object.defineProperty(globalThis, "navigator", { value: { vibrate: (pattern) => buzzes.push(pattern), userActivation: activation }, configurable: true });
globalThis.matchMedia = () => ({ matches: true });
globalThis.window = { addEventListener() {} };
const { haptic } = await import("../../app/static/js/haptics.js");
const { sound } = await import("../../app/static/js/sound.js");
const { Cues } = await import("../../app/static/js/table/cues.js");
const { prefs } = await import("../../app/static/js/prefs.js");
globalThis.document = { addEventListener() {}, hidden: false };

for (const [touch, pattern] of [
  ["tap", [8]],
  ["keep", [15]],
  ["bank", [20]],
  ["bust", [40]],
  ["your-turn", [20, 60, 20]],
  ["celebrate", [15, 25, 15, 25, 35]],
]) {
  test(`${touch} buzzes ${pattern.join("-")}, 120 ms at most`, () => {
    buzzes.length = 0;
    haptic(touch);
    assert.deepEqual(buzzes, [pattern]);
    assert.ok(pattern.reduce((sum, ms) => sum + ms) <= 120);
  });
}

test("nothing buzzes before a touch, when switched off, or where it cannot", () => {
  buzzes.length = 0;
  activation.hasBeenActive = false;
  haptic("tap");
  activation.hasBeenActive = true;
  prefs.set("vibration", false);
  haptic("tap");
  prefs.set("vibration", true);
  globalThis.matchMedia = () => ({ matches: false });
  haptic("tap");
  globalThis.matchMedia = () => ({ matches: true });
  assert.deepEqual(buzzes, []);
});

/** What the sound is asked for while `act` runs. */
async function heard(act) {
  const [play, wear] = [sound.play, sound.wear];
  const asked = [];
  sound.play = (name, how) => asked.push([name, how]);
  sound.wear = (material) => asked.push([material]);
  act(new Cues());
  await Promise.resolve();
  Object.assign(sound, { play, wear });
  return asked;
}

test("felt, rail, dice and the last clap sound as what they are, on the clock of their contact", async () => {
  const cues = [["felt", 10], ["wall", 40], ["dice", 70], ["settle", 100]];
  const asked = await heard((to) => cues.forEach(([kind, ms]) => to.hit({ tMs: 0, kind, a: 0, b: 0, intensity: 0.5 }, ms)));
  assert.deepEqual(asked, [
    ["hit-felt", { strength: 0.5, delay: 0.01 }],
    ["hit-wall", { strength: 0.5, delay: 0.04 }],
    ["hit-die", { strength: 0.5, delay: 0.07 }],
    ["settle", { strength: 0.5, delay: 0.1 }],
  ]);
});

test("of a crowd of hits only the two loudest of each 20 ms are made", async () => {
  const asked = await heard((to) => {
    for (let n = 0; n < 12; n++) to.hit({ tMs: 0, kind: "felt", a: 0, b: 0, intensity: (n + 1) / 12 }, n < 6 ? 5 : 60);
  });
  assert.deepEqual(asked.map(([, { delay, strength }]) => [delay, Math.round(strength * 12)]), [[0.06, 12], [0.06, 11], [0.005, 6], [0.005, 5]]);
});

test("the dice sound of what they are made of, and a celebration is felt by whoever earned it", async () => {
  buzzes.length = 0;
  assert.deepEqual(await heard((to) => to.wear("metal")), [["metal"]]);
  for (const [name, mine] of [["out-even", true], ["all-eight", false], ["locked-in", false]])
    assert.deepEqual(await heard((to) => to.celebrate(name, mine)), [[name, undefined]]);
  assert.deepEqual(buzzes, [[15, 25, 15, 25, 35]]);
});
