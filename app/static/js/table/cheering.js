/** Which happenings are celebrated, and what swells over the felt then. */

import { num } from "../text.js";
import { targetOf } from "./seats.js";

/** @typedef {"out-even" | "all-eight" | "locked-in"} CheerKind */

/** @param {import("../shapes.js").GameEvent} event @returns {CheerKind | null} */
export function cheerOf({ type, bonus }) {
  if (type === "went_out") return "out-even";
  if (type === "locked_in") return "locked-in";
  return type === "kept" && bonus > 0 ? "all-eight" : null;
}

/** The number of a celebration; what locks in has none. @param {CheerKind} kind @param {import("../shapes.js").GameEvent} event @param {import("../shapes.js").Scene} scene */
export function numberOf(kind, { bonus }, { truth }) {
  if (kind === "locked-in") return "";
  return kind === "all-eight" ? `+${num(bonus)}` : num(targetOf(truth));
}

/** Ms of a celebration by pace; nothing moves where it is instant, and its frame stands for the same time. */
export const CHEER_MS = { full: 1900, fast: 900, instant: 1900 };
