import assert from "node:assert/strict";
import { test } from "node:test";

import { gainOf, groupParts, readOpen, trayOf } from "../../app/static/js/table/parts.js";
import { LONGEST, countedDice, facesText, readingSentence, rolledSentence, whyNot } from "../../app/static/js/table/words.js";
import { trayModel } from "../../app/static/js/table/tray.js";
import { PROGRESSIVE, part, reading, scene } from "./table_kit.mjs";

const refused = (code, lying, dead, more = {}) =>
  reading({ refused: "dead_dice", dead, why: [{ code, faces: dead.map((die) => lying[die]) }], ...more });

test("a roll is counted, not listed", () => {
  assert.equal(rolledSentence([6, 2, 6, 4, 1, 6, 5, 3]), "Rolled 8: three 6s, one each of 1, 2, 3, 4, 5.");
  assert.equal(countedDice([5, 5, 1]), "two 5s, one 1");
  assert.equal(countedDice([1, 6, 1, 6, 6]), "three 6s, two 1s");
});

test("no roll takes more than 100 characters to say", () => {
  let longest = 0;
  const dice = (faces) => {
    if (faces.length === 8) longest = Math.max(longest, rolledSentence(faces).length);
    else for (let face = faces.at(-1) ?? 1; face <= 6; face += 1) dice([...faces, face]);
  };
  dice([]);
  assert.ok(longest > 40 && longest <= 100, String(longest));
});

test("each refusal names the faces and says what to do", () => {
  const lying = [6, 6, 6, 1, 2, 3, 4, 5];
  assert.equal(whyNot(refused("SEL_NONE", lying, [], { refused: "nothing_tapped" }), lying, PROGRESSIVE), "Tap at least one scoring die first.");
  assert.equal(whyNot(refused("SEL_LONE", lying, [6]), lying, PROGRESSIVE), "The 4 scores nothing on its own. You need three 4s, or take it off.");
  assert.equal(whyNot(refused("SEL_PAIR", lying, [0, 1]), lying, PROGRESSIVE), "Two 6s score nothing yet. Three pairs or three 6s would.");
  assert.equal(whyNot(refused("SEL_LEFTOVER", lying, [4, 6]), lying, PROGRESSIVE), "These dice score nothing here: 2, 4. Take them off.");
  assert.equal(
    whyNot(refused("SEL_EXTEND_NO", lying, [0]), lying, PROGRESSIVE),
    "Your 6s were set aside before the and-roll. In this mode they no longer grow.",
  );
});

test("an order that locked another reading is named with its points", () => {
  const lying = [1, 2, 3, 4, 5, 6, 6, 6];
  const before = reading({ points: 1500, parts: [part("large", [1, 2, 3, 4, 5, 6], 1500, [0, 1, 2, 3, 4, 5])] });
  const why = refused("SEL_LOCKED", lying, [6, 7], { hint: { dice: [5, 6, 7, 0, 1, 2, 3, 4], points: 1350 } });
  assert.equal(whyNot(why, lying, PROGRESSIVE, before), "1-2-3-4-5-6 came first: large straight (1,500). Then two 6s score nothing.");
  assert.equal(whyNot(why, lying, PROGRESSIVE), "These dice score nothing here: 6, 6. Take them off or change the order.");
});

test("500 bad selections: every offending face is named in 110 characters", () => {
  let seed = 7;
  const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
  const codes = ["SEL_LONE", "SEL_PAIR", "SEL_LOCKED", "SEL_LEFTOVER", "SEL_EXTEND_NO"];
  for (let i = 0; i < 500; i += 1) {
    const lying = Array.from({ length: 8 }, () => 1 + random(6));
    const dead = [...new Set(Array.from({ length: 1 + random(6) }, () => random(8)))];
    const parts = random(2) ? [part("set", [lying[0], lying[0], lying[0]], 300, [0, 1, 2])] : [];
    const hint = random(2) ? { dice: dead, points: 300 } : null;
    const text = whyNot(refused(codes[random(5)], lying, dead, { hint, parts }), lying, PROGRESSIVE);
    assert.ok(text.length <= LONGEST, text);
    for (const die of dead) assert.ok(text.includes(String(lying[die])), `${text} misses ${lying[die]}`);
  }
});

test("singles and the dice of one open set are one group", () => {
  const groups = groupParts([part("set", [6, 6, 6], 600, [0, 1, 2]), part("extend", [4], 400, [3]), part("extend", [4], 400, [4]), part("single", [1], 100, [5]), part("single", [5], 50, [6])]);
  assert.deepEqual(groups.map(({ kind, faces, points }) => [kind, faces.join(""), points]), [["set", "666", 600], ["extend", "44", 800], ["single", "15", 150]]);
});

