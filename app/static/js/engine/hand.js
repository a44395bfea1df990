/** A hand to check, answered as `POST /api/rules/read` answers it. Twin of app/engine/hand.py. */

import { frozen } from "./frozen.js";
import { formatOpen, parseOpen } from "./notation.js";
import { bestOrder } from "./orders.js";
import { read } from "./reading.js";
import { sorted } from "./types.js";

/** @typedef {import("./types.js").RuleSet} RuleSet */

/**
 * How dice read in their tap order, and whether another order would pay more.
 * @param {{rules: RuleSet, taps: readonly number[], open?: string, thrown?: number | null}} asked  `thrown`: as many as are tapped, if it is not said
 * @returns {Record<string, any>} throws RangeError where so many dice cannot lie on the table, or for words that are no open parts
 */
export function answerHand({ rules, taps, open = "-", thrown: said = null }) {
  const thrown = said ?? taps.length;
  const opened = parseOpen(open);
  if (taps.length > thrown) throw new RangeError(`${taps.length} taps but only ${thrown} dice thrown`);
  if (thrown > rules.dice) throw new RangeError(`${thrown} dice thrown, but ${rules.name} is played with ${rules.dice}`);
  const reading = read(taps, thrown, opened, rules);
  const order = taps.length ? bestOrder(sorted(taps), thrown, opened, rules) : null;
  const offered = order && { taps: order.taps, points: order.reading.points };
  if (reading.refused !== undefined) {
    const dead = sorted(reading.subject.map((place) => taps[place]));
    return frozen({ refused: reading.refused, points: 0, bonus: 0, parts: [], dead, hint: offered, open_after: formatOpen(opened), better: null });
  }
  return frozen({
    refused: false,
    points: reading.points,
    bonus: reading.bonus,
    parts: reading.parts.map(({ kind, faces, points }) => ({ kind, faces, points })),
    dead: [],
    hint: null,
    open_after: formatOpen(reading.open_after),
    better: offered && offered.points > reading.points ? offered : null,
  });
}
