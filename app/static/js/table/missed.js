/** What happened while nobody watched this screen: one line for every turn that ended. */

import { readSentence } from "./words.js";
import { step } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../store.js").Batch} Batch */

const TURN_ENDS = new Set(["busted", "went_over", "for_nothing_failed", "banked", "went_out", "rolloff_added", "left", "game_over"]);

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
    const note = readSentence(scene, event);
    if (note && TURN_ENDS.has(event.type)) {
      const who = batch.truth.chairs.find((chair) => chair.seat === event.seat)?.name ?? "";
      const text = note.title ? `${note.title}. ${note.text}` : note.text;
      lines.push(text.includes(who) ? text : `${who}: ${text}`);
    }
    scene = step(scene, event);
  }
  return lines;
}
