/** The card of the rules that this table was opened with: asked for once, and read out of the sheet it stands in. */

/** @typedef {import("../rules/card.js").Card} Card */

export class RuleCard {
  /** Stands for the rules; empty until it is known. */
  code = "";
  /** @type {Promise<Card> | null} */
  #card = null;
  #ask;
  #changed;

  /** @param {{ask: () => Promise<Card>, changed: () => void}} wiring */
  constructor({ ask, changed }) {
    this.#ask = ask;
    this.#changed = changed;
  }

  /** The card; a failure is forgotten, so that the next call asks again. @returns {Promise<Card>} */
  load() {
    this.#card ??= this.#ask().then(
      (card) => {
        this.code = card.hash;
        this.#changed();
        return card;
      },
      (failure) => {
        this.#card = null;
        throw failure;
      },
    );
    return this.#card;
  }

  /** Asks ahead; where that fails, opening the card asks again. */
  async learn() {
    try {
      await this.load();
    } catch {
      // The game goes on without its code.
    }
  }
}
