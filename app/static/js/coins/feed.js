/** The list of coin tables, kept current: read once over HTTP, then told by the socket; who is looking is asked for anew when it may have changed. */

import { Refused, get } from "../http.js";
import { socketUrl } from "../protocol.js";
import { Link } from "../socket.js";
import { after, now } from "../dice/time.js";
import { concernsYou, heard } from "./lobby.js";

/** @typedef {import("./lobby.js").Lobby} Lobby */

const HTTP = "/api/lobby";

/** One lobby over all breaks of the line. */
export class Feed {
  /** @type {Lobby | null} */
  lobby = null;
  /** Why there is no list at all. @type {Refused | null} */
  failed = null;
  /** When the list was last known to be current, ms of this device's clock. */
  heardAt = 0;
  /** The house's clock before this device's, in ms. */
  ahead = 0;
  #asking = false;
  #askAgain = false;

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.link = new Link({
      url: socketUrl(location),
      tables: () => [],
      onFrame: (frame) => frame.type === "lobby" && this.#told(frame),
      onThrow() {},
      onState: (state) => this.#moved(state),
      onLive: () => void this.link.whisper({ type: "lobby", on: true }),
      now,
      after,
    });
  }

  /** Reads the list and opens the line. */
  start() {
    window.addEventListener("online", () => this.#woken());
    window.addEventListener("offline", () => this.changed());
    window.addEventListener("pageshow", (event) => event.persisted && this.#woken());
    document.addEventListener("visibilitychange", () => !document.hidden && this.#woken());
    this.link.connect();
    return this.ask();
  }

  /** The line as `ageing` wants it. */
  get line() {
    return { phase: this.link.state.phase, online: navigator.onLine, heardAt: this.heardAt };
  }

  /** Milliseconds of the house's clock. */
  get houseNow() {
    return Date.now() + this.ahead;
  }

  /** Reads everything, who is looking included. A call during another one makes that one read once more. */
  async ask() {
    if (this.#asking) {
      this.#askAgain = true;
      return;
    }
    this.#asking = true;
    try {
      do {
        this.#askAgain = false;
        this.#take(await get(HTTP));
      } while (this.#askAgain);
      this.failed = null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.failed = error;
    } finally {
      this.#asking = false;
      this.changed();
    }
  }

  /** @param {Lobby} lobby */
  #take(lobby) {
    this.lobby = lobby;
    this.ahead = lobby.now - Date.now();
    this.heardAt = now();
  }

  /** @param {any} frame */
  #told(frame) {
    // Who is looking is known only from the first answer over HTTP.
    if (!this.lobby) return;
    const before = this.lobby;
    this.#take(heard(before, frame));
    this.failed = null;
    if (concernsYou(before, this.lobby)) void this.ask();
    this.changed();
  }

  /** @param {import("../socket.js").LinkState} state */
  #moved({ phase }) {
    if (phase !== "live" && this.#wasLive) this.heardAt = now();
    this.#wasLive = phase === "live";
    if (phase === "ended") {
      // The account signed out, here or elsewhere: the list stays, without a seat in it.
      this.link.reclaim();
      void this.ask();
    }
    this.changed();
  }

  #wasLive = false;

  #woken() {
    this.link.wake();
    void this.ask();
  }
}
