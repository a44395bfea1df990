/** Tabs of one browser that ask each other who plays a game, where the page may have no locks: on plain http. */

/** How long other tabs have to answer, in ms. */
const ASK_MS = 150;

/** @typedef {"who" | "mine" | "taken"} Word */

export class Asking {
  #channel;
  #w;
  #tab = crypto.getRandomValues(new Uint32Array(1))[0];
  /** Another tab has said that it plays. */
  #denied = () => {};

  /**
   * @param {BroadcastChannel} channel
   * @param {{game: string, mine: () => boolean, onTaken: () => void}} wiring  `mine`: whether this tab plays
   */
  constructor(channel, wiring) {
    this.#channel = channel;
    this.#w = wiring;
    channel.addEventListener("message", ({ data }) => data.game === wiring.game && data.tab !== this.#tab && this.#hear(data.word));
  }

  /** @param {boolean} away  from whoever has it @returns {Promise<boolean>} whether this tab may play */
  take(away) {
    this.#say(away ? "taken" : "who");
    if (away) return Promise.resolve(true);
    return new Promise((resolve) => {
      this.#denied = () => resolve(false);
      setTimeout(() => resolve(true), ASK_MS);
    });
  }

  /** @param {Word} word */
  #say(word) {
    this.#channel.postMessage({ game: this.#w.game, tab: this.#tab, word });
  }

  /** @param {Word} word */
  #hear(word) {
    if (word === "mine") this.#denied();
    if (!this.#w.mine()) return;
    if (word === "who") this.#say("mine");
    if (word === "taken") this.#w.onTaken();
  }
}
