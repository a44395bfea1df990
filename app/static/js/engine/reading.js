/** How selected dice group into scoring parts: one selection in, its reading or a refusal out. Twin of app/engine/reading.py. */

import { bestGrouping, pairsIn, setsOf } from "./best.js";
import { refusal } from "./errors.js";
import { NOTHING_OPEN } from "./open_parts.js";
import { HIGH_END, LARGE, LOW_END, Pile, sheet } from "./sheet.js";
import { FACES, HIGH, LOW, choices, counted, sorted, sum } from "./types.js";

/** @typedef {import("./types.js").RuleSet} RuleSet */
/** @typedef {import("./open_parts.js").Open} Open */
/** @typedef {import("./errors.js").Refusal} Refusal */
/** @typedef {import("./sheet.js").Sheet} Sheet */
/** @typedef {import("./sheet.js").Claims} Claims */
/** @typedef {readonly number[]} Faces */
/** @typedef {{kind: import("./types.js").Kind, faces: Faces, points: number, dice: Faces}} Part  `dice`: places in the tap order */
/** @typedef {{refused?: undefined, parts: readonly Part[], points: number, bonus: number, open_after: Open}} Reading  `points` is without the bonus for all dice */

/** What a keep adds to the turn. @param {{points: number, bonus: number}} reading */
export const total = ({ points, bonus }) => points + bonus;

/** The text form of the worked cases, such as `set:6x3` or `fill:6`. @param {Part} part */
export function partName({ kind, faces }) {
  if (kind === "set") return `set:${faces[0]}x${faces.length}`;
  if (kind === "small" || kind === "large") return kind;
  return kind === "pairs" ? `pairs:${faces.filter((_, at) => at % 2 === 0).join("")}` : `${kind}:${faces[0]}`;
}

/**
 * Reads faces in tap order against a roll of `thrown` dice with parts open (R-read).
 * A refusal is `nothing_tapped` or `dead_dice`; its subject then holds the places of the dead dice. `bestOrder` finds the hint.
 * @param {Faces} taps @param {number} thrown @param {Open} opened @param {RuleSet} rules @returns {Reading | Refusal}
 */
export function read(taps, thrown, opened, rules) {
  if (!taps.length) return refusal("nothing_tapped");
  const table = sheet(rules, opened);
  /** @type {[Pile, Claims] | null} */
  let settled;
  if (rules.reading === "best") settled = bestGrouping(rules, sorted(taps), opened);
  else settled = settle(new Pile(), taps, table, opened.pairs.length > 0);
  const { dead } = settled[1];
  if (dead.length && rules.reading !== "best") settled = reread(taps, table);
  if (!settled || settled[1].dead.length) return refusal("dead_dice", deadPlaces(taps, dead));
  return readingOf(taps, thrown, table, ...settled);
}

/** A pile with these dice tapped besides, and its claims. @param {Pile} pile @param {Faces} taps @param {Sheet} table @param {boolean} ordered @returns {[Pile, Claims]} */
function settle(pile, taps, table, ordered) {
  for (const face of taps) table.take(pile, face);
  return [pile, table.claims(pile.pool, ordered ? pile.loose() : [])];
}

/**
 * The second chance of a refused selection: a complete 1-6 (R-1to6), then four alike as two pairs (R-pairs).
 * @param {Faces} taps @param {Sheet} table @returns {[Pile, Claims] | null}
 */
function reread(taps, table) {
  const counts = counted(taps);
  if (table.rules.run_full && FACES.every((face) => counts[face])) {
    const found = rest(taps, FACES, { straight: LARGE }, table);
    if (found) return found;
  }
  return table.rules.quad_is_two_pairs ? quads(taps, counts, table) : null;
}

/** Reads the taps that a part has not taken, in tap order; null if one is dead. @param {Faces} taps @param {Faces} taken @param {Partial<Pile>} part @param {Sheet} table */
function rest(taps, taken, part, table) {
  const left = counted(taken);
  const settled = settle(Object.assign(new Pile(), part), taps.filter((face) => left[face]-- <= 0), table, true);
  return settled[1].dead.length ? null : settled;
}