test("the tray grows a set with later dice and sums up earlier hands", () => {
  const keep = (hand, parts, bonus = 0) => ({ roll: 1, hand, parts, points: parts.reduce((sum, each) => sum + each.points, 0), bonus });
  const tray = trayOf([
    keep(1, [part("large", [1, 2, 3, 4, 5, 6], 1500), part("single", [1], 100), part("single", [1], 100)], 1000),
    keep(2, [part("set", [4, 4, 4], 400)]),
    keep(2, [part("extend", [4], 400), part("single", [5], 50)]),
  ]);
  assert.equal(tray.earlier, 2700);
  assert.deepEqual(tray.groups.map(({ faces, points }) => [faces.join(""), points]), [["4444", 800], ["5", 50]]);
});

test("a filled straight is shown as six dice", () => {
  const keep = (parts) => ({ roll: 1, hand: 1, parts, points: 0, bonus: 0 });
  const { groups } = trayOf([keep([part("small", [1, 2, 3, 4, 5], 750)]), keep([part("fill", [6], 500)])]);
  assert.deepEqual(groups.map(({ kind, points }) => [kind, points]), [["large", 1250]]);
});

test("what an open part still takes, by its rule card", () => {
  assert.deepEqual(gainOf(readOpen("set:1"), PROGRESSIVE), { least: 1000, most: 1000 });
  assert.deepEqual(gainOf(readOpen("set:4"), PROGRESSIVE), { least: 400, most: 400 });
  assert.deepEqual(readOpen("straight:low").wants, [6]);
  assert.deepEqual(readOpen("straight:high").wants, [1]);
  assert.deepEqual(gainOf(readOpen("pairs:234"), PROGRESSIVE), { least: 250, most: 500 });
  assert.deepEqual(gainOf(readOpen("pairs:126"), PROGRESSIVE), { least: 650, most: 650 });
});

test("a reading is said part by part with its sum", () => {
  const two = reading({ points: 650, parts: [part("set", [6, 6, 6], 600), part("single", [5], 50)] });
  assert.equal(readingSentence(two), "Set of 6s: 600, single 5: 50. Together 650.");
  assert.equal(readingSentence(reading({ points: 600, parts: [part("set", [6, 6, 6], 600)] })), "Set of 6s: 600.");
});

test("many alike are counted on a chip", () => {
  assert.equal(facesText([6, 6, 6]), "6 6 6");
  assert.equal(facesText([1, 1, 1, 1, 1, 1, 1, 1]), "8 × 1");
});

const trippnTurn = (more = {}) =>
  scene({
    phase: "roll", unbanked: 1700, open: ["set:2", "set:3", "set:4", "straight:low"],
    kept: [{ roll: 1, hand: 1, points: 700, bonus: 1000, parts: [part("set", [2, 2, 2], 200), part("set", [3, 3, 3], 300), part("single", [1], 100), part("single", [1], 100)] }], ...more,
  });

test("the tray names every kept part where there is room, and their sum where there is none", () => {
  const wide = trayModel(trippnTurn(), { rows: 4, width: 390 }, false);
  assert.deepEqual(wide.kept.map(({ text }) => text), ["2 2 2 = 200", "3 3 3 = 300", "1 1 = 200", "All 8 +1,000"]);
  assert.deepEqual(wide.working.map(({ text }) => text), ["2s +200", "3s +300", "4s +400", "6 fills +500"]);
  assert.deepEqual(trayModel(trippnTurn(), { rows: 2, width: 320 }, false).kept, [{ text: "Kept 1,700" }]);
});

test("every kept part stands in the tray as small dice with what they are worth, larger where there is room", () => {
  const TRAYS = [
    // rows, width, then dice and worth of each part, and whether they are large
    [4, 390, [["222", "200"], ["333", "300"], ["11", "200"], [null, undefined]], false],
    [10, 390, [["222", "200"], ["333", "300"], ["11", "200"], [null, undefined]], true],
    [2, 320, [[null, undefined]], false],
  ];
  for (const [rows, width, parts, large] of TRAYS) {
    const tray = trayModel(trippnTurn(), { rows, width }, false);
    assert.deepEqual(tray.kept.map(({ faces, sum }) => [faces?.join("") ?? null, sum]), parts, `${rows} rows, ${width} px`);
    assert.equal(tray.large, large);
  }
});

test("in a roll-off with its slots the tray leaves out what they show, and takes the rows that are left", () => {
  const tight = trayModel(trippnTurn(), { rows: 2, width: 320 }, true);
  assert.deepEqual(tight.working.map(({ text }) => text), ["6 fills +500"]);
  assert.deepEqual(tight.kept, [{ text: "Kept 1,700" }]);
  const full = trayModel(trippnTurn({ open: ["set:1", "set:5", "straight:low", "straight:low", "pairs:123"] }), { rows: 2, width: 320 }, true);
  assert.deepEqual(full.kept, [], "one row is not enough for both");
});
