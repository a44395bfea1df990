/** The mixing desk: two buses, a soft limit, and what sounds are built from. It takes any audio context, a silent one too. */

import { strike } from "./strike.js";

/** @typedef {import("./strike.js").Material} Material */
/** @typedef {import("./strike.js").Blow} Blow */

/** Sounds at one time; of more dice nobody hears a difference. */
export const MOST_VOICES = 14;
/** Signals may always sound beside them. */
const SPARE = 6;
const SILENCE = 0.0001;
/** Times full level that still bends softly into the loudspeaker's range instead of being cut off. */
const ROOM = 3;
/** So many recordings of each blow go round, each played at a slightly different pitch. */
const TAKES = 3;

/** @param {number} low @param {number} high */
export const between = (low, high) => low + Math.random() * (high - low);

export class Desk {
  /** Times at which what sounds now will have ended. @type {number[]} */
  #ends = [];
  /** @type {Map<string, AudioBuffer[]>} */
  #takes = new Map();

  /** @param {BaseAudioContext} context */
  constructor(context) {
    this.context = context;
    this.out = context.createGain();
    const soft = context.createDynamicsCompressor();
    soft.threshold.value = -14;
    soft.ratio.value = 5;
    soft.attack.value = 0.002;
    const guard = context.createWaveShaper();
    guard.curve = Float32Array.from({ length: 513 }, (_, i) => Math.tanh(ROOM * (i / 256 - 1)));
    const into = context.createGain();
    into.gain.value = 1 / ROOM;
    this.out.connect(soft).connect(into).connect(guard).connect(context.destination);
    this.dice = context.createGain();
    this.cues = context.createGain();
    this.dice.connect(this.out);
    this.cues.connect(this.out);
    this.noise = whiteNoise(context);
  }

  /** How many sounds are on their way or still ringing. */
  get voices() {
    const now = this.context.currentTime;
    this.#ends = this.#ends.filter((end) => end > now);
    return this.#ends.length;
  }

  /** Takes a voice until `end`, if one is free. @param {number} end @param {boolean} signal */
  claim(end, signal) {
    if (this.voices >= MOST_VOICES + (signal ? SPARE : 0)) return false;
    this.#ends.push(end);
    return true;
  }

  /** The recordings of a blow, made when first asked for. @param {Blow} blow @param {Material} material */
  recorded(blow, material) {
    const key = `${blow} ${material}`;
    let takes = this.#takes.get(key);
    if (!takes) {
      const rate = this.context.sampleRate;
      takes = Array.from({ length: TAKES }, () => {
        const samples = strike(blow, material, rate);
        const buffer = this.context.createBuffer(1, samples.length, rate);
        buffer.copyToChannel(samples, 0);
        return buffer;
      });
      this.#takes.set(key, takes);
    }
    return takes;
  }

  /** A die strikes. @param {Blow} blow @param {Material} material @param {number} at @param {number} strength 0…1 */
  blow(blow, material, at, strength) {
    const takes = this.recorded(blow, material);
    const source = this.context.createBufferSource();
    source.buffer = takes[Math.floor(Math.random() * takes.length)];
    source.playbackRate.value = between(0.95, 1.06);
    if (!this.claim(at + source.buffer.duration, false)) return;
    const gain = this.context.createGain();
    // Ears hear by powers: half the speed sounds well below half as loud.
    gain.gain.value = strength ** 1.4;
    source.connect(gain).connect(this.dice);
    source.start(at);
  }

  /** A gain that rises at once and dies away. @param {number} at @param {number} peak @param {number} length @param {number} [rise] */
  envelope(at, peak, length, rise = 0.002) {
    const gain = this.context.createGain();
    gain.gain.setValueAtTime(SILENCE, at);
    gain.gain.exponentialRampToValueAtTime(Math.max(peak, SILENCE), at + rise);
    gain.gain.exponentialRampToValueAtTime(SILENCE, at + rise + length);
    return gain;
  }

  /**
   * A burst of noise through a filter.
   * @param {number} at
   * @param {{type: BiquadFilterType, hz: number, to?: number, q: number, peak: number, length: number, rise?: number}} burst
   * @param {AudioNode} [bus]
   */
  burst(at, { type, hz, to, q, peak, length, rise }, bus = this.cues) {
    const source = this.context.createBufferSource();
    const filter = this.context.createBiquadFilter();
    source.buffer = this.noise;
    source.loop = true;
    filter.type = type;
    filter.frequency.setValueAtTime(hz, at);
    if (to) filter.frequency.exponentialRampToValueAtTime(to, at + length);
    filter.Q.value = q;
    source.connect(filter).connect(this.envelope(at, peak, length, rise)).connect(bus);
    source.start(at, Math.random());
    source.stop(at + length + (rise ?? 0) + 0.05);
  }

  /**
   * A sine that dies away, sliding from one pitch to another.
   * @param {number} at
   * @param {{hz: number, to?: number, peak: number, length: number, rise?: number}} tone
   */
  tone(at, { hz, to, peak, length, rise }) {
    const source = this.context.createOscillator();
    source.frequency.setValueAtTime(hz, at);
    if (to) source.frequency.exponentialRampToValueAtTime(to, at + length * 0.6);
    source.connect(this.envelope(at, peak, length, rise)).connect(this.cues);
    source.start(at);
    source.stop(at + length + (rise ?? 0) + 0.05);
  }

  /** A struck wooden bar: its tone, the fourth partial, and the mallet. @param {number} at @param {number} hz @param {number} peak @param {number} length */
  bar(at, hz, peak, length) {
    this.tone(at, { hz, peak, length });
    this.tone(at, { hz: hz * 3.93, peak: peak * 0.18, length: length * 0.3 });
    this.burst(at, { type: "lowpass", hz: 900, q: 0.7, peak: peak * 0.35, length: 0.018 });
  }

  /** A small bell: partials that do not fit each other. @param {number} at @param {number} hz @param {number} peak @param {number} length */
  bell(at, hz, peak, length) {
    for (const [ratio, share] of [[1, 1], [2.76, 0.4], [5.4, 0.16]])
      this.tone(at, { hz: hz * ratio, peak: peak * share, length: length / ratio ** 0.6, rise: 0.004 });
  }
}

/** One second of white noise. @param {BaseAudioContext} context */
function whiteNoise(context) {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
