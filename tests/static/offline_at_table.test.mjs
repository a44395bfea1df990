import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.window = { addEventListener() {} };
const { isNext } = await import("../../app/static/js/offline/at_table.js");

const GAMES = [
  // what happens                        before  game  status     next
  ["the next game begins", 1, 2, "playing", true],
  ["the game goes on", 2, 2, "playing", false],
  ["the game is over", 2, 2, "over", false],
  ["the game follows the hand to try", 0, 1, "playing", false],
];
for (const [what, before, game, status, wanted] of GAMES) {
  test(`${what}: a new release is ${wanted ? "" : "not "}taken`, () => assert.equal(isNext(before, { game, status }), wanted));
}
