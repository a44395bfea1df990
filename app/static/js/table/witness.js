/**
 * This device's part in the rolls of a table with other players (docs/fairness.md, level 2): a number promised before
 * anybody rolls, opened for somebody else's roll when all promises lie on the table, and for the own roll last of all.
 * A server that does not keep to the order is told nothing, and told on.
 */

import { commitmentOf, unhex } from "../fair/scheme.js";
import { Numbers } from "./numbers.js";
import { Record, partsOf, silentIn } from "./openings.js";

/** @typedef {import("../shapes.js").Truth} Truth */
/** @typedef {import("../shapes.js").Opening} Opening */
/** @typedef {import("../shapes.js").GameEvent} GameEvent */
/** @typedef {import("../fair/scheme.js").Tools} Tools */

/** A word that went out this long before a list was closed must stand in it, in ms (reliability 2.4). */
const IN_TIME = 500;
/** A list in which somebody is missing is not closed sooner after the roll was opened, in ms; the house waits for half as much again. */
const WAIT_LEAST = 1000;
/** A seat may be silent so often in a game before it is no longer asked. */
const ABSENT_MAX = 1;
/** The last own roll that was asked for, by whichever tab of this browser. */
const ASKED = "asked-roll";

/**
 * @typedef {object} WitnessWiring
 * @property {Storage | null} storage
 * @property {(message: Record<string, any>) => void} whisper  what needs no answer
 * @property {(type: "reveal", fields: Record<string, any>) => Promise<any>} send
 * @property {Tools} tools
 * @property {() => number} wall
 * @property {import("./seals.js").Seals} seals  what the server sealed, as it was told first
 * @property {(n: number, why: string, evidence: Record<string, any>) => void} accuse  the server did not keep to the order
 * @property {() => string} [fresh]  a new number
 */

/** @typedef {{name: string, at: number, wrong?: boolean}} Asked  `at`: before the wish left this browser; `wrong`: nothing is opened for it */

/** Whether phones of others take part in the rolls here. @param {Truth} truth */
const isShared = ({ kind, status, you }) => kind !== "one_phone" && status === "playing" && you.seats[0] !== undefined;

/** @param {Truth} truth @param {number} n */
const nameOf = ({ table, game }, n) => `${table}/${game} ${n}`;

