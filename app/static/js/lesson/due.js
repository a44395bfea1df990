/** Whether somebody who plays on this phone is to be shown something first: the lesson, or after a long time one line. */

import { prefs } from "../prefs.js";

/** When this device last opened a practice game, ms since 1970. */
const KEY = "practised";
const LONG_MS = 30 * 24 * 3600_000;

/**
 * What is due now; it also notes the day.
 * @param {{storage: Pick<Storage, "getItem" | "setItem"> | null, now: number, known?: string}} from  `known`: the preference `lesson`
 * @returns {"lesson" | "reminder" | null}
 */
export function lessonDue({ storage, now, known = prefs.get("lesson") }) {
  let last = NaN;
  try {
    last = Number(storage?.getItem(KEY) ?? NaN);
    storage?.setItem(KEY, String(now));
  } catch {
    // A device that keeps nothing is not reminded.
  }
  if (known === "new") return "lesson";
  return now - last >= LONG_MS ? "reminder" : null;
}
