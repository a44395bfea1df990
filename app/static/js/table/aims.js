/** Angle and power of every player, remembered on this device. They change only how the dice fly. */

const KEY = "aim";
export const FIRST_AIM = Object.freeze({ angle: 0, power: 30 });

/** @typedef {{angle: number, power: number}} Aim */

/** @param {any} aim */
const sound = (aim) => Number.isInteger(aim?.angle) && Math.abs(aim.angle) <= 45 && Number.isInteger(aim?.power) && aim.power >= 0 && aim.power <= 100;

export class Aims {
  #storage;
  /** @type {Record<string, Aim>} */
  #by = {};

  /** @param {Pick<Storage, "getItem" | "setItem"> | null} storage */
  constructor(storage) {
    this.#storage = storage;
    try {
      const stored = JSON.parse(storage?.getItem(KEY) ?? "{}") ?? {};
      this.#by = Object.fromEntries(Object.entries(stored).filter(([, aim]) => sound(aim)));
    } catch {
      this.#by = {};
    }
  }

  /** @param {string} name @returns {Aim} */
  of(name) {
    return Object.hasOwn(this.#by, name) ? this.#by[name] : FIRST_AIM;
  }

  /** @param {string} name @param {Aim} aim */
  set(name, aim) {
    this.#by[name] = { angle: aim.angle, power: aim.power };
    try {
      this.#storage?.setItem(KEY, JSON.stringify(this.#by));
    } catch {
      // A full or forbidden storage: the aim holds until the page is left.
    }
  }
}
