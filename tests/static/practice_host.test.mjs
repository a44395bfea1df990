import assert from "node:assert/strict";
import { test } from "node:test";

import { checkTranscript } from "../../app/static/js/fair/proof.js";
import { tools } from "../../app/static/js/fair/scheme.js";
import { transcript } from "../../app/static/js/practice/papers.js";
import { Tab, entropy, opened } from "./practice_kit.mjs";

test("a new game tells everything at once, its commitment before any roll", async () => {
  const { tab } = await opened();
  assert.equal(tab.host.state.phase, "live");
  assert.deepEqual(tab.truth.you, { seats: [0, 1], host: true });
  assert.equal(tab.view.phase, "roll");
  assert.match(tab.truth.commitment, /^[0-9a-f]{64}$/);
  assert.match(tab.view.next.commitment, /^[0-9a-f]{64}$/);
  assert.equal(tab.truth.secret, null);
});

test("a roll is kept before it is told, and its events have no gaps", async () => {
  const { tab, kept, id } = await opened();
  const before = tab.truth.seq;
  const answer = await tab.roll();
  assert.deepEqual([answer.ok, answer.seq], [true, tab.truth.seq]);
  const rolled = tab.rolled[0];
  assert.deepEqual([rolled.seq, rolled.roll, rolled.dice.length, rolled.angle, rolled.power], [before + 1, 1, 8, 5, 40]);
  const stored = await kept.read(id);
  assert.deepEqual([stored.seq, stored.wish, stored.log.at(-1).type], [tab.truth.seq, null, tab.frames.filter(({ seq }) => seq).at(-1).type]);
});

/** At which write the page is killed, and whether the dice had been asked for by then. */
for (const writes of [1, 2]) {
  test(`a page killed after write ${writes} of a roll has the same dice when it comes back`, async () => {
    const { tab, kept, id } = await opened();
    const record = await kept.read(id);
    const save = kept.save;
    // The page that is killed: what it would write after that is never written.
    let left = writes;
    const body = tab.body("roll", { entropy: entropy() });
    const first = new Tab({ read: kept.read, save: (next, past) => (left-- > 0 ? save(next, past) : new Promise(() => {})) }, record);
    await first.host.connect();
    void first.host.send(body);
    await new Promise((resolve) => setTimeout(resolve, 60));
    const second = new Tab(kept, await kept.read(id));
    await second.host.connect();
    const third = new Tab(kept, await kept.read(id));
    await third.host.connect();
    const [rolled] = second.truth.ready ? second.frames[0].recent.filter(({ type }) => type === "rolled") : [];
    assert.equal(rolled.fair.contributions[0].r, body.entropy);
    assert.deepEqual(third.frames[0].recent.find(({ type }) => type === "rolled").dice, rolled.dice);
    if (writes === 2) assert.deepEqual(rolled.dice, first.rolled[0]?.dice);
  });
}

const REFUSALS = [
  ["an old state is stale", { expect_seq: 1 }, "bank", "stale"],
  ["what is no command is unknown", {}, "fly", "unknown_type"],
  ["nothing can be banked before a roll", {}, "bank", "nothing_to_bank"],
  ["dice cannot be kept before a roll", { dice: [0] }, "keep", "wrong_phase"],
  ["a roll needs the player's part", { entropy: "7" }, "roll", "malformed"],
  ["nobody plays for a person who is here", { seat: 0, entropy: entropy() }, "play_for", "not_offline"],
  ["nobody plays out of turn", { seat: 1, entropy: entropy() }, "play_for", "not_your_turn"],
  ["a seat that is not there cannot leave", { seat: 7 }, "leave", "not_seated"],
  ["there is no next game before the end of this one", {}, "rematch", "wrong_phase"],
];
for (const [sentence, fields, type, code] of REFUSALS) {
  test(`${sentence}`, async () => {
    const { tab, kept, id } = await opened();
    const before = JSON.stringify(await kept.read(id));
    const answer = await tab.say(type, fields);
    assert.equal(answer.refused, code);
    assert.equal(answer.message, `no: ${code}`);
    assert.equal(JSON.stringify(await kept.read(id)), before);
  });
}

