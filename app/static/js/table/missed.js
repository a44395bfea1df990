/** What happened while nobody watched this screen: one line for every turn that ended. */

import { recapOf } from "./notes.js";
import { adds, step } from "./scene.js";

/** @typedef {import("../shapes.js").Scene} Scene */
/** @typedef {import("../shapes.js").Batch} Batch */

/**
 * The turns that ended in a batch, in words.
 * @param {Batch} batch
 * @param {Scene} before
 * @returns {string[]}
 */
export function missedTurns(batch, before) {
  let scene = { ...before, truth: batch.truth };
  const lines = [];
  for (const event of batch.events) {
    const line = recapOf(scene, event);
    if (line && adds(event) && lines.length > 0) lines.push(`${lines.pop()} ${line}`);
    else if (line) lines.push(line);
    scene = step(scene, event);
  }
  return lines;
}
