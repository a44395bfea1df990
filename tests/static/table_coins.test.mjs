import assert from "node:assert/strict";
import { test } from "node:test";

import { troubleOf } from "../../app/static/js/table/coin_actions.js";
import { payoutOf } from "../../app/static/js/table/payout.js";
import { drawSentence } from "../../app/static/js/table/notes.js";
import { closedOf, drawOf, heralded, roomOf, stoodUp } from "../../app/static/js/table/room.js";
import { sharesOf } from "../../app/static/js/table/stakes.js";
import { CoinCovers } from "../../app/static/js/table/coin_covers.js";
import { chair, event, scene, truth } from "./table_kit.mjs";
import { clocked, open, playing, room } from "./coin_kit.mjs";

const OWNER = { name: "Ann", coins: 1500, seat: null, notice: true, stakes: [250, 500], games_left: 3 };
const around = (more = {}) => ({ owner: OWNER, at: 0, timeOfDay: () => "14:35", origin: "https://dice.example", code: "SVKM-2EVJ", trouble: null, line: null, ...more });
const labels = ({ actions }) => actions.map(({ label }) => label);
const shown = (more = {}, roomMore = {}, wider = {}) => roomOf(open(more, roomMore), around(wider));

test("a pot is divided equally, and odd coins go one each to those who went out first", () => {
  const cases = [
    [1000, [0, 1], [500, 500]],
    [1000, [2, 0, 1], [334, 333, 333]],
    [2000, [1, 0, 3], [667, 667, 666]],
    [250, [4], [250]],
    [1750, [0, 1, 2, 3], [438, 438, 437, 437]],
  ];
  for (const [pot, seats, parts] of cases) {
    assert.deepEqual(sharesOf(pot, seats), seats.map((seat, i) => ({ seat, coins: parts[i] })));
    assert.equal(parts.reduce((a, b) => a + b), pot);
  }
});

test("the waiting room tells the pot, who is ready, and when the stakes go back", () => {
  const alone = shown({ chairs: [chair(0, "Ann")] }, { pot: 500 });
  assert.deepEqual([alone.pot, alone.status, alone.deadline, alone.seatsLabel], [500, "Waiting for another player.", "Refunded at 14:35 if nobody joins.", "1 of 4 seated"]);
  assert.deepEqual(labels(alone), ["Ready", "Leave · 500 back"]);
  const two = shown({}, { ready: [1] });
  assert.deepEqual(two.seats.taken.map(({ name, you, ready, note }) => [name, you, ready, note]), [["Ann", true, false, "not ready yet"], ["Ben", false, true, "ready ✓"]]);
  assert.equal(two.seats.free, 2);
  assert.equal(two.deadline, "Not started by 14:35? Every stake goes back.");
  assert.equal(shown({}, { ready: [0] }).status, "Waiting until Ben is ready.");
  assert.deepEqual(labels(shown({}, { ready: [0] })), ["Not ready", "Leave · 500 back"]);
  const three = { chairs: [chair(0, "Ann"), chair(1, "Ben"), chair(2, "Cleo")] };
  assert.equal(shown(three, { ready: [0] }).status, "Waiting until 2 more are ready.");
});

test("the countdown stands in words that change without building the room anew", () => {
  const { live, counting, status, deadline } = shown({}, { phase: "countdown", due: 4200, ready: [0, 1] });
  assert.deepEqual([live.count, counting, status, deadline], ["5", true, "The game starts.", ""]);
  assert.deepEqual(labels(shown({}, { phase: "countdown", due: 4200 })), ["Leave · 500 back"], "a full table needs nobody's word");
});

test("a private table hands its invitation to those who sit there", () => {
  assert.equal(shown({ invite: "K7QF2MNX", listed: false }).link, "https://dice.example/j/K7QF2MNX");
  assert.equal(shown({ invite: "K7QF2MNX", you: { seats: [], host: false } }).link, null);
});

test("whoever has no seat is offered one, or told why not", () => {
  const watch = { you: { seats: [], host: false } };
  const cases = [
    // owner, table → labels, note
    [OWNER, {}, ["Sit · 500", "Coin tables"], ""],
    [undefined, {}, ["Coin tables"], ""],
    [null, {}, ["Sign in to sit", "Coin tables"], ""],
    [{ ...OWNER, coins: 200 }, {}, ["Practice", "Coin tables"], "You have 200, 300 short. Practice is free."],
    [{ ...OWNER, stakes: [250] }, {}, ["Coin tables"], "This stake opens after 3 more finished coin games."],
    [{ ...OWNER, seat: { table: "t2", page: "/t/t2", stake: 250 } }, {}, ["Go to your table", "Coin tables"], "You already sit at a 250 table."],
    [OWNER, { size: 2 }, ["Coin tables"], "Every seat is taken."],
    [OWNER, { listed: false }, ["Coin tables"], "This table is by invitation only."],
  ];
  for (const [owner, table, wanted, note] of cases) {
    const model = shown({ ...watch, ...table }, {}, { owner });
    assert.deepEqual([labels(model), model.note], [wanted, note], JSON.stringify([owner, table]));
  }
  assert.equal(shown(watch, {}, { owner: null }).actions[0].href, "/account?next=/t/t1");
});

