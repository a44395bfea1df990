/**
 * The table of a practice game: the same interface as the socket's `Link`, with the rules on this device behind it. One
 * command after another is carried out, kept, told and answered, in this order; a kill in between changes nothing that
 * was told, and no dice that were asked for.
 */

import { asked, carryOut, needsSeq, rematch } from "./commands.js";
import { isNewer } from "./games.js";
import { current, seen, snapshot } from "./record.js";
import { reading } from "../engine/view.js";

/** @typedef {import("./record.js").GameRecord} GameRecord */
/** @typedef {import("./commands.js").Change} Change */
/** @typedef {import("../shapes.js").GameEvent} GameEvent */
/** @typedef {import("../socket.js").LinkState} LinkState */

/** Answered commands that are remembered. */
const ANSWERS = 16;

/**
 * @typedef {object} HostWiring
 * @property {GameRecord} record
 * @property {(frame: any) => void} onFrame
 * @property {(state: LinkState) => void} onState
 * @property {() => void} onLive
 * @property {(event: GameEvent, record: GameRecord) => void} onRolled  dice fall: let them fly
 * @property {(how: "kept" | "loose") => void} onKept  a change was kept, or only this page has it
 * @property {(record: GameRecord, past?: GameRecord | null) => Promise<import("./games.js").Saved>} save
 * @property {(id: string) => Promise<GameRecord | null>} read
 * @property {Pick<import("./lock.js").Lock, "take">} lock
 * @property {(code: string) => string} sentence  why a command was refused
 * @property {() => number} now
 * @property {() => number} wall  ms since 1970
 */

export class Host {
  #w;
  /** @type {GameRecord} */
  #record;
  /** @type {LinkState} */
  #state;
  /** The end of the last command. @type {Promise<any>} */
  #last = Promise.resolve();
  #unanswered = 0;
  /** A later release has the game, or the storage. */
  #outrun = false;
  /** Keys of the throws that this game has shown. @type {Set<string>} */
  used;

  /** @param {HostWiring} wiring */
  constructor(wiring) {
    this.#w = wiring;
    this.#record = wiring.record;
    this.used = new Set(wiring.record.throws);
    this.#state = { phase: "connecting", since: wiring.now() };
  }

  /** @returns {LinkState} */
  get state() {
    return this.#state;
  }

  /** How many commands are not answered yet. */
  get unanswered() {
    return this.#unanswered;
  }

  /** How the game stands. */
  get record() {
    return this.#record;
  }

  /** Takes the game up, if no other tab plays it. */
  connect() {
    return this.#inTurn(() => this.#open(false));
  }

  /** This tab plays from now on. */
  reclaim() {
    return this.#inTurn(() => this.#open(true));
  }

