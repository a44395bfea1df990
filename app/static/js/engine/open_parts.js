/** What earlier keeps of a turn left open for later dice (R-open). Twin of app/engine/open_parts.py. */

import { frozen } from "./frozen.js";

/** @typedef {{sets: readonly number[], straights: readonly string[], pairs: readonly (readonly number[])[]}} Open  straights and pairs oldest first */

/** @type {Open} */
export const NOTHING_OPEN = frozen({ sets: [], straights: [], pairs: [] });

/** Each open part in its text form, sets first: `set:6`, `straight:low`, `pairs:234`. @param {Open} open */
export const words = ({ sets, straights, pairs }) => [
  ...sets.map((face) => `set:${face}`),
  ...straights.map((end) => `straight:${end}`),
  ...pairs.map((faces) => `pairs:${faces.join("")}`),
];
