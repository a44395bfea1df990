import assert from "node:assert/strict";
import { test } from "node:test";

import { typedNumber } from "../../app/static/js/rules/controls.js";
import { SAYINGS, matters, misfit, withFollowers } from "../../app/static/js/rules/dependence.js";
import { factsOf } from "../../app/static/js/rules/facts.js";
import { faultOf, faultSummary, linkSentence } from "../../app/static/js/rules/faults.js";
import { asPrinted, differences, houseOf, recordOf, told, withValues } from "../../app/static/js/rules/house.js";
import { ruleName, valueWords } from "../../app/static/js/rules/words.js";
import { hasText } from "../../app/static/js/text.js";
import { KNOWN, checked, field, preset, useEnglish } from "./rules_kit.mjs";

useEnglish("card", "house");

const baseline = preset("baseline");

test("what is changed and changed back is no difference any more", () => {
  const start = { preset: "baseline", changes: {} };
  const changed = withValues(start, { opening: 350, alike_fixed: [1000, 2000] }, baseline);
  assert.deepEqual(differences(changed, baseline, KNOWN.fields), [
    { field: "opening", preset: 500, here: 350 },
    { field: "alike_fixed", preset: [1000, 2000, 3000], here: [1000, 2000] },
  ]);
  assert.deepEqual(withValues(changed, { opening: 500, alike_fixed: [1000, 2000, 3000] }, baseline), start);
});

test("lists are the same by what they hold", () => {
  const other = withValues({ preset: "baseline", changes: {} }, { alike_fixed: [1000, 2000, 2500] }, baseline);
  assert.deepEqual(other.changes, { alike_fixed: [1000, 2000, 2500] });
});

test("the fix of an ending takes along what the new ending cannot play", () => {
  assert.deepEqual(misfit("ending", { ...baseline, finish: "exact" }).fix, { ending: "last_round", tie: "vote" });
  assert.deepEqual(misfit("ending", { ...preset("grandfather"), finish: "exact" }).fix, { ending: "last_round", tie: "vote", beat_leader: false });
  assert.deepEqual(misfit("ending", { ...preset("progressive"), finish: "at_least" }).fix, { ending: "final_turn" });
});

test("differences stand in the order of the editor, whatever was changed first", () => {
  const house = { preset: "baseline", changes: { piggyback: true, dice: 8, opening: 0 } };
  assert.deepEqual(differences(house, baseline, KNOWN.fields).map((each) => each.field), ["dice", "opening", "piggyback"]);
});

test("rules as printed are told by their key, house rules with all they are", () => {
  assert.equal(told({ preset: "trippn", changes: {} }), "trippn");
  assert.deepEqual(told({ preset: "trippn", changes: {}, name: "Ours" }), { preset: "trippn", changes: {}, name: "Ours" });
  assert.ok(!asPrinted({ preset: "trippn", changes: { opening: 50 } }));
  for (const house of ["trippn", { preset: "inform", changes: { opening: 50 }, name: "x" }]) assert.deepEqual(told(houseOf(house)), house);
  for (const junk of [null, 7, {}, { preset: 1 }, { preset: "inform", changes: [] }, { preset: "inform", changes: null }]) assert.equal(houseOf(junk), null, JSON.stringify(junk));
});

test("a number may be typed with its thousands marked, and what is no number stays as typed", () => {
  const typed = { "1,500": 1500, "1 500": 1500, "1.500": 1500, "-50": -50, 0: 0, "": "", lots: "lots", "1e3": "1e3", "٣": "٣" };
  for (const [text, value] of Object.entries(typed)) assert.equal(typedNumber(text), value, text);
});

test("what is one decision changes together", () => {
  assert.deepEqual(withFollowers(baseline, "alike", "double"), { alike: "double", alike_fixed: [] });
  assert.deepEqual(withFollowers(preset("inform"), "alike", "fixed"), { alike: "fixed", alike_fixed: [1000, 2000] });
  assert.deepEqual(withFollowers(baseline, "three_pairs", 0), { three_pairs: 0, three_pairs_seq: 0 });
  assert.deepEqual(withFollowers(preset("grandfather"), "three_pairs", 1100), { three_pairs: 1100, three_pairs_seq: 1100 });
  assert.deepEqual(withFollowers(baseline, "three_pairs", 1000), { three_pairs: 1000 });
});

/** Every preset with every documented value of one rule, and of two rules of the same preset. */
function* nearby() {
  for (const printed of KNOWN.presets) {
    const steps = KNOWN.fields.flatMap(({ field: name, values }) => values.map((value) => [name, value]));
    for (const [name, value] of steps) {
      const one = withValues({ preset: printed.key, changes: {} }, withFollowers(printed, name, value), printed);
      yield one;
      for (const [other, second] of steps.filter((_, at) => at % 7 === 3)) yield withValues(one, withFollowers(recordOf(one, printed), other, second), printed);
    }
  }
}

