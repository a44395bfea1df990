/**
 * This device's part in the rolls of a table with other players (docs/fairness.md, level 2): a number promised before
 * anybody rolls, opened for somebody else's roll when all promises lie on the table, and for the own roll last of all.
 * A server that does not keep to the order is told nothing, and told on.
 */

import { commitmentOf, unhex } from "../fair/scheme.js";
import { Numbers } from "./numbers.js";

/** @typedef {import("../shapes.js").Truth} Truth */
/** @typedef {import("../shapes.js").Opening} Opening */
/** @typedef {import("../fair/scheme.js").Tools} Tools */

/** A word that went out this long before a list was closed must stand in it, in ms (reliability 2.4). */
const IN_TIME = 500;
/** A seat may be silent so often in a game before it is no longer asked. */
const ABSENT_MAX = 1;

/**
 * @typedef {object} WitnessWiring
 * @property {Storage | null} storage
 * @property {(message: Record<string, any>) => void} whisper  what needs no answer
 * @property {(type: "reveal", fields: Record<string, any>) => Promise<any>} send
 * @property {Tools} tools
 * @property {() => number} wall
 * @property {(n: number, why: string, evidence: Record<string, any>) => void} accuse  the server did not keep to the order
 * @property {() => string} [fresh]  a new number
 */

/** Whether phones of others take part in the rolls here. @param {Truth} truth */
const isShared = ({ kind, status, you }) => kind !== "one_phone" && status === "playing" && you.seats[0] !== undefined;

export class Witness {
  #w;
  #numbers;
  /** When what was said, by what it was; forgotten with the connection. @type {Map<string, number>} */
  #said = new Map();
  /** Commitments to the keys of rolls, told before anything was promised for them. @type {Map<string, string>} */
  #keys = new Map();
  /** Own silences in games, as the server told them. @type {Map<string, number>} */
  #silent = new Map();
  /** Rolls whose order was wrong. @type {Set<string>} */
  #wrong = new Set();

  /** @param {WitnessWiring} wiring */
  constructor(wiring) {
    this.#w = wiring;
    this.#numbers = new Numbers({ prefix: "part ", ...wiring });
  }

  /** A new connection knows nothing of what was said on the one before. */
  connected() {
    this.#said.clear();
  }

  /** Says what is due; to be called with every new truth. @param {Truth} truth */
  async consider(truth) {
    if (!isShared(truth)) return;
    const { view, opening } = truth;
    const next = view?.next;
    if (!next || next.game !== truth.game) return;
    if (!opening) {
      this.#keys.set(`${next.game} ${next.n}`, next.commitment);
      await this.#pledge(truth, next.n);
    } else if (opening.seat !== truth.you.seats[0]) await this.#testify(truth, opening);
    else if (opening.by === "player" && opening.sealed) await this.#open(truth, opening);
  }