test("the next game of a table is a rematch of those who sit there", () => {
  assert.equal(shown({ game: 2 }).title, "Ann and Ben want a rematch");
  assert.equal(shown({ game: 2, chairs: [chair(0, "Ben")], you: { seats: [], host: false } }).title, "Ben wants a rematch");
  assert.equal(shown({ game: 2, chairs: [chair(0, "Ann")] }).title, "Rematch");
  assert.equal(shown().title, "500 table");
});

test("a refusal is told in words, with the way on", () => {
  const told = (refused, more = {}) => troubleOf(open(), { refused, message: "The house's words.", ...more }, { ...OWNER, coins: 200 });
  assert.deepEqual(told("too_few_coins"), { text: "You have 200, 300 short. Practice is free.", action: { id: "practice", label: "Practice", href: "/new" } });
  assert.deepEqual(told("seated_elsewhere", { subject: "t2" }), { text: "The house's words.", action: { id: "elsewhere", label: "Go to your table", href: "/t/t2" } });
  assert.equal(told("signed_out").action.href, "/account?next=/t/t1");
  assert.deepEqual(told("same_device"), { text: "The house's words.", action: null });
});

test("one die each decides who starts: sealed before, equal ones again, and absent players named", () => {
  const before = drawOf(open({}, { phase: "table_roll", promises: { 1: "ab" } }), null);
  assert.deepEqual([before.title, before.skip, before.rows.map(({ name, faces, sealed }) => [name, faces, sealed])], ["Everyone rolls one die", false, [["Ann", [], false], ["Ben", [], true]]]);
  const drawn = event("table_rolled", { game: 1, first: 1, absent: [0], rounds: [[{ seat: 0, face: 6 }, { seat: 1, face: 6 }], [{ seat: 0, face: 2 }, { seat: 1, face: 5 }]] });
  const after = drawOf(open(), drawn);
  assert.deepEqual([after.title, after.text, after.note], ["Ben starts", "Everyone rolled one die. Equal ones rolled again.", "Drawn without the numbers of Ann."]);
  assert.deepEqual(after.rows.map(({ faces, first }) => [faces, first]), [[[6, 2], false], [[6, 5], true]]);
  assert.equal(drawOf(open({ you: { seats: [1], host: false } }), drawn).title, "You start");
  assert.equal(drawSentence(open(), drawn), "Everyone rolls one die: Ann 6, Ben 6; again Ann 2, Ben 5. Ben starts.");
});

test("what happens in the waiting room is said, but not one's own doings", () => {
  const say = (type, more) => heralded(open(), event(type, more));
  assert.equal(say("seat_taken", { seat: 1, name: "Ben" }), "Ben sits down, 2 of 4.");
  assert.equal(say("ready", { seat: 1, yes: true }), "Ben is ready.");
  assert.deepEqual([say("ready", { seat: 0, yes: true }), say("seat_taken", { seat: 0, name: "Ann" }), say("promised", { seat: 1 })], ["", "", ""]);
  assert.equal(say("countdown_started"), "The game starts in 5 seconds.");
  assert.equal(stoodUp(open(), event("seat_left", { seat: 1 })), "Ben stood up.");
});

const settled = (shares, refunds = [], pot = 1000) => event("game_over", { pot, shares: shares.map(([seat, coins]) => ({ seat, coins })), refunds: refunds.map(([seat, coins]) => ({ seat, coins })) });
const over = (result, end, more = {}, viewMore = {}) =>
  scene({ phase: "over", seat: null, banked: [10_000, 8400, 0, 0], result: { kind: "win", seats: [0], reason: "out_even", turns: [9, 9, 9, 9], ...result }, ...viewMore }, { kind: "coins", stake: 500, size: 4, status: "over", room: room({ phase: "over", due: null }), you: { seats: [0], host: false }, settled: end, ...more });

test("the winner reads what the pot paid, and the others where their stake went", () => {
  const won = payoutOf(over({}, settled([[0, 1000]])), around());
  assert.deepEqual([won.title, won.pot, won.own, won.balance], ["Ann wins!", ["Pot 1,000 to Ann"], { sum: "+500", text: "You paid 500 and get 1,000.", tone: "good" }, "You have 1,500 coins."]);
  assert.deepEqual(labels(won), ["Rematch · 500", "Coin tables", "Home"]);
  const lost = payoutOf(over({}, settled([[0, 1000]]), { you: { seats: [1], host: false } }), around());
  assert.deepEqual(lost.own, { sum: "−500", text: "Your stake of 500 went to Ann.", tone: "plain" });
  assert.equal(payoutOf(over({}, settled([[0, 1000]]), { you: { seats: [], host: false } }), around()).own, null);
});

