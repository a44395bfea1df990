/** The two lines under the felt: where the turn stands, and what is to be said. */

import { num, t } from "../text.js";
import { isExact, isFinal, isLastRoll, isSingleRoll, missingToOpen, readsInOrder } from "./agreed.js";
import { groupParts } from "./parts.js";
import { chairOf, handSize, isMine, nameOf, targetOf } from "./seats.js";
import { SHORT_MS, leftText, secondsOf } from "./clock.js";
import { autoOf, isPaused } from "./stakes.js";
import { bonusName, chanceText, diceIn, diceText, facesText, partName, whyNot } from "./words.js";

/** @typedef {import("../shapes.js").Moment} Moment */
/** @typedef {import("../shapes.js").Reading} Reading */

/** @typedef {import("../shapes.js").InfoLine} InfoLine */
/** @typedef {import("../shapes.js").MessageLine} MessageLine */
/** @typedef {import("../shapes.js").LineClock} LineClock */

/** "Turn **850** + **350** → **8,350**": strong words are marked by asterisks in the catalogue. @param {string} text */
const marked = (text) => text.split("*").map((each, i) => ({ text: each, strong: i % 2 === 1 })).filter((each) => each.text);

/** The reading that counts on this screen: the own one, or what the acting player has picked. @param {Moment} moment */
export function readingNow({ scene, hand, watched }) {
  const { view, truth } = scene;
  if (!view || view.phase !== "keep" || scene.stage !== "rest") return null;
  if (isMine(truth, view.seat)) return hand.fresh ? hand.reading : null;
  return watched && watched.roll === view.roll && watched.dice.length > 0 ? watched.reading : null;
}

/** @param {number} beat @param {number} total @param {boolean} strictly  level is not enough */
function beatText(beat, total, strictly) {
  if (total > beat) return t("info.ahead", { n: total - beat });
  if (total === beat && !strictly) return t("info.level");
  return t(strictly ? "info.more_than" : "info.beat", { n: beat });
}

/** Whether the acting seat has just set what is to be beaten. @param {import("../shapes.js").Scene} scene */
const isAhead = ({ view }) => view !== null && view.seat !== null && view.extra === 0 && view.unbanked === 0 && view.banked[view.seat] === view.to_beat;

/**
 * What the turn aims at: to open, to beat somebody, to reach the target.
 * @param {import("../shapes.js").Scene} scene
 * @param {number} total  banked, unbanked and picked
 * @param {number} plus  picked
 */
function aimText(scene, total, plus) {
  const { truth } = scene;
  const view = /** @type {import("../shapes.js").View} */ (scene.view);
  if (view.rolloff) return "";
  const missing = missingToOpen(scene, plus);
  const togo = targetOf(truth) - total;
  if (missing) return t("info.to_open", { n: missing });
  if (isFinal(scene)) return isAhead(scene) ? "" : beatText(view.to_beat ?? 0, total, Boolean(truth.rules.beat_leader));
  if (missing === 0 && togo > 0) return t("info.opens");
  if (togo > 0) return t("info.togo", { n: togo });
  if (!isExact(truth)) return t("info.reached");
  return togo === 0 ? t("info.exact") : t("info.past", { n: -togo });
}

/** @param {Moment} moment @returns {InfoLine} */
export function infoOf(moment) {
  const { view } = moment.scene;
  if (view?.phase === "first") return { left: marked(t("info.first")), right: [], label: t("info.first") };
  if (!view || view.seat === null || view.phase === "over") return { left: [], right: [], label: "" };
  const reading = readingNow(moment);
  const plus = reading && !reading.refused ? reading.points + reading.bonus : 0;
  const banked = view.rolloff?.totals[view.seat] ?? view.banked[view.seat];
  const total = banked + view.unbanked + plus;
  const key = view.rolloff ? "info.rolloff" : plus ? "info.turn.plus" : view.unbanked ? "info.turn" : "info.start";
  const left = t(key, { unbanked: view.unbanked, plus, banked, total, sum: view.unbanked + plus });
  if (view.out.includes(view.seat) && !view.rolloff) return { left: marked(left), right: [], label: left.replaceAll("*", "") };
  const right = aimText(moment.scene, total, plus);
  return { left: marked(left), right: marked(right), label: `${left}. ${right}`.replaceAll("*", "") };
}

