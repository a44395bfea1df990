/** Numbers that this device made and must find again after a reload; every tab of this browser has the same. */

import { entropy } from "../device.js";

/** Numbers kept at most of each kind; the oldest go first. */
const MOST_KEPT = 40;

/** @typedef {{r: string, commitment: string | null, at: number}} Kept  `commitment`: the server's own, to this game's secret */

export class Numbers {
  #prefix;
  #storage;
  #wall;
  #fresh;
  /** Where the browser keeps nothing a number lives as long as the page. @type {Map<string, string>} */
  #own = new Map();

  /** @param {{prefix: string, storage: Storage | null, wall: () => number, fresh?: () => string}} wiring  `fresh`: a new number */
  constructor({ prefix, storage, wall, fresh = entropy }) {
    this.#prefix = prefix;
    this.#storage = storage;
    this.#wall = wall;
    this.#fresh = fresh;
  }

  /** The number of this name: the one that is kept, else a new one. @param {string} name @param {string | null} commitment @returns {Kept} */
  of(name, commitment) {
    const kept = this.read(name);
    if (kept) return kept;
    const made = { r: this.#fresh(), commitment, at: this.#wall() };
    this.#write(this.#prefix + name, JSON.stringify(made));
    // Another tab may have been quicker.
    return this.read(name) ?? made;
  }

  /** @param {string} name @returns {Kept | null} */
  read(name) {
    const key = this.#prefix + name;
    try {
      const kept = JSON.parse(this.#storage?.getItem(key) ?? this.#own.get(key) ?? "null");
      return /^[0-9a-f]{64}$/.test(kept?.r) ? kept : null;
    } catch {
      return null;
    }
  }

  /** @param {string} key @param {string} value */
  #write(key, value) {
    this.#own.set(key, value);
    if (!this.#storage) return;
    try {
      this.#tidy(this.#storage);
      this.#storage.setItem(key, value);
    } catch {
      // A full or forbidden storage: the page remembers.
    }
  }

  /** Old numbers have been told long ago. @param {Storage} storage */
  #tidy(storage) {
    const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? "").filter((key) => key.startsWith(this.#prefix));
    const aged = keys.map((key) => ({ key, at: Number(/"at":(\d+)/.exec(storage.getItem(key) ?? "")?.[1] ?? 0) }));
    aged.sort((a, b) => b.at - a.at).slice(MOST_KEPT - 1).forEach(({ key }) => storage.removeItem(key));
  }
}
