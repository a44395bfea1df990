/** What makes a rule card playable: each field's values, and how fields depend on each other. Twin of app/engine/validation.py. */

/** @typedef {import("./types.js").RuleSet} RuleSet */

/** Fields that take one of a few values. @type {Record<string, readonly any[]>} */
export const CHOICES = {
  dice: [8, 5, 6],
  finish: ["exact", "at_least"],
  alike: ["add", "double", "fixed", "none"],
  hot_dice: ["may", "must"],
  ending: ["last_round", "final_turn", "final_roll", "sudden"],
  starts: ["seat", "highest_die"],
  reading: ["taps", "best"],
  tie: ["vote", "extra_turns", "shared", "roll_off"],
  roll_limit: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
};

const TARGET_MIN = 1000;
const POINTS_MAX = 50000;
const PENALTY_MAX = 10000;
/** All points are multiples of this: the smallest that a die pays. */
const STEP = 50;

const POINTS = ["triple_ones", "run_full", "run_five", "fill", "three_pairs", "three_pairs_seq", "four_pairs", "four_pairs_seq", "all_dice_bonus"];

/** The tie rules that each ending can play; several out even can never be told apart by more turns. @type {Record<string, string[]>} */
const TIES = {
  last_round: ["vote", "shared", "roll_off"],
  final_turn: CHOICES.tie.slice(),
  final_roll: CHOICES.tie.slice(),
  sudden: CHOICES.tie.slice(),
};

/** @param {any} value @param {number} low @param {number} high */
const points = (value, low, high) => Number.isInteger(value) && low <= value && value <= high && value % STEP === 0;

/** @type {[field: string, faulty: (rules: RuleSet) => boolean][]} */
const FAULTS = [
  ...Object.entries(CHOICES).map(([field, allowed]) => /** @type {[string, (rules: RuleSet) => boolean]} */ ([field, (r) => !allowed.includes(r[field])])),
  ["target", (r) => !points(r.target, TARGET_MIN, POINTS_MAX)],
  ["opening", (r) => !points(r.opening, 0, r.target)],
  ...POINTS.map((field) => /** @type {[string, (rules: RuleSet) => boolean]} */ ([field, (r) => !points(r[field], 0, POINTS_MAX)])),
  ["triple_ones", (r) => r.triple_ones === 0],
  ["farkle_penalty", (r) => !points(r.farkle_penalty, 0, PENALTY_MAX)],
  ["alike_fixed", ({ alike, alike_fixed: amounts, dice }) => (alike === "fixed" ? !amounts.length || amounts.length > Math.max(dice - 3, 1) || !amounts.every((each) => points(each, STEP, POINTS_MAX)) : amounts.length > 0)],
  ["alike", (r) => r.progressive && r.alike !== "add"],
  ["survives_and_roll", (r) => r.survives_and_roll && !r.progressive],
  ["locked_in", (r) => r.locked_in && !r.survives_and_roll],
  ...["run_full", "three_pairs", "three_pairs_seq"].map((field) => /** @type {[string, (rules: RuleSet) => boolean]} */ ([field, (r) => r.dice < 6 && r[field]])),
  ...["four_pairs", "four_pairs_seq"].map((field) => /** @type {[string, (rules: RuleSet) => boolean]} */ ([field, (r) => r.dice < 8 && r[field]])),
  ["three_pairs_seq", (r) => !r.three_pairs !== !r.three_pairs_seq],
  ["four_pairs_seq", (r) => !r.four_pairs !== !r.four_pairs_seq],
  ["four_pairs", (r) => r.four_pairs > 0 && r.four_pairs < Math.max(r.three_pairs, 1)],
  ["four_pairs", (r) => r.four_pairs > 0 && !r.three_pairs],
  ["four_pairs_seq", (r) => r.four_pairs > 0 && 0 < r.four_pairs_seq && r.four_pairs_seq < r.three_pairs],
  ["ending", (r) => r.finish === "exact" && !["last_round", "sudden"].includes(r.ending)],
  ["ending", (r) => r.finish !== "exact" && r.ending === "last_round"],
  ["beat_leader", (r) => r.beat_leader && !["final_turn", "final_roll"].includes(r.ending)],
  ["tie", (r) => !(TIES[r.ending] ?? CHOICES.tie).includes(r.tie)],
  ["roll_limit", (r) => r.roll_limit > 0 && r.hot_dice === "must"],
  ["piggyback", (r) => r.piggyback && r.finish === "exact"],
];

/** The fields that keep a card from being played, each once; what is allowed there, the service says. @param {RuleSet} rules */
export const faults = (rules) => [...new Set(FAULTS.flatMap(([field, faulty]) => (faulty(rules) ? [field] : [])))];
