/** The two rows of the dock. Their cells never move; only what they say changes. */

import { t, tn } from "../text.js";
import { isExact, isLastRoll, isSingleRoll, isUnopened, missingToOpen, rollNumber } from "./agreed.js";
import { awayFor, handSize, isBot, isMine, mySeats, nameOf, targetOf } from "./seats.js";
import { amAway, autoOf, isPaused } from "./stakes.js";
import { chanceText, countWord } from "./words.js";

/** @typedef {import("../shapes.js").Moment} Moment */

/** @typedef {import("../shapes.js").Choice} Choice */
/** @typedef {import("../shapes.js").Row1} Row1 */
/** @typedef {import("../shapes.js").Cell} Cell */
/** @typedef {import("../shapes.js").Dock} Dock */

/** How long a player may be away before the others may call the autopilot. */
export const AWAY_MS = 60_000;

const EMPTY = /** @type {const} */ ({ kind: "empty" });
const NONE = /** @type {const} */ ({ kind: "none" });

/** The way back from the autopilot. @returns {Row1} */
const backRow = () => ({ kind: "ask", choices: [{ id: "im_back", label: t("away.back"), primary: true }] });

/** @param {Moment} moment @returns {Cell} */
function bankCell({ scene, pending }) {
  const { truth } = scene;
  const view = /** @type {import("../shapes.js").View} */ (scene.view);
  const target = targetOf(truth);
  if (view.phase === "first") return { kind: "text", text: t("bank.first", { name: nameOf(truth, view.seat) }) };
  if (view.rolloff) return { kind: "text", text: t("bank.rolloff") };
  if (isSingleRoll(scene)) return { kind: "text", text: t("bank.single") };
  if (view.offer) return offerCell(view, view.offer, pending?.type === "piggyback");
  const total = view.banked[view.seat ?? 0] + view.unbanked;
  if (view.for_nothing || (isExact(truth) && view.unbanked > 0 && total === target)) {
    return { kind: "text", text: t("bank.exact", { target }) };
  }
  const busy = pending?.type === "bank";
  if (view.can.includes("bank") && view.bank) {
    const label = t(view.bank.wins_nothing ? "bank.last" : "bank.go", { points: view.unbanked });
    const sub = t(bankSub(scene, view.bank), { total: view.bank.total });
    return { kind: "button", label, sub, ready: true, busy, why: null };
  }
  const reason = bankReason(scene, view);
  const points = view.unbanked > 0 ? t("bank.go", { points: view.unbanked }) : t("bank.plain");
  return { kind: "button", label: points, sub: reason.sub, ready: false, busy, why: reason.why };
}

/** Where the player before has left something: to go on with it. @param {import("../shapes.js").View} view @param {{dice: number, points: number}} offer @param {boolean} busy @returns {Cell} */
const offerCell = (view, { dice, points }, busy) => ({
  kind: "button", label: t("offer.go", { n: dice }), sub: tn("offer.sub", dice, { points }), ready: view.can.includes("piggyback"), busy, why: null, act: "piggyback",
});

/** What a bank that can be made would do. @param {import("../shapes.js").Scene} scene @param {NonNullable<import("../shapes.js").View["bank"]>} bank */
function bankSub({ truth, view }, { wins_nothing, reaches }) {
  if (wins_nothing) return "bank.last.sub";
  if (!reaches) return "bank.sub";
  const others = truth.chairs.filter(({ seat, gone }) => seat !== view?.seat && !gone);
  return truth.rules.ending === "sudden" || others.length === 0 ? "bank.wins" : "bank.starts";
}

/** @param {import("../shapes.js").Scene} scene @param {import("../shapes.js").View} view */
function bankReason(scene, view) {
  const opening = scene.truth.rules.opening ?? 0;
  const missing = missingToOpen(scene) ?? 0;
  if (view.phase === "keep") return { sub: t("bank.keep_first"), why: t("bank.keep_first.why") };
  if (view.unbanked === 0 && isUnopened(scene, view.seat)) return { sub: t("bank.opening", { n: opening }), why: t("bank.opening.why", { n: opening }) };
  if (view.unbanked === 0) return { sub: t("bank.nothing"), why: t("bank.nothing.why") };
  if (view.must_roll) return { sub: t("bank.must_roll"), why: t("bank.must_roll.why", { count: countWord(handSize(scene.truth)) }) };
  if (view.kept.length === 0) return { sub: t("bank.must_roll"), why: t("bank.taken.why") };
  return { sub: t("bank.opening", { n: missing }), why: t("bank.opening.more.why", { n: opening, missing }) };
}

/** @param {Moment} moment @returns {Cell} */
function rollCell({ scene, pending, prefs }) {
  const view = /** @type {import("../shapes.js").View} */ (scene.view);
  const busy = pending?.type === "roll";
  if (view.phase === "keep") {
    return { kind: "button", label: t("roll.plain"), sub: t("roll.keep_first"), ready: false, busy, why: t("roll.keep_first.why") };
  }
  const ready = view.can.includes("roll");
  if (view.phase === "first") return { kind: "button", label: t("roll.one"), sub: t("roll.flick"), ready, busy, why: null };
  if (view.for_nothing) {
    const sub = t("roll.nothing.sub", { chance: chanceText(view.nothing) });
    return { kind: "button", label: t("roll.nothing", { n: view.dice }), sub, ready, busy, why: null };
  }
  return { kind: "button", label: t("roll.go", { n: view.dice }), sub: rollSub(scene, prefs.hints), ready, busy, why: null };
}

