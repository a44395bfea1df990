/**
 * Every reading that some order of taps gives, without trying the orders. Twin of app/engine/orders.py.
 * Tapping is a walk over piles: two orders that leave the same pile read alike from there on, so the walk visits each pile once.
 */

import { pairsIn } from "./best.js";
import { frozen, remembered } from "./frozen.js";
import { partName, read, total } from "./reading.js";
import { Pile, sheet } from "./sheet.js";
import { FACES, HIGH, LOW, choices, compare, counted, sorted } from "./types.js";

/** @typedef {import("./types.js").RuleSet} RuleSet */
/** @typedef {import("./open_parts.js").Open} Open */
/** @typedef {import("./reading.js").Reading} Reading */
/** @typedef {readonly number[]} Faces */
/** @typedef {{taps: Faces, reading: Reading}} Order  faces in a tap order and how they read */

const BIG = ["set", "small", "large", "pairs"];

/** @param {Reading} reading */
const names = (reading) => reading.parts.map(partName).join();

const keepsOf = remembered((/** @type {RuleSet} */ rules, /** @type {number[]} */ faces, /** @type {Open} */ opened) => {
  /** @type {Map<string, Order>} */
  const found = new Map();
  for (const taps of walk(faces, opened, rules, false)) {
    const reading = read(taps, faces.length, opened, rules);
    if (reading.refused) continue;
    const name = `${sorted(taps)}/${names(reading)}`;
    if (!found.has(name)) found.set(name, { taps: tidy(taps, reading, faces.length, opened, rules), reading });
  }
  const ranked = [...found.values()].map((order) => ({ order, rank: [-total(order.reading), order.taps.length, sorted(order.taps)] }));
  return frozen(ranked.sort((a, b) => compare(a.rank, b.rank)).map(({ order }) => order));
});

/**
 * One order for each distinct dice and reading that a roll of these ascending faces offers: most points first, then fewer
 * dice, then lower faces.
 * @param {number[]} faces @param {Open} opened @param {RuleSet} rules @returns {readonly Order[]}
 */
export const keeps = (faces, opened, rules) => keepsOf(rules, faces, opened);

const bestOf = remembered((/** @type {RuleSet} */ rules, /** @type {number[]} */ faces, /** @type {number} */ thrown, /** @type {Open} */ opened) => {
  /** @type {Order | null} */
  let best = null;
  for (const taps of walk(faces, opened, rules, true)) {
    const reading = read(taps, thrown, opened, rules);
    if (reading.refused) continue;
    const gain = best ? reading.points - best.reading.points || best.reading.parts.length - reading.parts.length : 1;
    if (gain > 0) best = { taps, reading };
  }
  return frozen(best && { taps: tidy(best.taps, best.reading, thrown, opened, rules), reading: best.reading });
});

/**
 * The order of exactly these ascending faces that pays most (R-hint); null where every order leaves a dead die.
 * Among orders that pay the same, one that taps each part's dice together, sets first.
 * @param {number[]} faces @param {number} thrown @param {Open} opened @param {RuleSet} rules @returns {Order | null}
 */
export const bestOrder = (faces, thrown, opened, rules) => bestOf(rules, faces, thrown, opened);

/** One order of taps into every pile that can be reached; with `whole`, only piles of all the dice. @param {number[]} faces @param {Open} opened @param {RuleSet} rules @param {boolean} whole @returns {number[][]} */
function walk(faces, opened, rules, whole) {
  // Where no order reads unlike another, one of each selection will do.
  if (rules.reading === "best") return whole ? [[...faces]] : selections(faces);
  const table = sheet(rules, opened);
  const counts = counted(faces);
  let level = [new Pile()];
  /** @type {number[][]} */
  const orders = [];
  for (let size = 0; size < faces.length; size++) {
    /** @type {Map<string, Pile>} */
    const following = new Map();
    for (const pile of level) {
      const tapped = counted(pile.taps);
      for (const face of FACES) {
        if (tapped[face] === counts[face]) continue;
        const further = pile.copy();
        table.take(further, face);
        const key = further.key();
        if (!following.has(key)) following.set(key, further);
      }
    }
    level = [...following.values()];
    if (!whole) orders.push(...level.map(({ taps }) => taps));
  }
  return whole ? level.map(({ taps }) => taps) : orders;
}

