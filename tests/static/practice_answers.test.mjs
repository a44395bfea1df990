import assert from "node:assert/strict";
import { test } from "node:test";

import { answerHere, get, post } from "../../app/static/js/http.js";
import { answer } from "../../app/static/js/practice/answers.js";
import { PROGRESSIVE, opened } from "./practice_kit.mjs";

const { tab, id } = await opened();
await tab.roll();
answerHere(`/api/tables/${id}`, (url, body) => answer(url, body, tab.host));
const table = `/api/tables/${id}`;

/** What a screen asks, and where in the answer it stands. */
const ASKED = [
  ["the card of its rules", "/card", ({ rules }) => rules, PROGRESSIVE],
  ["how it stands", "", ({ type, seq, game }) => [type, seq, game], ["snapshot", tab.truth.seq, 1]],
  ["what happened since", "/events?since=2", ({ events, seq }) => [events.map((event) => event.seq)[0], seq], [3, tab.truth.seq]],
  ["the record of its rolls", "/transcript/1", ({ table: name, rolls, secret }) => [name, rolls.length, secret], [id, 1, null]],
  ["what is told of its rolls", "/replay/1?views=false", ({ events, over }) => [events[0].type, over], ["game_started", false]],
];
for (const [what, path, found, wanted] of ASKED) {
  test(`${what} is answered on the device`, async () => assert.deepEqual(found(await get(table + path)), wanted));
}

const NOT_HERE = [
  ["the luck of a game", "/luck/1"],
  ["a game that has not been", "/transcript/2"],
  ["what nobody knows of", "/weather/1"],
];
for (const [what, path] of NOT_HERE) {
  test(`${what} is not here, and is refused in a sentence`, async () => {
    await assert.rejects(get(table + path), ({ code, status, message }) => code === "not_found" && status === 404 && message.length > 0);
  });
}

test("a look that is tried on is told to the screen and stands with the seat", async () => {
  const look = { set: "gold", move: null, stage: 0 };
  assert.deepEqual(await post(`${table}/look`, { seat: 1, ...look }), { ok: true });
  assert.deepEqual(tab.truth.chairs[1].look, look);
  assert.deepEqual(tab.host.record.seats[1].look, look);
});
