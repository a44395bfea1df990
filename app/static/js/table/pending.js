/** The one command on its way, and how long it has been. */

/** Milliseconds after which the wait is spoken of, and after which it is called a failure for now. */
const STILL = 3000;
const LATE = 10_000;

export class Pending {
  /** @type {{type: string, age: "new" | "still" | "late"} | null} */
  now = null;
  #after;
  #changed;
  /** @type {(() => void)[]} */
  #timers = [];

  /** @param {{after: (ms: number, act: () => void) => (() => void), changed: () => void}} wiring */
  constructor({ after, changed }) {
    this.#after = after;
    this.#changed = changed;
  }

  /** What was sent and not answered, or is on its way with other phones. @param {import("../shapes.js").Truth} truth */
  of({ opening, you }) {
    return this.now ?? (opening && you.seats.includes(opening.seat) ? { type: "roll" } : null);
  }

  /** @param {{type: string} | null} command */
  set(command) {
    this.#timers.splice(0).forEach((stop) => stop());
    this.now = command && { type: command.type, age: "new" };
    if (command) {
      this.#timers = [this.#after(STILL, () => this.#grow("still")), this.#after(LATE, () => this.#grow("late"))];
    }
    this.#changed();
  }

  /** @param {"still" | "late"} age */
  #grow(age) {
    if (this.now) this.now = { ...this.now, age };
    this.#changed();
  }
}
