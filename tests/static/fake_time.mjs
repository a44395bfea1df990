/** Time that only moves when told, for what waits in the client. */

export class FakeTime {
  at = 1000;
  #due = [];

  now = () => this.at;

  after = (ms, act) => {
    const entry = { at: this.at + ms, act };
    this.#due.push(entry);
    return () => {
      this.#due = this.#due.filter((each) => each !== entry);
    };
  };

  /** Runs everything that falls due, in order. */
  pass(ms) {
    const end = this.at + ms;
    for (;;) {
      const next = this.#due.filter((each) => each.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#due = this.#due.filter((each) => each !== next);
      this.at = Math.max(this.at, next.at);
      next.act();
    }
    this.at = end;
  }

  /** The phone sleeps: time passes, nothing runs until it wakes. */
  sleep(ms) {
    this.at += ms;
    this.pass(0);
  }

  get waiting() {
    return this.#due.length;
  }
}
