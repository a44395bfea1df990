/** What this page has heard of rolls on their way: what was promised and opened for them, and who stayed silent. */

/** @typedef {import("../shapes.js").Opening} Opening */
/** @typedef {import("../shapes.js").GameEvent} GameEvent */
/** @typedef {Opening & {at?: number, sealedAt?: number}} Known  `at`, `sealedAt`: when it was opened and sealed, ms by the server's clock, where this page heard it happen */

/** Openings remembered; the rolls before have fallen. */
const MOST = 20;

/** Parts or promises of a list as a text that tells whether two lists are the same. @param {{seat: number, r?: string, commitment?: string}[]} parts */
export const partsOf = (parts) => parts.map(({ seat, r, commitment }) => `${seat} ${r ?? commitment}`).sort().join();

/** Witnesses without an answer in a sealed list, whatever the list itself says of them. @param {Opening} opening */
export const silentIn = ({ seat, promises, sealed, reveals = [] }) =>
  sealed ? promises.map((each) => each.seat).filter((each) => each !== seat && !reveals.some((given) => given.seat === each)) : [];

export class Record {
  /** @type {Map<string, Known>} */
  #openings = new Map();
  /** Rolls by game whose end was heard; and those among them in which the own seat was silent. @type {Map<number, Set<number>>} */
  #ends = new Map();
  /** @type {Map<number, Set<number>>} */
  #silent = new Map();

  /** Takes what happened to a roll. @param {GameEvent} event @param {number | undefined} own  seat */
  take(event, own) {
    const { type, game, n, roll, fair, at } = event;
    if (type === "roll_opened") {
      this.note(game, /** @type {any} */ (event));
    } else if (type === "roll_sealed") {
      const { reveals, absent } = event;
      const known = this.of(game, n);
      if (known) this.#openings.set(`${game} ${n}`, { ...known, sealed: true, reveals, absent, sealedAt: at });
      if (absent.includes(own)) put(this.#silent, game, n);
    } else if (fair && roll) {
      put(this.#ends, game, roll);
      if (fair.absent?.includes(own)) put(this.#silent, game, roll);
    }
  }

  /** @param {number} game @param {number} n */
  of = (game, n) => this.#openings.get(`${game} ${n}`);

  /** Keeps an opening, and answers it as it was known first; a list that has been sealed since counts. @param {number} game @param {Known} opening @returns {Known} */
  note(game, opening) {
    const key = `${game} ${opening.n}`;
    const known = this.#openings.get(key) ?? opening;
    const { sealed, reveals, absent } = known.sealed ? known : opening;
    this.#openings.set(key, { ...known, sealed, reveals, absent });
    if (this.#openings.size > MOST) this.#openings.delete(/** @type {string} */ (this.#openings.keys().next().value));
    return known;
  }

  /** How often the own seat may have been silent before a roll: as heard, and in every roll whose end was not heard. @param {number} game @param {number} n */
  silences(game, n) {
    const before = (/** @type {Map<number, Set<number>>} */ rolls) => [...(rolls.get(game) ?? [])].filter((roll) => roll < n).length;
    return before(this.#silent) + (n - 1 - before(this.#ends));
  }
}

/** @param {Map<number, Set<number>>} rolls @param {number} game @param {number} n */
function put(rolls, game, n) {
  const of = rolls.get(game) ?? new Set();
  rolls.set(game, of.add(n));
}
