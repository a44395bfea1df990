/** What the player of this device may do with coins: asked for at a coin table, and again when coins have moved. */

/** @typedef {{name: string, coins: number, seat: null | {table: string, page: string, stake: number, status: string}, notice: boolean, stakes: number[], games_left: number}} Owner */

export class Purse {
  /** The signed-in player; null when nobody is signed in, undefined while that is not known. @type {Owner | null | undefined} */
  owner = undefined;
  #asked = "";
  #w;

  /** @param {{ask: () => Promise<{you: Owner | null}>, changed: () => void}} wiring */
  constructor(wiring) {
    this.#w = wiring;
  }

  /**
   * Asks whenever coins may have moved: once for every state of the table in which they can.
   * @param {import("../shapes.js").Truth} truth
   */
  follow({ kind, ready, game, status, you, closed }) {
    const key = [game, status, you.seats.length, closed].join();
    if (kind !== "coins" || !ready || key === this.#asked) return;
    this.#asked = key;
    void this.load();
  }

  async load() {
    try {
      const { you } = await this.#w.ask();
      this.owner = you;
      this.#w.changed();
    } catch {
      // The table goes on without the balance; sitting down asks the house anyway.
    }
  }
}
