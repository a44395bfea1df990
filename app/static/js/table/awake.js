/** Keeps the screen lit while a game is open, until nobody has touched it and nothing has happened for a while. */

/** Milliseconds without a touch or a happening after which the phone may sleep. */
export const IDLE_MS = 5 * 60_000;

/** @typedef {Pick<WakeLockSentinel, "release" | "addEventListener">} Lock */

export class Awake {
  /** @type {Lock | null} */
  #lock = null;
  #asking = false;
  #playing = false;
  #wanted = false;
  /** @type {() => void} */
  #calm = () => {};
  #w;

  /**
   * @param {{ask: () => Promise<Lock>, seen: () => boolean, after: (ms: number, act: () => void) => (() => void)}} wiring
   *   `ask` for the lock, which the browser takes back when the page is hidden; `seen`: it is not
   */
  constructor(wiring) {
    this.#w = wiring;
  }

  /** Something happened at the table. @param {boolean} playing  whether a game is open after it */
  happened(playing) {
    this.#playing = playing;
    this.stir();
  }

  /** Somebody touches the table, or looks at it again. */
  stir() {
    this.#calm();
    this.#want(this.#playing);
    if (this.#playing) this.#calm = this.#w.after(IDLE_MS, () => this.#want(false));
  }

  /** @param {boolean} wanted */
  #want(wanted) {
    this.#wanted = wanted;
    if (!wanted) this.#release();
    else if (!this.#lock && !this.#asking && this.#w.seen()) void this.#take();
  }

  async #take() {
    this.#asking = true;
    try {
      const lock = await this.#w.ask();
      lock.addEventListener("release", () => {
        if (this.#lock === lock) this.#lock = null;
      });
      this.#lock = lock;
      if (!this.#wanted) this.#release();
    } catch {
      // A phone that saves its battery says no; the next touch asks again.
    } finally {
      this.#asking = false;
    }
  }

  #release() {
    const lock = this.#lock;
    this.#lock = null;
    void lock?.release().catch(() => {
      // It was taken back already.
    });
  }
}
