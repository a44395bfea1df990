/**
 * Shake to roll: an optional way to press Roll. A shake is a few hard jerks to and fro; a bump, a step or a phone laid
 * down is none. Its direction aims the throw and its vigour is the power.
 */

import { prefs } from "./prefs.js";

/** @typedef {{angle: number, power: number}} Gesture degrees from straight ahead, −45 … 45, and 0 … 100 */
/** @typedef {readonly [x: number, y: number, z: number]} Jerk m/s², the phone's right, its top, its face */

/** m/s²: a jerk harder than this counts, and one like HARDEST throws with full power. */
const JERK = 11;
const HARDEST = 32;
/** Jerks that turn against each other, and the milliseconds within which two of them follow: sooner, it is a rattle. */
const JERKS = 4;
const APART = [45, 420];
/** Cosine between two jerks below which the second goes against the first. */
const AGAINST = -0.4;
const LEAST_POWER = 25;
/** Milliseconds: no second throw so soon after one, and none so soon after Roll came up. */
const COOLDOWN = 1500;
const GUARD = 350;

/** Finds shakes in a stream of accelerations. */
export class Shakes {
  /** @type {{jerk: Jerk, at: number}[]} */
  #jerks = [];
  #thrown = -Infinity;

  /** Forgets a shake that has begun. */
  rest() {
    this.#jerks = [];
  }

  /** @param {Jerk} jerk  without gravity @param {number} at  ms @returns {Gesture | null}  a throw, when one is finished */
  feel(jerk, at) {
    if (at - this.#thrown < COOLDOWN || Math.hypot(...jerk) < JERK) return null;
    const last = this.#jerks.at(-1);
    if (last && at - last.at > APART[1]) this.rest();
    else if (last && along(jerk, last.jerk) > AGAINST) {
      // Still the same jerk: its hardest moment stands for it.
      if (Math.hypot(...jerk) > Math.hypot(...last.jerk) && along(jerk, last.jerk) > 0) last.jerk = jerk;
      return null;
    } else if (last && at - last.at < APART[0]) this.rest();
    this.#jerks.push({ jerk, at });
    if (this.#jerks.length < JERKS) return null;
    const gesture = gestureOf(this.#jerks.map((each) => each.jerk));
    this.#thrown = at;
    this.rest();
    return gesture;
  }
}

/** The cosine between two jerks. @param {Jerk} a @param {Jerk} b */
const along = (a, b) => a.reduce((sum, part, k) => sum + part * b[k], 0) / (Math.hypot(...a) * Math.hypot(...b) || 1);

/** @param {Jerk[]} jerks  to and fro in turn @returns {Gesture} */
function gestureOf(jerks) {
  const sum = [0, 0, 0];
  jerks.forEach((jerk, index) => jerk.forEach((part, k) => (sum[k] += index % 2 ? -part : part)));
  // A shake has no front: what it does across counts as to the side towards which it also goes ahead.
  const [x, ahead] = sum[1] < 0 ? [-sum[0], -sum[1]] : [sum[0], sum[1]];
  const angle = (Math.atan2(x, ahead + Math.abs(sum[2])) * 180) / Math.PI;
  const mean = jerks.reduce((total, jerk) => total + Math.hypot(...jerk), 0) / jerks.length;
  const vigour = (mean - JERK) / (HARDEST - JERK);
  return { angle: bounded(angle, -45, 45), power: bounded(LEAST_POWER + (100 - LEAST_POWER) * vigour, 0, 100) };
}

/** @param {number} value @param {number} low @param {number} high */
const bounded = (value, low, high) => Math.round(Math.min(high, Math.max(low, value))) + 0;

/** Whether this device may have a motion sensor that a page can feel: a phone or tablet, on a secure address. */
export const canShake = () => "DeviceMotionEvent" in window && window.isSecureContext && matchMedia("(any-pointer: coarse)").matches;

/** Asks for the sensor where the system wants to be asked. Only inside a tap on the switch. @returns {Promise<boolean>} */
export async function askForMotion() {
  const asks = /** @type {any} */ (window.DeviceMotionEvent)?.requestPermission;
  if (typeof asks !== "function") return true;
  return asks.call(window.DeviceMotionEvent).then((/** @type {string} */ answer) => answer === "granted", () => false);
}

/**
 * Listens for shakes while the player's preference says so. The answer ends it.
 * @param {{onShake: (gesture: Gesture) => void, allowed: () => boolean, inDialog?: boolean}} how
 *   `allowed`: whether Roll would roll now; `inDialog`: also while a dialog is open, for trying it out
 */
export function watchShake({ onShake, allowed, inDialog = false }) {
  const shakes = new Shakes();
  let since = -Infinity;
  let free = false;
  const feel = (/** @type {DeviceMotionEvent} */ event) => {
    const at = performance.now();
    const may = !document.hidden && (inDialog || !document.querySelector("dialog[open]")) && allowed();
    if (may && !free) since = at;
    free = may;
    if (!may || at - since < GUARD) return shakes.rest();
    const jerk = jerkOf(event);
    const gesture = jerk && shakes.feel(jerk, at);
    if (gesture) onShake(gesture);
  };
  const stop = prefs.watch("shake", (on) => {
    window.removeEventListener("devicemotion", feel);
    shakes.rest();
    free = false;
    if (on && canShake()) window.addEventListener("devicemotion", feel);
  });
  return () => {
    stop();
    window.removeEventListener("devicemotion", feel);
  };
}

/** Acceleration as the player sees the screen; a phone without a gyroscope gives none free of gravity. @param {DeviceMotionEvent} event @returns {Jerk | null} */
function jerkOf({ acceleration }) {
  if (!acceleration || acceleration.x === null) return null;
  const { x, y, z } = acceleration;
  const turned = ((screen.orientation?.angle ?? 0) * Math.PI) / 180;
  const [c, s] = [Math.cos(turned), Math.sin(turned)];
  return [c * (x ?? 0) - s * (y ?? 0), s * (x ?? 0) + c * (y ?? 0), z ?? 0];
}
