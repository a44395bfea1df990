/**
 * What dice are worth at one moment of a turn: the card together with what is open. Twin of app/engine/sheet.py.
 * A `Pile` is a selection while it is being tapped; `take` is one tap (R-read, steps 1 to 3), `claims` settles the loose dice.
 */

import { remembered } from "./frozen.js";
import { NOTHING_OPEN } from "./open_parts.js";
import { FACES, HIGH, LOW, choices, compare, counted, least, sorted, sum } from "./types.js";

/** @typedef {import("./types.js").RuleSet} RuleSet */
/** @typedef {import("./open_parts.js").Open} Open */
/** @typedef {readonly number[]} Faces */
/** @typedef {[face: number, age: number, points: number]} Closed  a fourth pair, the place of the three pairs it closes (oldest 0), what it adds */
/**
 * @typedef {{extended: [number, number][], filled: [number, number][], paired: Closed[], singles: [number, number][], dead: number[], points: number}} Claims
 * How the loose dice of a pile score, as face and points; `dead`: faces that score nothing, ascending.
 */

/** The straight of a pile: none, 1-5, 2-6, 1-6. */
export const NONE = 0;
export const LOW_END = 1;
export const HIGH_END = 2;
export const LARGE = 3;
const MISSING = [0, 6, 1, 0];

/** Dice tapped so far, by face: the pool of unused ones and the parts that have taken theirs. */
export class Pile {
  pool = [0, 0, 0, 0, 0, 0, 0];
  sets = [0, 0, 0, 0, 0, 0, 0];
  /** Face and size of sets that another of their face has followed. @type {[number, number][]} */
  full = [];
  straight = NONE;
  /** @type {number[]} */
  pairs = [];
  /** @type {number[]} */
  taps = [];

  /** A pile that can be tapped further without touching this one. */
  copy() {
    const { pool, sets, taps } = this;
    return Object.assign(new Pile(), this, { pool: [...pool], sets: [...sets], taps: [...taps] });
  }

  /** The faces still in the pool in tap order; parts hold the earlier dice of a face. */
  loose() {
    const left = [...this.pool];
    return [...this.taps].reverse().filter((face) => left[face]-- > 0).reverse();
  }

  /** Equal for piles that pay alike whatever is tapped next. */
  key() {
    return [this.pool, this.sets, this.full, this.straight, this.pairs].join("|");
  }
}

/** Points of a set by its size. @param {RuleSet} rules @param {number} triple */
function setPoints(rules, triple) {
  const points = [0, 0, 0, triple];
  for (let extra = 1; extra < rules.dice - 1; extra++) {
    const more = { add: triple * (extra + 1), double: triple * 2 ** extra, fixed: rules.alike_fixed[extra - 1] };
    points.push(more[rules.alike] ?? 0);
  }
  return points;
}

/** Whether ascending faces follow each other without a gap or a repeat (R-pairs). @param {Faces} faces */
export const inSequence = (faces) => faces.every((face, at) => !at || faces[at - 1] + 1 === face);

/** The worth of dice under one card with given parts open. */
export class Sheet {
  /** @param {RuleSet} rules @param {Open} opened */
  constructor(rules, opened) {
    this.rules = rules;
    this.open = rules.progressive ? opened : NOTHING_OPEN;
    const { sets, straights } = this.open;
    const value = [0, rules.triple_ones, 200, 300, 400, 500, 600];
    /** What so many alike of each face pay as one set; 0 if they are none. */
    this.setPoints = value.map((triple) => setPoints(rules, triple));
    this.single = [0, 100, 0, 0, 0, 50, 0];
    this.extends = value.map((triple, face) => (sets.includes(face) ? triple : 0));
    const fills = (/** @type {string} */ end) => (rules.fill ? straights.filter((each) => each === end).length : 0);
    this.fills = [0, fills("high"), 0, 0, 0, 0, fills("low")];
    this.closes = value.map((_, face) => this.#closes(face));
    /** @type {Map<string, number>} */
    this.worth = new Map();
  }

  /** The open three pairs that a pair of this face can close, best paid first, then the oldest. @param {number} face */
  #closes(face) {
    const found = this.open.pairs.map((three, age) => /** @type {Closed} */ ([face, age, this.fourthPair(three, face)]));
    return found.filter(([, , points]) => points).sort((a, b) => b[2] - a[2]);
  }