test("the same command again gets the same answer, and rolls once; another under its number is refused", async () => {
  const { tab, kept, id } = await opened();
  const body = tab.body("roll", { entropy: entropy() });
  const [once, twice] = await Promise.all([tab.host.send(body), tab.host.send(body)]);
  assert.deepEqual(twice, once);
  assert.equal(tab.rolled.length, 1);
  const again = new Tab(kept, await kept.read(id));
  await again.host.connect();
  assert.deepEqual(await again.host.send(body), once);
  assert.equal((await again.host.send({ ...body, entropy: entropy() })).refused, "cid_reused");
});

test("a second tab waits, takes the game over, and the first one changes nothing any more", async () => {
  const { kept, id } = await opened();
  const owner = { tab: null };
  const first = new Tab(kept, await kept.read(id), owner);
  await first.host.connect();
  const second = new Tab(kept, await kept.read(id), owner);
  await second.host.connect();
  assert.deepEqual([first.host.state.phase, second.host.state.phase], ["live", "replaced"]);
  assert.equal(second.truth.ready, true);
  await first.roll();
  await second.host.reclaim();
  assert.deepEqual([first.host.state.phase, second.host.state.phase], ["replaced", "live"]);
  assert.equal(second.truth.seq, first.truth.seq);
  assert.equal((await first.roll()).refused, "stale");
  assert.equal((await second.step()).ok, true);
});

test("without any lock two tabs never write over each other", async () => {
  const { kept, id } = await opened();
  const tabs = [new Tab(kept, await kept.read(id)), new Tab(kept, await kept.read(id))];
  await Promise.all(tabs.map((tab) => tab.host.connect()));
  const answers = await Promise.all(tabs.map((tab) => tab.roll()));
  assert.equal(answers.filter(({ ok }) => ok).length, 1);
  const loser = tabs[answers.findIndex(({ ok }) => !ok)];
  assert.equal(loser.host.state.phase, "replaced");
  const stored = await kept.read(id);
  assert.equal(stored.log.filter(({ type }) => type === "rolled").length, 1);
  await loser.host.reclaim();
  assert.equal(loser.truth.seq, stored.seq);
});

test("where the phone has no room the game goes on in the page, and is kept again when there is some", async () => {
  const { tab, kept, id } = await opened();
  kept.fails = true;
  assert.equal((await tab.roll()).ok, true);
  assert.ok(tab.loose > 0);
  assert.equal((await kept.read(id)).state.rolls, 0);
  kept.fails = false;
  while (tab.view.phase !== "roll" || tab.view.seat === 0) await tab.step();
  assert.equal((await kept.read(id)).seq, tab.truth.seq);
});

test("a game with a bot is played to its end, its record holds, and the next one follows", async () => {
  const { tab, kept, id } = await opened([{ name: "Ann" }, { name: "Roger", bot: "roger" }]);
  for (let steps = 0; tab.truth.status === "playing" && steps < 6000; steps++) assert.equal((await tab.step()).ok, true);
  assert.equal(tab.truth.status, "over");
  assert.match(tab.truth.secret, /^[0-9a-f]{64}$/);
  const whole = await transcript(await kept.read(id));
  const { state, rolls } = await checkTranscript(tools(), whole);
  assert.equal(state, "ok");
  assert.ok(rolls.length > 10);
  assert.deepEqual(new Set(whole.rolls.map(({ by }) => by)), new Set(["player", "bot"]));
  assert.equal((await tab.say("roll", { entropy: entropy() })).refused, "game_over");
  assert.equal((await tab.say("rematch", { swap: true })).ok, true);
  assert.deepEqual([tab.truth.game, tab.truth.status, tab.truth.chairs[0].name, tab.truth.you.seats], [2, "playing", "Roger", [1]]);
  assert.equal((await transcript({ ...(await kept.read(`${id}/1`)), id })).digest, whole.digest);
});