/** Each way to choose some of these ascending faces, once, in ascending order. @param {number[]} faces */
const selections = (faces) => sorted(faces.flatMap((_, size) => choices(faces, size + 1)));

/** The same reading from an order that taps each part's dice together, sets first, where there is one. @param {Faces} taps @param {Reading} reading @param {number} thrown @param {Open} opened @param {RuleSet} rules */
function tidy(taps, reading, thrown, opened, rules) {
  const together = (/** @type {boolean} */ big) => reading.parts.filter(({ kind }) => BIG.includes(kind) === big).map(({ faces }) => faces);
  const loose = together(false).flat();
  const wanted = names(reading);
  for (const arrangement of permutations(together(true))) {
    for (const order of [[...arrangement.flat(), ...loose], [...loose, ...arrangement.flat()]]) {
      const again = read(order, thrown, opened, rules);
      if (!again.refused && names(again) === wanted) return order;
    }
  }
  return taps;
}

/** All orders of some values, theirs first. @template T @param {T[]} values @returns {Generator<T[]>} */
function* permutations(values) {
  if (!values.length) yield [];
  for (const value of values) for (const others of permutations(values.filter((each) => each !== value))) yield [value, ...others];
}

/** Positions on the table for faces in tap order, the leftmost die of a face first. @param {Faces} lying @param {Faces} taps */
export function places(lying, taps) {
  const free = [...lying];
  return taps.map((face) => {
    const place = free.indexOf(face);
    free[place] = 0;
    return place;
  });
}

/** Whether some keep of this roll scores, with everything open (R-bust). @param {Faces} faces @param {Open} opened @param {RuleSet} rules */
export const canScore = (faces, opened, rules) => !atoms(faces, opened, rules).next().done;

/** Whether some keep of this roll adds no more than `room` to the turn; most often the first single die does. @param {Faces} faces @param {Open} opened @param {RuleSet} rules @param {number} room */
export function fits(faces, opened, rules, room) {
  // More alike may pay less than three of them.
  if (rules.alike !== "add") return keeps(sorted(faces), opened, rules).some(({ reading }) => total(reading) <= room);
  for (const taps of atoms(faces, opened, rules)) {
    const reading = read(taps, faces.length, opened, rules);
    if (!reading.refused && total(reading) <= room) return true;
  }
  return false;
}

/**
 * The selections that can pay least: alone or as two, three, a straight or pairs, dice that score.
 * More dice may pay less: where a 6 fills for 500, two of them can make a fourth pair for 250.
 * @param {Faces} faces @param {Open} opened @param {RuleSet} rules @returns {Generator<Faces>}
 */
function* atoms(faces, opened, rules) {
  const table = sheet(rules, opened);
  const counts = counted(faces);
  for (const face of FACES) {
    if (counts[face] && (table.single[face] || table.extends[face] || table.fills[face])) yield [face];
    if (counts[face] >= 2 && table.closes[face].length) yield [face, face];
    if (counts[face] >= 3) yield [face, face, face];
  }
  for (const straight of [LOW, HIGH, FACES]) {
    if (rules[straight === FACES ? "run_full" : "run_five"] && straight.every((face) => counts[face])) yield straight;
  }
  if (rules.three_pairs) yield* choices(pairsIn(counts, rules.quad_is_two_pairs ? 2 : 1), 3).map((three) => [...three, ...three]);
}

/** Positions of the dice that belong to some scoring part of the roll. @param {Faces} faces @param {Open} opened @param {RuleSet} rules */
export function scoringPlaces(faces, opened, rules) {
  const scoring = [...atoms(faces, opened, rules)].flat();
  return faces.flatMap((face, place) => (scoring.includes(face) ? [place] : []));
}
