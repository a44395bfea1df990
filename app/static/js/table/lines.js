/** The two lines under the felt: where the turn stands, and what is to be said. */

import { num, t } from "../text.js";
import { groupParts } from "./parts.js";
import { chairOf, isMine, nameOf, targetOf } from "./seats.js";
import { chanceText, diceText, facesText, partName, whyNot } from "./words.js";

/** @typedef {import("./model.js").Moment} Moment */
/** @typedef {import("../protocol.js").Reading} Reading */

/** @typedef {{left: {text: string, strong: boolean}[], right: {text: string, strong: boolean}[], label: string}} InfoLine */

/**
 * @typedef {{kind: "text", text: string, tone?: "plain" | "bad" | "warn" | "good" | "refused", why?: boolean}
 *   | {kind: "chips", chips: {text: string, line: number | null, label: string}[], sum: string, also: string | null}
 *   | {kind: "hint", text: string, action: string}
 *   | {kind: "retry", text: string, action: string}} MessageLine
 */

/** "Turn **850** + **350** → **8,350**": strong words are marked by asterisks in the catalogue. @param {string} text */
const marked = (text) => text.split("*").map((each, i) => ({ text: each, strong: i % 2 === 1 })).filter((each) => each.text);

/** The reading that counts on this screen: the own one, or what the acting player has picked. @param {Moment} moment */
export function readingNow({ scene, hand, watched }) {
  const { view, truth } = scene;
  if (!view || view.phase !== "keep" || scene.stage !== "rest") return null;
  if (isMine(truth, view.seat)) return hand.fresh ? hand.reading : null;
  return watched && watched.roll === view.roll && watched.dice.length > 0 ? watched.reading : null;
}

/** @param {Moment} moment @returns {InfoLine} */
export function infoOf(moment) {
  const { view, truth } = moment.scene;
  if (!view || view.seat === null || view.phase === "over") return { left: [], right: [], label: "" };
  const reading = readingNow(moment);
  const plus = reading && !reading.refused ? reading.points + reading.bonus : 0;
  const banked = view.rolloff?.totals[view.seat] ?? view.banked[view.seat];
  const total = banked + view.unbanked + plus;
  const key = view.rolloff ? "info.rolloff" : plus ? "info.turn.plus" : view.unbanked ? "info.turn" : "info.start";
  const left = t(key, { unbanked: view.unbanked, plus, banked, total, sum: view.unbanked + plus });
  if (view.out.includes(view.seat) && !view.rolloff) return { left: marked(left), right: [], label: left.replaceAll("*", "") };
  const togo = targetOf(truth) - total;
  const right = view.rolloff ? "" : togo > 0 ? t("info.togo", { n: togo }) : togo === 0 ? t("info.exact") : t("info.past", { n: -togo });
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
  if (reading.bonus) chips.push({ text: t("chip.bonus", { points: reading.bonus }), line: -1, label: t("part.bonus") });
  const rest = hints ? reading.rest : [];
  const also = rest.length ? t("select.also", { face: rest[0].face, points: rest[0].points }) : null;
  return { kind: "chips", chips, sum: num(reading.points + reading.bonus), also };
}

/** While dice are picked. @param {Moment} moment @returns {MessageLine} */
function selectLine({ scene, hand, prefs, firstReasons }) {
  const { reading, fresh, taps } = hand;
  const { lying } = /** @type {import("../protocol.js").View} */ (scene.view);
  if (taps.length === 0) {
    if (hand.refused) return { kind: "text", text: t("why.SEL_NONE"), tone: "refused", why: firstReasons };
    return { kind: "text", text: t("select.none"), tone: "plain" };
  }
  if (!reading) return { kind: "text", text: "" };
  if (!fresh) return reading.refused ? { kind: "text", text: "" } : chipsOf(reading);
  if (reading.refused && reading.hint) {
    return { kind: "hint", text: t("select.order.short"), action: t("select.order", { points: reading.hint.points }) };
  }
  if (reading.refused) {
    const text = whyNot(reading, lying, hand.before);
    return hand.refused ? { kind: "text", text, tone: "refused", why: firstReasons } : { kind: "text", text, tone: "bad" };
  }
  const warning = warningText(reading, scene);
  return warning ? { kind: "text", text: warning, tone: "warn" } : chipsOf(reading, prefs.hints !== "off");
}

