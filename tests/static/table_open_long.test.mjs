import assert from "node:assert/strict";
import { test } from "node:test";

import { Awake, IDLE_MS } from "../../app/static/js/table/awake.js";
import { bannerOf } from "../../app/static/js/table/banner.js";
import { Release } from "../../app/static/js/table/release.js";
import { FakeTime } from "./fake_time.mjs";
import { moment, scene } from "./table_kit.mjs";

/** A phone whose system gives the lock, and takes it back when the page is hidden. */
function phone({ gives = true } = {}) {
  const time = new FakeTime();
  const held = new Set();
  const state = { seen: true, asked: 0 };
  const ask = async () => {
    state.asked += 1;
    if (!gives) throw new Error("battery");
    const ears = [];
    const lock = {
      addEventListener: (_name, ear) => ears.push(ear),
      release: async () => held.delete(lock) && ears.forEach((ear) => ear()),
    };
    held.add(lock);
    return lock;
  };
  const awake = new Awake({ ask, seen: () => state.seen, after: time.after });
  const hide = () => {
    state.seen = false;
    [...held].forEach((lock) => lock.release());
  };
  return { awake, time, held, state, hide };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

test("the screen stays lit from a game's first happening to its end, with one lock", async () => {
  const { awake, held, state } = phone();
  awake.stir();
  await soon();
  assert.equal(held.size, 0, "no game is open yet");
  awake.happened(true);
  awake.happened(true);
  await soon();
  awake.stir();
  await soon();
  assert.deepEqual([held.size, state.asked], [1, 1]);
  awake.happened(false);
  await soon();
  assert.equal(held.size, 0);
});

test("a hidden page holds no lock and takes it again when it is seen", async () => {
  const { awake, held, state, hide } = phone();
  awake.happened(true);
  await soon();
  hide();
  awake.happened(true);
  await soon();
  assert.equal(held.size, 0);
  state.seen = true;
  awake.stir();
  await soon();
  assert.equal(held.size, 1);
});

test("after five minutes without a touch the phone may sleep, until somebody comes back", async () => {
  const { awake, time, held } = phone();
  awake.happened(true);
  await soon();
  time.pass(IDLE_MS - 1000);
  awake.stir();
  time.pass(IDLE_MS - 1000);
  assert.equal(held.size, 1);
  time.pass(2000);
  await soon();
  assert.equal(held.size, 0);
  awake.stir();
  await soon();
  assert.equal(held.size, 1);
});

test("a lock that comes after the game's end is given back, and a phone that says no is asked at the next touch", async () => {
  const late = phone();
  late.awake.happened(true);
  late.awake.happened(false);
  await soon();
  assert.equal(late.held.size, 0);
  const saving = phone({ gives: false });
  saving.awake.happened(true);
  await soon();
  saving.awake.stir();
  await soon();
  assert.equal(saving.state.asked, 2);
});

/** @param {(number | Error)[]} answers */
function release(...answers) {
  const asked = [];
  let changes = 0;
  const ask = async (url, how) => {
    asked.push([url.split("/js/")[1], how.method, how.cache]);
    const answer = answers.shift();
    if (typeof answer !== "number") throw answer;
    return { status: answer };
  };
  return { house: new Release({ ask, changed: () => (changes += 1) }), asked, changes: () => changes };
}

test("the house is asked about the release only after a doubt, once for each", async () => {
  const { house, asked, changes } = release(200, 404);
  assert.equal(await house.check(), false);
  house.doubt();
  assert.equal(await house.check(), false);
  assert.equal(await house.check(), false);
  assert.deepEqual(asked, [["table/release.js", "HEAD", "no-store"]]);
  house.doubt();
  assert.equal(await house.check(), true);
  house.doubt();
  assert.equal(await house.check(), true);
  assert.deepEqual([asked.length, changes()], [2, 1]);
});

test("without an answer the doubt stays, and a house in trouble is not taken for a deploy", async () => {
  const { house, asked } = release(new Error("no line"), 503, 404);
  house.doubt();
  assert.equal(await house.check(), false);
  assert.equal(await house.check(), false);
  assert.equal(asked.length, 2);
  assert.equal(house.replaced, false);
});

test("a replaced page says so with a way to update, after what the line has to say", () => {
  const banner = bannerOf(moment(scene(), { replaced: true }));
  assert.deepEqual([banner.code, banner.text, banner.action], ["UPD", "This page is out of date.", { id: "reload", label: "Update" }]);
  assert.equal(bannerOf(moment(scene(), { replaced: true, link: { phase: "quiet", since: 0 } })).code, "NET1");
  assert.equal(bannerOf(moment(scene())), null);
});
