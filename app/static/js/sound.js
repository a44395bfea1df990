/**
 * All sounds, made on the spot: knocks are short noise through a resonance, tones are struck bars. Silent until the first
 * touch; nothing is loaded. Every hit is a little different, as on a real table.
 */

import { prefs } from "./prefs.js";

/** @typedef {"hit-felt"|"hit-die"|"slide"|"tap"|"keep"|"bank"|"bust"|"for-nothing"|"your-turn"|"win"} SoundName */
/** @typedef {{strength?: number, order?: number, delay?: number, pan?: number}} How strength 0…1; order of the tap, from 1; delay in seconds; pan −1…1 */

const SILENCE = 0.0001;
/** A major pentatonic rising from C5, in hertz: each further die of a selection sounds one step higher. */
const STEPS = [523.25, 587.33, 659.26, 783.99, 880, 1046.5, 1174.66, 1318.51];

/** @param {number} low @param {number} high */
const between = (low, high) => low + Math.random() * (high - low);

class Desk {
  /** @param {AudioContext} context */
  constructor(context) {
    this.context = context;
    this.out = context.createGain();
    const soft = context.createDynamicsCompressor();
    soft.threshold.value = -14;
    soft.ratio.value = 5;
    this.out.connect(soft).connect(context.destination);
    this.dice = context.createGain();
    this.cues = context.createGain();
    this.dice.connect(this.out);
    this.cues.connect(this.out);
    this.noise = whiteNoise(context);
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
   * @param {AudioNode} bus @param {number} at
   * @param {{type: BiquadFilterType, hz: number, q: number, peak: number, length: number, rise?: number}} burst
   */
  burst(bus, at, { type, hz, q, peak, length, rise }) {
    const source = this.context.createBufferSource();
    const filter = this.context.createBiquadFilter();
    source.buffer = this.noise;
    source.loop = true;
    filter.type = type;
    filter.frequency.value = hz;
    filter.Q.value = q;
    source.connect(filter).connect(this.envelope(at, peak, length, rise)).connect(bus);
    source.start(at, Math.random());
    source.stop(at + length + (rise ?? 0) + 0.05);
  }

  /**
   * A sine that dies away, sliding from one pitch to another.
   * @param {AudioNode} bus @param {number} at
   * @param {{hz: number, to?: number, peak: number, length: number, rise?: number}} tone
   */
  tone(bus, at, { hz, to, peak, length, rise }) {
    const source = this.context.createOscillator();
    source.frequency.setValueAtTime(hz, at);
    if (to) source.frequency.exponentialRampToValueAtTime(to, at + length * 0.6);
    source.connect(this.envelope(at, peak, length, rise)).connect(bus);
    source.start(at);
    source.stop(at + length + (rise ?? 0) + 0.05);
  }

  /** A struck wooden bar: its tone, the fourth partial, and the mallet. @param {number} at @param {number} hz @param {number} peak @param {number} length */
  bar(at, hz, peak, length) {
    this.tone(this.cues, at, { hz, peak, length });
    this.tone(this.cues, at, { hz: hz * 3.93, peak: peak * 0.18, length: length * 0.3 });
    this.burst(this.cues, at, { type: "lowpass", hz: 900, q: 0.7, peak: peak * 0.35, length: 0.018 });
  }
}

/** One second of white noise. @param {BaseAudioContext} context */
function whiteNoise(context) {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}

/** @type {Record<SoundName, (desk: Desk, at: number, how: Required<How>, bus: AudioNode) => void>} */
const SCORE = {
  "hit-felt"(desk, at, { strength }, bus) {
    desk.tone(bus, at, { hz: between(120, 165), to: between(68, 88), peak: 0.95 * strength, length: between(0.05, 0.08) });
    desk.burst(bus, at, { type: "lowpass", hz: between(480, 820), q: 0.6, peak: 1.1 * strength, length: between(0.03, 0.055) });
    desk.burst(bus, at, { type: "bandpass", hz: between(1500, 2300), q: 1.4, peak: 0.4 * strength, length: 0.014 });
  },
  "hit-die"(desk, at, { strength }, bus) {
    const hz = between(2500, 3700);
    desk.burst(bus, at, { type: "bandpass", hz, q: 7, peak: 3 * strength, length: between(0.018, 0.03), rise: 0.001 });
    desk.burst(bus, at, { type: "bandpass", hz: hz * 1.72, q: 9, peak: 1.4 * strength, length: 0.012, rise: 0.001 });
    desk.tone(bus, at, { hz: hz * 0.36, peak: 0.3 * strength, length: 0.03 });
  },
  slide(desk, at, { strength }, bus) {
    desk.burst(bus, at, { type: "bandpass", hz: between(700, 1000), q: 0.8, peak: 0.26 * strength, length: 0.16, rise: 0.07 });
  },
  tap(desk, at, { order, strength }) {
    desk.bar(at, STEPS[Math.min(Math.max(order, 1), STEPS.length) - 1], 0.42 * strength, 0.2);
  },
  keep(desk, at) {
    desk.bar(at, 392, 0.3, 0.26);
    desk.bar(at + 0.075, 587.33, 0.3, 0.36);
    desk.burst(desk.dice, at, { type: "lowpass", hz: 600, q: 0.6, peak: 0.22, length: 0.05 });
  },
  bank(desk, at) {
    for (const [delay, hz] of [[0, 523.25], [0.09, 659.26], [0.18, 1046.5]]) desk.bar(at + delay, hz, 0.26, 0.4);
    desk.tone(desk.cues, at + 0.18, { hz: 2093, peak: 0.03, length: 0.5 });
  },
  bust(desk, at) {
    for (const [delay, peak] of [[0, 0.6], [0.16, 0.42]]) {
      desk.tone(desk.cues, at + delay, { hz: 150, to: 84, peak, length: 0.16 });
      desk.burst(desk.cues, at + delay, { type: "bandpass", hz: 340, q: 2.2, peak: peak * 0.8, length: 0.06 });
    }
  },
  "for-nothing"(desk, at) {
    for (const [delay, hz] of [[0, 440], [0.22, 523.25], [0.44, 415.3]])
      desk.tone(desk.cues, at + delay, { hz, peak: 0.17, length: 0.8, rise: 0.06 });
  },
  "your-turn"(desk, at) {
    desk.bar(at, 659.26, 0.26, 0.45);
    desk.bar(at + 0.17, 987.77, 0.26, 0.7);
  },
  win(desk, at) {
    [523.25, 659.26, 783.99, 1046.5].forEach((hz, index) => desk.bar(at + index * 0.11, hz, 0.26, 0.6));
    for (const hz of [523.25, 783.99, 1046.5, 1318.51]) desk.tone(desk.cues, at + 0.46, { hz, peak: 0.09, length: 1.7, rise: 0.03 });
  },
};

const OF_DICE = new Set(["hit-felt", "hit-die", "slide"]);

/** @type {Desk | null} */
let desk = null;
let primed = false;

/** Opens the audio, or wakes it after a call; works only inside a touch, so it hangs on every one. */
function wake() {
  if (!desk) {
    const Context = window.AudioContext;
    if (!Context) return;
    // The ringer's switch decides on a phone, as for any game.
    const session = /** @type {any} */ (navigator).audioSession;
    if (session) session.type = "ambient";
    desk = new Desk(new Context({ latencyHint: "interactive" }));
    for (const name of /** @type {const} */ (["master", "dice", "cues", "mute"])) prefs.watch(name, setLevels);
  }
  // Refused outside a touch; the next touch tries again.
  if (desk.context.state !== "running") desk.context.resume().catch(() => {});
}

/** Loudness follows the square of the slider, as ears do. */
function setLevels() {
  if (!desk) return;
  const level = (/** @type {"master" | "dice" | "cues"} */ name) => (prefs.get(name) / 100) ** 2;
  const now = desk.context.currentTime;
  desk.out.gain.setTargetAtTime(prefs.get("mute") ? 0 : level("master") * 2.6, now, 0.01);
  desk.dice.gain.setTargetAtTime(level("dice"), now, 0.01);
  desk.cues.gain.setTargetAtTime(level("cues"), now, 0.01);
}

export const sound = {
  /** Makes the page ready to sound from the first touch on. Call it once. */
  prime() {
    if (primed) return;
    primed = true;
    for (const touch of ["pointerup", "keydown"]) window.addEventListener(touch, wake, { capture: true, passive: true });
  },

  /** Whether anything would be heard now. */
  get awake() {
    return desk !== null && desk.context.state === "running" && !prefs.get("mute");
  },

  /**
   * Plays a sound, if the player has touched the page and has not muted it.
   * @param {SoundName} name
   * @param {How} [how]
   */
  play(name, { strength = 1, order = 1, delay = 0, pan = 0 } = {}) {
    if (!desk || prefs.get("mute") || desk.context.state === "closed") return;
    const at = desk.context.currentTime + 0.005 + delay;
    /** @type {AudioNode} */
    let bus = OF_DICE.has(name) ? desk.dice : desk.cues;
    if (pan && OF_DICE.has(name)) {
      const panner = new StereoPannerNode(desk.context, { pan });
      panner.connect(bus);
      bus = panner;
    }
    SCORE[name](desk, at, { strength: Math.min(Math.max(strength, 0), 1), order, delay, pan }, bus);
  },
};
