import assert from "node:assert/strict";
import { test } from "node:test";

import { Store } from "../../app/static/js/store.js";
import { PLAIN, lookOf, restingSet, thrownSet } from "../../app/static/js/table/looks.js";

const VIEW = { phase: "roll", seat: 0, banked: [0, 0] };

const snapshot = (more = {}) => ({
  table: "t1", type: "snapshot", seq: 5, epoch: "e1", name: "Kitchen", kind: "one_phone", status: "playing", invite: null,
  game: 1, rules: { key: "progressive" }, seats: [{ seat: 0, name: "Ann", bot: null, gone: false }, { seat: 1, name: "Ben", bot: null, gone: false }],
  you: { seats: [0, 1], host: true }, view: VIEW, presence: [0, 1], recent: [], ...more,
});

const event = (seq, type, more = {}) => ({ table: "t1", seq, type, at: 0, ...more });

function listening(frames) {
  const store = new Store("t1", () => 42);
  const batches = [];
  store.on("batch", (batch) => batches.push(batch));
  const took = frames.map((frame) => store.receive(frame));
  return { store, batches, took };
}

test("a snapshot becomes the truth and is published as a jump", () => {
  const { store, batches } = listening([snapshot()]);
  assert.equal(store.truth.seq, 5);
  assert.deepEqual(store.truth.view, VIEW);
  assert.equal(batches.length, 1);
  assert.equal(batches[0].jump, true);
  assert.deepEqual(store.have(), { table: "t1", have_seq: 5, epoch: "e1" });
});

test("events of one command are published once, when the last of them brings the view", () => {
  const after = { ...VIEW, phase: "keep" };
  const { batches } = listening([snapshot(), event(6, "rolled"), event(7, "busted"), event(8, "turn_started", { view: after })]);
  assert.equal(batches.length, 2);
  assert.deepEqual(batches[1].events.map((each) => each.type), ["rolled", "busted", "turn_started"]);
  assert.deepEqual(batches[1].view, after);
  assert.equal(batches[1].jump, false);
});

test("an event heard twice changes nothing and a gap is reported", () => {
  const { store, batches, took } = listening([snapshot(), event(6, "kept", { view: VIEW }), event(6, "kept", { view: VIEW }), event(8, "banked", { view: VIEW })]);
  assert.deepEqual(took, ["taken", "taken", "known", "gap"]);
  assert.equal(store.truth.seq, 6);
  assert.equal(batches.length, 2);
});

test("an event before any snapshot is a gap", () => {
  assert.deepEqual(listening([event(1, "kept", { view: VIEW })]).took, ["gap"]);
});

test("half a command heard before a break is asked for again from its first event", () => {
  const { store, batches } = listening([snapshot(), event(6, "rolled")]);
  store.cut();
  assert.equal(store.have().have_seq, 5);
  store.receive(event(6, "rolled"));
  store.receive(event(7, "busted", { view: VIEW }));
  assert.deepEqual(batches.at(-1).events.map((each) => each.seq), [6, 7]);
  assert.equal(batches.at(-1).resumed, true);
});

test("a snapshot after a break carries the events that were missed, and no older ones", () => {
  const { store, batches } = listening([snapshot()]);
  store.cut();
  store.receive(snapshot({ seq: 9, recent: [event(4, "kept"), event(5, "kept"), event(6, "banked"), event(9, "turn_started")] }));
  assert.deepEqual(batches.at(-1).events.map((each) => each.seq), [6, 9]);
});

test("a snapshot of another epoch brings no missed events", () => {
  const { store, batches } = listening([snapshot()]);
  store.receive(snapshot({ seq: 9, epoch: "e2", recent: [event(6, "banked")] }));
  assert.deepEqual(batches.at(-1).events, []);
});

test("seats come and go before the start, and a rematch takes the order it was dealt", () => {
  const open = snapshot({ status: "open", view: null, kind: "friends", seq: 1, seats: [{ seat: 0, name: "Ann", bot: null, gone: false }] });
  const { store } = listening([open, event(2, "seat_taken", { seat: 1, name: "Ben" }), event(3, "seat_taken", { seat: 2, name: "Chloé" }), event(4, "seat_left", { seat: 1 })]);
  assert.deepEqual(store.truth.chairs.map((chair) => chair.name), ["Ann", "Chloé"]);
  store.receive(event(5, "game_started", { game: 2, rules: "progressive", seats: [{ seat: 0, name: "Chloé" }, { seat: 1, name: "Ann" }] }));
  assert.equal(store.truth.status, "playing");
  assert.equal(store.truth.game, 2);
  assert.deepEqual(store.truth.chairs.map((chair) => chair.name), ["Chloé", "Ann"]);
});