/** @param {Reading} reading @returns {MessageLine} */
function chipsOf(reading, hints = false) {
  const groups = groupParts(reading.parts);
  const chips = groups.map((group, index) => ({
    text: t(group.kind === "fill" ? "chip.fill" : "chip", { faces: facesText(group.faces), points: group.points }),
    line: index % 3,
    label: t("say.part", { part: partName(group), points: group.points }),
  }));
  if (reading.bonus) chips.push({ text: t("chip.bonus", { n: diceIn(reading.parts), points: reading.bonus }), line: -1, label: bonusName(reading.parts) });
  const rest = hints ? reading.rest : [];
  const also = rest.length ? t("select.also", { face: rest[0].face, points: rest[0].points }) : null;
  return { kind: "chips", chips, sum: num(reading.points + reading.bonus), also };
}

/** What is to be done with dice that nobody has picked. @param {import("../shapes.js").Scene} scene */
function pickText(scene) {
  if (!isLastRoll(scene)) return t(readsInOrder(scene.truth) ? "select.none" : "select.any");
  const missing = missingToOpen(scene);
  return missing ? t("select.last.open", { n: missing }) : t("select.last");
}

/** While dice are picked. @param {Moment} moment @returns {MessageLine} */
function selectLine({ scene, hand, prefs, firstReasons }) {
  const { reading, fresh, taps } = hand;
  const { lying } = /** @type {import("../shapes.js").View} */ (scene.view);
  if (taps.length === 0) {
    if (hand.refused) return { kind: "text", text: t("why.SEL_NONE"), tone: "refused", why: firstReasons };
    return { kind: "text", text: pickText(scene), tone: "plain" };
  }
  if (!reading) return { kind: "text", text: "" };
  if (!fresh) return reading.refused ? { kind: "text", text: "" } : chipsOf(reading);
  if (reading.refused && reading.hint) {
    return { kind: "hint", text: t("select.order.short"), action: t("select.order", { points: reading.hint.points }) };
  }
  if (reading.refused) {
    const text = whyNot(reading, lying, scene.truth.rules, hand.before);
    return hand.refused ? { kind: "text", text, tone: "refused", why: firstReasons } : { kind: "text", text, tone: "bad" };
  }
  const warning = warningText(reading, scene);
  return warning ? { kind: "text", text: warning, tone: "warn" } : chipsOf(reading, prefs.hints !== "off");
}

/**
 * What is said before a keep that ends or binds the turn.
 * @param {Reading} reading
 * @param {import("../shapes.js").Scene} scene
 * @returns {string | null}
 */
export function warningText(reading, scene) {
  const { truth } = scene;
  const target = targetOf(truth);
  const sum = reading.points + reading.bonus;
  if (isLastRoll(scene) && missingToOpen(scene, sum)) return t("warn.unopened", { n: (scene.view?.unbanked ?? 0) + sum, opening: truth.rules.opening });
  if (reading.warning === "over") return t("warn.over", { total: reading.total_after, target });
  if (reading.warning === "exact_hopeless") return t("warn.hopeless", { target, n: reading.dice_after });
  if (reading.warning === "exact") return t("warn.exact", { target, dice: diceText(reading.dice_after), chance: chanceText(reading.nothing) });
  return null;
}

/** Before the first throw of a turn. @param {import("../shapes.js").Scene} scene */
function turnLine(scene) {
  const view = /** @type {import("../shapes.js").View} */ (scene.view);
  const words = { dice: diceText(view.dice), beat: view.to_beat ?? 0 };
  const open = missingToOpen(scene) ? t("ready.open", { n: scene.truth.rules.opening }) : "";
  if (isFinal(scene)) return [t(view.extra ? "ready.extra" : isSingleRoll(scene) ? "ready.single" : "ready.final", words), open].filter(Boolean).join(" ");
  return [t(view.last_round && !view.rolloff ? "ready.last" : "ready.first", words), open].filter(Boolean).join(" ");
}

/** Before a throw. @param {Moment} moment @returns {MessageLine} */
function readyLine({ scene, prefs }) {
  const view = /** @type {import("../shapes.js").View} */ (scene.view);
  const dice = diceText(view.dice);
  if (view.phase === "first") return { kind: "text", text: t("first.line") };
  if (view.for_nothing) return { kind: "text", text: t("ready.nothing"), tone: "warn" };
  if (view.offer) return { kind: "text", text: t("offer.line", { dice: diceText(view.offer.dice), points: view.offer.points, fresh: handSize(scene.truth) }) };
  if (view.unbanked === 0) return { kind: "text", text: turnLine(scene) };
  const missing = view.must_roll ? 0 : (missingToOpen(scene) ?? 0);
  const chance = prefs.hints === "odds" && view.nothing !== null ? t("ready.chance", { chance: chanceText(view.nothing) }) : "";
  const done = scene.note?.text ?? "";
  const carried = scene.truth.rules.survives_and_roll && view.dice === scene.truth.rules.dice && view.open.length ? t("ready.carry") : "";
  const head = done || t("ready.on", { dice });
  const more = missing > 0 ? t("ready.more", { n: missing }) : "";
  return { kind: "text", text: [head, carried || more || chance].filter(Boolean).join(" ") };
}

