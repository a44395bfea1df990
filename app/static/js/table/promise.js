/**
 * This device's word in the table roll: a number that is kept here, sealed before anybody can know the others', and told
 * only when all seals lie on the table. It outlives a reload, and every tab of this browser has the same.
 */

import { commitmentOf, unhex } from "../fair/scheme.js";
import { Numbers } from "./numbers.js";

/** @typedef {import("../shapes.js").Truth} Truth */

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
  #numbers;
  /** Seals and numbers that went out from this page. @type {Set<string>} */
  #sent = new Set();

  /** @param {PromiseWiring} wiring */
  constructor(wiring) {
    this.#w = wiring;
    this.#numbers = new Numbers({ ...wiring, prefix: "promise " });
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
    const { r } = this.#numbers.of(`${game} ${seat}`, truth.commitment);
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
    const kept = this.#numbers.read(`${game} ${seat}`);
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
}
