import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { oddsWords, verdictWords } from "../../app/static/js/flags/words.js";
import { useText } from "../../app/static/js/text.js";

const texts = (name) => JSON.parse(readFileSync(new URL(`../../app/static/text/en/${name}.json`, import.meta.url), "utf8"));
useText({ ...texts("common"), ...texts("flags") }, "en");

const SAID = `
shape            straight  ways    so far       sentence
8                0         6       200 0.0007 1   8 alike with 8 dice: 1 in 279,936. Of 200 rolls with as many dice so far, 0.0007 expected, 1 seen.
2 2 2 2          0         37800   1 0.0225 1     4 pairs with 8 dice: about 1 in 44.4 (37,800 of 1,679,616). It is the only roll with as many dice so far: 0.0225 expected, 1 seen.
3 1 1 1 1 1      6         40320   12345 296.35 280  3 alike, every face there with 8 dice: about 1 in 41.7 (40,320 of 1,679,616). Of 12,345 rolls with as many dice so far, 296 expected, 280 seen.
1 1 1 1 1        5         240     9 0.28 1       A straight of five with 5 dice: about 1 in 32.4 (240 of 7,776). Of 9 rolls with as many dice so far, 0.28 expected, 1 seen.
1 1 1 1 1 1      6         720     9 0.14 1       1 to 6, each once with 6 dice: about 1 in 64.8 (720 of 46,656). Of 9 rolls with as many dice so far, 0.14 expected, 1 seen.
2                0         6       9 1.5 1        2 alike with 2 dice: 1 in 6. Of 9 rolls with as many dice so far, 1.5 expected, 1 seen.
1 1              0         30      9 7.5 1        All different with 2 dice: about 1 in 1.2 (30 of 36). Of 9 rolls with as many dice so far, 7.5 expected, 1 seen.
1                0         6       9 9 9          Any face of one die with 1 die: always.
`;

for (const row of SAID.trim().split("\n").slice(1)) {
  const [shape, straight, ways, soFar, sentence] = row.split(/ {2,}/);
  test(sentence, () => {
    const alike = shape.split(" ").map(Number);
    const dice = alike.reduce((sum, each) => sum + each, 0);
    const [rolls, expected, seen] = soFar.split(" ").map(Number);
    assert.equal(oddsWords({ shape: alike, straight: Number(straight), ways: Number(ways), of: 6 ** dice, rolls, expected, seen }), sentence);
  });
}

test("a verdict says whether the game's secret is still to come", () => {
  const flag = (verdict, state) => /** @type {any} */ ({ verdict, proof: { steps: [{ step: "secret", state }] } });
  assert.match(verdictWords(flag("verified", "waiting")), /secret opens when it ends/);
  assert.doesNotMatch(verdictWords(flag("verified", "ok")), /secret opens/);
  assert.match(verdictWords(flag("mismatch", "waiting")), /do not follow/);
  assert.match(verdictWords(flag("unreadable", "ok")), /broken/);
});
