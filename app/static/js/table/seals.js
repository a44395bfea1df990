/** What the server has sealed, as it was told first: a word that changes afterwards is no seal. */

/** @typedef {import("../shapes.js").Truth} Truth */

/** @typedef {{n: number, why: "game_changed" | "key_changed", told: string, now: string}} Change  a seal that is another one now; `told`: the one told first */

export class Seals {
  /** Commitments by what they are to: a game, or a roll of it. @type {Map<string, string>} */
  #first = new Map();
  /** Changes that were told. @type {Set<string>} */
  #changed = new Set();

  /** The commitment to a roll's key that was told before anything else of the roll. @param {number} game @param {number} n */
  key = (game, n) => this.#first.get(`${game} ${n}`) ?? null;

  /** The commitment to a game's secret. @param {number} game */
  game = (game) => this.#first.get(`${game}`) ?? null;

  /** Takes what a truth tells; answers what is otherwise than it was told, each change once. @param {Truth} truth @returns {Change[]} */
  learn({ game, commitment, view, opening, status }) {
    if (status === "open") return [];
    const { next } = view ?? {};
    const n = opening?.n ?? next?.n ?? Math.max(1, view?.roll ?? 1);
    return [
      ...this.#take(`${game}`, commitment, n, "game_changed"),
      ...(next?.game === game ? this.#take(`${game} ${next.n}`, next.commitment, next.n, "key_changed") : []),
      ...(opening ? this.#take(`${game} ${opening.n}`, opening.commitment, opening.n, "key_changed") : []),
    ];
  }

  /** @param {string} what @param {string | null} now @param {number} n @param {Change["why"]} why @returns {Change[]} */
  #take(what, now, n, why) {
    if (!now) return [];
    const told = this.#first.get(what);
    if (told === undefined) this.#first.set(what, now);
    if (told === undefined || told === now || this.#changed.has(what)) return [];
    this.#changed.add(what);
    return [{ n, why, told, now }];
  }
}