/** The best reading with four alike as two pairs, never in sequence. @param {Faces} taps @param {number[]} counts @param {Sheet} table */
function quads(taps, counts, table) {
  let best = null;
  let most = -1;
  for (const [size, field] of /** @type {[number, string][]} */ ([[4, "four_pairs"], [3, "three_pairs"]])) {
    for (const pairs of table.rules[field] ? choices(pairsIn(counts, 2), size) : []) {
      if (new Set(pairs).size === size) continue;
      const found = rest(taps, [...pairs, ...pairs], { pairs }, table);
      const points = found ? sum(scored(...found, table).map((part) => part.points)) : -1;
      if (points > most) [best, most] = [found, points];
    }
  }
  return best;
}

/** The places of dead faces: of each face the later-tapped dice, as earlier ones are claimed first. @param {Faces} taps @param {Faces} dead */
function deadPlaces(taps, dead) {
  const left = counted(dead);
  return taps
    .map((face, place) => [face, place])
    .reverse()
    .filter(([face]) => left[face]-- > 0)
    .map(([, place]) => place)
    .reverse();
}

/** Straights and pairs complete before a set of the same face can start, so they hold the earlier dice. @type {Record<string, number>} */
const TAKES = { small: 0, large: 0, pairs: 0, set: 1 };
const LOOSE = 2;

/** @param {Faces} taps @param {number} thrown @param {Sheet} table @param {Pile} pile @param {Claims} claims @returns {Reading} */
function readingOf(taps, thrown, table, pile, claims) {
  const parts = scored(pile, claims, table);
  /** @type {number[][]} */
  const waiting = [[], [], [], [], [], [], []];
  taps.forEach((face, place) => waiting[face].push(place));
  for (const rank of [0, 1, LOOSE]) {
    for (const part of parts) {
      if ((TAKES[part.kind] ?? LOOSE) === rank) part.dice = sorted(part.faces.map((face) => /** @type {number} */ (waiting[face].shift())));
    }
  }
  const { rules } = table;
  const full = thrown === taps.length;
  return {
    parts,
    points: sum(parts.map(({ points }) => points)),
    bonus: full && thrown === rules.dice ? rules.all_dice_bonus : 0,
    open_after: openAfter(pile, claims, table, full),
  };
}

/** The parts of a settled pile in their fixed order. @param {Pile} pile @param {Claims} claims @param {Sheet} table @returns {Part[]} */
function scored(pile, claims, table) {
  const { straight, pairs } = pile;
  const part = (/** @type {any} */ kind, /** @type {Faces} */ faces, /** @type {number} */ points) => ({ kind, faces, points, dice: /** @type {Faces} */ ([]) });
  const parts = sorted(setsOf(pile)).map(([face, size]) => part("set", Array(size).fill(face), table.setPoints[face][size]));
  if (straight) parts.push(part(straight === LARGE ? "large" : "small", [[], LOW, HIGH, FACES][straight], table.straightPoints(straight)));
  if (pairs.length) parts.push(part("pairs", sorted([...pairs, ...pairs]), table.pairsPoints(pairs)));
  return [
    ...parts,
    ...claims.extended.map(([face, points]) => part("extend", [face], points)),
    ...claims.filled.map(([face, points]) => part("fill", [face], points)),
    ...claims.paired.map(([face, , points]) => part("pair4", [face, face], points)),
    ...claims.singles.map(([face, points]) => part("single", [face], points)),
  ];
}

/** What stays open once this keep is made (R-open, R-fill). @param {Pile} pile @param {Claims} claims @param {Sheet} table @param {boolean} allKept @returns {Open} */
function openAfter(pile, claims, table, allKept) {
  const { rules, open } = table;
  if (!rules.progressive || (allKept && !rules.survives_and_roll)) return NOTHING_OPEN;
  const straights = [...open.straights];
  for (const [face] of claims.filled) straights.splice(straights.indexOf(face === 6 ? "low" : "high"), 1);
  if (pile.straight === LOW_END) straights.push("low");
  if (pile.straight === HIGH_END) straights.push("high");
  const closed = claims.paired.map(([, age]) => age);
  const pairs = open.pairs.filter((_, age) => !closed.includes(age));
  if (pile.pairs.length === 3) pairs.push(pile.pairs);
  const sets = new Set([...open.sets, ...FACES.filter((face) => pile.sets[face])]);
  return { sets: sorted(sets), straights, pairs };
}