test("a player who left stays on the list as gone", () => {
  const { store } = listening([snapshot(), event(6, "left", { seat: 1, view: VIEW })]);
  assert.equal(store.truth.chairs[1].gone, true);
});

test("presence is passed on with the time it was told, and moves no sequence number", () => {
  const { store } = listening([snapshot()]);
  let told = null;
  store.on("truth", (truth) => (told = truth));
  store.receive({ table: "t1", type: "presence", seats: [0], offline_for: { 1: 71 }, watchers: 3 });
  assert.deepEqual(told.presence, { seats: [0], offline_for: { 1: 71 }, watchers: 3, at: 42 });
  assert.equal(store.truth.seq, 5);
});

test("live selections are passed on as they come", () => {
  const { store } = listening([snapshot()]);
  const heard = [];
  const stop = store.on("passing", (frame) => heard.push(frame.dice));
  store.receive({ table: "t1", type: "selected", seat: 0, roll: 1, dice: [2], reading: {} });
  stop();
  store.receive({ table: "t1", type: "selected", seat: 0, roll: 1, dice: [2, 3], reading: {} });
  assert.deepEqual(heard, [[2]]);
});

const ROOM = { phase: "waiting", due: 9, pot: 500, ready: [], promises: {}, revealed: [], away: [], auto: null, bank_ms: [], grace: [], decision_ms: 30_000 };
const ann = { seat: 0, name: "Ann", bot: null, gone: false };
const coinTable = (more = {}) => snapshot({ seq: 1, kind: "coins", status: "open", view: null, stake: 500, size: 4, listed: true, commitment: "cc", room: ROOM, seats: [ann], you: { seats: [0], host: false }, ...more });

test("a coin table tells its stake, its size and its room", () => {
  const { store } = listening([coinTable()]);
  const { stake, size, listed, room, commitment, settled, drawn, closed } = store.truth;
  assert.deepEqual([stake, size, listed, room, commitment, settled, drawn, closed], [500, 4, true, ROOM, "cc", null, null, null]);
});

test("the last happening of a command at a coin table is the one with the room, before the game as in it", () => {
  const counting = { ...ROOM, phase: "countdown" };
  const { store, batches } = listening([coinTable(), event(2, "seat_taken", { seat: 1, name: "Ben" }), event(3, "countdown_started", { room: counting })]);
  assert.deepEqual(batches.at(-1).events.map(({ type }) => type), ["seat_taken", "countdown_started"]);
  assert.equal(batches.length, 2);
  assert.equal(store.truth.room.phase, "countdown");
});

test("who stands up makes the seats behind move up, the own one too", () => {
  const seats = ["Ann", "Ben", "Chloé"].map((name, seat) => ({ seat, name, bot: null, gone: false }));
  const { store } = listening([coinTable({ seats, you: { seats: [2], host: false } })]);
  const left = [{ seat: 0, name: "Ann" }, { seat: 1, name: "Chloé" }];
  store.receive(event(2, "seat_left", { seat: 1, seats: left, room: ROOM }));
  assert.deepEqual(store.truth.chairs, [ann, { seat: 1, name: "Chloé", bot: null, gone: false }]);
  assert.deepEqual(store.truth.you.seats, [1]);
  store.receive(event(3, "seat_left", { seat: 1, seats: left.slice(0, 1), room: ROOM }));
  assert.deepEqual(store.truth.you.seats, []);
});

test("a game for coins runs from the table roll to the pay-out and opens the next one", () => {
  const view = { phase: "roll", seat: 1, banked: [0, 0] };
  const { store } = listening([coinTable()]);
  store.receive(event(2, "table_rolled", { game: 1, first: 1, absent: [], rounds: [] }));
  store.receive(event(3, "game_started", { game: 1, rules: "progressive", first: 1, commitment: "cc", seats: [{ seat: 0, name: "Ann" }, { seat: 1, name: "Ben" }], pot: 1000, stake: 500 }));
  store.receive(event(4, "turn_started", { seat: 1, view, room: { ...ROOM, phase: "play" } }));
  assert.deepEqual([store.truth.status, store.truth.drawn.first, store.truth.chairs.length], ["playing", 1, 2]);
  store.receive(event(5, "left", { seat: 1, refunded: false }));
  store.receive(event(6, "game_over", { kind: "win", seats: [0], secret: "ss", pot: 1000, shares: [{ seat: 0, coins: 1000 }], refunds: [], view, room: { ...ROOM, phase: "over" } }));
  assert.equal(store.truth.gaveUp, null, "somebody else's seat");
  assert.deepEqual([store.truth.status, store.truth.secret, store.truth.settled.shares, store.truth.chairs[1].gone], ["over", "ss", [{ seat: 0, coins: 1000 }], true]);
  store.receive(event(7, "game_opened", { game: 2, commitment: "dd", seats: [] }));
  store.receive(event(8, "seat_taken", { seat: 0, name: "Ben", room: ROOM }));
  const { status, view: none, game, commitment, chairs, secret, drawn, settled } = store.truth;
  assert.deepEqual([status, none, game, commitment, chairs.map(({ name }) => name), secret, drawn], ["open", null, 2, "dd", ["Ben"], null, null]);
  assert.equal(settled.pot, 1000, "how the last one ended can still be read");
  store.receive(event(9, "table_closed", { reason: "waited", room: { ...ROOM, phase: "over" } }));
  assert.deepEqual([store.truth.status, store.truth.closed], ["over", "waited"]);
});

