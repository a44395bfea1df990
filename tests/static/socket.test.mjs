import assert from "node:assert/strict";
import { test } from "node:test";

import { DEAD, Link, SILENCE } from "../../app/static/js/socket.js";
import { FakeTime } from "./fake_time.mjs";

class FakeSocket {
  readyState = 0;
  sent = [];

  accept() {
    this.readyState = 1;
    this.onopen?.();
  }

  say(frame) {
    this.onmessage?.({ data: typeof frame === "object" && !(frame instanceof ArrayBuffer) ? JSON.stringify(frame) : frame });
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  break(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  get types() {
    return this.sent.map((frame) => frame.type);
  }
}

function wired(more = {}) {
  const time = new FakeTime();
  const sockets = [];
  const log = { states: [], frames: [], throws: [], cuts: 0, lives: 0 };
  const link = new Link({
    url: "ws://x/ws",
    tables: () => [{ table: "t1", have_seq: 7, epoch: "e" }],
    onFrame: (frame) => log.frames.push(frame),
    onThrow: (bytes) => log.throws.push(bytes),
    onState: (state) => log.states.push(state.phase),
    onCut: () => (log.cuts += 1),
    onLive: () => (log.lives += 1),
    now: time.now,
    after: time.after,
    random: () => 0.5,
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    ...more,
  });
  link.connect();
  const greet = () => {
    sockets.at(-1).accept();
    sockets.at(-1).say({ type: "welcome", protocol: 1 });
  };
  return { time, sockets, log, link, greet, socket: () => sockets.at(-1) };
}

const body = (cid) => ({ cid, table: "t1", expect_seq: 7, type: "bank" });

test("it says hello with what it has and is live after the welcome", () => {
  const { socket, log, greet } = wired();
  greet();
  assert.deepEqual(socket().sent[0], { type: "hello", protocol: 1, tables: [{ table: "t1", have_seq: 7, epoch: "e" }] });
  assert.deepEqual(log.states, ["live"]);
  assert.equal(log.lives, 1);
});

test("a command sent before the welcome waits for it and is answered once", async () => {
  const { link, socket, greet } = wired();
  const answer = link.send(body("c1"));
  assert.equal(link.unanswered, 1);
  greet();
  assert.deepEqual(socket().types, ["hello", "bank"]);
  socket().say({ cid: "c1", ok: true, seq: 8 });
  assert.deepEqual(await answer, { cid: "c1", ok: true, seq: 8 });
  assert.equal(link.unanswered, 0);
});

test("an unanswered command goes out again under the same cid, also over a new socket", async () => {
  const { link, socket, sockets, greet, time } = wired();
  greet();
  const answer = link.send(body("c1"));
  time.pass(4000);
  assert.deepEqual(socket().sent.filter((frame) => frame.cid === "c1").length, 2);
  socket().break();
  time.pass(300);
  greet();
  assert.equal(sockets.length, 2);
  assert.deepEqual(socket().sent.filter((frame) => frame.cid), [body("c1")]);
  socket().say({ cid: "c1", refused: "stale", seq: 9 });
  assert.equal((await answer).refused, "stale");
});

test("an answer of a stopping server does not end the command", () => {
  const { link, socket, greet, time } = wired();
  greet();
  link.send(body("c1"));
  socket().say({ cid: "c1", refused: "restarting", seq: 7 });
  assert.equal(link.unanswered, 1);
  socket().break(1012);
  time.pass(400);
  greet();
  assert.deepEqual(socket().types, ["hello", "bank"]);
});

test("silence after a question is told after 2.5 seconds and taken back by any word", () => {
  const { link, socket, greet, time, log } = wired();
  greet();
  link.send(body("c1"));
  time.pass(SILENCE - 1);
  assert.deepEqual(log.states, ["live"]);
  time.pass(1);
  assert.deepEqual(log.states, ["live", "quiet"]);
  socket().say({ type: "pong", at: 1 });
  assert.deepEqual(log.states, ["live", "quiet", "live"]);
});

test("a line that stays silent is given up and opened anew", () => {
  const { link, sockets, greet, time, log } = wired();
  greet();
  link.send(body("c1"));
  time.pass(DEAD + 1000);
  assert.equal(sockets.length, 2);
  assert.equal(sockets[0].readyState, 3);
  assert.equal(log.cuts, 1);
  assert.deepEqual(log.states.slice(0, 3), ["live", "quiet", "lost"]);
});

test("a phone that slept asks first and shows no banner when the answer comes", () => {
  const { link, socket, greet, time, log } = wired();
  greet();
  link.send(body("c1"));
  time.sleep(60_000);
  assert.deepEqual(log.states, ["live"]);
  assert.ok(socket().types.includes("ping"));
  socket().say({ type: "pong" });
  time.pass(SILENCE + 1);
  assert.deepEqual(log.states, ["live"]);
});

test("a blip shorter than anyone can read is not shown", () => {
  const { socket, greet, time, log } = wired();
  greet();
  socket().break();
  time.pass(250);
  greet();
  time.pass(1000);
  assert.deepEqual(log.states, ["live"]);
  assert.equal(log.cuts, 1);
});

test("waits between tries grow, are spread, and start over after a welcome", () => {
  const { sockets, time, greet } = wired();
  const gaps = [];
  for (let i = 0; i < 27; i += 1) {
    const before = time.at;
    sockets.at(-1).break();
    const had = sockets.length;
    while (sockets.length === had) time.pass(10);
    gaps.push(time.at - before);
  }
  assert.ok(gaps.every((gap, i) => i === 0 || gap >= gaps[i - 1]), String(gaps));
  assert.ok(gaps[0] <= 300, String(gaps));
  assert.ok(gaps.slice(0, 25).every((gap) => gap <= 3010), "a server that restarts is found within five seconds");
  assert.ok(gaps.at(-1) > 9000, "one that stays away is asked less often");
  greet();
  sockets.at(-1).break();
  time.pass(300);
  assert.equal(sockets.length, 29);
});

test("a table opened on another phone is not fought over until the player wants it back", () => {
  const { link, sockets, time, greet, log } = wired();
  greet();
  sockets[0].break(4009);
  time.pass(60_000);
  assert.equal(sockets.length, 1);
  assert.equal(log.states.at(-1), "replaced");
  link.wake();
  assert.equal(sockets.length, 1);
  link.reclaim();
  greet();
  assert.equal(log.states.at(-1), "live");
});

test("a server that restarts is waited for under its own name", () => {
  const { socket, greet, time, log, sockets } = wired();
  greet();
  socket().say({ type: "restarting", in_ms: 500 });
  socket().break(1012);
  assert.deepEqual(log.states, ["live", "restarting"]);
  time.pass(300);
  assert.equal(sockets.length, 2);
});

test("waking asks a living line at once and opens a dead one without waiting", () => {
  const { link, sockets, greet, time } = wired();
  greet();
  link.wake();
  assert.equal(sockets[0].types.at(-1), "ping");
  sockets[0].break();
  for (let i = 0; i < 5; i += 1) {
    time.pass(9000);
    sockets.at(-1).break();
  }
  const had = sockets.length;
  link.wake();
  assert.equal(sockets.length, had + 1);
});

test("throws are handed over as bytes and junk is ignored", () => {
  const { socket, greet, log } = wired();
  greet();
  const bytes = new ArrayBuffer(8);
  socket().say(bytes);
  socket().say("no json");
  socket().say("[1]");
  assert.deepEqual(log.throws, [bytes]);
  assert.deepEqual(log.frames, []);
});

test("at rest only the heartbeat waits, and closing ends even that", () => {
  const { link, socket, greet, time } = wired();
  greet();
  socket().say({ table: "t1", type: "current", seq: 7 });
  assert.equal(time.waiting, 1);
  time.pass(9999);
  assert.deepEqual(socket().types, ["hello"]);
  time.pass(1);
  assert.deepEqual(socket().types, ["hello", "ping"]);
  link.close();
  assert.equal(time.waiting, 0);
});

test("a whisper is dropped while there is no line", () => {
  const { link, socket, greet } = wired();
  assert.equal(link.whisper({ type: "select" }), false);
  greet();
  assert.equal(link.whisper({ type: "select" }), true);
  assert.deepEqual(socket().types, ["hello", "select"]);
});