/** @param {import("../shapes.js").Scene} scene @param {string} hints */
function rollSub(scene, hints) {
  const view = /** @type {import("../shapes.js").View} */ (scene.view);
  const roll = rollNumber(scene);
  if (roll) return t("roll.number", roll);
  if (view.nothing === 0) return t("roll.safe");
  if (hints === "odds" && view.nothing !== null) return t("roll.risk", { chance: chanceText(view.nothing) });
  return t("roll.flick");
}

/** @param {Moment} moment @returns {Row1} */
function pickRow({ scene, hand, pending }) {
  const { taps, reading, fresh } = hand;
  let label = t("keep.none");
  if (taps.length > 0) label = fresh && reading?.refused ? t("keep.dead") : reading && !reading.refused ? keepText(scene, reading) : t("keep.wait");
  const ready = fresh && reading !== null && !reading.refused;
  return { kind: "pick", undo: taps.length > 0, clear: taps.length > 1, keep: { label, ready, busy: pending?.type === "keep" } };
}

/** What a press on Keep does: on the last roll of a turn it banks as well, or loses. @param {import("../shapes.js").Scene} scene @param {import("../shapes.js").Reading} reading */
function keepText(scene, reading) {
  const points = reading.points + reading.bonus;
  const { view } = scene;
  if (!isLastRoll(scene) || reading.warning) return t("keep.go", { points });
  const sum = (view?.unbanked ?? 0) + points;
  if (view?.rolloff) return t("keep.adds", { points: sum });
  return t(missingToOpen(scene, points) ? "keep.loses" : "keep.banks", { points: sum });
}

/** Bots that follow one another from the acting seat on. @param {import("../shapes.js").Scene} scene */
export function botsQueued({ truth, view }) {
  if (!view || view.phase === "over" || !isBot(truth, view.seat)) return 0;
  const going = truth.chairs.filter((chair) => !chair.gone && !view.left.includes(chair.seat) && !view.out.includes(chair.seat));
  const from = going.findIndex((chair) => chair.seat === view.seat);
  const round = [...going.slice(Math.max(0, from)), ...going.slice(0, Math.max(0, from))];
  const end = round.findIndex((chair) => !chair.bot);
  return end < 0 ? Infinity : end;
}

/** A button while something else is being shown: there, and nothing to press. @param {Cell} cell @param {string} label @returns {Cell} */
const quiet = (cell, label) => (cell.kind === "button" ? { ...cell, label: t(label), sub: "", ready: false, why: null } : cell);

/** What the others may do while somebody else acts. @param {Moment} moment @returns {Row1} */
function waitRow({ scene, now, skipping }) {
  const { truth, view } = scene;
  const seat = view?.seat ?? null;
  if (seat === null) return EMPTY;
  if (amAway(truth)) return backRow();
  if (isBot(truth, seat)) {
    const skip = truth.you.host && !skipping && botsQueued(scene) >= 2;
    return skip ? { kind: "ask", choices: [{ id: "skip_bots", label: t("bots.skip") }] } : EMPTY;
  }
  const away = awayFor(truth, seat, now);
  if (away === null || away < AWAY_MS || mySeats(truth).length === 0) return EMPTY;
  return { kind: "ask", choices: [{ id: "play_for", label: t("away.play", { name: nameOf(truth, seat) }) }] };
}

/** @param {Moment} moment @returns {Pick<Dock, "row1" | "wide" | "leave"> | null} what stands there while the house plays this seat, or nobody's */
function houseDock({ scene: { truth, view } }) {
  const watching = mySeats(truth).length === 0;
  if (isPaused(truth)) return { row1: watching ? EMPTY : backRow(), wide: t("paused.wide"), leave: watching };
  const auto = autoOf(truth);
  if (!auto || !isMine(truth, view?.seat ?? null)) return null;
  return { row1: amAway(truth) ? backRow() : EMPTY, wide: t(`auto.wide.${auto}`), leave: false };
}

/** @type {Record<string, Choice["id"][]>} */
const ANSWERS = { vote: ["vote_yes", "vote_no"], order: ["order_first", "order_last"], share: ["share_yes", "share_no"] };

/**
 * @param {Moment} moment
 * @returns {Dock}
 */
export function dockOf(moment) {
  const { scene, aim } = moment;
  const { truth, view, stage } = scene;
  const none = { row1: EMPTY, bank: NONE, roll: NONE, wide: "", leave: false };
  if (!view || view.phase === "over" || view.seat === null) return none;
  const house = houseDock(moment);
  if (house) return { ...none, ...house };
  if (!isMine(truth, view.seat)) {
    const watching = mySeats(truth).length === 0;
    const wide = t(watching ? "watching" : isBot(truth, view.seat) ? "wait.bot" : "wait.other", { name: nameOf(truth, view.seat) });
    return { ...none, row1: waitRow(moment), wide, leave: watching };
  }
  const answers = ANSWERS[view.phase];
  if (answers) {
    const choices = stage === "rest" ? answers.map((id, i) => ({ id, label: t(`ask.${id}`), primary: i === 0 })) : [];
    return { ...none, row1: choices.length ? { kind: "ask", choices } : EMPTY, wide: t("ask.who", { name: nameOf(truth, view.seat) }) };
  }
  const bank = stage === "rest" || view.for_nothing || view.rolloff ? bankCell(moment) : quiet(bankCell(moment), "bank.plain");
  const roll = stage === "rest" ? rollCell(moment) : quiet(rollCell(moment), "roll.plain");
  if (view.phase === "keep") {
    const flying = stage !== "rest" || view.for_nothing;
    return { row1: flying ? EMPTY : pickRow(moment), bank, roll, wide: null, leave: false };
  }
  return { row1: stage === "rest" ? { kind: "aim", ...aim } : EMPTY, bank, roll, wide: null, leave: false };
}

