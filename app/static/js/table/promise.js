/**
 * This device's word in the table roll: a number that is kept here, sealed before anybody can know the others', and told
 * only when all seals lie on the table. It outlives a reload, and every tab of this browser has the same.
 */

import { entropy } from "../device.js";
import { commitmentOf, unhex } from "../fair/scheme.js";

/** @typedef {import("../shapes.js").Truth} Truth */

/** @typedef {{r: string, commitment: string | null, at: number}} Sealed  `commitment`: the server's own, to this game's secret */

/** Numbers kept at most; those of old games go first. */
const MOST_KEPT = 40;
const PREFIX = "promise ";

/**
 * The seal of a number that a seat gives to the table roll.
 * @param {string} game  TABLE/GAME
 * @param {number} seat
 * @param {string} r  64 hex digits
 * @param {(message: Uint8Array) => Promise<Uint8Array>} digest  SHA-256
 * @returns {Promise<string>} 64 hex digits
 */
export const sealOf = (game, seat, r, digest) => commitmentOf({ digest }, "r", game, seat, 0, unhex(r));

/**
 * @typedef {object} PromiseWiring
 * @property {Storage | null} storage  of this browser
 * @property {(type: "promise" | "reveal", fields: Record<string, string>) => Promise<any>} send
 * @property {(message: Uint8Array) => Promise<Uint8Array>} digest
 * @property {() => number} wall
 * @property {() => string} [fresh]  a new number
 */

export class Promises {
  #w;
  /** Where the browser keeps nothing the number lives as long as the page. @type {Map<string, string>} */
  #kept = new Map();
  /** Seals and numbers that went out from this page. @type {Set<string>} */
  #sent = new Set();

  /** @param {PromiseWiring} wiring */
  constructor(wiring) {
    this.#w = { fresh: entropy, ...wiring };
  }

  /** Looks whether a seal or a number is due; to be called with every new truth. @param {Truth} truth */
  async consider(truth) {
    const { room, you, kind, status } = truth;
    const seat = you.seats[0];
    if (kind !== "coins" || status !== "open" || !room || seat === undefined) return;
    if (room.phase === "waiting" || room.phase === "countdown") await this.#promise(truth, seat);
    else if (room.phase === "table_roll" && !room.revealed.includes(seat)) await this.#reveal(truth, seat);
  }

  /** @param {Truth} truth @param {number} seat */
  async #promise(truth, seat) {
    const game = `${truth.table}/${truth.game}`;
    const { r } = this.#numberOf(game, seat, truth.commitment);
    const seal = await sealOf(game, seat, r, this.#w.digest);
    const lying = truth.room?.promises[seat];
    if (lying === seal) return;
    // Another device of this player has sealed its own number since: it will tell it, and the two do not quarrel.
    if (lying && this.#sent.has(seal)) return;
    await this.#once(`${game} ${seat} ${seal} ${lying ?? ""}`, "promise", { commitment: seal }, seal);
  }

  /** @param {Truth} truth @param {number} seat */
  async #reveal(truth, seat) {
    const game = `${truth.table}/${truth.game}`;
    const kept = this.#read(game, seat);
    // A server that has changed its own seal since then is told nothing.
    if (!kept || (kept.commitment && truth.commitment && kept.commitment !== truth.commitment)) return;
    const seal = await sealOf(game, seat, kept.r, this.#w.digest);
    if (truth.room?.promises[seat] === seal) await this.#once(`${game} ${seat} ${kept.r}`, "reveal", { r: kept.r }, kept.r);
  }

  /** @param {string} key  of the situation @param {"promise" | "reveal"} type @param {Record<string, string>} fields @param {string} what */
  async #once(key, type, fields, what) {
    if (this.#sent.has(key)) return;
    this.#sent.add(key).add(what);
    const answer = await this.#w.send(type, fields);
    // A word that came too early or too late may be asked for again.
    if (!answer?.ok) this.#sent.delete(key);
  }

  /** The number for a seat of a game: the one that is kept, else a new one. @param {string} game @param {number} seat @param {string | null} commitment @returns {Sealed} */
  #numberOf(game, seat, commitment) {
    const kept = this.#read(game, seat);
    if (kept) return kept;
    const made = { r: this.#w.fresh(), commitment, at: this.#w.wall() };
    this.#write(`${PREFIX}${game} ${seat}`, JSON.stringify(made));
    // Another tab may have been quicker.
    return this.#read(game, seat) ?? made;
  }

  /** @param {string} game @param {number} seat @returns {Sealed | null} */
  #read(game, seat) {
    const key = `${PREFIX}${game} ${seat}`;
    try {
      const kept = JSON.parse(this.#w.storage?.getItem(key) ?? this.#kept.get(key) ?? "null");
      return /^[0-9a-f]{64}$/.test(kept?.r) ? kept : null;
    } catch {
      return null;
    }
  }

  /** @param {string} key @param {string} value */
  #write(key, value) {
    this.#kept.set(key, value);
    const { storage } = this.#w;
    if (!storage) return;
    try {
      this.#tidy(storage);
      storage.setItem(key, value);
    } catch {
      // A full or forbidden storage: the page remembers.
    }
  }

  /** Old numbers have been told long ago. @param {Storage} storage */
  #tidy(storage) {
    const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? "").filter((key) => key.startsWith(PREFIX));
    const aged = keys.map((key) => ({ key, at: Number(/"at":(\d+)/.exec(storage.getItem(key) ?? "")?.[1] ?? 0) }));
    aged.sort((a, b) => b.at - a.at).slice(MOST_KEPT - 1).forEach(({ key }) => storage.removeItem(key));
  }
}