test("every fault that a choice can bring has a player's sentence and a fix, and the fixes lead to rules that can be played", () => {
  let houses = [...nearby()];
  const said = new Set();
  let faulty = 0;
  for (let round = 0; round < 4 && houses.length; round++) {
    const answers = checked(houses);
    const next = [];
    houses.forEach((house, at) => {
      if (!answers[at].length) return;
      faulty++;
      const printed = preset(house.preset);
      const rules = recordOf(house, printed);
      const faults = answers[at].map((each) => faultOf(each, rules, field(each.field)));
      for (const fault of faults) {
        assert.ok(fault.fix, `${JSON.stringify(house)}: ${fault.field}: ${fault.sentence}`);
        assert.doesNotMatch(fault.sentence + fault.offer, /fault\.|\{|undefined/, fault.sentence);
        said.add(misfit(fault.field, rules).say);
      }
      next.push(withValues(house, Object.assign({}, ...faults.map(({ fix }) => fix)), printed));
    });
    houses = next;
  }
  assert.deepEqual(houses, [], "four rounds of fixing set everything right");
  assert.ok(faulty > 300, `${faulty} were at fault`);
  assert.ok(said.size >= SAYINGS.length - 5, `of ${SAYINGS.length} sentences ${said.size} were needed`);
});

test("every sentence for what does not fit is there, and a value out of its range is told what is allowed", () => {
  for (const say of SAYINGS) assert.ok(hasText(`fault.${say}`), say);
  const rules = { ...baseline, opening: 475 };
  const fault = faultOf({ field: "opening", message: "must be a multiple of 50 from 0 to the target of 10000" }, rules, field("opening"));
  assert.equal(fault.sentence, "Allowed is a multiple of 50 from 0 to 50,000.");
  assert.equal(faultOf({ field: "new_rule", message: "must be blue" }, baseline, undefined).sentence, "Must be blue.", "a fault unknown here is told as the service has it");
});

test("the first fault is named above Done, with how many more there are", () => {
  const fault = { field: "four_pairs", sentence: "This needs eight dice.", fix: null, offer: "" };
  assert.equal(faultSummary([]), "");
  assert.equal(faultSummary([fault]), "Four pairs: This needs eight dice.");
  assert.equal(faultSummary([fault, fault, fault]), "Four pairs: This needs eight dice. And 2 more.");
});

test("a bad link is told in one sentence that names the rule and what is allowed", () => {
  const says = (kind, name, value) => linkSentence({ kind, field: name, value }, KNOWN);
  assert.equal(says("value", "opening", "lots"), "The link sets “To open” (opening) to “lots”; allowed is a multiple of 50 from 0 to 50,000.");
  assert.equal(says("value", "ending", "never"), "The link sets “The end” (ending) to “never”; allowed is one of last_round, final_turn, final_roll, sudden.");
  assert.match(says("unknown", "openning", "1"), /“openning”, which is not a rule; the rules are dice, target, .*, piggyback\.$/);
  assert.match(says("preset", "rules", "chess"), /“chess”.*there are progressive, .*trippn\.$/);
});

test("every rule has a name and every value words, without a key showing through", () => {
  for (const { field: name, values } of KNOWN.fields) {
    assert.notEqual(ruleName(name), name);
    for (const value of values) assert.doesNotMatch(valueWords(name, value), /_|true|false|^$/, `${name} ${value}`);
  }
});

test("a rule has a say only where it can change anything", () => {
  assert.deepEqual(KNOWN.fields.filter(({ field: name }) => !matters(name, preset("progressive"))).map((each) => each.field), ["beat_leader", "alike_fixed", "locked_in", "piggyback"]);
  assert.deepEqual(KNOWN.fields.filter(({ field: name }) => !matters(name, preset("inform"))).map((each) => each.field), [
    "beat_leader", "alike_fixed", "run_full", "three_pairs", "three_pairs_seq", "four_pairs", "four_pairs_seq", "quad_is_two_pairs", "fill", "survives_and_roll", "locked_in",
  ]);
});

/** preset and changes | the row | sentence | ours */
const FACTS = [
  ["progressive", {}, "Ties", "Those who are level are asked whether to share. One no, and a roll-off decides.", false],
  ["baseline", {}, "Ties", "Those who are level play one more turn each, until one is ahead.", true],
  ["baseline", { tie: "shared" }, "Ties", "Those who are level share the win.", false],
  ["baseline", { opening: 350 }, "To open", "Your first bank needs 350 points made in one turn. After that any points will do.", false],
  ["inform", {}, "All dice used", "You may bank, or roll all of them again.", true],
  ["grandfather", {}, "All dice used", "You must roll all of them again before you can bank.", false],
  ["grandfather", {}, "The end", "Once somebody has banked 10,000, everyone else has one full turn. The highest total wins. An equal total does not catch the leader.", false],
  ["scribd", { farkle_penalty: 1000 }, "Busts", "A bust costs the points of its turn, and the third in a row 1,000 banked points as well.", false],
  ["scribd", { piggyback: true }, "Piggyback", "You may go on with the dice and the points that the player before you left when banking.", false],
];

for (const [key, changes, row, sentence, ours] of FACTS) {
  test(`${key} ${JSON.stringify(changes)} agrees on ${row}${ours ? ", marked as ours" : ""}`, () => {
    const card = { preset: key, rules: { ...preset(key), ...changes }, changed: Object.keys(changes).map((name) => ({ field: name })) };
    const fact = factsOf(card).find(({ name }) => name === row);
    assert.deepEqual([fact.sentences.join(" "), fact.ours], [sentence, ours]);
  });
}
