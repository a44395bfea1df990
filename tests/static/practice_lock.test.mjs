import assert from "node:assert/strict";
import { test } from "node:test";

import { Lock } from "../../app/static/js/practice/lock.js";

/** The locks of one browser, as tabs know them. */
class Locks {
  #held = new Map();

  request = (name, { ifAvailable, steal }, act) => {
    const before = this.#held.get(name);
    if (before && ifAvailable) return Promise.resolve(act(null));
    if (before && steal) before(new Error("stolen"));
    return new Promise((resolve, reject) => {
      const end = (why) => {
        if (this.#held.get(name) === end) this.#held.delete(name);
        why ? reject(why) : resolve();
      };
      this.#held.set(name, end);
      act({ name })?.then(() => end());
    });
  };
}

/** Node's own channel, which does not keep the tests waiting for more words. */
class Channel extends BroadcastChannel {
  constructor(name) {
    super(name);
    this.unref();
  }
}

let games = 10;

/** Two tabs; `how`: what their browser has. */
function twoTabs(how) {
  const lost = [];
  const game = `p-${(games += 1)}`;
  return { lost, tabs: ["first", "second"].map((tab) => new Lock({ game, onLost: () => lost.push(tab), ...how })) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

for (const [browser, how] of [
  ["that knows locks", () => ({ locks: new Locks() })],
  ["where tabs have to ask each other", () => ({ locks: undefined, Channel })],
]) {
  test(`in a browser ${browser} one tab plays, another one takes over, and the first hears of it once`, async () => {
    const { tabs: [first, second], lost } = twoTabs(how());
    assert.equal(await first.take(), true);
    assert.equal(await second.take(), false);
    assert.equal(await second.take(true), true);
    await settled();
    assert.deepEqual(lost, ["first"]);
    assert.equal(await first.take(), false);
    assert.equal(await first.take(true), true);
    await settled();
    assert.deepEqual(lost, ["first", "second"]);
  });

  test(`in a browser ${browser} a game that was left is free, and another game always is`, async () => {
    const how_ = how();
    const { tabs: [first, second] } = twoTabs(how_);
    await first.take();
    assert.equal(await new Lock({ game: "p-2", onLost() {}, ...how_ }).take(), true);
    first.free();
    await settled();
    assert.equal(await second.take(), true);
  });
}

test("a browser that has neither plays all the same", async () => {
  const lock = new Lock({ game: "p-1", onLost() {}, locks: undefined, Channel: undefined });
  assert.equal(await lock.take(), true);
});

test("a page that may have no locks plays all the same", async () => {
  const forbidden = { request: () => Promise.reject(new Error("no")) };
  assert.equal(await new Lock({ game: "p-1", onLost() {}, locks: forbidden }).take(), true);
});
