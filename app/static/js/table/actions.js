/**
 * What a press does: ask where it costs something, send, and say what came of it. Every command goes out once under its own
 * `cid`; while one is on its way no other is sent.
 */

import { entropy, uuid } from "../device.js";
import { command } from "../protocol.js";
import { t } from "../text.js";
import { isExact } from "./agreed.js";
import { isMine, nameOf, targetOf } from "./seats.js";
import { coinsOf, dividersOf, isCoins, sharesOf } from "./stakes.js";
import { warningText } from "./lines.js";

/** @typedef {import("../view/dom.js").Action} Action */

/**
 * @typedef {object} ActionWiring
 * @property {() => import("../shapes.js").Scene} scene
 * @property {() => number} seq  the newest state known here
 * @property {import("./hand.js").Hand} hand
 * @property {() => {angle: number, power: number}} aim
 * @property {(body: any) => Promise<any>} send
 * @property {() => boolean} connected
 * @property {(question: {title: string, body?: string, actions: Action[]}) => Promise<string | null>} ask
 * @property {(change: {type: string} | null) => void} setPending
 * @property {() => {type: string} | null} pending
 * @property {(text: string) => void} complain  a sentence that must be read
 * @property {() => void} onRefusedKeep
 * @property {() => void} onGather  dice are taken up
 * @property {() => boolean} confirmBank
 * @property {(others: boolean) => Promise<{commitment: string} | {entropy: string} | null>} part  what the own roll carries
 * @property {(answer: any) => void} [gave]  whether the server took it
 */

const calm = (/** @type {string} */ id, /** @type {string} */ label) => ({ id, label, kind: /** @type {const} */ ("plain"), focus: true });
const costly = (/** @type {string} */ id, /** @type {string} */ label) => ({ id, label, kind: /** @type {const} */ ("danger") });

/** Why a bank of the last turn wins nothing. @param {import("../shapes.js").Scene} scene @param {number} total */
function stopText({ truth, view }, total) {
  const beat = view?.to_beat;
  if (beat === null || beat === undefined) return t("confirm.last.text", { target: targetOf(truth) });
  return t(total < beat ? "confirm.final.text" : "confirm.final.level", { total, beat });
}

/** What a no to splitting gives up. @param {import("../shapes.js").Scene} scene */
function refuseText({ truth, view }) {
  if (!isCoins(truth) || !view || view.seat === null) return t(isExact(truth) ? "confirm.vote.text" : "confirm.vote.text.reached");
  const pot = truth.room?.pot ?? 0;
  return t("pot.vote.refuse", { pot, coins: coinsOf(sharesOf(pot, dividersOf(view)), view.seat) });
}

export class Actions {
  #w;
  /** Keep was pressed before the dice were read. */
  #keepWanted = false;
  #asking = false;

  /** @param {ActionWiring} wiring */
  constructor(wiring) {
    this.#w = wiring;
  }