  /** Taps one die: the first part to complete takes its dice, else the die waits in the pool. @param {Pile} pile @param {number} face */
  take(pile, face) {
    const { rules } = this;
    const { pool, straight } = pile;
    pile.taps.push(face);
    const size = pile.sets[face];
    if (size && this.setPoints[face][size + 1]) {
      pile.sets[face]++;
      return;
    }
    if (straight && face === MISSING[straight] && rules.run_full) {
      pile.straight = LARGE;
      return;
    }
    pool[face]++;
    const middle = !straight && pool[2] && pool[3] && pool[4] && pool[5];
    if (middle && pool[1] && pool[6] && rules.run_full) {
      for (const each of FACES) pool[each]--;
      pile.straight = LARGE;
    } else if (pool[face] >= 3 && !this.extends[face]) {
      if (size) pile.full = [...pile.full, [face, size]];
      pile.sets[face] = 3;
      pool[face] -= 3;
    } else if (!(middle && this.#small(pile)) && pool[face] >= 2) this.#pairs(pile);
  }

  /** Takes a small straight out of the pool if it pays what its dice would pay loose (R-worth). @param {Pile} pile */
  #small(pile) {
    const points = this.rules.run_five;
    for (const [end, faces] of /** @type {[number, number[]][]} */ ([[LOW_END, LOW], [HIGH_END, HIGH]])) {
      if (!points || points < this.looseWorth(faces) || !faces.every((face) => pile.pool[face])) continue;
      for (const face of faces) pile.pool[face]--;
      pile.straight = end;
      return true;
    }
    return false;
  }

  /** Takes three pairs, or the fourth on three of this selection, out of the pool. @param {Pile} pile */
  #pairs(pile) {
    const { pool } = pile;
    const twos = FACES.filter((face) => pool[face] >= 2);
    if (!pile.pairs.length && twos.length >= 3) {
      const worth = choices(twos, 3).filter((three) => {
        const points = this.threePairs(three);
        return points > 0 && points >= this.looseWorth([...three, ...three]);
      });
      if (!worth.length) return;
      // Only where R-worth left three pairs lying before is there more than one way.
      pile.pairs = worth[1] ? least(worth, (three) => this.#leftBy(three, pile)) : worth[0];
      for (const face of pile.pairs) pool[face] -= 2;
    }
    if (pile.pairs.length !== 3) return;
    for (const face of twos) {
      const points = this.fourthPair(pile.pairs, face);
      if (pool[face] < 2 || !points || points < this.looseWorth([face, face])) continue;
      pool[face] -= 2;
      pile.pairs = sorted([...pile.pairs, face]);
      return;
    }
  }

  /** What speaks against these three pairs: dead dice left, points missed, dice tapped late. @param {number[]} three @param {Pile} pile */
  #leftBy(three, { pool, taps }) {
    const claims = this.claims(pool.map((count, face) => count - (three.includes(face) ? 2 : 0)));
    const places = three.flatMap((face) => taps.flatMap((tap, place) => (tap === face ? [place] : [])).slice(0, 2));
    return [claims.dead.length, -this.threePairs(three) - claims.points, sorted(places)];
  }

  /** Points of a pile's straight, 0 for none. @param {number} straight */
  straightPoints = (straight) => [0, this.rules.run_five, this.rules.run_five, this.rules.run_full][straight];

  /** Points of three or four pairs of these ascending faces, 0 for none. @param {Faces} faces */
  pairsPoints(faces) {
    if (faces.length === 4) return inSequence(faces) ? this.rules.four_pairs_seq : this.rules.four_pairs;
    return faces.length ? this.threePairs(faces) : 0;
  }

  /** Points of three pairs of these ascending faces. @param {Faces} faces */
  threePairs = (faces) => (inSequence(faces) ? this.rules.three_pairs_seq : this.rules.three_pairs);