test("whoever leaves is out, and the others play on", async () => {
  const { tab } = await opened([{ name: "Ann" }, { name: "Ben" }, { name: "Cleo" }]);
  assert.equal((await tab.say("leave", { seat: 0 })).ok, true);
  assert.deepEqual([tab.view.seat, tab.truth.you.seats, tab.truth.chairs[0].gone], [1, [1, 2], true]);
});

test("what goes wrong on the phone is answered in a sentence, and the game goes on", async () => {
  const { tab } = await opened();
  tab.host.used = null;
  const answer = await tab.roll();
  assert.deepEqual([answer.ok, answer.refused, answer.message], [undefined, "failed", "no: failed"]);
  assert.equal(tab.host.unanswered, 0);
  tab.host.used = new Set();
  assert.equal((await tab.roll()).ok, true);
});

test("a bot that this release does not know is played by the autopilot", async () => {
  const { tab } = await opened([{ name: "Zoe", bot: "zoe" }, { name: "Ann" }]);
  for (let steps = 0; tab.view.seat === 0 && steps < 60; steps++) assert.equal((await tab.step()).ok, true);
  assert.deepEqual([tab.view.seat, tab.rolled[0].fair.by], [1, "autopilot"]);
});

test("a tab that cannot keep the dice it had asked for does not play on", async () => {
  const { kept, id } = await opened();
  const record = await kept.read(id);
  const wish = { command: { type: "roll" }, n: 1, seat: 0, dice: 8, contributions: [{ seat: 0, r: entropy() }], by: "player", angle: 0, power: 50 };
  const tab = new Tab({ read: kept.read, save: async () => "elsewhere" }, { ...record, wish });
  await tab.host.connect();
  assert.deepEqual([tab.host.state.phase, tab.rolled.length], ["replaced", 0]);
});

test("a storage that cannot be read when the page comes back takes nothing away", async () => {
  const { kept, id } = await opened();
  const tab = new Tab({ read: () => Promise.reject(new Error("no answer")), save: kept.save }, await kept.read(id));
  await tab.host.connect();
  assert.equal(tab.host.state.phase, "live");
  assert.equal((await tab.roll()).ok, true);
});

/** How a later release comes between. */
const OUTRUN = [
  ["took the game further", (kept, id, record) => kept.records.set(id, { ...record, format: 2, rev: record.rev + 5, state: "of another kind" })],
  ["took the game up without a change", (kept, id, record) => kept.records.set(id, { ...record, format: 2, state: "of another kind" })],
  ["changed the storage", (kept) => (kept.outrun = true)],
];
for (const [what, come] of OUTRUN) {
  test(`a table that is open while a later release ${what} plays no further and changes nothing`, async () => {
    const { tab, kept, id } = await opened();
    const { seq } = tab.truth;
    come(kept, id, await kept.read(id));
    const after = JSON.stringify(await kept.read(id));
    assert.equal((await tab.roll()).refused, "stale");
    assert.deepEqual([tab.host.state.phase, tab.truth.seq, tab.loose, tab.rolled.length], ["too_old", seq, 0, 0]);
    assert.equal(JSON.stringify(await kept.read(id)), after);
    await tab.host.reclaim();
    assert.equal(tab.host.state.phase, "too_old");
    assert.equal((await tab.roll()).refused, "stale");
    assert.equal(JSON.stringify(await kept.read(id)), after);
  });
}

test("a page that comes back to a game of a later release does not show it", async () => {
  const { tab, kept, id } = await opened();
  const { rev } = tab.host.record;
  kept.records.set(id, { ...(await kept.read(id)), format: 2, rev: 9, state: "of another kind" });
  tab.host.wake();
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual([tab.host.state.phase, tab.host.record.rev], ["too_old", rev]);
});