  /** The engine has read the picked dice: a keep that waited for it goes on. */
  onReading() {
    if (this.#keepWanted && this.#w.hand.explained) this.keep();
  }

  /** Dice were touched: what waited is off. */
  onTap() {
    this.#keepWanted = false;
  }

  async keep() {
    const { hand, scene, onRefusedKeep } = this.#w;
    this.#keepWanted = false;
    if (this.#blocked()) return;
    const { reading } = hand;
    if (!hand.explained || !reading) {
      this.#keepWanted = true;
      return;
    }
    if (reading.refused) {
      hand.refuse();
      onRefusedKeep();
      return;
    }
    const { warning } = reading;
    if (warning === "over" || warning === "exact_hopeless") {
      const over = warning === "over";
      const lost = (scene().view?.unbanked ?? 0) + reading.points + reading.bonus;
      const go = over ? t("confirm.over.go", { lost }) : t("confirm.hopeless.go");
      const sure = await this.#confirm(t(`confirm.${over ? "over" : "hopeless"}`), warningText(reading, scene()) ?? "", go);
      if (!sure) return;
    }
    await this.#send("keep", { dice: [...hand.taps], confirmed: warning === "over" || warning === "exact_hopeless" });
  }

  async bank() {
    const { scene, confirmBank } = this.#w;
    if (this.#blocked()) return;
    const { view, truth } = scene();
    const bank = view?.bank;
    if (!bank || !view) return;
    const points = view.unbanked;
    if (bank.wins_nothing) {
      if (!(await this.#confirm(t("confirm.last"), stopText(scene(), bank.total), t("confirm.last.go", { points })))) return;
    } else if (bank.dead_end) {
      const text = t("confirm.dead_end.text", { total: bank.total, target: targetOf(truth) });
      if (!(await this.#confirm(t("confirm.dead_end"), text, t("confirm.bank.go", { points })))) return;
    } else if (confirmBank()) {
      if (!(await this.#confirm(t("confirm.bank", { points }), t("confirm.bank.text", { total: bank.total }), t("confirm.bank.go", { points }), false))) return;
    }
    await this.#send("bank");
  }

  async roll() {
    const { aim, onGather } = this.#w;
    if (this.#blocked()) return;
    const gesture = { angle: aim().angle, power: aim().power };
    onGather();
    const answer = await this.#rollWith({ ...(await this.#part(false)), gesture }, true);
    // Somebody has come to the table who takes part in the roll.
    if (answer.refused === "promise_first") await this.#rollWith({ ...(await this.#part(true)), gesture }, false);
  }

  /** @param {Record<string, any>} fields @param {boolean} told */
  async #rollWith(fields, told) {
    const answer = await this.#send("roll", fields, false, told);
    this.#w.gave?.(answer);
    if (told && answer.refused && answer.refused !== "promise_first") this.#refused("roll", answer, this.#w.complain);
    return answer;
  }

  /** What the own roll carries. Nothing else is pressed meanwhile. @param {boolean} others  take part for certain */
  async #part(others) {
    this.#asking = true;
    try {
      return (await this.#w.part(others)) ?? { entropy: entropy() };
    } finally {
      this.#asking = false;
    }
  }

  async piggyback() {
    if (!this.#blocked()) await this.#send("piggyback");
  }

  async giveUp() {
    if (this.#blocked()) return;
    const lost = this.#w.scene().view?.unbanked ?? 0;
    if (await this.#confirm(t("confirm.give_up"), t("confirm.give_up.text", { lost }), t("confirm.give_up.go"))) await this.#send("give_up");
  }

  /** @param {boolean} yes */
  async vote(yes) {
    if (this.#blocked()) return;
    if (!yes && !(await this.#confirm(t("confirm.vote"), refuseText(this.#w.scene()), t("ask.vote_no")))) return;
    await this.#send("vote", { yes });
  }

  /** @param {boolean} yes */
  async share(yes) {
    if (!this.#blocked()) await this.#send("share", { yes });
  }

  /** @param {"first" | "last"} order */
  async order(order) {
    if (!this.#blocked()) await this.#send("choose_order", { order });
  }

  /** @param {number} seat */
  async leave(seat) {
    const { scene } = this.#w;
    const name = nameOf(scene().truth, seat);
    const playing = scene().truth.status === "playing";
    if (playing && !(await this.#confirm(t("confirm.leave", { name }), t("confirm.leave.text"), t("confirm.leave.go")))) return false;
    const answer = await this.#send("leave", { seat });
    return Boolean(answer?.ok);
  }

  /** One step for a bot, which nobody waits for, or for somebody who is away. @param {number} seat @param {boolean} [quiet] */
  async playFor(seat, quiet = false) {
    if (!quiet && this.#blocked()) return null;
    return this.#send("play_for", { seat, entropy: entropy() }, quiet);
  }

  start() {
    return this.#send("start");
  }

  /** @param {boolean} swap */
  rematch(swap) {
    return this.#send("rematch", { swap });
  }

  /**
   * A question with a verb and an amount; true when it was agreed to and still means the same.
   * @param {{title: string, body: string, go: string, danger: boolean, holds: () => boolean}} question
   */
  confirm({ title, body, go, danger, holds }) {
    return this.#blocked() ? Promise.resolve(false) : this.#confirm(title, body, go, danger, holds);
  }

  /** A command whose refusal the caller tells. @param {string} type @param {Record<string, any>} fields @returns {Promise<any>} */
  async command(type, fields) {
    return this.#blocked() ? null : this.#send(type, fields, false, true);
  }

  #blocked() {
    const { pending, connected, complain, scene } = this.#w;
    if (this.#asking || pending()) return true;
    if (connected()) return false;
    complain(t(scene().view?.phase === "keep" ? "blocked.offline.picks" : "blocked.offline"));
    return true;
  }

  /**
   * @param {string} title
   * @param {string} body
   * @param {string} go
   * @param {boolean} [danger]
   * @param {() => boolean} [holds]  whether the question is still the same one
   */
  async #confirm(title, body, go, danger = true, holds) {
    const before = this.#w.seq();
    this.#asking = true;
    try {
      const action = danger ? costly("go", go) : { id: "go", label: go, kind: /** @type {const} */ ("primary") };
      const answer = await this.#w.ask({ title, body, actions: [calm("back", t("confirm.back")), action] });
      // While the question stood the table may have moved on, and the answer was about the old one.
      return answer === "go" && (holds?.() ?? this.#w.seq() === before);
    } finally {
      this.#asking = false;
    }
  }

  /** @param {string} type @param {Record<string, any>} [fields] @param {boolean} [quiet] @param {boolean} [told]  the caller tells why it was refused */
  async #send(type, fields = {}, quiet = false, told = false) {
    const { scene, seq, send, setPending, complain } = this.#w;
    const body = command(uuid(), scene().truth.table, seq(), type, fields);
    if (!quiet) setPending({ type });
    let answer;
    try {
      answer = await send(body);
    } finally {
      if (!quiet) setPending(null);
    }
    if (answer.refused && !quiet && !told) this.#refused(type, answer, complain);
    return answer;
  }

  /** @param {string} type @param {any} answer @param {(text: string) => void} complain */
  #refused(type, answer, complain) {
    const { scene, hand, onRefusedKeep } = this.#w;
    if (type === "keep" && (answer.refused === "dead_dice" || answer.refused === "nothing_tapped") && hand.reading?.refused) {
      hand.refuse();
      onRefusedKeep();
      return;
    }
    // The picture was old, and the new one is already here.
    if (answer.refused === "stale") return;
    const { view, truth } = scene();
    if (answer.refused === "not_your_turn" && view && !isMine(truth, view.seat)) complain(t("blocked.turn", { name: nameOf(truth, view.seat) }));
    else complain(answer.message ?? t("error.unexpected"));
  }
}
