/** Cards on the felt: what just happened, the roll for nothing, and questions that are not about dice. */

import { howToWin, num, rulesName, t } from "../text.js";
import { isBeforeFirstRoll, isExact, isRolloffTurn } from "./agreed.js";
import { isMine, nameOf, targetOf } from "./seats.js";
import { leftText } from "./clock.js";
import { namesOf } from "./notes.js";
import { dividersOf, isCoins, isPaused, sharesOf } from "./stakes.js";
import { chanceText, diceText, whyNot } from "./words.js";

/** @typedef {import("../shapes.js").Moment} Moment */

/** @typedef {import("../shapes.js").Card} Card */

/** @param {Moment} moment @returns {Card | null} */
function heldCard({ scene: { note } }) {
  if (!note?.title) return null;
  const kind = note.tone === "bad" ? "bust" : note.tone === "plain" ? "note" : "cheer";
  return { kind, place: "top", title: note.title, text: note.text };
}

/** @param {Moment} moment @returns {Card} */
function nothingCard({ scene }) {
  const view = /** @type {import("../shapes.js").View} */ (scene.view);
  const hopeless = view.nothing === 0;
  const text = t(hopeless ? "nothing.hopeless" : "nothing.enter", { dice: diceText(view.dice) });
  const last = view.last_round ? ` ${t("nothing.last")}` : "";
  return {
    kind: "nothing",
    place: "middle",
    title: t("nothing.title", { target: targetOf(scene.truth) }),
    text: text + last,
    big: chanceText(view.nothing),
    bigLabel: t("nothing.chance"),
  };
}

/** What is played here, until the first dice fall. @param {Moment} moment @returns {Card} */
const dealCard = ({ scene: { truth }, code }) => ({
  kind: "deal", place: "top", title: rulesName(truth.rules), text: howToWin(truth.rules), code, action: { id: "card", label: t("deal.rules") },
});

/** Who has rolled what for the start. @param {Moment} moment @returns {Card} */
function startCard({ scene: { truth, view } }) {
  const starting = view?.starting ?? {};
  const list = truth.chairs.filter(({ seat }) => seat in starting).map(({ seat, name }) => {
    const face = starting[seat];
    const state = face ? "done" : seat === view?.seat ? "now" : "next";
    return { text: t(`start.${state}`, { name, face }), state: /** @type {"done" | "now" | "next"} */ (state) };
  });
  return { kind: "ask", place: "middle", title: t("start.title"), text: "", list };
}

/** Who has answered, who is asked, who comes next. @param {Moment} moment @param {number[]} voters @returns {NonNullable<Card["list"]>} */
function votersOf({ scene }, voters) {
  const { truth, view } = scene;
  const at = voters.indexOf(view?.seat ?? -1);
  return voters.map((seat, i) => {
    const state = i < at ? "done" : i === at ? "now" : "next";
    return { text: t(`voters.${state}`, { name: nameOf(truth, seat) }), state: /** @type {"done" | "now" | "next"} */ (state) };
  });
}

/** @param {Moment} moment @returns {Card | null} */
function askCard(moment) {
  const { scene } = moment;
  const { truth } = scene;
  const view = /** @type {import("../shapes.js").View} */ (scene.view);
  const mine = isMine(truth, view.seat);
  const name = nameOf(truth, view.seat);
  // Those who are asked to vote or to choose are level: out even, or at the most points.
  const level = view.tied.length > 0 ? view.tied : view.out;
  const names = namesOf(scene, view.phase === "share" ? (view.rolloff?.going ?? []) : level);
  const reached = view.phase !== "share" && mine && !isExact(truth) ? ".reached" : "";
  if (isCoins(truth)) return coinCard(moment);
  const key = `card.${view.phase}.${mine ? "ask" : "wait"}`;
  const total = view.rolloff ? Math.max(...Object.values(view.rolloff.totals)) : view.banked[level[0]];
  /** @type {Card} */
  const card = { kind: "ask", place: "middle", title: t(`${key}.title`, { name, names }), text: t(`${key}${reached}`, { name, names, total }) };
  if (view.phase === "vote") card.list = votersOf(moment, level);
  if (view.phase === "share") card.list = votersOf(moment, view.rolloff?.going ?? []);
  return card;
}

/** What silence would mean. @param {Moment} moment @returns {string} */
function silenceText({ clock, scene: { truth, view } }) {
  if (!clock || clock.seat !== view?.seat) return "";
  const key = view.phase === "order" ? "pot.silence.first" : "pot.silence.no";
  return t(isMine(truth, view.seat) ? key : `${key}.other`, { time: leftText(clock.left), name: nameOf(truth, view.seat) });
}

/** What each would get; coins that do not divide are told. @param {Moment} moment @param {number[]} seats */
function partText({ scene }, seats) {
  const { truth } = scene;
  const shares = sharesOf(truth.room?.pot ?? 0, seats);
  const own = shares.find(({ seat }) => isMine(truth, seat));
  const least = Math.min(...shares.map(({ coins }) => coins));
  const lucky = shares.filter(({ coins }) => coins > least);
  const parts = own ? t("pot.yours", { coins: own.coins }) : t("pot.each", { coins: least });
  return lucky.length === 0 ? parts : `${parts} ${t("pot.odd", { names: namesOf(scene, lucky.map(({ seat }) => seat)) })}`;
}