/** While the house plays a seat, or nobody is there. @param {Moment} moment @returns {MessageLine | null} */
function houseLine({ scene: { truth, view } }) {
  const auto = autoOf(truth);
  if (isPaused(truth) || !auto || !view) return null;
  return { kind: "text", text: t(isMine(truth, view.seat) ? `auto.line.${auto}.you` : `auto.line.${auto}`, { name: nameOf(truth, view.seat) }) };
}

/**
 * What the message line shows of the clock: everybody else's, and the own one when it runs short.
 * @param {Moment} moment
 * @param {MessageLine} line
 * @returns {LineClock | null}
 */
function clockIn({ clock, scene: { truth, view, stage } }, line) {
  if (!clock || clock.seat !== view?.seat || stage === "held" || line.kind === "hint" || line.kind === "retry") return null;
  const mine = isMine(truth, clock.seat);
  if (mine && clock.ms > SHORT_MS && !clock.bank) return null;
  return { text: mine && clock.ms <= SHORT_MS ? String(secondsOf(clock.ms)) : leftText(clock.ms), word: clock.bank ? t("clock.bank") : "", urgent: mine };
}

/** @type {Record<string, string>} */
const ASKED = { vote: "wait.vote", order: "wait.order", share: "wait.share" };

/** @param {Moment} moment @returns {MessageLine} */
function waitLine(moment) {
  const { scene } = moment;
  const view = /** @type {import("../shapes.js").View} */ (scene.view);
  const reading = readingNow(moment);
  if (reading && !reading.refused) return chipsOf(reading);
  const name = nameOf(scene.truth, view.seat);
  const thought = moment.botLines[chairOf(scene.truth, view.seat)?.bot ?? ""];
  if (thought && view.phase === "roll" && view.unbanked === 0) return { kind: "text", text: t("wait.bot.line", { name, line: thought }) };
  if (view.phase === "first") return { kind: "text", text: t("wait.first", { name }) };
  if (scene.note && !scene.note.title && scene.stage === "rest" && (view.phase === "decide" || (view.phase === "roll" && view.unbanked > 0))) return { kind: "text", text: `${name}: ${scene.note.text}` };
  return { kind: "text", text: t(ASKED[view.phase] ?? (view.phase === "keep" ? "wait.keep" : "wait.turn"), { name }) };
}

/**
 * @param {Moment} moment
 * @returns {MessageLine & {clock?: LineClock | null}}
 */
export function messageOf(moment) {
  const line = sentenceOf(moment);
  const clock = clockIn(moment, line);
  return clock ? { ...line, clock } : line;
}

/** @param {Moment} moment @returns {MessageLine} */
function sentenceOf(moment) {
  const { scene, pending, firstGames, complaint, aimHint } = moment;
  const { view, truth, stage, note } = scene;
  if (pending?.age === "late") return { kind: "retry", text: t("pending.late"), action: t("app.retry") };
  if (pending?.age === "still") return { kind: "text", text: t("pending.still"), tone: "warn" };
  if (aimHint) return { kind: "text", text: aimHint };
  if (complaint) return { kind: "text", text: complaint, tone: "bad" };
  if (!view || view.phase === "over") return { kind: "text", text: "" };
  const added = moment.watched;
  if (stage === "rolling" && isSingleRoll(scene) && added?.roll === view.roll) return chipsOf(added.reading);
  if (stage === "rolling") return { kind: "text", text: firstGames ? t("rolling.skip") : "" };
  // What a card on the felt says needs no second place.
  if (stage === "held") return { kind: "text", text: note && !note.title ? note.text : "", tone: note?.tone === "good" ? "good" : "plain" };
  const house = houseLine(moment);
  if (house) return house;
  if (!isMine(truth, view.seat)) return waitLine(moment);
  if (view.phase === "keep") return selectLine(moment);
  if (view.phase === "roll" || view.phase === "decide" || view.phase === "first") return readyLine(moment);
  return { kind: "text", text: t(`ask.${view.phase}.line`) };
}
