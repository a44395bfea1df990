import assert from "node:assert/strict";
import { test } from "node:test";

import { CoinActions } from "../../app/static/js/table/coin_actions.js";
import { open, playing } from "./coin_kit.mjs";

const OWNER = { name: "Ann", coins: 1500, seat: null, notice: true, stakes: [250, 500], games_left: 3 };

/** Presses at a coin table: what was asked, what was sent, where the player went. */
function pressing(truth, { owner = OWNER, says = true, answer = { ok: true }, accepts = true, connected = true, later = () => truth } = {}) {
  const log = { asked: [], sent: [], went: [], failed: [], accepted: 0 };
  let now = truth;
  const actions = {
    confirm: async (question) => {
      log.asked.push(question.title);
      now = later();
      return says && question.holds();
    },
    command: async (type, fields) => {
      log.sent.push([type, fields]);
      return answer;
    },
  };
  const purse = { owner: owner && { ...owner }, load: async () => {} };
  const accept = async () => {
    log.accepted += 1;
    return accepts;
  };
  const wiring = { actions, purse, accept, scene: () => playing(), newest: () => now, fail: (trouble) => log.failed.push(trouble.text), go: (path) => log.went.push(path), connected: () => connected };
  return { log, coins: new CoinActions(wiring) };
}

test("sitting down asks for the price first, and with the invitation where there is one", async () => {
  const { log, coins } = pressing(open({ invite: "K7QF2MNX" }));
  await coins.sit();
  assert.deepEqual([log.asked, log.sent, log.accepted], [["Sit down for 500?"], [["buy_in", { stake: 500, invite: "K7QF2MNX" }]], 0]);
  const no = pressing(open(), { says: false });
  await no.coins.sit();
  assert.deepEqual(no.log.sent, []);
});

test("the notice comes before the first stake, and without it nothing is asked", async () => {
  const first = pressing(open(), { owner: { ...OWNER, notice: false } });
  await first.coins.sit();
  assert.deepEqual([first.log.accepted, first.log.sent.length], [1, 1]);
  const no = pressing(open(), { owner: { ...OWNER, notice: false }, accepts: false });
  await no.coins.sit();
  assert.deepEqual([no.log.asked, no.log.sent], [[], []]);
});

test("a rematch opens the next game, or takes a seat where another has just opened it", async () => {
  const over = { ...playing().truth, status: "over" };
  const opens = pressing(over);
  await opens.coins.rematch();
  assert.deepEqual(opens.log.sent, [["rematch", {}]]);
  const late = pressing(over, { later: () => open({ game: 2 }) });
  await late.coins.rematch();
  assert.deepEqual(late.log.sent, [["buy_in", { stake: 500 }]]);
  const waits = pressing(open({ game: 2 }));
  await waits.coins.rematch();
  assert.deepEqual([waits.log.asked, waits.log.sent], [["Sit down for 500?"], [["buy_in", { stake: 500 }]]]);
});

test("a seat of another game is not paid for by an old answer", async () => {
  const { log, coins } = pressing(open({ game: 2 }), { later: () => open({ game: 3 }) });
  await coins.sit();
  assert.deepEqual(log.sent, []);
});

test("a refusal is told, an old picture is not", async () => {
  const refused = pressing(open(), { answer: { refused: "same_device", message: "Somebody else of this device sits here." } });
  await refused.coins.sit();
  assert.deepEqual(refused.log.failed, ["Somebody else of this device sits here."]);
  const stale = pressing(open(), { answer: { refused: "stale" } });
  await stale.coins.ready(true);
  assert.deepEqual([stale.log.failed, stale.log.sent], [[], [["ready", { yes: true }]]]);
});

test("leaving is free before the first roll and asked about after it", async () => {
  const waiting = pressing(open());
  await waiting.coins.giveBack();
  assert.deepEqual([waiting.log.asked, waiting.log.sent, waiting.log.went], [[], [["leave", { seat: 0 }]], ["/coins"]]);
  const early = pressing(playing({ roll: 0 }).truth);
  await early.coins.leave();
  assert.deepEqual([early.log.asked, early.log.went], [[], ["/coins"]]);
  const late = pressing(playing({ roll: 3 }).truth);
  await late.coins.leave();
  assert.deepEqual([late.log.asked, late.log.sent, late.log.went], [["Leave the game?"], [["leave", { seat: 0 }]], []]);
  const stays = pressing(playing({ roll: 3 }).truth, { says: false });
  await stays.coins.leave();
  assert.deepEqual(stays.log.sent, []);
});

test("a game that goes on is not left by mistake, and nobody is held back without a line or without a seat", async () => {
  const cases = [
    [playing().truth, {}, 1],
    [playing().truth, { connected: false }, 0],
    [open(), {}, 0],
    [playing({}, {}, { you: { seats: [], host: false } }).truth, {}, 0],
  ];
  for (const [truth, how, questions] of cases) {
    const { log, coins } = pressing(truth, how);
    await coins.depart("/coins");
    assert.deepEqual([log.asked.length, log.went], [questions, ["/coins"]]);
  }
});
