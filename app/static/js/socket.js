/**
 * The one socket of this tab: says hello, keeps asking whether the line is alive, sends what was not answered again under
 * the same `cid`, and knows a phone that slept from a line that broke.
 */

import { CLOSE, PROTOCOL, parseFrame } from "./protocol.js";

/** Milliseconds. A silence longer than `SILENCE` after a question is worth a banner, longer than `DEAD` a new socket. */
export const SILENCE = 2500;
export const DEAD = 7500;
const PING_EVERY = 10_000;
const RESEND = 4000;
const GRACE = 400;
const WAIT_FIRST = 200;
/** A server that restarts is found again within five seconds; one that stays away is asked less often. */
const WAIT_MOST = 3000;
const PATIENT_AFTER = 25;
const WAIT_PATIENT = 10_000;
/** A timer that comes this much too late was asleep with the phone. */
const SLEPT = 3000;

/**
 * @typedef {"connecting" | "live" | "quiet" | "lost" | "restarting" | "replaced" | "too_old" | "removed" | "ended"} LinkPhase
 * quiet: asked and not answered yet · lost: no socket · the last four do not come back by themselves
 */
/** @typedef {{phase: LinkPhase, since: number}} LinkState */

/** @type {Record<number, LinkPhase>} */
const FINAL = {
  [CLOSE.REPLACED]: "replaced",
  [CLOSE.TOO_OLD]: "too_old",
  [CLOSE.REMOVED]: "removed",
  [CLOSE.LOGIN_ENDED]: "ended",
};

/**
 * @typedef {object} LinkWiring
 * @property {string} url
 * @property {() => {table: string, have_seq?: number, epoch?: string}[]} tables  what hello says
 * @property {(frame: any) => void} onFrame  frames about tables, and the lobby's list
 * @property {(bytes: ArrayBuffer) => void} onThrow
 * @property {(state: LinkState) => void} onState
 * @property {() => void} [onCut]  the line broke: told once per break, before anything else
 * @property {(welcome: any) => void} [onLive]  the server's greeting
 * @property {() => number} now
 * @property {(ms: number, act: () => void) => (() => void)} after
 * @property {(url: string) => any} [open]  makes a WebSocket
 * @property {() => number} [random]
 */

const FINAL_PHASES = new Set(Object.values(FINAL));

/** The socket of this tab, over all its breaks. */
export class Link {
  #wiring;
  /** @type {any} */
  #socket = null;
  /** @type {LinkState} */
  #state;
  #tries = 0;
  /** When the oldest unanswered question went out, 0 when none is. */
  #asked = 0;
  #stopped = false;
  /** @type {Map<string, {body: any, sentAt: number, settle: (answer: any) => void}>} */
  #outbox = new Map();
  /** @type {Record<string, () => void>} */
  #timers = {};

  /** @param {LinkWiring} wiring */
  constructor(wiring) {
    this.#wiring = { random: Math.random, open: (/** @type {string} */ url) => /** @type {any} */ (new WebSocket(url)), ...wiring };
    this.#state = { phase: "connecting", since: wiring.now() };
  }

  /** @returns {LinkState} */
  get state() {
    return this.#state;
  }

  /** How many commands are not answered yet. */
  get unanswered() {
    return this.#outbox.size;
  }

