/** A phone with practice games, in memory: the real host, commands and store; only the phone's storage is a map. */

import { randomBytes } from "node:crypto";

import { uuid } from "../../app/static/js/device.js";
import { command } from "../../app/static/js/protocol.js";
import { newRecord } from "../../app/static/js/practice/commands.js";
import { Host } from "../../app/static/js/practice/host.js";
import { Store } from "../../app/static/js/store.js";

/** The card of the game itself, as rulesets/progressive.toml and its defaults have it. */
export const PROGRESSIVE = {
  key: "progressive", name: "Progressive", how_to_win: "Land on it.", source: "tests", dice: 8, target: 10_000, finish: "exact", opening: 0, alike: "add", alike_fixed: [], triple_ones: 1000,
  run_full: 1500, run_five: 750, fill: 500, three_pairs: 1100, three_pairs_seq: 1500, four_pairs: 1750, four_pairs_seq: 2000, quad_is_two_pairs: false, all_dice_bonus: 1000, progressive: true,
  survives_and_roll: false, locked_in: false, hot_dice: "may", roll_limit: 0, ending: "last_round", beat_leader: false, starts: "seat", reading: "taps", tie: "vote", farkle_penalty: 0, piggyback: false,
};

export const entropy = () => randomBytes(32).toString("hex");

/** What a phone keeps: records as they are read back, written as games.js writes them. */
export class Kept {
  records = new Map();
  /** What the next writes do instead: "loose" where the phone has no room. */
  fails = false;
  /** A later release has changed the storage. */
  outrun = false;
  writes = 0;

  read = async (id) => (this.records.has(id) ? structuredClone(this.records.get(id)) : null);

  save = async (record, past = null) => {
    this.writes += 1;
    await null;
    if (this.outrun) return "newer";
    if (this.fails) return "loose";
    const here = this.records.get(record.id);
    if (here?.format > 1 || here?.rev >= record.rev) return "elsewhere";
    this.records.set(record.id, structuredClone(record));
    if (past) this.records.set(`${past.id}/${past.game}`, structuredClone({ ...past, id: `${past.id}/${past.game}` }));
    return "kept";
  };
}

/** One tab. `owner`: which tab of the phone plays. */
export class Tab {
  rolled = [];
  frames = [];
  loose = 0;

  constructor(kept, record, owner = { tab: null }) {
    this.store = new Store(record.id, () => 0);
    const lock = {
      take: async (away) => {
        if (owner.tab && owner.tab !== this && !away) return false;
        if (owner.tab && owner.tab !== this) owner.tab.host.lost();
        owner.tab = this;
        return true;
      },
    };
    this.host = new Host({
      record, lock, save: kept.save, read: kept.read, sentence: (code) => `no: ${code}`, now: () => 0, wall: () => 1_700_000_000_000,
      onFrame: (frame) => (this.frames.push(frame), this.store.receive(frame)), onState() {}, onLive() {}, onRolled: (event) => this.rolled.push(event),
      onKept: (how) => how === "loose" && (this.loose += 1),
    });
  }

  get truth() {
    return this.store.truth;
  }

  get view() {
    return this.truth.view;
  }

  body = (type, fields = {}) => command(uuid(), this.truth.table, this.truth.seq, type, fields);
  say = (type, fields = {}) => this.host.send(this.body(type, fields));
  roll = () => this.say("roll", { entropy: entropy(), gesture: { angle: 5, power: 40 } });

  /** What is picked reads like this. */
  async read(dice) {
    this.host.whisper({ type: "select", roll: this.view.roll, dice });
    await null;
    return this.frames.findLast(({ type }) => type === "selected")?.reading;
  }

  /** Plays one step, as a cautious player would. */
  async step() {
    const { view, truth } = this;
    if (truth.chairs[view.seat].bot) return this.say("play_for", { seat: view.seat, entropy: entropy() });
    if (view.phase === "keep") {
      const best = await this.best();
      return best ? this.say("keep", { dice: best }) : this.say("give_up");
    }
    if (view.phase === "decide") return this.say(view.bank && !view.bank.dead_end && view.unbanked >= 300 ? "bank" : "roll", { entropy: entropy(), gesture: { angle: 0, power: 50 } });
    if (view.phase === "vote") return this.say("vote", { yes: true });
    return this.roll();
  }

  /** Dice that score and do not go over. */
  async best() {
    for (const die of this.view.lying.keys()) {
      const reading = await this.read([die]);
      if (!reading.refused && !reading.warning) return [die];
    }
    const { hint } = await this.read([...this.view.lying.keys()]);
    const reading = hint && (await this.read(hint.dice));
    return reading && !reading.refused && reading.warning !== "over" ? hint.dice : null;
  }
}

/** A table that has just been opened, with its tab. */
export async function opened(seats = [{ name: "Ann" }, { name: "Ben" }], rules = PROGRESSIVE) {
  const kept = new Kept();
  const record = await newRecord({ card: { rules }, seats, now: 1_700_000_000_000 });
  await kept.save(record);
  const tab = new Tab(kept, record);
  await tab.host.connect();
  return { kept, tab, id: record.id };
}
