/** A house with phones at a table, in memory: real stores, witnesses and checks; a house that may cheat where a test says so. */

import { createHash, createHmac, randomBytes } from "node:crypto";

import { commitmentOf, facesOf, rollKey, rollSeed, SERVER, unhex } from "../../app/static/js/fair/scheme.js";
import { Store } from "../../app/static/js/store.js";
import { Fairness } from "../../app/static/js/table/fairness.js";
import { Seals } from "../../app/static/js/table/seals.js";
import { Witness } from "../../app/static/js/table/witness.js";
import { chair, view } from "./table_kit.mjs";

export const tools = {
  digest: async (message) => new Uint8Array(createHash("sha256").update(message).digest()),
  hmac: async (key, message) => new Uint8Array(createHmac("sha256", key).update(message).digest()),
};
export const random = () => randomBytes(32).toString("hex");
const hex = (bytes) => Buffer.from(bytes).toString("hex");

/** What browsers keep. */
export class Memory {
  #kept = new Map();
  get length() {
    return this.#kept.size;
  }
  key = (i) => [...this.#kept.keys()][i] ?? null;
  getItem = (key) => this.#kept.get(key) ?? null;
  setItem = (key, value) => void this.#kept.set(key, value);
  removeItem = (key) => void this.#kept.delete(key);
}

/** Everything that was promised has happened. */
export const settled = async () => {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** One tab at one seat. */
export class Phone {
  said = [];
  accused = [];
  shouted = [];
  flags = [];
  seen = [];

  constructor(house, seat, storage = new Memory(), change = {}) {
    const seals = new Seals();
    const wall = () => house.now;
    Object.assign(this, { house, seat, storage, store: new Store(house.table, wall) });
    this.witness = new Witness({
      storage, tools, seals, wall, fresh: random,
      whisper: (message) => this.#say(message),
      send: async (type, fields) => this.#say({ type, ...fields }),
      accuse: (n, why, evidence) => {
        this.accused.push([n, why]);
        this.fairness.accuse(n, why, evidence);
      },
    });
    this.fairness = new Fairness({
      store: this.store, tools, witness: this.witness, seals, wall, changed() {},
      keep: (seen) => this.seen.push(seen), flag: (flag) => this.flags.push(flag), shout: (text) => this.shouted.push(text),
    });
    house.phones.push(this);
    this.store.receive({ ...house.snapshot(seat), ...change });
  }

  #say(message) {
    this.said.push(message);
    return this.house.hear(this.seat, message);
  }

  /** What it said about a roll. */
  words = (type, n) => this.said.filter((each) => each.type === type && each.n === n);

  /** The line breaks and comes back; the house says how it stands. */
  reconnect(change = {}) {
    this.store.cut();
    this.fairness.connected();
    this.store.receive({ ...this.house.snapshot(this.seat), ...change });
  }

  state = (n) => this.fairness.proofOf(this.house.game, n).state;
}

/** Keeps to the rules, but for what `cheat` says. */
export class House {
  /** @type {Phone[]} */
  phones = [];
  table = "t1";
  game = 1;
  n = 1;
  seq = 1;
  now = 1_000_000;
  recent = [];
  pledges = {};
  opening = null;
  words = {};
  own = null;

  /** @param {number} seats @param {Record<string, (...told: any[]) => any>} [cheat] */
  constructor(seats, cheat = {}) {
    Object.assign(this, { seats, cheat, secret: randomBytes(32), id: `${this.table}/${this.game}` });
  }

  async begin() {
    this.commitment = await commitmentOf(tools, "S", this.id, SERVER, 0, this.secret);
    await this.#next();
    return this;
  }

  async #next() {
    this.key = await rollKey(tools, this.secret, this.id, this.n);
    this.sealed = await commitmentOf(tools, "k", this.id, SERVER, this.n, this.key);
  }

  view = () => view({ roll: this.n - 1, seat: this.roller ?? 0, next: { game: this.game, n: this.n, commitment: this.sealed } });