  connect() {
    this.#calm("retry");
    if (this.#socket || this.#stopped) return;
    const mine = this.#wiring.open(this.#wiring.url);
    this.#socket = mine;
    mine.binaryType = "arraybuffer";
    mine.onopen = () => {
      this.#calm("silence");
      this.#transmit({ type: "hello", protocol: PROTOCOL, tables: this.#wiring.tables() });
      this.#expectAnswer();
    };
    mine.onmessage = (/** @type {{data: any}} */ { data }) => this.#take(data);
    mine.onclose = (/** @type {{code: number}} */ { code }) => this.#closed(code);
    mine.onerror = null;
    // A socket that never opens would leave the page waiting for the network's own patience.
    this.#timer("silence", DEAD, () => this.#drop());
  }

  /**
   * Sends a command until it is answered; the promise gives the answer, refused or not.
   * @param {{cid: string} & Record<string, any>} body
   * @returns {Promise<any>}
   */
  send(body) {
    return new Promise((settle) => {
      const entry = { body, sentAt: -Infinity, settle };
      this.#outbox.set(body.cid, entry);
      this.#deliver(entry);
    });
  }

  /** Sends what is worthless later; false when there is no line. @param {Record<string, any>} body */
  whisper(body) {
    if (!this.#isSpeaking()) return false;
    this.#transmit(body);
    this.#expectAnswer();
    return true;
  }

  /** Asks for everything about the tables again. */
  resync() {
    for (const { table } of this.#wiring.tables()) this.#transmit({ type: "watch", table });
    this.#expectAnswer();
  }

  /** The page was woken, the network came back, or the player pressed Try again. */
  wake() {
    if (this.#stopped || FINAL_PHASES.has(this.#state.phase)) return;
    if (this.#isOpen()) this.#probe();
    else if (!this.#socket) {
      this.#tries = 0;
      this.connect();
    }
  }

  /** This phone takes the table back from the other one. */
  reclaim() {
    if (this.#socket) return;
    this.#tries = 0;
    this.#become("connecting");
    this.connect();
  }

  close() {
    this.#stopped = true;
    this.#calm(...Object.keys(this.#timers));
    if (!this.#socket) return;
    this.#forget();
  }

  #isOpen() {
    return this.#socket !== null && this.#socket.readyState === 1;
  }

  /** The server has said welcome, so it takes commands. */
  #isSpeaking() {
    return this.#isOpen() && (this.#state.phase === "live" || this.#state.phase === "quiet");
  }

  /** @param {string} name @param {number} ms @param {(late: number) => void} act */
  #timer(name, ms, act) {
    const { now, after } = this.#wiring;
    this.#timers[name]?.();
    const due = now() + ms;
    this.#timers[name] = after(ms, () => {
      delete this.#timers[name];
      act(now() - due);
    });
  }

  /** @param {...string} names */
  #calm(...names) {
    for (const name of names) {
      this.#timers[name]?.();
      delete this.#timers[name];
    }
  }

  /** @param {LinkPhase} phase */
  #become(phase) {
    this.#calm("grace");
    if (this.#state.phase === phase) return;
    this.#state = { phase, since: this.#wiring.now() };
    this.#wiring.onState(this.#state);
  }

  /** @param {any} body */
  #transmit(body) {
    if (this.#isOpen()) this.#socket.send(JSON.stringify(body));
  }

  /** A question is out: from now on silence counts. */
  #expectAnswer() {
    if (!this.#asked) this.#asked = this.#wiring.now();
    if (!this.#timers.silence) this.#timer("silence", SILENCE, (late) => this.#silent(late));
  }

  /** @param {number} late */
  #silent(late) {
    if (!this.#asked) return;
    if (late > SLEPT) {
      // The phone slept through the answer; ask once more before calling the line dead.
      this.#asked = 0;
      this.#probe();
    } else if (this.#wiring.now() - this.#asked >= DEAD) this.#drop();
    else {
      if (this.#state.phase === "live") this.#become("quiet");
      this.#timer("silence", DEAD - SILENCE, (again) => this.#silent(again));
    }
  }

  #heard() {
    this.#asked = 0;
    this.#calm("silence");
    if (this.#state.phase === "quiet") this.#become("live");
  }

  /** Asks the server whether it is there; also the heartbeat. */
  #probe() {
    if (!this.#isOpen()) return;
    this.#transmit({ type: "ping", at: Math.round(this.#wiring.now()) });
    this.#expectAnswer();
    this.#timer("ping", PING_EVERY, () => this.#probe());
  }

  /** @param {{body: any, sentAt: number}} entry */
  #deliver(entry) {
    if (!this.#isSpeaking()) return;
    entry.sentAt = this.#wiring.now();
    this.#transmit(entry.body);
    this.#expectAnswer();
    this.#timer("resend", RESEND, () => this.#resend());
  }

  #resend() {
    const old = this.#wiring.now() - RESEND + 50;
    for (const entry of this.#outbox.values()) if (entry.sentAt <= old) this.#deliver(entry);
  }

  /** Gives the socket up as dead and starts over. */
  #drop() {
    if (!this.#socket) return;
    this.#forget();
    this.#closed(1006);
  }

  #forget() {
    const old = this.#socket;
    old.onopen = old.onmessage = old.onclose = null;
    old.close();
    this.#socket = null;
  }

  /** @param {number} code */
  #closed(code) {
    const wasLive = this.#state.phase === "live" || this.#state.phase === "quiet";
    this.#socket = null;
    this.#asked = 0;
    this.#calm("silence", "ping", "resend");
    this.#wiring.onCut?.();
    if (FINAL[code]) {
      this.#become(FINAL[code]);
      return;
    }
    if (code === CLOSE.RESTART) this.#become("restarting");
    // A blip is over before anyone could read about it.
    else if (wasLive) this.#timer("grace", GRACE, () => this.#become("lost"));
    else if (this.#state.phase === "connecting" && this.#tries > 0) this.#become("lost");
    if (!this.#stopped) this.#timer("retry", this.#pause(code), () => this.connect());
  }

  /** @param {number} code */
  #pause(code) {
    if (code === CLOSE.RATE) return 5000;
    const most = this.#tries < PATIENT_AFTER ? WAIT_MOST : WAIT_PATIENT;
    const wait = Math.min(most, WAIT_FIRST * 2 ** this.#tries);
    this.#tries += 1;
    return wait * (0.7 + 0.6 * this.#wiring.random());
  }

  /** @param {string | ArrayBuffer} message */
  #take(message) {
    this.#heard();
    if (typeof message !== "string") {
      this.#wiring.onThrow(message);
      return;
    }
    const frame = parseFrame(message);
    if (!frame) return;
    if (frame.type === "welcome") this.#welcome(frame);
    else if (frame.cid && (frame.ok || frame.refused)) this.#settle(frame);
    else if (frame.type === "restarting") this.#become("restarting");
    else if (frame.table || frame.type === "lobby") this.#wiring.onFrame(frame);
  }

  /** @param {any} frame */
  #welcome(frame) {
    this.#tries = 0;
    this.#become("live");
    this.#timer("ping", PING_EVERY, () => this.#probe());
    for (const entry of this.#outbox.values()) this.#deliver(entry);
    this.#wiring.onLive?.(frame);
  }

  /** @param {any} answer */
  #settle(answer) {
    // The server is stopping: it will answer after the restart.
    if (answer.refused === "restarting") return;
    const entry = this.#outbox.get(answer.cid);
    this.#outbox.delete(answer.cid);
    if (this.#outbox.size === 0) this.#calm("resend");
    entry?.settle(answer);
  }
}
