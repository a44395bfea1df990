/** Whether the house still serves the release that this page was loaded from; a deploy puts another in its place. */

export class Release {
  /** What this page has not loaded yet can no longer be loaded. */
  replaced = false;
  #doubted = false;
  #ask;
  #changed;

  /** @param {{ask: (url: string, how: RequestInit) => Promise<{status: number}>, changed: () => void}} wiring */
  constructor({ ask, changed }) {
    this.#ask = ask;
    this.#changed = changed;
  }

  /** Something happened that a deploy may have been behind. */
  doubt() {
    this.#doubted = true;
  }

  /** Asks the house once for every doubt; no answer leaves the doubt. @returns {Promise<boolean>} whether it was replaced */
  async check() {
    if (!this.#doubted || this.replaced) return this.replaced;
    this.#doubted = false;
    try {
      // The module itself stands for all files of its release.
      const { status } = await this.#ask(import.meta.url, { method: "HEAD", cache: "no-store" });
      this.replaced = status === 404;
    } catch {
      this.#doubted = true;
    }
    if (this.replaced) this.#changed();
    return this.replaced;
  }
}