test("a player who leaves a game for coins is remembered as that seat until the next one opens", () => {
  const { store } = listening([coinTable({ status: "playing", view: VIEW, seats: [ann, { ...ann, seat: 1, name: "Ben" }] })]);
  store.receive(event(2, "left", { seat: 0, refunded: false, view: VIEW, room: ROOM }));
  store.receive({ table: "t1", type: "current", seq: 2, epoch: "e1", you: { seats: [], host: false } });
  assert.deepEqual([store.truth.you.seats, store.truth.gaveUp], [[], 0]);
  store.receive(event(3, "game_opened", { game: 2, commitment: "dd", seats: [], room: ROOM }));
  assert.equal(store.truth.gaveUp, null);
});

test("whoever sits down at a private table is told its invitation, and whoever leaves is told no more", () => {
  const { store } = listening([coinTable({ status: "open", invite: null })]);
  store.receive({ table: "t1", type: "current", seq: 1, epoch: "e1", you: { seats: [1], host: false }, invite: "K7QF2MNX" });
  assert.equal(store.truth.invite, "K7QF2MNX");
  store.receive({ table: "t1", type: "current", seq: 1, epoch: "e1", you: { seats: [], host: false }, invite: null });
  assert.equal(store.truth.invite, null);
});

test("a page that comes later learns from the past how the game ended and who started", () => {
  const recent = [event(2, "table_rolled", { game: 1, first: 0 }), event(4, "game_over", { pot: 1000, shares: [] })];
  assert.equal(listening([coinTable({ recent })]).store.truth.drawn.first, 0);
  assert.equal(listening([coinTable({ recent, game: 2 })]).store.truth.drawn, null);
  assert.equal(listening([coinTable({ recent, game: 2 })]).store.truth.settled.pot, 1000);
});

test("a seat's look is what the snapshot says, what is told since, and nothing once a new game begins without it", () => {
  const RUBY = { set: "ruby", move: "spin", stage: 2 };
  const { store } = listening([snapshot({ seats: [{ seat: 0, name: "Ann", bot: null, gone: false, look: RUBY }, { seat: 1, name: "Ben", bot: null, gone: false }] })]);
  const told = [];
  store.on("truth", (truth) => told.push(lookOf(truth, 1).set));
  assert.deepEqual([lookOf(store.truth, 0), lookOf(store.truth, 1)], [RUBY, PLAIN]);
  assert.equal(store.receive({ table: "t1", type: "look", seat: 1, look: { set: "gold", move: null, stage: 0 } }), "taken");
  assert.deepEqual([told, store.truth.seq], [["gold"], 5], "it has no place in the order of events");
  store.receive(event(6, "game_started", { game: 2, seats: [{ seat: 0, name: "Ann", look: RUBY }, { seat: 1, name: "Ben" }], view: VIEW }));
  assert.deepEqual([lookOf(store.truth, 0), lookOf(store.truth, 1)], [RUBY, PLAIN]);
});

test("dice at rest are those of whoever plays, dice of a roll those it was thrown with", () => {
  const GOLD = { set: "gold", move: null, stage: 0 };
  const truth = snapshot({ chairs: [{ seat: 0, look: GOLD }, { seat: 1 }] });
  const SETS = [
    // who plays, then the set that lies there
    [0, "gold"], [1, "house"], [null, null],
  ];
  for (const [seat, set] of SETS) assert.equal(restingSet({ truth, view: { ...VIEW, seat } }), set);
  assert.deepEqual([thrownSet({ look: GOLD }), thrownSet({})], ["gold", "house"]);
});
