/** Speaks, sounds and buzzes what happens, at the moment it is seen, or at once where the player wants that. */

import { prefs } from "../prefs.js";
import { t } from "../text.js";
import { isMine, mySeats, nameOf, targetOf } from "./seats.js";
import { spoken, spokenPick } from "./speaker.js";
import { chanceText, diceText } from "./words.js";

/** @typedef {import("../shapes.js").Scene} Scene */
/** @typedef {import("../shapes.js").GameEvent} GameEvent */

/** Banners about the line to the game, and where else it is open. */
const OF_THE_LINE = /^(NET|UPD|END)/;

export class Teller {
  #w;
  #pick = "";
  #line = { code: "", text: "" };
  #mark = "";

  /**
   * @param {{speaker: import("./speaker.js").Speaker, cues: import("./cues.js").Cues, curtain: import("./curtain.js").Curtain,
   *   instant: () => boolean}} wiring  `instant`: nothing flies, so a roll is read at once
   */
  constructor(wiring) {
    this.#w = wiring;
  }

  /** Something happens. @param {GameEvent} event @param {Scene} before @param {Scene} after */
  tell(event, before, after) {
    const { truth } = after;
    const alone = mySeats(truth).length === truth.chairs.length;
    this.#w.cues.play(event, { mine: isMine(truth, event.seat), rolloff: Boolean(before.view?.rolloff), alone });
    if (event.type === "rolled" && this.#waits()) return;
    if (!this.#isPassedOn(event, after)) this.#speak(before, event, after);
  }

  /** The dice of a roll lie still. @param {GameEvent} event @param {Scene} scene */
  landed(event, scene) {
    if (this.#waits()) this.#speak(scene, event, scene);
  }

  /** A batch that was not shown ended in a turn of this device. @param {import("../shapes.js").Batch} batch @param {Scene} before */
  skipped(batch, before) {
    const turn = batch.events.findLast((event) => event.type === "turn_started");
    const after = { ...before, truth: batch.truth, view: batch.view };
    if (turn && isMine(batch.truth, turn.seat) && !this.#isPassedOn(turn, after)) this.#speak(before, turn, after);
  }

  /** The next player has taken the phone. @param {Scene} scene */
  call(scene) {
    const { view, truth } = scene;
    if (!view || view.seat === null) return;
    const type = view.phase === "roll" ? "turn_started" : `${view.phase}_asked`;
    const event = { type, table: truth.table, seq: truth.seq, seat: view.seat, last: view.last_round && !view.rolloff };
    this.#speak(scene, event, scene);
  }

  /** A banner was drawn: once it is said what has become of the line; its seconds are only seen. @param {import("../shapes.js").Banner | null} banner */
  banner(banner) {
    const { code, text } = banner && OF_THE_LINE.test(banner.code) ? banner : { code: "", text: "" };
    if (code !== this.#line.code && text !== this.#line.text) this.#w.speaker.speak(text, true);
    if (code !== this.#line.code) this.#line = { code, text };
  }

  /** Picked dice have been read. @param {import("./hand.js").Hand} hand @param {Scene} scene */
  picked(hand, { truth: { rules }, view }) {
    const lying = view?.lying ?? [];
    const key = `${hand.roll} ${hand.taps.join()}`;
    if (key === this.#pick) return;
    const before = this.#pick;
    this.#pick = key;
    // A roll says by itself that nothing is picked.
    if (hand.taps.length > 0 || before.startsWith(`${hand.roll} `)) this.#w.speaker.speak(spokenPick(hand, lying, rules));
  }

  /** What no happening says: the mark is reached, or a die for the start is due. @param {Scene} scene */
  mark({ truth, view }) {
    const starts = view?.phase === "first" && isMine(truth, view.seat);
    const key = starts || (view?.for_nothing && view.phase === "roll") ? `${truth.game} ${view?.roll}` : "";
    if (key === this.#mark) return;
    this.#mark = key;
    if (!key || !view) return;
    if (starts) {
      this.#w.speaker.speak(t("say.first", { name: nameOf(truth, view.seat) }), true);
      return;
    }
    this.#w.cues.forNothing();
    const text = t(view.nothing === 0 ? "nothing.hopeless" : "nothing.enter", { dice: diceText(view.dice) });
    const title = t("nothing.title", { target: targetOf(truth) });
    this.#w.speaker.speak(`${title}. ${text} ${t("say.chance", { chance: chanceText(view.nothing) })}`, true);
  }

  #waits() {
    return prefs.get("announce") === "settled" && !this.#w.instant();
  }

  /** The phone changes hands first: the next player is called when it has. @param {GameEvent} event @param {Scene} after */
  #isPassedOn(event, after) {
    const calls = event.type === "turn_started" || event.type.endsWith("_asked");
    return calls && this.#w.curtain.waits(after, prefs.get("handover"));
  }

  /** @param {Scene} before @param {GameEvent} event @param {Scene} after */
  #speak(before, event, after) {
    const sentence = spoken(before, event, after);
    if (sentence) this.#w.speaker.speak(sentence.text, sentence.loud);
  }
}
