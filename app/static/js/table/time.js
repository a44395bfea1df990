/** The page's one clock, as the two plain functions that most of the table needs. */

import { clock } from "../dice/time.js";

/** Milliseconds. */
export const now = () => clock.now();

/** Acts later; the answer calls it off. @param {number} ms @param {() => void} act */
export const after = (ms, act) => clock.after(ms, act);
