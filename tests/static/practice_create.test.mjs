import assert from "node:assert/strict";
import { test } from "node:test";

import { carriedOver } from "../../app/static/js/practice/create.js";
import { PROGRESSIVE } from "./practice_kit.mjs";

const known = { rulesets: [PROGRESSIVE], cards: { progressive: { rules: PROGRESSIVE } }, bots: [], fields: [] };
globalThis.fetch = async () => new Response(JSON.stringify(known));

const ID = "p-0123456789abc";
const ADDRESSES = [
  // what the address names          id     seats                                          taken
  ["two players", ID, [{ name: "Ann" }, { name: "Ben", bot: null }], true],
  ["a bot of the house", ID, [{ name: "Ann" }, { name: "Roger", bot: "roger" }], true],
  ["a bot that nobody knows", ID, [{ name: "Ann" }, { name: "Zoe", bot: "zoe" }], false],
  ["a bot that is no name", ID, [{ name: "Ann", bot: 7 }], false],
  ["a name that says nothing", ID, [{ name: "" }], false],
  ["a table of the house", "k3v9xxxxxxxxx", [{ name: "Ann" }], false],
  ["an id that a page must not write", `${ID}"><b`, [{ name: "Ann" }], false],
  ["a past game", `${ID}/1`, [{ name: "Ann" }], false],
];
for (const [what, id, seats, taken] of ADDRESSES) {
  test(`${what} in an address: ${taken ? "a game" : "no game"}`, async () => {
    const record = await carriedOver(id, `#${encodeURIComponent(JSON.stringify({ rules: "progressive", seats }))}`);
    assert.deepEqual(record && [record.id, record.seats.length], taken ? [id, seats.length] : null);
  });
}
