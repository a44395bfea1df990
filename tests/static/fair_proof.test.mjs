import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { checkRoll, checkTranscript } from "../../app/static/js/fair/proof.js";
import { tools } from "../../app/static/js/fair/scheme.js";
import { canonical, digestOf, parse, Unreadable } from "../../app/static/js/fair/transcript.js";
import { hmac, sha256 } from "../../app/static/js/sha256.js";

const read = (name) => JSON.parse(readFileSync(new URL(`../vectors/${name}`, import.meta.url), "utf8"));
const vectors = read("transcripts.json");
const t = tools();
const named = (name) => structuredClone(vectors.true.find((each) => each.name === name).transcript);
const finished = () => named("a finished game among friends");

for (const { name, state, transcript } of vectors.true) {
  test(`${name} holds`, async () => {
    const report = await checkTranscript(t, transcript);
    assert.deepEqual(report.findings, []);
    assert.equal(report.state, state);
    assert.equal(report.rolls.length, transcript.rolls.length);
  });
}

for (const { name, roll, step, code, transcript } of vectors.altered) {
  test(`altered: ${name} is found at step ${step}`, async () => {
    const { ok, findings } = await checkTranscript(t, transcript);
    assert.equal(ok, false);
    assert.deepEqual([findings[0].roll, findings[0].step, findings[0].code], [roll, step, code]);
  });
}

test("this project's own hashes come to the same", async () => {
  const own = { digest: async (message) => sha256(message), hmac: async (key, message) => hmac(key, message) };
  assert.equal((await checkTranscript(own, finished())).state, "ok");
});

test("a live roll is checked by what a device knows of it, and its secret waits for the end", async () => {
  const { id, rolls } = finished();
  const { seat, angle, power, at, for_nothing, ...known } = rolls[0];
  const checked = await checkRoll(t, id, known);
  assert.equal(checked.ok, true);
  assert.deepEqual(checked.steps.map(({ step, state }) => `${step} ${state}`), ["sealed ok", "promises ok", "faces ok", "secret waiting"]);
  const turned = await checkRoll(t, id, { ...known, faces: known.faces.map((face) => 7 - face) });
  assert.deepEqual([turned.ok, turned.failed, turned.said], [false, "faces", "faces_differ"]);
  assert.deepEqual(turned.steps.find(({ step }) => step === "faces").found, known.faces);
});

test("a roll that is no roll is told as such", async () => {
  for (const odd of [null, undefined, 7, [], {}, { n: 1 }]) assert.equal((await checkRoll(t, "a/1", odd)).failed, "shape");
});

test("a roll left out is told once, and the rest is counted on from there", async () => {
  const { transcript } = vectors.altered.find(({ name }) => name === "a roll left out");
  assert.deepEqual((await checkTranscript(t, transcript)).findings.map(({ roll }) => roll), [3]);
});

test("rolls are told one after another while a game is checked", async () => {
  const told = [];
  await checkTranscript(t, finished(), { onRoll: ({ n, ok }, done) => void told.push([n, ok, done]) });
  assert.deepEqual(told, Array.from({ length: 9 }, (_, i) => [i + 1, true, i + 1]));
});

const written = () => JSON.stringify(finished());
const UNREADABLE = [
  ["nothing", () => "", "json"],
  ["half of it", () => written().slice(0, 4000), "json"],
  ["a picture", () => "\u0089PNG\r\n", "json"],
  ["a list", () => "[]", "not_a_record"],
  ["null", () => "null", "not_a_record"],
  ["another program's file", () => '{"name":"app","version":"1.0.0"}', "not_a_record"],
  ["another scheme", () => written().replace("trippn-roll/v1", "trippn-roll/v2"), "other_scheme"],
  ["a field told twice", () => written().replace('"n":1,', '"n":1,"n":1,'), "field_twice"],
  ["a field told twice deep inside", () => written().replace('"bot":null', '"bot":null,"bot":null'), "field_twice"],
  ["a fraction", () => written().replace('"power":60', '"power":60.0'), "number"],
  ["a power of ten", () => written().replace('"power":60', '"power":6e1'), "number"],
  ["minus nothing", () => written().replace('"angle":-15', '"angle":-0'), "number"],
  ["a number too large to be exact", () => written().replace('"power":60', '"power":9007199254740993'), "number"],
];
for (const [name, make, code] of UNREADABLE) {
  test(`unreadable: ${name}`, () => {
    assert.throws(() => parse(make()), (wrong) => wrong instanceof Unreadable && wrong.code === code);
  });
}

test("spaces, line ends and escaped letters change nothing", async () => {
  const record = named("a finished game on one phone");
  const ascii = JSON.stringify(record, null, 2).replace(/[^\x00-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
  assert.equal((await checkTranscript(t, parse(`\ufeff${ascii}\n`))).state, "ok");
});

test("the one way of writing sorts fields and escapes as little as it can", () => {
  assert.equal(canonical({ b: [1, null, true], a: { é: 'q"\\\n\u0001' } }), '{"a":{"é":"q\\"\\\\\\n\\u0001"},"b":[1,null,true]}');
});

test("every single flipped bit of a written record is refused", async () => {
  const bytes = new TextEncoder().encode(JSON.stringify(named("a finished game on one phone")));
  const decode = new TextDecoder("utf-8", { fatal: true });
  const missed = [];
  for (let i = 0; i < 400; i++) {
    const at = Math.floor((i * bytes.length) / 400);
    bytes[at] ^= 1 << (i % 8);
    try {
      if ((await checkTranscript(t, parse(decode.decode(bytes)))).ok) missed.push(at);
    } catch (wrong) {
      if (!(wrong instanceof Unreadable || wrong instanceof TypeError)) throw wrong;
    }
    bytes[at] ^= 1 << (i % 8);
  }
  assert.deepEqual(missed, []);
});

test("a thousand true records hold and a thousand altered ones do not", async () => {
  const flip = (digits) => digits.slice(0, -1) + (parseInt(digits.at(-1), 16) ^ 1).toString(16);
  const ways = [
    (roll) => ({ ...roll, key: flip(roll.key) }),
    (roll) => ({ ...roll, commitment: flip(roll.commitment) }),
    (roll) => ({ ...roll, faces: [7 - roll.faces[0], ...roll.faces.slice(1)] }),
    (roll) => ({ ...roll, promises: roll.promises.map((each) => ({ ...each, commitment: flip(each.commitment) })) }),
    (roll) => ({ ...roll, contributions: roll.contributions.map((each) => ({ ...each, r: flip(each.r) })) }),
  ];
  const rolls = vectors.true.slice(0, 4).flatMap(({ transcript: { id, rolls: held } }) => held.map((roll) => [id, roll]));
  const usable = rolls.filter(([, roll]) => roll.level === 2 && roll.by === "player");
  for (let i = 0; i < 1000; i++) {
    const [trueId, trueRoll] = rolls[i % rolls.length];
    assert.equal((await checkRoll(t, trueId, trueRoll)).ok, true);
    const [id, roll] = usable[i % usable.length];
    assert.equal((await checkRoll(t, id, ways[i % ways.length](roll))).ok, false, `${i}`);
  }
});

test("the digest is what the record says", async () => {
  const record = finished();
  assert.equal(await digestOf(t, record), record.digest);
});
