/** Keeps count of what a player could not see, over a cut line or a hidden page, and tells it when both are back. */

/** From this on what happened is listed, not only counted. */
export const LONG_AWAY = 60_000;
const NOTICE_MS = 8000;

export class Away {
  /** @type {{turns: number, until: number} | null} */
  back = null;
  /** @type {string[]} */
  lines = [];
  /** @type {number | null} */
  #since = null;
  #cut = false;
  #w;

  /**
   * @param {{now: () => number, after: (ms: number, act: () => void) => (() => void), changed: () => void,
   *   list: (lines: string[]) => void}} wiring  `list`: show every missed turn
   */
  constructor(wiring) {
    this.#w = wiring;
  }

  /** The line broke or the page was hidden. @param {boolean} byLine */
  leave(byLine) {
    if (byLine) this.#cut = true;
    this.#since ??= this.#w.now();
  }

  /** @param {string[]} lines */
  missed(lines) {
    this.lines.push(...lines);
  }

  /** The line stands, the page is seen, and the newest state is on the screen. */
  return() {
    if (this.#since === null) return;
    const { now, after, changed, list } = this.#w;
    const gone = now() - this.#since;
    const cut = this.#cut;
    this.#since = null;
    this.#cut = false;
    if (gone >= LONG_AWAY && this.lines.length > 0) {
      this.see();
      return;
    }
    if (!cut && this.lines.length === 0) return;
    this.back = { turns: this.lines.length, until: now() + NOTICE_MS };
    after(NOTICE_MS, () => {
      if (this.back && this.back.until <= now()) this.forget();
    });
    changed();
  }

  /** Shows the list; it stays until it is closed. */
  see() {
    const lines = this.lines;
    this.forget();
    this.#w.list(lines);
  }

  forget() {
    this.back = null;
    this.lines = [];
    this.#w.changed();
  }
}