  /** The page was away: another tab may have played on. */
  wake() {
    if (this.#state.phase === "live") void this.#inTurn(() => this.#look());
  }

  /** Another tab has taken the game. */
  lost() {
    this.#become("replaced");
  }

  close() {
    this.#become("ended");
  }

  /**
   * A command; the promise gives the answer, refused or not. Its events come before.
   * @param {{cid: string} & Record<string, any>} body
   * @returns {Promise<any>}
   */
  send(body) {
    this.#unanswered += 1;
    // What went wrong here is answered too: nothing waits for it for ever.
    const answered = this.#inTurn(() => this.#answer(body)).catch(() => this.#refuse(body.cid, { refused: "failed" }));
    return answered.finally(() => (this.#unanswered -= 1));
  }

  /** A word that needs no answer. @param {Record<string, any>} body */
  whisper({ type, roll, dice }) {
    if (this.#state.phase !== "live" || type !== "select") return false;
    const { state } = this.#record;
    const found = roll === state.rolls ? reading(state, dice) : null;
    // Not at once: whoever asks must have asked before it is answered.
    if (found) queueMicrotask(() => this.#tell({ type: "selected", seat: state.seat, roll, dice, reading: found }));
    return found !== null;
  }

  /** Tells everything again. */
  resync() {
    this.#w.onFrame(snapshot(this.#record));
  }

  /** @template T @param {() => Promise<T>} act @returns {Promise<T>} */
  #inTurn(act) {
    const done = this.#last.then(act);
    this.#last = done.catch(() => {});
    return done;
  }

  /** @param {boolean} away  from another tab */
  async #open(away) {
    let mine = await this.#w.lock.take(away);
    await this.#take();
    const { wish } = this.#record;
    if (this.#outrun) mine = false;
    else if (mine && wish) {
      const change = await carryOut(this.#record, wish.command, wish, this.#w.wall());
      // What could not be carried out is off: its number goes to the next roll.
      mine = await this.#keep("refused" in change ? { ...this.#record, wish: null } : change.record);
    }
    if (!mine) {
      this.#giveUp();
      return;
    }
    this.#become("live");
    this.#w.onLive();
    this.resync();
  }

  /** Takes what another tab kept; where nothing can be read now, nothing can be written over either. */
  async #take() {
    const kept = await this.#w.read(this.#record.id).catch(() => null);
    if (kept && isNewer(kept)) this.#outrun = true;
    if (!kept || this.#outrun || kept.rev <= this.#record.rev) return;
    this.#record = kept;
    this.used = new Set(kept.throws);
  }

  async #look() {
    const { rev } = this.#record;
    await this.#take();
    if (this.#outrun || this.#record.rev !== rev) this.#giveUp();
  }

  /** Nothing more is played here: another tab has the game, or a later release. */
  #giveUp() {
    this.resync();
    this.#become(this.#outrun ? "too_old" : "replaced");
  }

  /** @param {LinkState["phase"]} phase */
  #become(phase) {
    if (this.#state.phase === phase) return;
    this.#state = { phase, since: this.#w.now() };
    this.#w.onState(this.#state);
  }

  /** @param {Record<string, any>} frame */
  #tell(frame) {
    this.#w.onFrame({ table: this.#record.id, ...frame });
  }

  /**
   * Keeps a record; false where another tab plays on, and has its own.
   * @param {GameRecord} record @param {GameRecord} [past]
   */
  async #keep(record, past) {
    if (past) this.used = new Set();
    const next = { ...record, throws: [...this.used], rev: this.#record.rev + 1 };
    const how = await this.#w.save(next, past);
    if (how === "elsewhere" || how === "newer") {
      this.#outrun ||= how === "newer";
      await this.#look();
      return false;
    }
    this.#record = next;
    this.#w.onKept(how);
    return true;
  }

  /** @param {{cid: string} & Record<string, any>} body */
  async #answer(body) {
    const { cid, ...said } = body;
    const words = JSON.stringify(said);
    const known = this.#record.answers.find(([each]) => each === cid);
    if (known) return known[1] === words ? known[2] : this.#refuse(cid, { refused: "cid_reused" });
    const found = this.#state.phase === "live" ? await this.#do(cid, words, said) : { refused: "stale" };
    return "refused" in found ? this.#refuse(cid, found) : found;
  }

  /** @param {string} cid @param {{refused: string}} why */
  #refuse(cid, why) {
    return { cid, ...why, seq: this.#record.seq, message: this.#w.sentence(why.refused) };
  }

  /** @param {string} cid @param {string} words @param {Record<string, any>} said @returns {Promise<any>} */
  async #do(cid, words, said) {
    if (needsSeq(said.type) && said.expect_seq !== this.#record.seq) return { refused: "stale" };
    const change = said.type === "rematch" ? await rematch(this.#record, said, this.#w.wall()) : await this.#play(said);
    if ("refused" in change) return change;
    const answer = { cid, ok: true, seq: change.record.seq };
    /** @type {GameRecord["answers"]} */
    const answers = [...change.record.answers, /** @type {[string, string, any]} */ ([cid, words, answer])].slice(-ANSWERS);
    if (!(await this.#keep({ ...change.record, answers }, change.past))) return { refused: "stale" };
    this.#announce(change);
    return answer;
  }

  /** @param {Record<string, any>} said @returns {Promise<any>} */
  async #play(said) {
    const due = await asked(this.#record, said);
    if ("refused" in due) return due;
    const { command, wish } = due;
    // The dice follow from what is kept here: whatever happens now, these are the ones.
    if (wish && !(await this.#keep({ ...this.#record, wish }))) return { refused: "stale" };
    return carryOut(this.#record, command, wish, this.#w.wall());
  }

  /** Tells what was kept. @param {Change} change */
  #announce({ events, reseated }) {
    events.forEach((event, i) => this.#w.onFrame(i === events.length - 1 ? { ...event, view: seen(this.#record) } : event));
    const rolled = events.find(({ type }) => type === "rolled");
    if (rolled) this.#w.onRolled(rolled, this.#record);
    if (reseated) this.#w.onFrame(current(this.#record));
  }

  /** Somebody throws other dice from now on. @param {number} seat @param {import("../shapes.js").Look} look @returns {Promise<boolean>} */
  dress(seat, look) {
    return this.#inTurn(async () => {
      const seats = this.#record.seats.map((each) => (each.seat === seat ? { ...each, look } : each));
      if (!(await this.#keep({ ...this.#record, seats }))) return false;
      this.#tell({ type: "look", seat, look });
      return true;
    });
  }
}
