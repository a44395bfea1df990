/**
 * How a blow sounds: a short push, softer the longer it lasts, that sets a few resonances ringing. Felt, rail and the
 * sets' materials are records of such resonances; nothing here knows an audio context, so it can be measured anywhere.
 */

/** @typedef {"resin" | "metal" | "gem" | "stone" | "wood" | "ceramic"} Material */
/** @typedef {"hit-felt" | "hit-wall" | "hit-die" | "settle"} Blow */
/** @typedef {readonly [hz: number, seconds: number, gain: number]} Mode a resonance, and how long until it is a thousandth */

/** Each material: its resonances, and how long two such dice touch, in milliseconds. A heavy one sets the felt deeper. @type {Record<Material, {modes: Mode[], touch: number, weight: number}>} */
export const MATERIALS = {
  wood: { modes: [[760, 0.07, 1], [1430, 0.05, 0.6], [2250, 0.03, 0.25]], touch: 0.7, weight: 0.8 },
  stone: { modes: [[1480, 0.045, 1], [2330, 0.035, 0.8], [3320, 0.02, 0.4]], touch: 0.35, weight: 1.15 },
  resin: { modes: [[2350, 0.05, 1], [3480, 0.035, 0.7], [5100, 0.02, 0.3]], touch: 0.28, weight: 1 },
  metal: { modes: [[2930, 0.34, 0.6], [4870, 0.26, 0.8], [7420, 0.16, 0.5], [1310, 0.05, 0.7]], touch: 0.16, weight: 1.45 },
  ceramic: { modes: [[3650, 0.12, 0.6], [5820, 0.1, 1], [8350, 0.07, 0.7]], touch: 0.12, weight: 1.1 },
  gem: { modes: [[5250, 0.07, 0.7], [7600, 0.055, 1], [10300, 0.035, 0.8]], touch: 0.08, weight: 1.1 },
};

// Most of a blow on felt lies below what a phone's loudspeaker plays: the body of it is kept above 300 Hz.
/** What is struck: its own resonances, the die's share, the length of the blow (ms), rustle, loudness. @type {Record<Blow, {modes: (weight: number) => Mode[], die: number, touch: number, rustle: number, peak: number}>} */
const STRUCK = {
  "hit-felt": { modes: (w) => [[165 / w, 0.09 * w, 0.7], [370 / w, 0.06, 0.9], [760, 0.035, 1.3], [1500, 0.012, 1]], die: 0.16, touch: 0.9, rustle: 0.6, peak: 0.8 },
  "hit-wall": { modes: (w) => [[330 / w, 0.11, 0.7], [690 / w, 0.08, 1], [1340, 0.045, 0.8]], die: 0.4, touch: 0.45, rustle: 0.15, peak: 0.85 },
  "hit-die": { modes: () => [], die: 1, touch: 0, rustle: 0.08, peak: 0.75 },
  settle: { modes: (w) => [[280 / w, 0.05, 0.6], [640, 0.035, 1], [1450, 0.02, 1]], die: 0.6, touch: 0.5, rustle: 0.5, peak: 0.55 },
};

/**
 * One blow as samples, its loudest at the record's peak.
 * @param {Blow} blow @param {Material} material @param {number} rate  samples a second
 * @param {() => number} [chance]  0…1, so that no two blows are the same
 */
export function strike(blow, material, rate, chance = Math.random) {
  const die = MATERIALS[material];
  const struck = STRUCK[blow];
  const modes = [...struck.modes(die.weight), ...die.modes.map(([hz, length, gain]) => /** @type {Mode} */ ([hz, length, gain * struck.die]))];
  const out = new Float32Array(Math.ceil(rate * (0.02 + Math.max(...modes.map(([, length]) => length)))));
  const push = pushed(Math.max(struck.touch, die.touch) / 1000, struck.rustle, rate, chance);
  for (const [hz, length, gain] of modes) ring(out, push, hz * (0.985 + 0.03 * chance()), length, gain, rate);
  let loudest = 0;
  for (const sample of out) loudest = Math.max(loudest, Math.abs(sample));
  // The last tenth fades out, so that a blow never ends in a click.
  const fade = Math.round(out.length * 0.9);
  for (let i = 0; i < out.length; i++) out[i] *= (struck.peak / loudest) * (i < fade ? 1 : (out.length - i) / (out.length - fade));
  return out;
}

/** The push: half a wave of the length of the touch, with the rustle of the surface. @param {number} seconds @param {number} rustle @param {number} rate @param {() => number} chance */
function pushed(seconds, rustle, rate, chance) {
  const length = Math.max(2, Math.round(seconds * rate));
  const push = new Float32Array(length * 6);
  for (let i = 0; i < push.length; i++) {
    const blow = i < length ? Math.sin((Math.PI * (i + 0.5)) / length) : 0;
    push[i] = (blow + rustle * (2 * chance() - 1) * Math.exp((-2 * i) / length)) / length;
  }
  return push;
}

/**
 * Adds one resonance that the push sets going: a two-pole filter, so no sine is ever taken a sample.
 * @param {Float32Array} out @param {Float32Array} push @param {number} hz @param {number} length @param {number} gain @param {number} rate
 */
function ring(out, push, hz, length, gain, rate) {
  const shrink = Math.exp(-6.9 / (length * rate));
  const turn = (2 * Math.PI * hz) / rate;
  const [a, b, drive] = [2 * shrink * Math.cos(turn), -shrink * shrink, gain * Math.sin(turn)];
  let [last, before] = [0, 0];
  for (let i = 0; i < out.length; i++) {
    const now = (i < push.length ? drive * push[i] : 0) + a * last + b * before;
    before = last;
    last = now;
    out[i] += now;
  }
}
