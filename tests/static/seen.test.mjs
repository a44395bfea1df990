import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { differsFrom } from "../../app/static/js/fair/seen.js";
import { useText } from "../../app/static/js/text.js";
import { heldTo, seenWords } from "../../app/static/js/verify/seen.js";
import { checkTranscript } from "../../app/static/js/fair/proof.js";
import { tools } from "./fair_kit.mjs";

const record = () => structuredClone(JSON.parse(readFileSync(new URL("../vectors/transcripts.json", import.meta.url), "utf8")).true.find(({ name }) => name === "a finished game among friends").transcript);
const sawOf = ({ id, commitment: game }, { n, commitment, key, faces, contributions, at }) => ({ id, n, commitment: game, promised: commitment, key, faces, contributions, at });
const saw = (whole) => new Map(whole.rolls.map((roll) => [roll.n, sawOf(whole, roll)]));
const other = "ab".repeat(32);

// How the second roll of a record was changed after this phone had seen it | what is found.
const REWRITTEN = [
  ["nothing", (roll) => roll, null],
  ["the seal of its key", (roll) => ({ ...roll, commitment: other }), "promised"],
  ["its key", (roll) => ({ ...roll, key: other }), "key"],
  ["its faces", (roll) => ({ ...roll, faces: roll.faces.map((face) => 7 - face) }), "faces"],
  ["a phone's part", (roll) => ({ ...roll, contributions: [{ ...roll.contributions[0], r: other }, ...roll.contributions.slice(1)] }), "contributions"],
  ["a phone's part left out", (roll) => ({ ...roll, contributions: roll.contributions.slice(1) }), "contributions"],
];
for (const [what, change, found] of REWRITTEN) {
  test(`rewritten afterwards: ${what}`, async () => {
    const whole = record();
    const seen = saw(whole);
    whole.rolls[1] = change(whole.rolls[1]);
    const { wrong, saw: count } = heldTo(whole, await checkTranscript(tools, whole), seen);
    assert.equal(count, whole.rolls.length);
    assert.deepEqual([...wrong], found ? [[2, found]] : []);
  });
}

test("a game under another seal differs in every roll, one whose seal was not known in none", () => {
  const whole = record();
  const [first] = saw(whole).values();
  assert.equal(differsFrom(first, whole.rolls[0], other), "commitment");
  assert.equal(differsFrom({ ...first, commitment: "" }, whole.rolls[0], other), null);
  assert.equal(differsFrom({ ...first, promised: null }, { ...whole.rolls[0], commitment: other }, whole.commitment), null);
});

test("a roll that was seen and is not in the record of a finished game is missed, in that of a running game it is not", async () => {
  const whole = record();
  const seen = saw(whole);
  const last = whole.rolls.pop();
  const held = async () => [...heldTo(whole, await checkTranscript(tools, whole), seen).wrong];
  assert.deepEqual(await held(), [[last.n, "missing"]]);
  whole.secret = null;
  assert.deepEqual(await held(), []);
});

test("every difference has its words", () => {
  const texts = JSON.parse(readFileSync(new URL("../../app/static/text/en/verify.json", import.meta.url), "utf8"));
  useText(texts, "en");
  for (const what of ["commitment", "promised", "key", "faces", "contributions", "missing"]) assert.ok(texts[`verify.seen.${what}`], what);
  assert.equal(seenWords("faces", { faces: [1, 2] }), "This phone saw another roll at the time: 1 2.");
});