/** A question about the pot: what is asked, what it pays, who has answered, and what silence means. @param {Moment} moment @returns {Card} */
function coinCard(moment) {
  const { scene } = moment;
  const { truth } = scene;
  const view = /** @type {import("../shapes.js").View} */ (scene.view);
  const mine = isMine(truth, view.seat);
  const seats = dividersOf(view);
  const total = view.rolloff ? Math.max(...Object.values(view.rolloff.totals)) : view.banked[seats[0]];
  const words = { name: nameOf(truth, view.seat), pot: truth.room?.pot ?? 0, names: namesOf(scene, seats), total };
  const foot = silenceText(moment);
  const card = { kind: /** @type {const} */ ("ask"), place: /** @type {const} */ ("middle"), foot };
  if (view.phase === "order") return { ...card, title: t(mine ? "pot.order.ask" : "card.order.wait.title", words), text: t(mine ? "card.order.ask" : "card.order.wait", words) };
  const asked = t(`pot.${view.phase}.${mine ? "ask" : "wait"}`, words);
  const voters = votersOf(moment, view.phase === "share" ? (view.rolloff?.going ?? []) : seats);
  const after = t(mine ? `pot.${view.phase}.no` : `pot.${view.phase}.or`, words);
  return { ...card, title: asked, text: `${partText(moment, seats)} ${after}`, list: voters };
}

/** Nobody is there. @param {Moment} moment @returns {Card} */
const pausedCard = ({ scene: { truth }, timeOfDay }) => ({ kind: "ask", place: "top", title: t("paused.title"), text: t("paused.text", { time: timeOfDay(truth.room?.due ?? 0) }) });

/** Before a turn of a roll-off: who has what, in the order in which they roll. @param {Moment} moment @returns {Card} */
function rolloffCard({ scene: { truth, view } }) {
  const { going, sequence, totals } = /** @type {NonNullable<import("../shapes.js").View["rolloff"]>} */ (view?.rolloff);
  const at = going.indexOf(view?.seat ?? -1);
  const list = sequence.map((seat) => {
    const place = going.indexOf(seat);
    const state = place < 0 ? "out" : place < at ? "done" : place === at ? "now" : "next";
    return { text: t(`rolloff.row.${state}`, { name: nameOf(truth, seat), total: num(totals[seat]) }), state: /** @type {"done" | "now" | "next"} */ (state === "out" ? "done" : state) };
  });
  const title = isCoins(truth) ? t("pot.rolloff", { pot: truth.room?.pot ?? 0 }) : t("rolloff.title");
  return { kind: "ask", place: "top", title, text: "", list };
}

/** @param {Moment} moment @returns {Card | null} */
function refusedCard({ scene, hand }) {
  // Where an order works the message line offers it, so the reason stands up here.
  if (!hand.refused || !hand.reading?.hint) return null;
  const text = whyNot(hand.reading, scene.view?.lying ?? [], scene.truth.rules, hand.before);
  return { kind: "refused", place: "top", title: t("refused.title"), text };
}

/**
 * The card on the felt, if there is one.
 * @param {Moment} moment
 * @returns {Card | null}
 */
export function cardOf(moment) {
  const { scene } = moment;
  const { view, truth, stage } = scene;
  if (!view || stage === "rolling") return null;
  if (stage === "held") return heldCard(moment);
  if (isPaused(truth)) return pausedCard(moment);
  if (view.phase === "vote" || view.phase === "order" || view.phase === "share") return askCard(moment);
  if (view.for_nothing && view.phase === "roll") return nothingCard(moment);
  if (isBeforeFirstRoll(scene)) return dealCard(moment);
  if (isRolloffTurn(scene)) return rolloffCard(moment);
  if (view.phase === "first") return startCard(moment);
  if (isMine(truth, view.seat) && view.phase === "keep") return refusedCard(moment);
  return null;
}

/** The faces of a Trippn roll-off that lock a player in. */
const LOCKING = [2, 3, 4, 6];

/**
 * The four slots of a Trippn roll-off; null everywhere else.
 * @param {Moment} moment
 * @returns {{slots: {face: number, filled: boolean}[], text: string} | null}
 */
export function lockOf({ scene: { truth, view } }) {
  if (!truth.rules.locked_in || !view?.rolloff || view.phase === "over" || view.seat === null) return null;
  const open = new Set(view.open.filter((word) => word.startsWith("set:")).map((word) => Number(word.slice(4))));
  const slots = LOCKING.map((face) => ({ face, filled: open.has(face) }));
  const filled = slots.filter((slot) => slot.filled).length;
  return { slots, text: filled === 3 ? t("lock.one") : t("lock.count", { n: filled }) };
}
