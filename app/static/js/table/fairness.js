/** Every roll is checked here as it falls, this device takes part in those of others, and a mark says how it stands. */

import { checkRoll } from "../fair/proof.js";
import { SERVER, commitmentOf, tools, unhex } from "../fair/scheme.js";
import { keepSeen } from "../fair/seen.js";
import { command, isOnDevice } from "../protocol.js";
import { entropy, uuid } from "../device.js";
import { t } from "../text.js";
import { one } from "../view/dom.js";
import { storageOf } from "./storage.js";
import { Seals } from "./seals.js";
import { nameOf } from "./seats.js";

/** @typedef {import("../shapes.js").Truth} Truth */
/** @typedef {import("../shapes.js").Proof} Proof */
/** @typedef {import("../shapes.js").GameEvent} GameEvent */

/** Why a roll does not match, as a text key; what is not listed is said in general. */
const WHYS = new Set([
  "sealed", "promises", "faces", "dropped", "left_out", "key_changed", "game_changed", "promise_changed", "own_changed", "list_changed", "sealed_early", "closed_early",
]);

/** Set dice, on a server for tests: they prove nothing, and every verifier says so. */
const SCRIPT = "script";

/** @param {GameEvent} event */
const isRoll = ({ type }) => type === "rolled" || type === "roll_withheld";

/**
 * @typedef {object} FairnessWiring
 * @property {import("../store.js").Store} store
 * @property {import("../fair/scheme.js").Tools} tools
 * @property {Pick<import("./witness.js").Witness, "connected" | "promise" | "heard" | "consider">} witness
 * @property {Seals} seals
 * @property {() => number} wall
 * @property {(seen: import("../fair/seen.js").Seen) => void} keep
 * @property {(flag: Record<string, any>) => void} flag
 * @property {(text: string) => void} shout
 * @property {() => void} changed
 */

/** @typedef {{game: number, n: number, seat: number | null, r: string, commitment: string | null}} Own  what this page gave to an own roll; `commitment`: what it promised first, where others took part */

export class Fairness {
  /** @type {Map<string, Proof>} */
  #proofs = new Map();
  /** The own roll that was asked for last. @type {Own | null} */
  #asked = null;
  /** Own rolls that the server has taken, until they fall. @type {Map<string, Own>} */
  #own = new Map();
  /** Parts of rolls that fell, as they were told. @type {Map<string, {seat: number, r: string}[]>} */
  #fell = new Map();
  #w;

