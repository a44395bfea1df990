/**
 * How rules hang together, as data: which ones matter now, which follow another by themselves, and what sets right what
 * does not fit. The service alone says whether rules can be played; this is how an editor says it and helps.
 */

/** @typedef {import("./words.js").RuleRecord} RuleRecord */
/** @typedef {import("./words.js").Value} Value */
/** @typedef {Record<string, Value>} Values */

/** When a rule has a say at all; those not listed always have. @type {Record<string, (rules: RuleRecord) => boolean>} */
const MATTERS = {
  beat_leader: ({ ending }) => FINAL_ROUNDS.includes(ending),
  alike_fixed: ({ alike }) => alike === "fixed",
  run_full: ({ dice }) => dice >= 6,
  three_pairs: ({ dice }) => dice >= 6,
  three_pairs_seq: ({ dice, three_pairs }) => dice >= 6 && three_pairs > 0,
  four_pairs: ({ dice, three_pairs }) => dice >= 8 && three_pairs > 0,
  four_pairs_seq: ({ dice, three_pairs, four_pairs }) => dice >= 8 && three_pairs > 0 && four_pairs > 0,
  quad_is_two_pairs: ({ three_pairs }) => three_pairs > 0,
  fill: ({ progressive, run_five }) => progressive && run_five > 0,
  survives_and_roll: ({ progressive }) => progressive,
  locked_in: ({ survives_and_roll }) => survives_and_roll,
  roll_limit: ({ hot_dice }) => hot_dice !== "must",
  piggyback: ({ finish }) => finish !== "exact",
};

const FINAL_ROUNDS = ["final_turn", "final_roll"];
/** What four, five, six … alike pay where nobody said otherwise. */
const USUAL_ALIKE = [1000, 2000, 3000];

/** Whether a rule has a say under these. @param {string} field @param {RuleRecord} rules */
export const matters = (field, rules) => MATTERS[field]?.(rules) ?? true;

/** How many amounts a list of four alike and more may have. @param {RuleRecord} rules */
export const alikeMost = ({ dice }) => Math.max(dice - 3, 1);

/** What a change takes along, because it is the same decision. @type {{field: string, also: (rules: RuleRecord) => Values}[]} */
const FOLLOWS = [
  { field: "alike", also: (rules) => ({ alike_fixed: rules.alike !== "fixed" ? [] : rules.alike_fixed.length ? rules.alike_fixed : USUAL_ALIKE.slice(0, alikeMost(rules)) }) },
  ...["three_pairs", "four_pairs"].map((field) => ({
    field,
    also: (/** @type {RuleRecord} */ rules) => (Boolean(rules[field]) === Boolean(rules[`${field}_seq`]) ? {} : { [`${field}_seq`]: rules[field] }),
  })),
];

/**
 * What a change really sets: the field, and what follows it.
 * @param {RuleRecord} rules before
 * @param {string} field
 * @param {Value} value
 * @returns {Values}
 */
export function withFollowers(rules, field, value) {
  const after = { ...rules, [field]: value };
  const also = FOLLOWS.filter((each) => each.field === field).map((each) => each.also(after));
  return Object.assign({ [field]: value }, ...also);
}

const NO_FOUR_PAIRS = { four_pairs: 0, four_pairs_seq: 0 };
const NO_PAIRS = { three_pairs: 0, three_pairs_seq: 0, ...NO_FOUR_PAIRS };

/** @param {RuleRecord} rules @param {string} ending */
const endWith = ({ tie, beat_leader }, ending) => ({
  ending,
  ...(ending === "last_round" && tie === "extra_turns" && { tie: "vote" }),
  ...(beat_leader && !FINAL_ROUNDS.includes(ending) && { beat_leader: false }),
});

/**
 * What may not fit, the sentence for it (`fault.SAY` in house.json) and what sets it right.
 * @type {{field: string, when: (rules: RuleRecord) => boolean, say: string, fix: (rules: RuleRecord) => Values}[]}
 */