  snapshot = (seat) => ({
    type: "snapshot", table: this.table, seq: this.seq, epoch: "e", name: "", kind: "friends", status: "playing", game: this.game, rules: {}, commitment: this.commitment,
    seats: Array.from({ length: this.seats }, (_, each) => chair(each, `P${each}`)), you: { seats: seat === null ? [] : [seat], host: false }, invite: null, recent: this.recent,
    presence: { seats: Array.from({ length: this.seats }, (_, each) => each), offline_for: {}, watchers: 0 }, view: this.view(), ...(this.opening ? { opening: this.opening } : {}),
  });

  hear(seat, { type, n, commitment, r, next }) {
    if (type === "pledge" && !this.opening) this.pledges[seat] = commitment;
    else if (type === "witness" && this.opening?.n === n && !this.opening.sealed) {
      this.words[seat] = r;
      this.after = { ...this.after, [seat]: next };
    } else if (type === "reveal") this.own = r;
    return { ok: true };
  }

  async tell(type, more, only = this.phones) {
    const event = { table: this.table, seq: ++this.seq, at: this.now, type, game: this.game, ...more };
    if (type === "rolled" || type === "roll_withheld") this.recent.push({ ...event });
    event.view = this.view();
    only.forEach((phone) => phone.store.receive({ ...event, ...this.cheat.told?.(type, phone, event) }));
    await settled();
  }

  /** Somebody asks for dice; `after` ms later everybody hears of it. */
  async open(roller, { by = "player" } = {}) {
    Object.assign(this, { roller, words: {}, after: {}, own: null });
    const phone = this.phones.find((each) => each.seat === roller);
    const part = by === "player" ? await phone.fairness.part(true) : null;
    this.now += 20;
    const promises = Object.entries({ ...this.pledges, [roller]: part?.commitment }).filter(([, commitment]) => commitment);
    const listed = promises.map(([seat, commitment]) => ({ seat: Number(seat), commitment })).sort((a, b) => a.seat - b.seat);
    this.opening = { seat: roller, n: this.n, dice: 8, by, commitment: this.sealed, promises: listed, removed: [], sealed: false, ...this.cheat.opening?.(listed) };
    const { opening } = this;
    await this.tell("roll_opened", opening);
    if (part) phone.fairness.gave({ ok: true });
  }

  /** The list is closed, `after` ms after the last word. */
  async seal(after = 30) {
    this.now += after;
    const words = this.cheat.words?.({ ...this.words }) ?? this.words;
    const reveals = Object.entries(words).map(([seat, r]) => ({ seat: Number(seat), r }));
    const witnesses = this.opening.promises.map(({ seat }) => seat).filter((seat) => seat !== this.roller);
    const absent = witnesses.filter((seat) => !(seat in words));
    this.opening = { ...this.opening, sealed: true, reveals, absent };
    await this.tell("roll_sealed", { n: this.n, reveals, absent });
  }

  /** The dice fall, by what was opened; or by what `more` says. */
  async fall(more = {}) {
    this.now += 20;
    const { opening, n, id, key, roller } = this;
    const { by = opening?.by ?? "player" } = more;
    const given = more.contributions ?? [...(opening?.reveals ?? []), ...(this.own ? [{ seat: roller, r: this.own }] : [])].sort((a, b) => a.seat - b.seat);
    const faces = await facesOf(tools, await rollSeed(tools, key, id, n, roller, 8, given), 8);
    const promises = opening?.promises ?? [];
    const absent = promises.map(({ seat }) => seat).filter((seat) => !given.some((each) => each.seat === seat));
    const fair = { n, roller, ndice: 8, key: hex(key), contributions: given, level: opening ? 2 : 1, by, promises, absent, ...more.fair };
    this.opening = null;
    this.n += 1;
    await this.#next();
    const pledges = this.after ?? {};
    this.pledges = { ...this.pledges, ...pledges };
    await this.tell("rolled", { seat: roller, roll: n, dice: more.faces ?? faces, for_nothing: false, fair });
  }

  /** A whole roll in which everybody answers. */
  async roll(roller) {
    await this.open(roller);
    await this.seal();
    await this.fall();
  }
}

/** A table with a phone at every seat. */
export async function table(seats, cheat) {
  const house = await new House(seats, cheat).begin();
  const phones = Array.from({ length: seats }, (_, seat) => new Phone(house, seat));
  await settled();
  return { house, phones };
}

export { hex, unhex };
