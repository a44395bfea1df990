/** Every roll is checked here as it falls, this device takes part in those of others, and a mark says how it stands. */

import { checkRoll } from "../fair/proof.js";
import { SERVER, commitmentOf, tools, unhex } from "../fair/scheme.js";
import { keepSeen } from "../fair/seen.js";
import { command } from "../protocol.js";
import { uuid } from "../device.js";
import { t } from "../text.js";
import { one } from "../view/dom.js";
import { storageOf } from "./storage.js";
import { nameOf } from "./seats.js";
import { Witness } from "./witness.js";

/** @typedef {import("../shapes.js").Truth} Truth */
/** @typedef {import("../shapes.js").Proof} Proof */
/** @typedef {import("../shapes.js").GameEvent} GameEvent */

/** Why a roll does not match, as a text key; what is not listed is said in general. */
const WHYS = new Set(["sealed", "promises", "faces", "dropped", "left_out", "key_changed", "promise_changed", "own_changed"]);

/** Set dice, on a server for tests: they prove nothing, and every verifier says so. */
const SCRIPT = "script";

/**
 * @typedef {object} FairnessWiring
 * @property {import("../store.js").Store} store
 * @property {import("../fair/scheme.js").Tools} tools
 * @property {Witness} witness
 * @property {() => number} wall
 * @property {(seen: import("../fair/seen.js").Seen) => void} keep
 * @property {(flag: Record<string, any>) => void} flag
 * @property {(text: string) => void} shout
 * @property {() => void} changed
 */

export class Fairness {
  /** @type {Map<string, Proof>} */
  #proofs = new Map();
  /** Commitments to the keys of rolls, as they were told with the roll before. @type {Map<string, string>} */
  #promised = new Map();
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

  /** What the own roll carries. @param {boolean} others  take part for certain */
  async part(others) {
    const { truth } = this.#w.store;
    const { seats } = truth.presence;
    const alone = !others && seats.every((/** @type {number} */ seat) => truth.you.seats.includes(seat));
    return alone ? null : this.#w.witness.promise(truth);
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
    this.#proofs.set(`${game} ${n}`, { ...known, state: "mismatch", why, at: known.at || wall() });
    shout(t(`fair.loud.${WHYS.has(why) ? why : "other"}`, { n }));
    flag({ table, game, n, reason: "mismatch", note: why, evidence: JSON.stringify(evidence), auto: true });
    changed();
  }

  /** The picture was drawn: the mark tells of the dice that lie there. @param {import("../shapes.js").Scene} scene */
  drawn({ truth, view, stage }) {
    const mark = one("#proof");
    const n = view?.roll ?? 0;
    mark.hidden = n === 0 || truth.game === 0;
    if (mark.hidden) return;
    const { state } = stage === "rolling" ? { state: /** @type {const} */ ("checking") } : this.proofOf(truth.game, n);
    const worst = [...this.#proofs].some(([key, proof]) => key.startsWith(`${truth.game} `) && proof.state === "mismatch") ? "mismatch" : state;
    if (mark.dataset.state === worst && mark.dataset.roll === String(n)) return;
    Object.assign(mark.dataset, { state: worst, roll: String(n) });
    mark.setAttribute("aria-label", t(`fair.mark.${worst}`, { n }));
  }

  #look() {
    void this.#w.witness.consider(this.#w.store.truth);
  }

  /** @param {import("../shapes.js").Batch} batch */
  #heard({ events, truth, jump }) {
    for (const event of events) {
      if (event.type === "roll_sealed" && truth.opening && !jump) this.#w.witness.sealed(truth, truth.opening);
      if (event.type === "rolled" && event.fair) void this.#check(truth, event, jump);
    }
    this.#remember(truth);
    this.#look();
  }

  /** @param {Truth} truth */
  #remember({ view }) {
    if (view?.next) this.#promised.set(`${view.next.game} ${view.next.n}`, view.next.commitment);
  }

  /** @param {Truth} truth @param {GameEvent} event @param {boolean} jump  it fell before this page was here */
  async #check(truth, event, jump) {
    const { fair, seat, dice, game, roll } = event;
    const key = `${game} ${roll}`;
    if (this.#proofs.has(key)) return;
    if (fair.by === SCRIPT) return void this.#proofs.set(key, { state: "scripted", level: 1, contributors: [], of: 0, at: event.at });
    const { level = 1, promises = [], absent = [], by = "player", contributions } = fair;
    const contributors = contributions.map((/** @type {{seat: number}} */ each) => each.seat);
    const promised = this.#promised.get(key) ?? null;
    const about = { level, contributors, of: Math.max(promises.length, contributors.length), at: event.at };
    this.#proofs.set(key, { state: "checking", ...about });
    const id = `${truth.table}/${game}`;
    const told = { ...fair, level, by, promises, absent, faces: dice, commitment: promised ?? (await this.#sealOf(id, fair)) };
    const { ok, failed } = await checkRoll(this.#w.tools, id, told);
    const seen = { id, n: roll, commitment: truth.commitment ?? "", promised, key: fair.key, faces: dice, contributions, at: event.at };
    this.#w.keep(seen);
    this.#proofs.set(key, { state: !ok ? "mismatch" : promised === null ? "unknown" : "matches", ...about });
    if (!ok) this.accuse(roll, failed ?? "other", { ...seen, fair });
    else if (level === 1 && !jump && by !== "bot") this.#w.witness.alone(truth, roll, seat);
    this.#w.changed();
  }

  /** The seal that belongs to a key: what was told of it before is not known here. @param {string} id @param {any} fair */
  #sealOf(id, { n, key }) {
    return commitmentOf(this.#w.tools, "k", id, SERVER, n, unhex(key));
  }
}

/** Gives a screen its proofs. @param {import("./screen.js").TableScreen} screen @param {string} table */
export function addFairness(screen, table) {
  const { store, link } = screen;
  const kit = tools();
  /** @type {Fairness} */
  let fairness;
  const witness = new Witness({
    storage: storageOf("localStorage"),
    whisper: (message) => link.whisper(message),
    send: (type, fields) => link.send(command(uuid(), table, store.truth.seq, type, fields)),
    tools: kit,
    wall: Date.now,
    accuse: (n, why, evidence) => fairness.accuse(n, why, evidence),
  });
  fairness = new Fairness({
    store, tools: kit, witness, wall: Date.now, keep: keepSeen,
    flag: async (flag) => (await import("../flags/send.js")).sendFlag(flag),
    shout: (text) => screen.complain(text),
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