  /** What an own roll carries where others take part: a promise. @param {Truth} truth @returns {Promise<{commitment: string} | null>} */
  async promise(truth) {
    const n = truth.view?.next?.n;
    if (!isShared(truth) || n === undefined) return null;
    return { commitment: await this.#seal(truth, n, this.#number(truth, n).r) };
  }

  /** Whether the list of a roll names this device's word as it must. @param {Truth} truth @param {Opening} opening  sealed */
  sealed(truth, opening) {
    const seat = truth.you.seats[0];
    if (!isShared(truth) || opening.seat === seat) return;
    const at = this.#said.get(`witness ${truth.game} ${opening.n}`);
    const mine = opening.reveals?.find((each) => each.seat === seat);
    const { r } = this.#number(truth, opening.n);
    if (opening.absent?.includes(seat)) this.#silent.set(String(truth.game), (this.#silent.get(String(truth.game)) ?? 0) + 1);
    if (mine ? mine.r !== r : at !== undefined && this.#w.wall() - at > IN_TIME) this.#accuse(truth, opening, "dropped");
  }

  /** A roll fell for which nobody else was asked. @param {Truth} truth @param {number} n @param {number} roller */
  alone(truth, n, roller) {
    if (!isShared(truth) || roller === truth.you.seats[0]) return;
    const at = this.#said.get(`pledge ${truth.game} ${n}`);
    const quiet = (this.#silent.get(String(truth.game)) ?? 0) > ABSENT_MAX;
    if (at !== undefined && !quiet && this.#w.wall() - at > IN_TIME) this.#accuse(truth, { n, seat: roller }, "left_out");
  }

  /** @param {Truth} truth @param {number} n */
  #number = (truth, n) => this.#numbers.of(`${truth.table}/${truth.game} ${truth.you.seats[0]} ${n}`, truth.commitment);

  /** @param {Truth} truth @param {number} n @param {string} r */
  #seal = (truth, n, r) => commitmentOf(this.#w.tools, "r", `${truth.table}/${truth.game}`, truth.you.seats[0], n, unhex(r));

  /** A promise for the next roll, whoever will roll it. @param {Truth} truth @param {number} n */
  async #pledge(truth, n) {
    const what = `pledge ${truth.game} ${n}`;
    if (this.#said.has(what)) return;
    this.#said.set(what, this.#w.wall());
    const { r } = this.#number(truth, n);
    this.#w.whisper({ type: "pledge", table: truth.table, n, commitment: await this.#seal(truth, n, r) });
  }

  /** Opens what was promised for somebody else's roll, and promises for the one after it. @param {Truth} truth @param {Opening} opening */
  async #testify(truth, opening) {
    const { n } = opening;
    const seat = truth.you.seats[0];
    const what = `witness ${truth.game} ${n}`;
    if (this.#said.has(what) || opening.sealed) return;
    const mine = opening.promises.find((each) => each.seat === seat);
    if (!mine) {
      const quiet = opening.removed.includes(seat) && (this.#silent.get(String(truth.game)) ?? 0) > ABSENT_MAX;
      const at = this.#said.get(`pledge ${truth.game} ${n}`);
      if (!quiet && at !== undefined && this.#w.wall() - at > IN_TIME) this.#accuse(truth, opening, "left_out");
      return;
    }
    if (!this.#isKey(truth, opening)) return;
    const { r } = this.#number(truth, n);
    // Another device of this player has promised since: it answers.
    if (mine.commitment !== (await this.#seal(truth, n, r)) || this.#said.has(what)) return;
    this.#said.set(what, this.#w.wall());
    const next = await this.#seal(truth, n + 1, this.#number(truth, n + 1).r);
    this.#said.set(`pledge ${truth.game} ${n + 1}`, this.#w.wall());
    this.#w.whisper({ type: "witness", table: truth.table, n, r, next });
  }

  /** Opens the own part, if everything before it was in order. @param {Truth} truth @param {Opening} opening */
  async #open(truth, opening) {
    const { n, seat } = opening;
    const what = `reveal ${truth.game} ${n}`;
    if (this.#said.has(what) || this.#wrong.has(`${truth.game} ${n}`)) return;
    const { r } = this.#number(truth, n);
    const mine = opening.promises.find((each) => each.seat === seat);
    if (mine?.commitment !== (await this.#seal(truth, n, r)) || this.#said.has(what)) return;
    if (!this.#isKey(truth, opening) || !(await this.#areKept(truth, opening))) return;
    if (this.#said.has(what)) return;
    this.#said.set(what, this.#w.wall());
    const answer = await this.#w.send("reveal", { n, r });
    if (!answer?.ok) this.#said.delete(what);
  }

  /** Whether the key is the one that was promised with the roll before. @param {Truth} truth @param {Opening} opening */
  #isKey(truth, opening) {
    const told = this.#keys.get(`${truth.game} ${opening.n}`) ?? truth.view?.next?.commitment;
    if (told === opening.commitment) return true;
    this.#accuse(truth, opening, "key_changed", { told });
    return false;
  }

  /** Whether every witness opened what it had promised. @param {Truth} truth @param {Opening} opening */
  async #areKept(truth, opening) {
    const { promises, reveals = [], n } = opening;
    for (const { seat, r } of reveals) {
      const seal = await commitmentOf(this.#w.tools, "r", `${truth.table}/${truth.game}`, seat, n, unhex(r));
      if (promises.some((each) => each.seat === seat && each.commitment === seal)) continue;
      this.#accuse(truth, opening, "promise_changed", { witness: seat });
      return false;
    }
    return true;
  }

  /** @param {Truth} truth @param {Pick<Opening, "n" | "seat"> & Partial<Opening>} opening @param {string} why @param {Record<string, any>} [more] */
  #accuse(truth, opening, why, more = {}) {
    const key = `${truth.game} ${opening.n}`;
    if (this.#wrong.has(key)) return;
    this.#wrong.add(key);
    const said = Object.fromEntries([...this.#said].filter(([what]) => what.endsWith(` ${truth.game} ${opening.n}`)));
    this.#w.accuse(opening.n, why, { why, opening, said, seat: truth.you.seats[0], ...more });
  }
}
