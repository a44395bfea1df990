/** What a press does that moves coins or has to do with the clock: sit, be ready, leave, come back, play again. */

import { t } from "../text.js";
import { mySeats } from "./seats.js";
import { signInPath } from "./stakes.js";
import { isBeforeFirstRoll } from "./agreed.js";

/** @typedef {import("./room.js").Trouble} Trouble */
/** @typedef {import("./actions.js").Actions} Actions */

/** What to do about a refusal, where there is something. @type {Record<string, (truth: import("../shapes.js").Truth, answer: any) => {id: string, label: string, href: string}>} */
const WAYS = {
  too_few_coins: () => ({ id: "practice", label: t("room.practice"), href: "/new" }),
  seated_elsewhere: (_truth, { subject }) => ({ id: "elsewhere", label: t("room.elsewhere.go"), href: `/t/${encodeURIComponent(subject)}` }),
  notice: () => ({ id: "coins", label: t("room.notice"), href: "/coins" }),
  signed_out: (truth) => ({ id: "sign_in", label: t("net.sign_in"), href: signInPath(truth) }),
};

/**
 * Why a press did nothing, and the way on.
 * @param {import("../shapes.js").Truth} truth
 * @param {any} answer  with `refused`
 * @param {import("./purse.js").Owner | null | undefined} owner
 * @returns {Trouble}
 */
export function troubleOf(truth, answer, owner) {
  const short = answer.refused === "too_few_coins" && owner;
  const text = short ? t("room.short", { coins: owner.coins, short: Math.max(0, truth.stake - owner.coins) }) : (answer.message ?? t("error.unexpected"));
  return { text, action: WAYS[answer.refused]?.(truth, answer) ?? null };
}

/**
 * @typedef {object} CoinWiring
 * @property {Actions} actions
 * @property {() => import("../shapes.js").Scene} scene
 * @property {() => import("../shapes.js").Truth} newest
 * @property {import("./purse.js").Purse} purse
 * @property {(trouble: Trouble) => void} fail
 * @property {(path: string) => void} go  to another page
 * @property {() => boolean} connected
 * @property {() => Promise<boolean>} accept  has the notice about coins read; false when the player would not
 */

export class CoinActions {
  #w;

  /** @param {CoinWiring} wiring */
  constructor(wiring) {
    this.#w = wiring;
  }

  /** Takes a free seat, after the price was agreed to. */
  async sit() {
    const { stake, size, invite } = this.#w.newest();
    await this.#pay("buy_in", { stake, ...(invite ? { invite } : {}) }, t("pay.sit.title", { stake }), stake * size);
  }

  /** Opens the next game at this table, or takes a seat where another has opened it. */
  async rematch() {
    if (this.#w.newest().status === "open") {
      await this.sit();
      return;
    }
    const { stake, size } = this.#w.newest();
    await this.#pay("rematch", {}, t("pay.rematch.title", { stake }), stake * size);
  }

  /** @param {string} type @param {Record<string, any>} fields @param {string} title @param {number} most */
  async #pay(type, fields, title, most) {
    const { actions, newest, purse } = this.#w;
    if (purse.owner && !purse.owner.notice && !(await this.#accepts(purse.owner))) return;
    const { stake, game } = newest();
    const coins = purse.owner?.coins;
    const body = [t("pay.text", { stake, most }), coins === undefined ? "" : t("pay.left", { left: coins - stake })].filter(Boolean).join(" ");
    // Others may sit down while one thinks; only another game would make it another question.
    const sure = await actions.confirm({ title, body, go: t("pay.go", { stake }), danger: false, holds: () => newest().game === game || type === "rematch" });
    if (!sure) return;
    // While one thought somebody else may have opened the next game: then there is a seat to take.
    const now = newest();
    const late = type === "rematch" && now.status === "open";
    await this.#do(late ? "buy_in" : type, late ? { stake, ...(now.invite ? { invite: now.invite } : {}) } : fields);
    void purse.load();
  }

  /** The notice comes before the first stake. @param {import("./purse.js").Owner} owner */
  async #accepts(owner) {
    try {
      owner.notice = await this.#w.accept();
    } catch (error) {
      this.#w.fail({ text: /** @type {Error} */ (error).message, action: null });
    }
    return owner.notice;
  }

  /** @param {boolean} yes */
  ready(yes) {
    return this.#do("ready", { yes });
  }

  /** Takes the seat back from the autopilot. */
  back() {
    return this.#do("back");
  }

  /** Gives the seat up before the game: the stake comes back. */
  async giveBack() {
    const [seat] = mySeats(this.#w.newest());
    if (seat === undefined || (await this.#do("leave", { seat }))) this.#w.go("/coins");
  }

  /** Leaves for good: free before the first roll, and never after it without a second thought. */
  async leave() {
    const { actions, newest, scene, go } = this.#w;
    const truth = newest();
    const [seat] = mySeats(truth);
    if (seat === undefined) return;
    const free = truth.view ? isBeforeFirstRoll({ ...scene(), truth, view: truth.view }) : true;
    const { stake } = truth;
    const question = { title: t("leave.forfeit.title"), body: t("leave.forfeit.text", { stake }), go: t("leave.forfeit.go"), danger: true, holds: () => true };
    if (!free && !(await actions.confirm(question))) return;
    if ((await this.#do("leave", { seat })) && free) go("/coins");
  }

  /** Looks away from a game that goes on. @param {string} path */
  async depart(path) {
    const truth = this.#w.newest();
    // Without a line nothing more can be played here, and nobody is held back.
    const playing = truth.status === "playing" && mySeats(truth).length > 0 && this.#w.connected();
    const question = { title: t("depart.title"), body: t("depart.text"), go: t("depart.go"), danger: true, holds: () => true };
    if (!playing || (await this.#w.actions.confirm(question))) this.#w.go(path);
  }

  /** @param {string} type @param {Record<string, any>} [fields] @returns {Promise<boolean>} whether it was done */
  async #do(type, fields = {}) {
    const { actions, newest, purse, fail } = this.#w;
    const answer = await actions.command(type, fields);
    if (answer?.refused && answer.refused !== "stale") fail(troubleOf(newest(), answer, purse.owner));
    return Boolean(answer?.ok);
  }
}
