/**
 * What the table says to a screen reader: counted, short, once. Happenings that end something are assertive, all else is
 * polite. Sentences of one moment are said as one.
 */

import { t } from "../text.js";
import { isFinal, isLastRoll, isSingleRoll, isUnopened } from "./agreed.js";
import { drawSentence, readSentence } from "./notes.js";
import { isMine, nameOf } from "./seats.js";
import { diceText, readingSentence, rolledSentence, whyNot } from "./words.js";

/** @typedef {import("../shapes.js").Scene} Scene */
/** @typedef {import("../shapes.js").GameEvent} GameEvent */

/** The most that is said about one moment. */
export const MOST = 140;

/** Happenings that cannot wait for the end of a sentence. */
const LOUD = new Set(["busted", "went_over", "for_nothing_failed", "went_out", "rolloff_added", "locked_in", "penalised"]);

/**
 * The sentence of a happening, or null where the table stays silent.
 * @param {Scene} before
 * @param {GameEvent} event
 * @param {Scene} after
 * @returns {{loud: boolean, text: string} | null}
 */
export function spoken(before, event, after) {
  if (event.type === "turn_started") return turnSentence(after, event);
  if (event.type === "first_asked") return { loud: false, text: t("first.line") };
  if (event.type === "rolled" && before.view?.phase === "first") {
    return { loud: false, text: t("say.first.rolled", { name: nameOf(after.truth, event.seat), face: event.dice[0] }) };
  }
  if (event.type === "rolled" && isSingleRoll(after)) return { loud: false, text: rolledSentence(event.dice) };
  if (event.type === "rolled") {
    const tail = isMine(after.truth, event.seat) && !event.for_nothing ? ` ${t("say.none")}` : "";
    return { loud: false, text: rolledSentence(event.dice) + tail };
  }
  if (event.type === "kept") {
    const note = readSentence(before, event);
    const over = isSingleRoll(before) || (isLastRoll(before) && !before.view?.for_nothing);
    return { loud: false, text: over ? (note?.text ?? "") : `${note?.text} ${t("say.left", { dice: diceText(event.left) })}` };
  }
  if (event.type === "vote_asked" || event.type === "order_asked" || event.type === "share_asked") {
    const key = event.type.replace("_asked", "");
    return { loud: true, text: t(`say.${key}`, { name: nameOf(after.truth, event.seat) }) };
  }
  if (event.type === "table_rolled") return { loud: true, text: drawSentence(after.truth, event) };
  const note = readSentence(before, event);
  if (!note) return null;
  if (event.type === "banked" || event.type === "rolloff_added") {
    const { seat, points, total } = event;
    return { loud: LOUD.has(event.type), text: t(`say.${event.type}`, { name: nameOf(after.truth, seat), points, total }) };
  }
  return { loud: LOUD.has(event.type), text: note.title ? `${note.title.replace(/[.!]$/, "")}. ${note.text}`.trim() : note.text };
}

/** @param {Scene} scene @param {GameEvent} event */
function turnSentence(scene, { seat, last }) {
  const { truth, view } = scene;
  const mine = isMine(truth, seat);
  const more = isUnopened(scene, seat) && mine ? t("ready.open", { n: truth.rules.opening }) : "";
  const text = t(mine ? "say.turn.yours" : "say.turn", { name: nameOf(truth, seat), dice: diceText(view?.dice ?? 0) });
  return { loud: mine, text: [text, last && lastText(scene), more].filter(Boolean).join(" ") };
}

/** Which last turn it is. @param {Scene} scene */
function lastText(scene) {
  const { view } = scene;
  if (!isFinal(scene)) return t("say.turn.last");
  const key = view?.extra ? "say.turn.extra" : isSingleRoll(scene) ? "say.turn.single" : "say.turn.final";
  return t(key, { beat: view?.to_beat ?? 0 });
}

/**
 * What is said about picked dice once they have been read.
 * @param {Pick<import("./hand.js").Hand, "taps" | "reading" | "before" | "suggested">} hand
 * @param {number[]} lying
 * @param {Record<string, any>} rules
 */
export function spokenPick({ taps, reading, before, suggested }, lying, rules) {
  if (!reading) return "";
  if (taps.length === 0) return t("say.none");
  if (reading.refused) return t("say.dead", { why: whyNot(reading, lying, rules, before) });
  const text = readingSentence(reading);
  return suggested ? `${t("say.suggested", { faces: taps.map((die) => lying[die]).join(" ") })} ${text}` : text;
}

export class Speaker {
  /** @type {string[]} */
  #polite = [];
  /** @type {string[]} */
  #loud = [];
  #due = false;
  #say;
  #shout;

  /** @param {{say: (text: string) => void, shout: (text: string) => void}} voice */
  constructor({ say, shout }) {
    this.#say = say;
    this.#shout = shout;
  }

  /** @param {string} text @param {boolean} [loud] */
  speak(text, loud = false) {
    if (!text) return;
    (loud ? this.#loud : this.#polite).push(text);
    if (this.#due) return;
    this.#due = true;
    queueMicrotask(() => this.#flush());
  }

  #flush() {
    this.#due = false;
    const loud = join(this.#loud.splice(0));
    const polite = join(this.#polite.splice(0));
    if (loud) this.#shout(loud);
    if (polite) this.#say(polite);
  }
}

/** As many of the newest sentences as fit. @param {string[]} sentences */
function join(sentences) {
  let text = "";
  for (const sentence of sentences.reverse()) {
    const longer = text ? `${sentence} ${text}` : sentence;
    if (text && longer.length > MOST) break;
    text = longer;
  }
  return text;
}
