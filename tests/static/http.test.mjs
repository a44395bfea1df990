import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";

import { Refused, get, post } from "../../app/static/js/http.js";
import { useText } from "../../app/static/js/text.js";

useText({ "error.unreachable": "No connection.", "error.unreadable": "Unreadable.", "error.unexpected": "Did not work." }, "en");

/** @type {import("node:http").Server} */
let server;
let address = "";
/** What comes next: a status and a body each, and what was asked. */
const answers = [];
const asked = [];

before(async () => {
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    asked.push({ method: request.method, url: request.url, type: request.headers["content-type"], body });
    const [status, answer] = answers.shift() ?? [500, "{}"];
    if (status === 0) request.socket.destroy();
    else response.writeHead(status, { "Content-Type": "application/json" }).end(answer);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${server.address().port}`;
});

after(() => server.close());

/** @param {[number, string][]} next */
function expect(...next) {
  answers.splice(0, answers.length, ...next);
  asked.length = 0;
}

test("an answer is read", async () => {
  expect([200, '{"tables":[]}']);
  assert.deepEqual(await get(`${address}/api/mine`), { tables: [] });
  assert.equal(asked[0].method, "GET");
});

test("a body is sent as JSON, and no content is null", async () => {
  expect([204, ""]);
  assert.equal(await post(`${address}/x`, { a: 1 }), null);
  assert.deepEqual([asked[0].type, asked[0].body], ["application/json", '{"a":1}']);
});

test("a refusal keeps its code, its sentence, its field and the whole answer", async () => {
  expect([409, '{"refused":"dead_dice","message":"The 4 scores nothing.","field":"dice","hint":[1]}']);
  const refusal = await post(`${address}/x`).catch((error) => error);
  assert.ok(refusal instanceof Refused);
  assert.deepEqual([refusal.code, refusal.message, refusal.field, refusal.status], ["dead_dice", "The 4 scores nothing.", "dice", 409]);
  assert.deepEqual(refusal.answer.hint, [1]);
});

test("a question is asked again while the house restarts", async () => {
  expect([503, "{}"], [0, ""], [200, "[1]"]);
  assert.deepEqual(await get(`${address}/x`), [1]);
  assert.equal(asked.length, 3);
});

test("a command with a cid is sent again, exactly as it was", async () => {
  expect([0, ""], [200, '{"ok":true}']);
  assert.deepEqual(await post(`${address}/x`, { cid: "c1", type: "bank" }), { ok: true });
  assert.equal(asked.length, 2);
  assert.equal(asked[0].body, asked[1].body);
});

test("what is not safe to repeat is sent once", async () => {
  expect([0, ""], [201, "{}"]);
  const refusal = await post(`${address}/api/tables`, { kind: "one_phone" }).catch((error) => error);
  assert.deepEqual([refusal.code, refusal.message, refusal.status], ["unreachable", "No connection.", 0]);
  assert.equal(asked.length, 1);
});

test("an answer that is no JSON is a refusal, not a crash", async () => {
  expect([200, "<html>"]);
  assert.equal((await get(`${address}/x`).catch((error) => error)).code, "malformed");
  expect([500, "{}"]);
  assert.equal((await get(`${address}/x`).catch((error) => error)).message, "Did not work.");
});
