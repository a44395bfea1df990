/** How one die is turned in the hand: orientations as quaternions x y z w in the tray's axes, angles in radians. No page. */

import { axesOf, faceUp, turnUp } from "../dice/faces.js";
import { BEVEL } from "../dice/geometry.js";
import { EDGE } from "../dice/layout.js";

/** @typedef {[number, number, number, number]} Turn */

/** How the die stands to show two of its sides. */
export const SHOWN_YAW = 0.62;
/** A fling carries on for so many milliseconds of its speed, and no further than this. */
const CARRY = 140;
const FURTHEST = 1.9;

/** First `b`, then `a`. @param {Turn} a @param {Turn} b @returns {Turn} */
export const times = ([x, y, z, w], [p, q, r, s]) => [
  w * p + x * s + y * r - z * q,
  w * q - x * r + y * s + z * p,
  w * r + x * q - y * p + z * s,
  w * s - x * p - y * q - z * r,
];

/** A turn about an axis of the tray. @param {number} x @param {number} y @param {number} z a unit vector @param {number} angle @returns {Turn} */
export function about(x, y, z, angle) {
  const s = Math.sin(angle / 2);
  return [x * s, y * s, z * s, Math.cos(angle / 2)];
}

/** The die lies flat and shows a face, turned so that two sides are seen. @param {number} face @returns {Turn} */
export function showing(face) {
  const out = new Float32Array(4);
  turnUp(face, SHOWN_YAW, out, 0);
  return /** @type {Turn} */ ([...out]);
}

/** Turns a die as a finger does that moves so far, in radians: to the right about the upright axis, down towards the player. @param {Turn} turn @param {number} right @param {number} down @returns {Turn} */
export function dragged(turn, right, down) {
  const angle = Math.hypot(right, down);
  return angle < 1e-6 ? turn : times(about(down / angle, 0, right / angle, angle), turn);
}

/** Where a die goes that is let go at a speed, in radians a millisecond. @param {Turn} turn @param {number} right @param {number} down @returns {Turn} */
export function flung(turn, right, down) {
  const far = Math.hypot(right, down) * CARRY;
  const share = far > FURTHEST ? FURTHEST / far : 1;
  return dragged(turn, right * CARRY * share, down * CARRY * share);
}

/** The nearest way to lie flat. @param {Turn} turn @returns {Turn} */
export function flat(turn) {
  const axes = axesOf(Float32Array.from(turn), 0, new Float32Array(9));
  // The axis that points most nearly up or down is brought there, the short way.
  const ups = [axes[2], axes[5], axes[8]].map(Math.abs);
  const at = ups.indexOf(Math.max(...ups)) * 3;
  const sign = Math.sign(axes[at + 2]);
  const [x, y, z] = [axes[at] * sign, axes[at + 1] * sign, axes[at + 2] * sign];
  const across = Math.hypot(x, y);
  return across < 1e-6 ? turn : times(about(y / across, -x / across, 0, Math.atan2(across, z)), turn);
}

/** A share of the way from a to b, the short way. @param {Turn} a @param {Turn} b @param {number} share @returns {Turn} */
export function between(a, b, share) {
  const dot = a.reduce((sum, part, k) => sum + part * b[k], 0);
  const angle = Math.acos(Math.min(1, Math.abs(dot)));
  const whole = Math.sin(angle);
  const p = whole < 1e-4 ? 1 - share : Math.sin((1 - share) * angle) / whole;
  const q = (whole < 1e-4 ? share : Math.sin(share * angle) / whole) * Math.sign(dot || 1);
  const mixed = a.map((part, k) => part * p + b[k] * q);
  const length = Math.hypot(...mixed);
  return /** @type {Turn} */ (mixed.map((part) => part / length));
}

/** How high the middle of a die stands that rests on the felt like this, mm. @param {Turn} turn */
export function standing(turn) {
  const axes = axesOf(Float32Array.from(turn), 0, new Float32Array(9));
  const reach = Math.abs(axes[2]) + Math.abs(axes[5]) + Math.abs(axes[8]);
  return (EDGE / 2 - BEVEL) * reach + BEVEL;
}

/** The face that is up. @param {Turn} turn */
export const upOf = (turn) => faceUp(Float32Array.from(turn), 0);