  /** @param {FairnessWiring} wiring */
  constructor(wiring) {
    this.#w = wiring;
    const { store } = wiring;
    store.on("batch", (batch) => this.#heard(batch));
    store.on("truth", () => this.#look());
    this.#remember(store.truth);
    this.#look();
  }

  /** A new connection: what was said on the one before may be lost. */
  connected() {
    this.#w.witness.connected();
  }

  /** What the own roll carries. @param {boolean} others  take part for certain @returns {Promise<{commitment: string} | {entropy: string}>} */
  async part(others) {
    const { truth } = this.#w.store;
    const { seats } = truth.presence;
    const alone = !others && seats.every((/** @type {number} */ seat) => truth.you.seats.includes(seat));
    const promised = alone ? null : await this.#w.witness.promise(truth);
    const r = promised?.r ?? entropy();
    const { next, seat = null } = truth.view ?? {};
    this.#asked = next ? { game: next.game, n: next.n, seat: promised ? truth.you.seats[0] : seat, r, commitment: promised?.commitment ?? null } : null;
    return promised ? { commitment: promised.commitment } : { entropy: r };
  }

  /** The server has answered what this page gave to its roll; its events came before. @param {{ok?: boolean}} answer */
  gave(answer) {
    const own = this.#asked;
    this.#asked = null;
    if (!answer.ok || !own) return;
    const { game, n, seat, commitment } = own;
    this.#own.set(`${game} ${n}`, own);
    const { opening } = this.#w.store.truth;
    const told = opening?.n === n && commitment !== null ? opening.promises.find((/** @type {{seat: number}} */ each) => each.seat === seat) : null;
    if (told && told.commitment !== commitment) this.accuse(n, "own_changed", { opening, own: commitment });
    this.#compare(game, n);
  }

  /** Whether a roll that this page asked for has its number in it. @param {number} game @param {number} n */
  #compare(game, n) {
    const key = `${game} ${n}`;
    const [own, fell] = [this.#own.get(key), this.#fell.get(key)];
    if (!own || !fell) return;
    if (fell.find(({ seat }) => seat === own.seat)?.r !== own.r) this.accuse(n, "own_changed", { contributions: fell, own });
  }

  /** What this device found out about a roll. @param {number} game @param {number} n @returns {Proof} */
  proofOf(game, n) {
    return this.#proofs.get(`${game} ${n}`) ?? { state: "unknown", level: 1, contributors: [], of: 0, at: 0 };
  }

  /** Something is wrong with a roll: loudly, and with what this device knows. @param {number} n @param {string} why @param {Record<string, any>} evidence */
  accuse(n, why, evidence) {
    const { store, flag, shout, changed, wall } = this.#w;
    const { table, game } = store.truth;
    const known = this.proofOf(game, n);
    const once = why === "game_changed" && [...this.#proofs].some(([key, proof]) => key.startsWith(`${game} `) && proof.why === why);
    if (known.state === "mismatch" || once) return;
    this.#proofs.set(`${game} ${n}`, { ...known, state: "mismatch", why, at: known.at || wall() });
    shout(t(`fair.loud.${WHYS.has(why) ? why : "other"}`, { n }));
    flag({ table, game, n, reason: "mismatch", note: why, evidence: JSON.stringify(evidence), auto: true });
    changed();
  }

  /** The picture was drawn: the mark tells of the dice that lie there. @param {import("../shapes.js").Scene} scene */
  drawn({ truth, view, stage }) {
    const mark = one("#proof");
    const n = view?.roll ?? 0;
    const wrong = [...this.#proofs].some(([key, proof]) => key.startsWith(`${truth.game} `) && proof.state === "mismatch");
    // A roll can be wrong before the first dice have fallen.
    mark.hidden = truth.game === 0 || (n === 0 && !wrong);
    if (mark.hidden) return;
    const { state } = stage === "rolling" ? { state: /** @type {const} */ ("checking") } : this.proofOf(truth.game, n);
    const worst = wrong ? "mismatch" : state;
    if (mark.dataset.state === worst && mark.dataset.roll === String(n)) return;
    Object.assign(mark.dataset, { state: worst, roll: String(n) });
    mark.setAttribute("aria-label", t(`fair.mark.${worst}`, { n }));
  }

  #look() {
    void this.#w.witness.consider(this.#w.store.truth);
  }

  /** @param {import("../shapes.js").Batch} batch */
  #heard({ events, truth }) {
    for (const event of events) {
      this.#w.witness.heard(truth, event);
      if (isRoll(event) && event.fair) void this.#check(truth, event);
    }
    this.#remember(truth);
    this.#look();
  }

  /** @param {Truth} truth */
  #remember(truth) {
    for (const { n, why, told, now } of this.#w.seals.learn(truth)) this.accuse(n, why, { why, told, now });
  }

  /** @param {Truth} truth @param {GameEvent} event */
  async #check(truth, event) {
    const { fair, dice = [], game, roll } = event;
    const key = `${game} ${roll}`;
    if (this.#fell.has(key)) return;
    const { level = 1, promises = [], absent = [], by = "player", contributions } = fair;
    this.#fell.set(key, contributions);
    if (by === SCRIPT) return this.#found(key, { state: "scripted", level: 1, contributors: [], of: 0, at: event.at });
    const contributors = contributions.map((/** @type {{seat: number}} */ each) => each.seat);
    const promised = this.#w.seals.key(game, roll);
    const about = { level, contributors, of: Math.max(promises.length, contributors.length), at: event.at };
    this.#found(key, { state: "checking", ...about });
    const id = `${truth.table}/${game}`;
    const told = { ...fair, level, by, promises, absent, faces: dice, commitment: promised ?? (await this.#sealOf(id, fair)) };
    const { ok, failed } = await checkRoll(this.#w.tools, id, told);
    const seen = { id, n: roll, commitment: this.#w.seals.game(game) ?? truth.commitment ?? "", promised, key: fair.key, faces: dice, contributions, at: event.at };
    this.#w.keep(seen);
    if (!ok) this.accuse(roll, failed ?? "other", { ...seen, fair });
    else if (event.type === "rolled") this.#compare(game, roll);
    this.#found(key, { state: promised === null ? "unknown" : "matches", ...about });
    this.#w.changed();
  }

  /** Once found wrong, a roll stays so. @param {string} key @param {Proof} proof */
  #found(key, proof) {
    const known = this.#proofs.get(key);
    this.#proofs.set(key, known?.state === "mismatch" ? { ...proof, state: "mismatch", why: known.why } : proof);
  }

  /** The seal that belongs to a key: what was told of it before is not known here. @param {string} id @param {any} fair */
  #sealOf(id, { n, key }) {
    return commitmentOf(this.#w.tools, "k", id, SERVER, n, unhex(key));
  }
}

/** Where this device alone makes the dice, nobody else takes part in them. */
class Alone {
  connected() {}
  heard() {}
  async promise() {
    return null;
  }
  async consider() {}
}

/**
 * Gives a screen its proofs.
 * @param {import("./screen.js").TableScreen} screen
 * @param {string} table
 * @param {typeof import("./witness.js").Witness | typeof Alone} [Part]  this device's part in the rolls of others
 */
export function addFairness(screen, table, Part = Alone) {
  const { store, link } = screen;
  const kit = tools();
  const seals = new Seals();
  /** @type {Fairness} */
  let fairness;
  const witness = new Part({
    storage: storageOf("localStorage"),
    whisper: (message) => link.whisper(message),
    send: (type, fields) => link.send(command(uuid(), table, store.truth.seq, type, fields)),
    tools: kit,
    wall: Date.now, seals,
    accuse: (n, why, evidence) => fairness.accuse(n, why, evidence),
  });
  fairness = new Fairness({
    store, tools: kit, witness, seals, wall: Date.now, keep: keepSeen,
    // Of a game on this device nobody else knows anything.
    flag: async (flag) => isOnDevice(table) || (await import("../flags/send.js")).sendFlag(flag),
    shout: (text) => screen.complain(text, true),
    changed: () => screen.redraw(),
  });
  screen.fair = fairness;
  one("#proof").addEventListener("click", () => openRolls(screen));
  screen.redraw();
}

/** The sheet with the rolls of this game, the last one first. @param {import("./screen.js").TableScreen} screen @param {number} [n] */
export async function openRolls(screen, n) {
  const { truth, view } = screen.scene;
  const { openRolls: open } = await import("../rolls/sheet.js");
  const named = (/** @type {Proof} */ proof) => ({ ...proof, contributors: proof.contributors.map((seat) => nameOf(truth, seat)) });
  open({ table: truth.table, game: truth.game, n: n ?? view?.roll ?? 0, truth, proofOf: (game, roll) => named(screen.fair?.proofOf(game, roll) ?? { state: "unknown", level: 1, contributors: [], of: 0, at: 0 }) });
}
