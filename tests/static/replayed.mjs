/**
 * Plays games back as the replay page does, without a page: the real reel, player, store and director over a clock that
 * only moves when told. The felt is the one part left out; it is held to the live one in a browser.
 *
 *     node replayed.mjs < RECORDS
 *
 * A record a line; a line of what was shown comes back for each.
 */

import { readFileSync } from "node:fs";

import { Clock } from "../../app/static/js/dice/time.js";
import { Player } from "../../app/static/js/replay/player.js";
import { Reel } from "../../app/static/js/replay/reel.js";
import { Store } from "../../app/static/js/store.js";
import { Director } from "../../app/static/js/table/director.js";
import { firstScene } from "../../app/static/js/table/scene.js";
import "./table_kit.mjs";

const FLIGHT = 1500;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A replay and everything that it shows. */
export class Headless {
  at = 0;
  shown = [];
  taps = [];
  lain = [];
  #timers = new Map();
  #next = 1;
  #round = 0;
  #idle = () => {};

  constructor(record) {
    const host = {
      performance: { now: () => this.at },
      setTimeout: (act, ms) => (this.#timers.set(this.#next, { act, due: this.at + ms }), this.#next++),
      clearTimeout: (ticket) => this.#timers.delete(ticket),
    };
    this.clock = new Clock(host);
    this.reel = new Reel(record);
    this.player = new Player(this.reel, {
      clock: this.clock,
      reset: (frame) => this.#reset(frame),
      lie: (event) => this.lain.push(event.dice),
      load: () => Promise.resolve(),
      point: ({ dice, reading }) => this.taps.push({ dice, points: reading.points + reading.bonus }),
      feed: (events) => this.#feed(events),
      changed: () => {},
    });
  }

  get scene() {
    return this.director.scene;
  }

  #reset(frame) {
    const round = (this.#round += 1);
    const mine = () => round === this.#round;
    const after = (ms, act) => this.clock.after(ms, act);
    this.store = new Store(frame.table, () => this.clock.now());
    this.director = new Director(firstScene(this.store.truth), {
      show: (_scene, event) => event && mine() && this.shown.push(event),
      roll: async (event) => {
        if (!mine()) return;
        this.player.thrown(event);
        await new Promise((resolve) => after(FLIGHT, resolve));
        if (mine()) this.player.landed();
      },
      point: () => {}, lay: () => {}, missed: () => {}, idle: () => mine() && this.#idle(),
      pace: () => "full", still: () => false, hidden: () => false, mine: () => false, now: () => this.clock.now(), after,
    });
    this.store.on("batch", (batch) => this.director.take(batch));
    this.store.receive(frame);
  }

  #feed(events) {
    return new Promise((resolve) => {
      this.#idle = resolve;
      for (const event of events) this.store.receive(event);
      if (this.director.idle) resolve();
    });
  }

  /** Lets time pass on the wall until nothing waits any more. @param {number} [most]  ms */
  async pass(most = Infinity) {
    const end = this.at + most;
    await settled();
    while (this.#timers.size > 0) {
      const [ticket, timer] = [...this.#timers].sort(([, a], [, b]) => a.due - b.due)[0];
      if (timer.due > end) break;
      this.at = Math.max(this.at, timer.due);
      this.#timers.delete(ticket);
      timer.act();
      await settled();
    }
    if (most < Infinity) this.at = end;
  }
}

/** @param {import("../../app/static/js/rolls/rolls.js").GameRecord} record */
async function replayed(record) {
  const whole = new Headless(record);
  whole.player.play();
  await whole.pass();
  const { reel } = whole;
  const stops = [];
  const seen = new Headless(record);
  for (let stop = 1; stop < reel.end; stop += 1) {
    seen.player.seek(stop);
    stops.push({ lying: seen.scene.view.lying, banked: seen.scene.view.banked, seat: seen.scene.view.seat, roll: seen.scene.view.roll });
  }
  // From the middle on it ends as from the start.
  const half = new Headless(record);
  half.player.seek(Math.ceil(reel.rolls.length / 2));
  half.player.play();
  await half.pass();
  return {
    shown: whole.shown.map(({ seq }) => seq), taps: whole.taps, ms: whole.at, rolls: reel.rolls, turns: reel.turns().length, view: whole.scene.view, status: whole.scene.truth.status,
    ended: [whole.player.ended, whole.player.stop, whole.player.playing], resting: !whole.clock.busy, stops, half: half.scene.view,
  };
}

const told = process.argv[1]?.endsWith("replayed.mjs") ? readFileSync(0, "utf8").split("\n") : [];
for (const line of told) if (line) process.stdout.write(`${JSON.stringify(await replayed(JSON.parse(line)))}\n`);
