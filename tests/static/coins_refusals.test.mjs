import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { obstacle } from "../../app/static/js/coins/invited.js";
import { doorTo, told } from "../../app/static/js/coins/refusals.js";
import { Refused } from "../../app/static/js/http.js";
import { Link } from "../../app/static/js/socket.js";
import { useText } from "../../app/static/js/text.js";
import { FakeTime } from "./fake_time.mjs";

const texts = (name) => JSON.parse(readFileSync(new URL(`../../app/static/text/en/${name}.json`, import.meta.url), "utf8"));
useText({ ...texts("common"), ...texts("coins") });

const you = (more = {}) => ({ name: "Nina", coins: 2000, seat: null, notice: true, stakes: [250, 500, 1000, 2000, 5000], games_left: 0, ...more });
const AT = { stake: 500, page: "/t/a", you: you(), back: "/coins" };
const step = ({ step: next }) => next && (next.again ? "again" : next.href);

const TOLD = [
  ["too_few_coins", {}, { you: you({ coins: 400 }) }, "You have 400. 100 short.", "/new?kind=one_phone"],
  ["too_few_coins", {}, { you: you() }, "The house says no.", "/new?kind=one_phone"],
  ["too_few_coins", {}, { you: null }, "The house says no.", "/new?kind=one_phone"],
  ["seated_elsewhere", { subject: "q" }, {}, "You already sit at another coin table. One at a time.", "/t/q"],
  ["same_device", {}, {}, "Somebody on this device already sits there with another account. Choose another table.", "/t/a"],
  ["seat_taken", {}, {}, "You already sit at this table.", "/t/a"],
  ["stake_too_high", {}, {}, "The house says no.", null],
  ["stake_too_high", { games_left: 3 }, {}, "Your first five games are at 250 and 500: 3 to go.", null],
  ["coins_halted", {}, {}, "Nobody can sit down right now: the house is checking its books. Your coins are safe, and games that run go on.", "/new?kind=one_phone"],
  ["table_full", {}, {}, "That seat was taken a moment ago.", "/t/a"],
  ["table_full", {}, { page: undefined }, "That seat was taken a moment ago.", null],
  ["wrong_phase", {}, {}, "That game has started without you.", "/t/a"],
  ["not_found", {}, {}, "That table is no longer there.", null],
  ["signed_out", {}, {}, "You are signed out. Sign in to sit down.", "/account?next=%2Fcoins"],
  ["met_too_often", {}, {}, "The house says no.", "/t/a"],
  ["under_review", {}, { page: undefined }, "The house says no.", null],
  ["toString", {}, {}, "The house says no.", "/t/a"],
];
for (const [code, answer, more, text, next] of TOLD)
  test(`the refusal ${code} is told in words, with what helps: ${next}`, () => {
    const said = told(new Refused(code, "The house says no.", { answer, status: 409 }), { ...AT, ...more });
    assert.deepEqual([said.text, step(said)], [text, next]);
  });

const AGAIN = [
  ["unreachable", 0, "again"],
  ["rate", 429, "again"],
  ["busy", 503, "again"],
  ["malformed", 422, "/t/a"],
];
for (const [code, status, next] of AGAIN)
  test(`what helps after ${code}: ${next}`, () => assert.equal(step(told(new Refused(code, "No.", { status }), AT)), next));

const OBSTACLES = [
  ["nothing", {}, false, null, null],
  ["a house that checks its books", {}, true, "Nobody can sit down right now: the house is checking its books. Your coins are safe, and games that run go on.", null],
  ["a seat elsewhere", { seat: { table: "q", page: "/t/q", stake: 250, status: "open" } }, false, "You already sit at another coin table. One at a time.", "/t/q"],
  ["too few coins", { coins: 400 }, false, "You have 400. 100 short.", "/new?kind=one_phone"],
  ["a newcomer's limit", { stakes: [250], games_left: 1 }, false, "Opens to you after one more game.", null],
  ["a newcomer's longer limit", { stakes: [250], games_left: 4 }, false, "Opens to you after 4 more games.", null],
];
for (const [what, more, halted, text, next] of OBSTACLES)
  test(`an invitation says before the tap that there is ${what} in the way`, () => {
    const said = obstacle({ ...AT, table: "a", size: 4, seats: [] }, { you: you(more), halted });
    assert.deepEqual(said && [said.text, step(said)], text && [text, next]);
  });

test("the way to the account names the way back", () => assert.equal(doorTo("/j/AB CD"), "/account?next=%2Fj%2FAB%20CD"));

test("the line hands on the lobby's list, which belongs to no table", () => {
  const time = new FakeTime();
  const frames = [];
  const socket = { readyState: 0, send() {}, close() {} };
  const link = new Link({ url: "ws://x/ws", tables: () => [], onFrame: (frame) => frames.push(frame.type), onThrow() {}, onState() {}, now: time.now, after: time.after, open: () => socket });
  link.connect();
  socket.readyState = 1;
  socket.onopen();
  for (const frame of [{ type: "welcome" }, { type: "lobby", tables: [] }, { type: "pong" }]) socket.onmessage({ data: JSON.stringify(frame) });
  assert.deepEqual(frames, ["lobby"]);
});