/**
 * What is said before a keep that ends or binds the turn.
 * @param {Reading} reading
 * @param {import("./scene.js").Scene} scene
 * @returns {string | null}
 */
export function warningText(reading, { truth }) {
  const target = targetOf(truth);
  if (reading.warning === "over") return t("warn.over", { total: reading.total_after, target });
  if (reading.warning === "exact_hopeless") return t("warn.hopeless", { target, n: reading.dice_after });
  if (reading.warning === "exact") return t("warn.exact", { target, dice: diceText(reading.dice_after), chance: chanceText(reading.nothing) });
  return null;
}

/** Before a throw. @param {Moment} moment @returns {MessageLine} */
function readyLine({ scene, prefs }) {
  const view = /** @type {import("../protocol.js").View} */ (scene.view);
  const dice = diceText(view.dice);
  if (view.for_nothing) return { kind: "text", text: t("ready.nothing"), tone: "warn" };
  if (view.unbanked === 0) return { kind: "text", text: t(view.last_round && !view.rolloff ? "ready.last" : "ready.first", { dice }) };
  const chance = prefs.hints === "odds" && view.nothing !== null ? t("ready.chance", { chance: chanceText(view.nothing) }) : "";
  const done = scene.note?.text ?? "";
  const carried = scene.truth.rules.survives_and_roll && view.dice === scene.truth.rules.dice && view.open.length ? t("ready.carry") : "";
  const head = done || t("ready.on", { dice });
  return { kind: "text", text: [head, carried || chance].filter(Boolean).join(" ") };
}

/** @type {Record<string, string>} */
const ASKED = { vote: "wait.vote", order: "wait.order", share: "wait.share" };

/** @param {Moment} moment @returns {MessageLine} */
function waitLine(moment) {
  const { scene } = moment;
  const view = /** @type {import("../protocol.js").View} */ (scene.view);
  const reading = readingNow(moment);
  if (reading && !reading.refused) return chipsOf(reading);
  const name = nameOf(scene.truth, view.seat);
  const thought = moment.botLines[chairOf(scene.truth, view.seat)?.bot ?? ""];
  if (thought && view.phase === "roll" && view.unbanked === 0) return { kind: "text", text: t("wait.bot.line", { name, line: thought }) };
  if (scene.note && scene.stage === "rest" && view.phase === "decide") return { kind: "text", text: `${name}: ${scene.note.text}` };
  return { kind: "text", text: t(ASKED[view.phase] ?? (view.phase === "keep" ? "wait.keep" : "wait.turn"), { name }) };
}

/**
 * @param {Moment} moment
 * @returns {MessageLine}
 */
export function messageOf(moment) {
  const { scene, pending, firstGames, complaint, aimHint } = moment;
  const { view, truth, stage, note } = scene;
  if (pending?.age === "late") return { kind: "retry", text: t("pending.late"), action: t("app.retry") };
  if (pending?.age === "still") return { kind: "text", text: t("pending.still"), tone: "warn" };
  if (aimHint) return { kind: "text", text: aimHint };
  if (complaint) return { kind: "text", text: complaint, tone: "bad" };
  if (!view || view.phase === "over") return { kind: "text", text: "" };
  if (stage === "rolling") return { kind: "text", text: firstGames ? t("rolling.skip") : "" };
  // What a card on the felt says needs no second place.
  if (stage === "held") return { kind: "text", text: note && !note.title ? note.text : "", tone: note?.tone === "good" ? "good" : "plain" };
  if (!isMine(truth, view.seat)) return waitLine(moment);
  if (view.phase === "keep") return selectLine(moment);
  if (view.phase === "roll" || view.phase === "decide") return readyLine(moment);
  return { kind: "text", text: t(`ask.${view.phase}.line`) };
}