export class Witness {
  #w;
  #numbers;
  /** When what was said, by what it was; forgotten with the connection. @type {Map<string, number>} */
  #said = new Map();
  /** What was heard of rolls. */
  #heard = new Record();
  /** Rolls whose order was wrong. @type {Set<string>} */
  #wrong = new Set();
  /** Where the browser keeps nothing the page remembers. @type {Asked | null} */
  #ownAsked = null;

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
    if (!next || next.game !== truth.game || !this.#isGame(truth, opening?.n ?? next.n)) return;
    if (!opening) {
      await this.#pledge(truth, next.n);
      return;
    }
    if (!this.#isSame(truth, opening) || !this.#isKey(truth, opening)) return;
    if (opening.seat !== truth.you.seats[0]) await this.#testify(truth, opening);
    else if (opening.by === "player" && opening.sealed) await this.#open(truth, opening);
  }

  /** What an own roll carries where others take part: a promise. @param {Truth} truth @returns {Promise<{commitment: string, r: string} | null>} */
  async promise(truth) {
    const n = truth.view?.next?.n;
    if (!isShared(truth) || n === undefined) return null;
    const { r } = this.#number(truth, n);
    const commitment = await this.#seal(truth, n, r);
    // The first of several attempts: no list can be older than that.
    if (!this.#asked(truth, n)) this.#ask({ name: nameOf(truth, n), at: this.#w.wall() });
    return { commitment, r };
  }

  /** Takes what happened to rolls, and looks whether it had to happen so. @param {Truth} truth  after the batch @param {GameEvent} event */
  heard(truth, event) {
    if (truth.kind === "one_phone") return;
    this.#heard.take(event, truth.you.seats[0]);
    if (!isShared(truth) || event.game !== truth.game) return;
    if (event.type === "roll_sealed") this.#sealed(truth, event);
    else if (event.type === "rolled" || event.type === "roll_withheld") this.#fell(truth, event);
  }

  /** Whether the list of a roll names this device's word as it must, and was not closed too soon. @param {Truth} truth @param {GameEvent} event */
  #sealed(truth, event) {
    const opening = this.#heard.of(event.game, event.n);
    const seat = truth.you.seats[0];
    if (!opening) return;
    const early = this.#isEarly(truth, opening);
    if (opening.seat !== seat) {
      const at = this.#said.get(`witness ${truth.game} ${opening.n}`);
      const mine = opening.reveals?.find((each) => each.seat === seat);
      if (at !== undefined && mine && mine.r !== this.#number(truth, opening.n).r) return void this.#accuse(truth, opening, "own_changed");
      if (at !== undefined && !mine && (early || this.#w.wall() - at > IN_TIME)) return void this.#accuse(truth, opening, "dropped");
    }
    if (early) this.#accuse(truth, opening, opening.seat === seat ? "sealed_early" : "closed_early");
  }

  /** Whether a roll is made of what was told of it before, and whether this device was asked. @param {Truth} truth @param {GameEvent} event */
  #fell(truth, event) {
    const { fair, seat, roll: n } = event;
    if (!fair || fair.by === "script") return;
    const { level = 1, promises = [], contributions } = fair;
    const known = this.#heard.of(event.game, n);
    if (level === 1) return void (fair.by !== "bot" && this.#alone(truth, n, seat));
    if (!known) return;
    const others = contributions.filter((/** @type {{seat: number}} */ each) => each.seat !== fair.roller || known.by === "autopilot");
    const same = partsOf(promises) === partsOf(known.promises) && (!known.sealed || partsOf(others) === partsOf(known.reveals ?? []));
    if (!same) this.#accuse(truth, known, "list_changed", { fair });
  }

  /** A roll fell for which nobody else was asked. @param {Truth} truth @param {number} n @param {number} roller */
  #alone(truth, n, roller) {
    if (roller === truth.you.seats[0]) return;
    const at = this.#said.get(`pledge ${truth.game} ${n}`);
    if (at !== undefined && !this.#mayBeQuiet(truth, n) && this.#w.wall() - at > IN_TIME) this.#accuse(truth, { n, seat: roller }, "left_out");
  }

  /** Whether this seat may have been silent so often that it is not asked any more: what was not heard may have been so. @param {Truth} truth @param {number} n */
  #mayBeQuiet = (truth, n) => this.#heard.silences(Number(truth.game), n) > ABSENT_MAX;

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
      const quiet = opening.removed.includes(seat) && this.#mayBeQuiet(truth, n);
      const at = this.#said.get(`pledge ${truth.game} ${n}`);
      if (!quiet && at !== undefined && this.#w.wall() - at > IN_TIME) this.#accuse(truth, opening, "left_out");
      return;
    }
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
    if (this.#said.has(what) || this.#wrong.has(`${truth.game} ${n}`) || this.#asked(truth, n)?.wrong) return;
    if (this.#isEarly(truth, opening)) return void this.#accuse(truth, opening, "sealed_early");
    const { r } = this.#number(truth, n);
    const mine = opening.promises.find((each) => each.seat === seat);
    if (mine?.commitment !== (await this.#seal(truth, n, r)) || this.#said.has(what)) return;
    if (!(await this.#areKept(truth, opening))) return;
    if (this.#said.has(what) || this.#wrong.has(`${truth.game} ${n}`)) return;
    this.#said.set(what, this.#w.wall());
    const answer = await this.#w.send("reveal", { n, r });
    if (!answer?.ok) this.#said.delete(what);
  }

  /**
   * Whether a list was closed without somebody who had no time to answer. By the server's own clock; and where the roll is
   * this browser's, by the clock here: counted from the wish to roll, for a line may hold up everything that is told.
   * @param {Truth} truth @param {Opening & {at?: number, sealedAt?: number}} opening
   */
  #isEarly(truth, opening) {
    if (opening.by !== "player" || !silentIn(opening).length) return false;
    const { at, sealedAt } = this.#heard.of(Number(truth.game), opening.n) ?? opening;
    if (at !== undefined && sealedAt !== undefined && sealedAt - at < WAIT_LEAST) return true;
    const asked = opening.seat === truth.you.seats[0] ? this.#asked(truth, opening.n) : null;
    if (!asked) return false;
    const since = this.#w.wall() - asked.at;
    return since >= 0 && since < WAIT_LEAST;
  }

  /** Whether the game's secret is still the one that was sealed when this device made its numbers. @param {Truth} truth @param {number} n */
  #isGame(truth, n) {
    const told = this.#w.seals.game(Number(truth.game)) ?? truth.commitment;
    const kept = this.#number(truth, n).commitment ?? told;
    if (told === truth.commitment && kept === truth.commitment) return true;
    this.#accuse(truth, { n, seat: truth.you.seats[0] }, "game_changed", { told: told === truth.commitment ? kept : told, now: truth.commitment });
    return false;
  }

  /** Whether the key is the one that was promised with the roll before. @param {Truth} truth @param {Opening} opening */
  #isKey(truth, opening) {
    const told = this.#w.seals.key(Number(truth.game), opening.n) ?? truth.view?.next?.commitment;
    if (told === opening.commitment) return true;
    this.#accuse(truth, opening, "key_changed", { told });
    return false;
  }

  /** Whether the promises are those that were told when the roll was opened. @param {Truth} truth @param {Opening} opening */
  #isSame(truth, opening) {
    const known = this.#heard.note(Number(truth.game), opening);
    if (partsOf(known.promises) === partsOf(opening.promises)) return true;
    this.#accuse(truth, opening, "promise_changed", { told: known.promises });
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

  /** This browser's wish for a roll, if it was the last one. @param {Truth} truth @param {number} n @returns {Asked | null} */
  #asked(truth, n) {
    let kept = this.#ownAsked;
    try {
      kept = JSON.parse(this.#w.storage?.getItem(ASKED) ?? "null") ?? kept;
    } catch {
      // Somebody else's word: the page remembers.
    }
    return kept?.name === nameOf(truth, n) ? kept : null;
  }

  /** @param {Asked} asked */
  #ask(asked) {
    this.#ownAsked = asked;
    try {
      this.#w.storage?.setItem(ASKED, JSON.stringify(asked));
    } catch {
      // A full or forbidden storage: the page remembers.
    }
  }

  /** @param {Truth} truth @param {Pick<Opening, "n" | "seat"> & Partial<Opening>} opening @param {string} why @param {Record<string, any>} [more] */
  #accuse(truth, opening, why, more = {}) {
    const { n } = opening;
    const key = `${truth.game} ${n}`;
    if (this.#wrong.has(key)) return;
    this.#wrong.add(key);
    const asked = this.#asked(truth, n);
    // No other tab of this browser, and no reloaded page, opens what this one keeps back.
    if (asked) this.#ask({ ...asked, wrong: true });
    const said = Object.fromEntries([...this.#said].filter(([what]) => what.endsWith(` ${key}`)));
    this.#w.accuse(n, why, { why, opening, said, heard: this.#w.wall(), asked, seat: truth.you.seats[0], ...more });
  }
}
