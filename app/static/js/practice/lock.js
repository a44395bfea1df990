/**
 * One practice game is played in one tab at a time. Browsers that know locks keep it; the others ask around. What is
 * written is safe either way: nothing is written over what another tab wrote (games.js).
 */

/**
 * @typedef {object} LockWiring
 * @property {string} game
 * @property {() => void} onLost  another tab plays from now on
 * @property {LockManager} [locks]
 * @property {typeof BroadcastChannel} [Channel]
 */

export class Lock {
  #w;
  /** @type {() => void} */
  #let = () => {};
  #mine = false;
  /** How tabs ask each other where there are no locks. @type {import("./asking.js").Asking | null} */
  #asking = null;

  /** @param {LockWiring} wiring */
  constructor(wiring) {
    this.#w = { locks: globalThis.navigator?.locks, Channel: globalThis.BroadcastChannel, ...wiring };
  }

  /**
   * Takes the game for this tab.
   * @param {boolean} [away]  from another tab, if that has it
   * @returns {Promise<boolean>} whether it is here now
   */
  async take(away = false) {
    if (this.#mine) return true;
    const { locks } = this.#w;
    this.#mine = locks ? await this.#lock(locks, away) : await this.#ask(away);
    return this.#mine;
  }

  /** @param {boolean} away */
  async #ask(away) {
    const { Channel, game } = this.#w;
    if (!Channel) return true;
    this.#asking ??= new (await import("./asking.js")).Asking(new Channel("tenk practice"), { game, mine: () => this.#mine, onTaken: () => this.#lose() });
    return this.#asking.take(away);
  }

  /** Another tab may have it. */
  free() {
    this.#mine = false;
    this.#let();
  }

  /** @param {LockManager} locks @param {boolean} steal @returns {Promise<boolean>} */
  #lock(locks, steal) {
    return new Promise((resolve) => {
      const how = steal ? { steal } : { ifAvailable: true };
      const held = locks.request(`practice ${this.#w.game}`, how, (lock) => {
        resolve(lock !== null);
        if (lock) return new Promise((done) => (this.#let = () => done(undefined)));
      });
      // It was taken away; or this page may have none at all, and then nobody takes it.
      held.catch(() => (this.#mine ? this.#lose() : resolve(true)));
    });
  }

  #lose() {
    this.#mine = false;
    this.#w.onLost();
  }
}
