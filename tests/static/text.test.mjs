import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { num, percent, t, tn, useText } from "../../app/static/js/text.js";

const APP = new URL("../../app/", import.meta.url);
const read = (path) => readFileSync(new URL(path, APP), "utf8");
const catalogue = (name) => JSON.parse(read(`static/text/en/${name}.json`));
const CATALOGUES = readdirSync(new URL("static/text/en/", APP)).map((file) => file.replace(".json", ""));

const SAMPLE = { "a.hello": "Hello {name}", "a.kept": "Kept {points}", "a.dice.one": "{n} die", "a.dice.other": "{n} dice", "app.percent": "{n} %" };

/** Keys written out in a text: t('a.b'), tn("a.b", …). */
const keysIn = (source) => [...source.matchAll(/\bt(n?)\(\s*['"]([\w.]+)['"]\s*[),]/g)].map(([, counted, key]) => ({ key, counted: Boolean(counted) }));

/** The page modules, with everything they import. */
function modules(entry, seen = new Set()) {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  for (const [, target] of read(`static/js/${entry}`).matchAll(/from "(\.[^"]+)"|import "(\.[^"]+)"/g)) {
    if (target) modules(new URL(target, `http://x/${entry}`).pathname.slice(1), seen);
  }
  return seen;
}

test("placeholders are filled, numbers are grouped, and nothing else is touched", () => {
  useText(SAMPLE, "en");
  assert.equal(t("a.hello", { name: "{points}" }), "Hello {points}");
  assert.equal(t("a.kept", { points: 1350 }), "Kept 1,350");
  assert.equal(t("a.hello"), "Hello {name}");
  assert.equal(t("a.unknown"), "a.unknown");
});

test("a plural follows the language", () => {
  useText(SAMPLE, "en");
  assert.deepEqual([0, 1, 2].map((n) => tn("a.dice", n)), ["0 dice", "1 die", "2 dice"]);
  useText({ "a.dice.one": "{n} kostka", "a.dice.few": "{n} kostki", "a.dice.other": "{n} kostek" }, "pl");
  assert.deepEqual([1, 3, 5].map((n) => tn("a.dice", n)), ["1 kostka", "3 kostki", "5 kostek"]);
});

test("numbers of four digits are grouped in every language, as the server does it", () => {
  const written = { en: "1,350", de: "1.350", es: "1.350", pl: "1\u00a0350", fr: "1\u202f350" };
  for (const [lang, text] of Object.entries(written)) {
    useText(SAMPLE, lang);
    assert.equal(num(1350), text, lang);
  }
});

test("a chance is never rounded to certain or impossible", () => {
  useText(SAMPLE, "en");
  assert.deepEqual([0, 0.001, 0.2778, 0.999, 1].map(percent), ["0 %", "1 %", "28 %", "99 %", "100 %"]);
});

test("every key a template asks for has a text", () => {
  const all = Object.assign({}, ...CATALOGUES.map(catalogue));
  for (const file of readdirSync(new URL("templates/", APP))) {
    for (const { key, counted } of keysIn(read(`templates/${file}`))) {
      assert.ok((counted ? `${key}.other` : key) in all, `${file}: ${key}`);
    }
  }
});

test("every key a page's script asks for is in the catalogues that the page hands it", () => {
  for (const page of ["home", "new", "join", "rules", "settings"]) {
    const named = /set texts = (\[.*?\])/.exec(read(`templates/${page}.html`))[1].replaceAll("'", '"');
    const given = Object.assign({}, ...JSON.parse(named).map(catalogue));
    for (const module of modules(`${page}.js`)) {
      for (const { key, counted } of keysIn(read(`static/js/${module}`))) {
        assert.ok((counted ? `${key}.other` : key) in given, `${page}: ${module}: ${key}`);
      }
    }
  }
});

test("no key stands in two catalogues, no text is empty, and both forms of a plural stand together", () => {
  const seen = new Map();
  for (const name of CATALOGUES) {
    for (const [key, sentence] of Object.entries(catalogue(name))) {
      assert.ok(!seen.has(key), `${key} in ${name} and ${seen.get(key)}`);
      assert.match(sentence, /\S/, `${key} is empty`);
      seen.set(key, name);
    }
  }
  const counted = [...seen.keys()].filter((key) => key.endsWith(".one") && seen.has(key.replace(/one$/, "other")));
  assert.ok(counted.length > 3, "there are plurals to look at");
  for (const key of counted) assert.equal(seen.get(key), seen.get(key.replace(/one$/, "other")), key);
});
