import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

/** Contexts opened, and what was asked of them, as a phone would see it. */
const phone = { contexts: [], started: [], listeners: {}, now: 1000 };
const param = () => ({ value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {}, setTargetAtTime() {} });

class Part {
  gain = param(); frequency = param(); Q = param(); playbackRate = param();
  threshold = param(); ratio = param(); attack = param();
  connect(next) { return next; }
  start(at) { phone.started.push(at); }
  stop() {}
}

class Context {
  state = "suspended"; currentTime = 10; sampleRate = 8000; baseLatency = 0.01; outputLatency = 0.03; resumed = 0; destination = {};
  constructor() { phone.contexts.push(this); }
  resume() { this.resumed += 1; return this.refuses ? Promise.reject(new Error("outside a touch")) : Promise.resolve(); }
  createBuffer(_, length) { return { duration: length / 8000, getChannelData: () => new Float32Array(length), copyToChannel() {} }; }
}
for (const name of ["Gain", "DynamicsCompressor", "WaveShaper", "BufferSource", "BiquadFilter", "Oscillator"])
  Context.prototype[`create${name}`] = () => new Part();

const listen = (name, call) => (phone.listeners[name] ??= []).push(call);
const fire = (name) => phone.listeners[name]?.forEach((call) => call());
let page = 0;
let sound;

beforeEach(async () => {
  Object.assign(phone, { contexts: [], started: [], listeners: {}, now: 1000 });
  globalThis.window = { AudioContext: Context, addEventListener: listen };
  globalThis.navigator ??= {};
  performance.now = () => phone.now;
  // The page itself has no document here, so that preferences keep to their defaults; sound only listens on it.
  ({ sound } = await import(`../../app/static/js/sound.js?page=${(page += 1)}`));
  globalThis.document = { addEventListener: listen, hidden: false };
  sound.prime();
});

test("there is no audio before a touch, and one context after many", () => {
  sound.play("tap");
  assert.equal(phone.contexts.length, 0);
  for (const touch of ["touchend", "click", "keydown", "touchend"]) fire(touch);
  assert.equal(phone.contexts.length, 1);
  assert.equal(phone.contexts[0].resumed, 4);
});

test("the touch itself starts a silent sound and asks to go on before it is over", () => {
  fire("touchend");
  assert.deepEqual(phone.started, [undefined]);
  assert.equal(phone.contexts[0].resumed, 1);
});

test("after a call the audio goes on when the page is seen again, or else with the next touch", () => {
  fire("touchend");
  const [context] = phone.contexts;
  for (const [state, happens, resumed] of [
    ["running", "touchend", 1],
    ["interrupted", "visibilitychange", 2],
    ["interrupted", "touchend", 3],
    ["suspended", "click", 4],
    ["running", "visibilitychange", 4],
  ]) {
    context.state = state;
    context.refuses = happens === "visibilitychange";
    fire(happens);
    assert.equal(context.resumed, resumed, `${state} ${happens}`);
  }
  document.hidden = true;
  context.state = "interrupted";
  fire("visibilitychange");
  assert.equal(context.resumed, 4, "nothing is woken in the background");
});

test("a context the phone has closed is replaced at the next touch", () => {
  fire("touchend");
  phone.contexts[0].state = "closed";
  sound.play("tap");
  fire("touchend");
  assert.equal(phone.contexts.length, 2);
});

test("what would sound while the audio sleeps is dropped, not saved up", () => {
  fire("touchend");
  phone.started.length = 0;
  sound.play("hit-die");
  assert.equal(phone.started.length, 1, "right after the touch the audio is just waking");
  phone.now += 5000;
  sound.play("hit-die");
  assert.equal(phone.started.length, 1);
});

test("a contact is sent off on the audio clock, as much earlier as the loudspeaker is late", () => {
  fire("touchend");
  phone.contexts[0].state = "running";
  phone.started.length = 0;
  for (const delay of [0.1, 0.02, 0]) sound.play("hit-felt", { delay });
  assert.deepEqual(phone.started.map((at) => Math.round(at * 1000)), [10_070, 10_004, 10_004]);
});