  /** What a pair of a fourth face adds to three pairs: the difference to four pairs; 0 if it cannot. @param {Faces} three @param {number} face */
  fourthPair(three, face) {
    if (three.includes(face) || !this.rules.four_pairs) return 0;
    return Math.max(0, this.pairsPoints(sorted([...three, face])) - this.threePairs(three));
  }

  /** What these dice would pay loose; -1 if one of them would be dead. @param {Faces} faces */
  looseWorth(faces) {
    const key = faces.join("");
    let worth = this.worth.get(key);
    if (worth === undefined) {
      const claims = this.claims(counted(faces));
      this.worth.set(key, (worth = claims.dead.length ? -1 : claims.points));
    }
    return worth;
  }

  /**
   * The claims of loose dice: as few dead as possible, then the most points. Between equals the tap order of the loose dice
   * decides, if it is given: die by die an extension comes before a fill, a fourth pair and a single, and the oldest open part first.
   * @param {number[]} pool @param {Faces} [loose] @returns {Claims}
   */
  claims(pool, loose = []) {
    let best = this.#withoutPairs(pool, []);
    const pairs = FACES.flatMap((face) => (this.closes[face].length ? Array(pool[face] >> 1).fill(face) : []));
    for (const paired of pairs.length ? this.#pairings(pairs, []) : []) {
      const rest = [...pool];
      for (const [face] of paired) rest[face] -= 2;
      const claims = this.#withoutPairs(rest, paired);
      const gain = best.dead.length - claims.dead.length || claims.points - best.points;
      if (gain > 0 || (!gain && compare(inOrder(claims, loose), inOrder(best, loose)) > 0)) best = claims;
    }
    return best;
  }

  /**
   * All ways worth a thought to close open three pairs with these pairs.
   * A pair that finds the best of them taken looks no further than the others could have taken before it.
   * @param {number[]} pairs @param {Closed[]} taken @returns {Generator<Closed[]>}
   */
  *#pairings(pairs, taken) {
    if (!pairs.length) {
      yield taken;
      return;
    }
    const [face, ...others] = pairs;
    for (const closed of this.closes[face].slice(0, taken.length + pairs.length)) {
      if (!taken.some(([, age]) => age === closed[1])) yield* this.#pairings(others, [...taken, closed]);
    }
    yield* this.#pairings(others, taken);
  }

  /** The claims of dice that close no three pairs, besides the fourth pairs that others make. @param {number[]} pool @param {Closed[]} paired @returns {Claims} */
  #withoutPairs(pool, paired) {
    /** @type {Claims} */
    const claims = { extended: [], filled: [], paired, singles: [], dead: [], points: sum(paired.map(([, , points]) => points)) };
    const { fill } = this.rules;
    for (const face of FACES) {
      const extend = this.extends[face];
      const single = this.single[face];
      const points = Math.max(extend, single);
      const fills = points <= fill && extend < fill ? this.fills[face] : 0;
      for (let die = 0; die < pool[face]; die++) {
        claims.points += die < fills ? fill : points;
        if (die < fills) claims.filled.push([face, fill]);
        else if (points) (extend >= single ? claims.extended : claims.singles).push([face, points]);
        else claims.dead.push(face);
      }
    }
    return claims;
  }
}

/** For each loose die in tap order how early its claim stands in the order of ties; higher is earlier. @param {Claims} claims @param {Faces} loose */
function inOrder(claims, loose) {
  /** @type {[number, number][][]} */
  const stands = [[], [], [], [], [], [], []];
  for (const face of claims.dead) stands[face].push([0, 0]);
  for (const [face] of claims.singles) stands[face].push([1, 0]);
  for (const [face, age] of sorted(claims.paired).reverse()) stands[face].push([2, -age], [2, -age]);
  for (const [face] of claims.filled) stands[face].push([3, 0]);
  for (const [face] of claims.extended) stands[face].push([4, 0]);
  return loose.map((face) => stands[face].pop());
}

/** The sheet for a card and what is open, made once for each. */
export const sheet = remembered((/** @type {RuleSet} */ rules, /** @type {Open} */ opened) => new Sheet(rules, opened));
