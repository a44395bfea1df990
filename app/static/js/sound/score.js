/** The signals of the game, written for the desk: small, wooden and warm, none a buzzer and none a slot machine. */

import { between } from "./desk.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {"slide"|"tap"|"keep"|"bank"|"bust"|"for-nothing"|"your-turn"|"win"|"out-even"|"all-eight"|"locked-in"} Signal */
/** @typedef {{strength: number, order: number}} Played */

/** A major pentatonic rising from C5, in hertz: each further die of a selection sounds one step higher. */
const STEPS = [523.25, 587.33, 659.26, 783.99, 880, 1046.5, 1174.66, 1318.51];

/** @typedef {(desk: Desk, at: number, how: Played) => void} Part */

/** Each signal: how long it sounds at most, in seconds, and its part. @type {Record<Signal, [seconds: number, part: Part]>} */
export const SCORE = {
  slide: [0.25, (desk, at, { strength }) => desk.burst(at, { type: "bandpass", hz: between(700, 1000), q: 0.8, peak: 0.55 * strength, length: 0.16, rise: 0.02 }, desk.dice)],
  tap: [0.25, (desk, at, { order, strength }) => desk.bar(at, STEPS[Math.min(Math.max(order, 1), STEPS.length) - 1], 0.42 * strength, 0.2)],
  keep: [0.45, (desk, at) => {
    desk.bar(at, 392, 0.3, 0.26);
    desk.bar(at + 0.075, 587.33, 0.3, 0.36);
    desk.burst(at, { type: "lowpass", hz: 600, q: 0.6, peak: 0.22, length: 0.05 }, desk.dice);
  }],
  bank: [0.7, (desk, at) => {
    for (const [delay, hz] of [[0, 523.25], [0.09, 659.26], [0.18, 1046.5]]) desk.bar(at + delay, hz, 0.26, 0.4);
    desk.tone(at + 0.18, { hz: 2093, peak: 0.03, length: 0.5 });
  }],
  bust: [0.4, (desk, at) => {
    for (const [delay, peak] of [[0, 0.6], [0.16, 0.42]]) {
      desk.tone(at + delay, { hz: 150, to: 84, peak, length: 0.16 });
      desk.tone(at + delay, { hz: 390, to: 250, peak: peak * 0.45, length: 0.09 });
      desk.burst(at + delay, { type: "bandpass", hz: 520, q: 2, peak: peak * 0.9, length: 0.05 });
    }
  }],
  "for-nothing": [1.4, (desk, at) => {
    for (const [delay, hz] of [[0, 440], [0.22, 523.25], [0.44, 415.3]]) desk.tone(at + delay, { hz, peak: 0.17, length: 0.8, rise: 0.06 });
  }],
  "your-turn": [0.9, (desk, at) => {
    desk.bar(at, 659.26, 0.26, 0.45);
    desk.bar(at + 0.17, 987.77, 0.26, 0.7);
  }],
  win: [2.2, (desk, at) => {
    [523.25, 659.26, 783.99, 1046.5].forEach((hz, index) => desk.bar(at + index * 0.11, hz, 0.26, 0.6));
    for (const hz of [523.25, 783.99, 1046.5, 1318.51]) desk.tone(at + 0.46, { hz, peak: 0.09, length: 1.7, rise: 0.03 });
  }],
  // A light goes over the felt: a breath that opens, bells that climb out of it, and the chord they meet in.
  "out-even": [2.3, (desk, at) => {
    desk.burst(at, { type: "bandpass", hz: 500, to: 5200, q: 1.2, peak: 0.12, length: 0.55, rise: 0.25 });
    [392, 523.25, 659.26, 783.99, 1046.5].forEach((hz, index) => desk.bell(at + index * 0.1, hz, 0.16, 0.9));
    for (const hz of [261.63, 392, 659.26, 1046.5]) desk.tone(at + 0.6, { hz, peak: 0.08, length: 1.6, rise: 0.05 });
    desk.bell(at + 0.62, 2093, 0.07, 1.4);
  }],
  // Eight dice hop in a wave, one bar each, and land together.
  "all-eight": [1.7, (desk, at) => {
    STEPS.forEach((hz, index) => desk.bar(at + index * 0.06, hz, 0.26, 0.3));
    for (const hz of [523.25, 783.99, 1318.51]) desk.bell(at + 0.54, hz, 0.11, 1);
    desk.tone(at + 0.54, { hz: 131, to: 98, peak: 0.3, length: 0.25 });
  }],
  // A bolt goes home: two knocks and the latch, then a fifth that stands.
  "locked-in": [1.7, (desk, at) => {
    for (const [delay, hz] of [[0, 170], [0.17, 128]]) {
      desk.tone(at + delay, { hz, to: hz * 0.6, peak: 0.5, length: 0.16 });
      desk.burst(at + delay, { type: "bandpass", hz: 900, q: 1.5, peak: 0.3, length: 0.03 });
    }
    desk.burst(at + 0.3, { type: "bandpass", hz: 3600, q: 5, peak: 0.5, length: 0.04 });
    for (const hz of [196, 293.66, 587.33]) desk.tone(at + 0.34, { hz, peak: 0.14, length: 1.2, rise: 0.02 });
    desk.bell(at + 0.34, 1174.66, 0.07, 1);
  }],
};
