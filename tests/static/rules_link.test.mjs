import assert from "node:assert/strict";
import { test } from "node:test";

import { linkOf, namesRules, readLink, tidyName } from "../../app/static/js/rules/link.js";
import { KNOWN, preset } from "./rules_kit.mjs";

const read = (search) => readLink(search, KNOWN);

/** search | preset | changes | name | first fault */
const LINKS = [
  ["?rules=baseline", "baseline", {}, undefined, null],
  ["?rules=baseline&opening=350&piggyback=true&name=Grandma%27s", "baseline", { opening: 350, piggyback: true }, "Grandma's", null],
  ["?rules=baseline&opening=500&piggyback=false", "baseline", {}, undefined, null],
  ["?rules=bc_society&alike=fixed&alike_fixed=1000,2000,3000", "bc_society", { alike: "fixed", alike_fixed: [1000, 2000, 3000] }, undefined, null],
  ["?rules=baseline&alike=double&alike_fixed=", "baseline", { alike: "double", alike_fixed: [] }, undefined, null],
  ["?rules=inform&roll_limit=0&hot_dice=must", "inform", { roll_limit: 0, hot_dice: "must" }, undefined, null],
  ["?opening=350", "progressive", { opening: 350 }, undefined, null],
  ["?kind=friends&rules=trippn&utm_source=chat&fbclid=x&motion=off", "trippn", {}, undefined, null],
  ["?rules=baseline&opening=475", "baseline", { opening: 475 }, undefined, null],
  ["?rules=chess&opening=350", "progressive", { opening: 350 }, undefined, "preset rules chess"],
  ["?rules=baseline&openning=350&piggyback=true", "baseline", { piggyback: true }, undefined, "unknown openning 350"],
  ["?rules=baseline&key=x&opening=350", "baseline", { opening: 350 }, undefined, "unknown key x"],
  ["?rules=baseline&opening=lots&target=5000", "baseline", { target: 5000 }, undefined, "value opening lots"],
  ["?rules=baseline&opening=", "baseline", {}, undefined, "value opening "],
  ["?rules=baseline&opening=3.5e2", "baseline", {}, undefined, "value opening 3.5e2"],
  ["?rules=baseline&piggyback=1", "baseline", {}, undefined, "value piggyback 1"],
  ["?rules=baseline&dice=7&hot_dice=must", "baseline", { hot_dice: "must" }, undefined, "value dice 7"],
  ["?rules=baseline&alike_fixed=1000;2000", "baseline", {}, undefined, "value alike_fixed 1000;2000"],
  ["?rules=baseline&opening=350&opening=800", "baseline", {}, undefined, "twice opening 350"],
];

for (const [search, key, changes, name, fault] of LINKS) {
  test(`${search} is ${key} ${JSON.stringify(changes)}${fault ? ` and complains: ${fault}` : ""}`, () => {
    const { house, faults } = read(search);
    assert.deepEqual(house, { preset: key, changes, ...(name && { name }) });
    assert.equal(faults.length ? `${faults[0].kind} ${faults[0].field} ${faults[0].value}` : null, fault);
  });
}

test("an address names rules by their set or by a rule, and by nothing else", () => {
  for (const search of ["?rules=baseline", "?opening=350", "?bogus=1"]) assert.ok(namesRules(search), search);
  for (const search of ["", "?kind=friends", "?speed=fast&motion=0&gl=off&src=pwa&utm_campaign=x&name=Ann"]) assert.ok(!namesRules(search), search);
});

test("a link is written in the order of the editor, without what is as printed, and legibly", () => {
  const house = { preset: "baseline", changes: { piggyback: true, opening: 350, alike_fixed: [1000, 2000] }, name: "Grandma's" };
  assert.equal(linkOf(house, KNOWN.fields), "/new?rules=baseline&opening=350&alike_fixed=1000,2000&piggyback=true&name=Grandma%27s");
  assert.equal(linkOf({ preset: "trippn", changes: {} }, KNOWN.fields), "/new?rules=trippn");
});

test("every rule and every documented value survives the way through a link", () => {
  let ways = 0;
  for (const printed of KNOWN.presets) {
    for (const { field, values } of KNOWN.fields) {
      for (const value of values) {
        const house = { preset: printed.key, changes: JSON.stringify(value) === JSON.stringify(printed[field]) ? {} : { [field]: value }, name: "Ärger & Söhne = 100 % 🎲" };
        const { house: back, faults } = read(linkOf(house, KNOWN.fields).slice(4));
        assert.deepEqual([back, faults], [house, []]);
        ways++;
      }
    }
  }
  assert.ok(ways > 500, `${ways} links`);
  assert.equal(preset("baseline").opening, 500, "the records are those of the engine");
});

test("a name is one line of forty characters at most, never cut within one", () => {
  assert.equal(tidyName("  Oma's\n\tRegeln  "), "Oma's Regeln");
  assert.equal(tidyName("x".repeat(60)).length, 40);
  assert.equal(Array.from(tidyName("🎲".repeat(60))).length, 40);
  assert.equal(tidyName("\u0000\u200b"), "");
});