const MISFITS = [
  { field: "run_full", when: ({ dice }) => dice < 6, say: "six_dice", fix: () => ({ run_full: 0 }) },
  { field: "three_pairs", when: ({ dice }) => dice < 6, say: "six_dice", fix: () => NO_PAIRS },
  { field: "three_pairs_seq", when: ({ dice }) => dice < 6, say: "six_dice", fix: () => NO_PAIRS },
  { field: "four_pairs", when: ({ dice }) => dice < 8, say: "eight_dice", fix: () => NO_FOUR_PAIRS },
  { field: "four_pairs_seq", when: ({ dice }) => dice < 8, say: "eight_dice", fix: () => NO_FOUR_PAIRS },
  { field: "four_pairs", when: ({ three_pairs }) => three_pairs === 0, say: "four_pairs", fix: () => NO_FOUR_PAIRS },
  { field: "four_pairs", when: ({ four_pairs, three_pairs }) => four_pairs < three_pairs, say: "least", fix: ({ three_pairs }) => ({ four_pairs: three_pairs }) },
  { field: "three_pairs_seq", when: ({ three_pairs, three_pairs_seq }) => !three_pairs !== !three_pairs_seq, say: "pairs_seq", fix: ({ three_pairs }) => ({ three_pairs_seq: three_pairs }) },
  { field: "four_pairs_seq", when: ({ four_pairs, four_pairs_seq }) => !four_pairs !== !four_pairs_seq, say: "pairs_seq", fix: ({ four_pairs }) => ({ four_pairs_seq: four_pairs }) },
  { field: "four_pairs_seq", when: ({ four_pairs_seq, three_pairs }) => four_pairs_seq < three_pairs, say: "least", fix: ({ three_pairs }) => ({ four_pairs_seq: three_pairs }) },
  { field: "alike", when: ({ progressive, alike }) => progressive && alike !== "add", say: "alike_add", fix: () => ({ alike: "add", alike_fixed: [] }) },
  { field: "alike_fixed", when: ({ alike }) => alike !== "fixed", say: "alike_unused", fix: () => ({ alike_fixed: [] }) },
  { field: "alike_fixed", when: (rules) => rules.alike_fixed.length > alikeMost(rules), say: "alike_many", fix: (rules) => ({ alike_fixed: rules.alike_fixed.slice(0, alikeMost(rules)) }) },
  { field: "alike_fixed", when: ({ alike_fixed }) => alike_fixed.length === 0, say: "alike_empty", fix: (rules) => ({ alike_fixed: USUAL_ALIKE.slice(0, alikeMost(rules)) }) },
  { field: "survives_and_roll", when: ({ progressive }) => !progressive, say: "needs_growing", fix: () => ({ survives_and_roll: false, locked_in: false }) },
  { field: "locked_in", when: ({ survives_and_roll }) => !survives_and_roll, say: "locked_in", fix: () => ({ locked_in: false }) },
  { field: "ending", when: ({ finish }) => finish === "exact", say: "ending_exact", fix: (rules) => endWith(rules, "last_round") },
  { field: "ending", when: ({ ending, finish }) => ending === "last_round" && finish !== "exact", say: "ending_least", fix: (rules) => endWith(rules, "final_turn") },
  { field: "beat_leader", when: ({ ending }) => !FINAL_ROUNDS.includes(ending), say: "beat_leader", fix: () => ({ beat_leader: false }) },
  { field: "tie", when: ({ tie, ending }) => tie === "extra_turns" && ending === "last_round", say: "tie", fix: () => ({ tie: "vote" }) },
  { field: "opening", when: ({ opening, target }) => opening > target, say: "opening", fix: () => ({ opening: 500 }) },
  { field: "roll_limit", when: ({ hot_dice, roll_limit }) => hot_dice === "must" && roll_limit > 0, say: "roll_limit", fix: () => ({ roll_limit: 0 }) },
  { field: "piggyback", when: ({ finish }) => finish === "exact", say: "piggyback", fix: () => ({ piggyback: false }) },
];

/**
 * The known reason why a field is at fault under these rules, if there is one.
 * @param {string} field
 * @param {RuleRecord} rules
 * @returns {{say: string, fix: Values} | null}
 */
export function misfit(field, rules) {
  const found = MISFITS.find((each) => each.field === field && each.when(rules));
  return found ? { say: found.say, fix: found.fix(rules) } : null;
}

/** Every sentence a misfit can have. */
export const SAYINGS = [...new Set(MISFITS.map(({ say }) => say))];
