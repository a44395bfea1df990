/** Short buzzes of the phone, where it can and the player wants them. Never before a first touch, never longer than 120 ms. */

import { prefs } from "./prefs.js";

/** Patterns in milliseconds: buzz, pause, buzz … */
const PATTERNS = {
  tap: [8],
  keep: [15],
  bank: [20],
  bust: [40],
  "your-turn": [20, 60, 20],
  celebrate: [15, 25, 15, 25, 35],
};

/** @typedef {keyof typeof PATTERNS} Touch */

/** Whether this browser can vibrate at all; Safari cannot. */
export const canVibrate = () => typeof navigator.vibrate === "function" && matchMedia("(any-pointer: coarse)").matches;

/** Buzzes, if the player has touched the page and has not switched it off. @param {Touch} touch */
export function haptic(touch) {
  if (!prefs.get("vibration") || !canVibrate()) return;
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  navigator.vibrate(PATTERNS[touch]);
}