test("a split says each one's part, who got the odd coin, and whose stake stayed in the pot", () => {
  const chairs = [chair(0, "Ann"), chair(1, "Ben"), chair(2, "Cleo"), { ...chair(3, "Dora"), gone: true }];
  const end = settled([[1, 334], [0, 333], [2, 333]]);
  const split = payoutOf(over({ kind: "split", seats: [0, 1, 2], reason: "vote" }, end, { chairs }, { left: [3] }), around());
  assert.deepEqual(split.pot, ["Pot 1,000: Ben 334, Ann 333, Cleo 333", "1,000 does not divide evenly: the odd coin goes to Ben, who was out first.", "Dora left: 500 stayed in the pot."]);
  assert.deepEqual(split.own, { sum: "−167", text: "You paid 500 and get 333.", tone: "plain" });
  assert.deepEqual(split.standings.map(({ note }) => note), ["gets 333", "gets 334", "gets 333", "left"]);
  const dora = payoutOf(over({ kind: "split", seats: [0, 1, 2], reason: "vote" }, end, { chairs, you: { seats: [], host: false }, gaveUp: 3 }, { left: [3] }), around());
  assert.equal(dora.pot.length, 2, "her own stake is told once");
  assert.deepEqual(dora.own, { sum: "−500", text: "You left: your stake stayed in the pot.", tone: "plain" });
});

test("a void game gives every stake back and names no winner", () => {
  const none = payoutOf(over({ kind: "none", seats: [], reason: "all_away" }, settled([], [[0, 500], [1, 500]])), around());
  assert.deepEqual([none.title, none.text, none.pot, none.own.text], ["No winner", "Everyone was away for too long.", ["Void: every stake is back."], "Your 500 are back."]);
});

test("whoever cannot pay for a rematch is told kindly, and a spectator is offered none before somebody opens it", () => {
  const poor = payoutOf(over({}, settled([[1, 1000]])), around({ owner: { ...OWNER, coins: 200 } }));
  assert.deepEqual([labels(poor), poor.note, poor.balance], [["Practice", "Coin tables", "Home"], "You have 200, 300 short. Practice is free.", ""]);
  const watching = over({}, settled([[0, 1000]]), { you: { seats: [], host: false } });
  assert.deepEqual(labels(payoutOf(watching, around())), ["Coin tables", "Home"]);
  assert.deepEqual(labels(payoutOf(watching, around(), open({ game: 2, you: { seats: [], host: false } }))), ["Sit · 500", "Coin tables", "Home"]);
});

test("while others open the next game the end is still read, until one sits down there or it begins", () => {
  const covers = new CoinCovers();
  const shownOver = (scene) => covers.modelOf(scene, true, around());
  const end = over({}, settled([[0, 1000]]));
  assert.equal(shownOver(end).kind, "payout");
  const next = (more) => ({ ...end, view: null, truth: open({ game: 2, chairs: [chair(0, "Ben")], you: { seats: [], host: false }, settled: end.truth.settled, ...more }) });
  const reading = shownOver(next({}));
  assert.deepEqual([reading.kind, reading.next, labels(reading)[0], reading.actions[0].id], ["payout", "Ben wants a rematch. 1 of 4 seated", "Rematch · 500", "sit"]);
  assert.equal(shownOver(next({ chairs: [chair(0, "Ben"), chair(1, "Ann")], you: { seats: [1], host: false } })).kind, "room");
  assert.equal(shownOver(playing({}, {}, { game: 2 })), null);
  assert.equal(shownOver(next({})).kind, "room", "the end is not shown again");
});

test("a table that was closed says why, and the roll for the start covers everything while it is read", () => {
  assert.equal(closedOf(open({ closed: "waited" })).text, "Nobody came in time. Every stake is back.");
  const shownOver = (scene) => new CoinCovers().modelOf(scene, false, around());
  const draw = event("table_rolled", { game: 1, first: 0, absent: [], rounds: [[{ seat: 0, face: 6 }, { seat: 1, face: 1 }]] });
  assert.equal(shownOver({ ...playing(), draw }).kind, "draw");
  assert.equal(shownOver({ ...clocked(), truth: open({}, { phase: "table_roll" }), view: null }).kind, "draw");
  assert.equal(shownOver({ ...playing(), view: null, truth: truth({ ...open(), status: "over", closed: "nobody", view: null }) }).kind, "closed");
});
