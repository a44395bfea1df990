/** The lesson of the first turn on a phone: a hand before the game, at the very table of the game, with a note over it. */

import { after, now } from "../dice/time.js";
import { knownRules } from "../practice/rules.js";
import { ThrowDesk } from "../practice/throw_desk.js";
import { prefs } from "../prefs.js";
import { alsoText, hasText, num, t } from "../text.js";
import { el, fill, one } from "../view/dom.js";
import { EPOCH, LessonHost, fits } from "./host.js";
import { noteOf } from "./notes.js";

/** @typedef {import("../table/screen.js").TableScreen} TableScreen */

/** Ms after which a note is spoken: what the player did is told first. */
const SPOKEN_MS = 700;
/** Ms between two looks whether the end of the hand has been shown. */
const LOOK_MS = 150;
const STEPS = 4;

/** Whoever imports this has the words and their look at hand, so that the lesson is there before the first picture. */
await Promise.all([
  alsoText("lesson", "lesson.skip"),
  new Promise((resolve) => {
    document.head.append(el("link", { rel: "stylesheet", href: new URL("../../css/lesson.css", import.meta.url), onload: resolve, onerror: resolve }));
  }),
]);

class Lesson {
  #screen;
  #game;
  #onEnd;
  #ended = false;
  #tried = false;
  #shown = "";
  #hush = () => {};
  #text = el("p", { class: "lesson-text" });
  #node;
  #stopHearing;

  /** @param {TableScreen} screen @param {{rules: Record<string, any>, chair: import("../shapes.js").Chair, onEnd: () => void}} how */
  constructor(screen, { rules, chair, onEnd }) {
    this.#screen = screen;
    this.#game = screen.link;
    this.#onEnd = onEnd;
    const { store } = screen;
    const throws = new ThrowDesk({ onThrow: (bytes) => screen.felt.receive(bytes), still: () => screen.motion === "instant" });
    const used = new Set();
    const host = new LessonHost({
      game: this.#game, table: store.truth.table, rules, chair, now: now(),
      onFrame: (frame) => store.receive(frame),
      onRolled: (event) => void throws.make(event, used),
      onOver: () => this.#closing(),
      onLeave: () => this.#end("skipped"),
      sentence: (code) => t(hasText(`practice.no.${code}`) ? `practice.no.${code}` : "error.unexpected"),
    });
    this.#node = el("section", { id: "lesson", class: "lesson", "aria-label": t("lesson.name") },
      el("p", { class: "lesson-mark", text: t("lesson.mark") }),
      this.#text,
      el("button", { type: "button", class: "button lesson-skip", onclick: () => this.#end("skipped") }, t("lesson.skip"), el("span", { class: "unseen", text: ` ${t("lesson.skip.what")}` })),
    );
    one(".summary").append(this.#node);
    one("#table").dataset.lesson = "";
    screen.link = host;
    screen.lesson = this;
    host.resync();
    // Another window has gone on with the game: its picture is already here.
    this.#stopHearing = store.on("batch", ({ truth }) => truth.epoch !== EPOCH && this.#leave());
  }

  /** The picture was drawn: the note follows it. @param {import("../shapes.js").Scene} scene */
  drawn({ view, stage }) {
    const { hand } = this.#screen;
    if (!view || this.#screen.store.truth.epoch !== EPOCH) return;
    const refused = hand.fresh && hand.taps.length > 0 && Boolean(hand.reading?.refused);
    const note = noteOf({ phase: view.phase, stage, roll: view.roll, taps: hand.taps, refused, tried: this.#tried });
    this.#tried ||= refused;
    if (!note) return;
    const table = one("#table").dataset;
    table.lessonDice = note.dice.join(" ");
    table.lessonPress = note.press.join(" ");
    const text = t(note.key, { points: view.unbanked, dice: view.dice });
    if (text === this.#shown) return;
    const first = this.#shown === "";
    this.#shown = text;
    const step = { n: num(note.step), of: num(STEPS) };
    fill(this.#text, note.step > 0 && [el("b", { class: "lesson-step", "aria-hidden": "true", text: t("lesson.step", step) }), el("span", { class: "unseen", text: `${t("lesson.step.said", step)}: ` })], text);
    this.#hush();
    this.#hush = after(SPOKEN_MS, () => this.#screen.speaker.speak(first ? `${t("lesson.mark")}. ${text}` : text));
  }

  /** The turn is over; what ended it is seen first. */
  #closing() {
    after(LOOK_MS, () => (this.#screen.director.idle ? this.#end("done") : this.#closing()));
  }

  /** @param {"done" | "skipped"} how */
  #end(how) {
    if (this.#ended) return;
    const { felt, director } = this.#screen;
    this.#leave();
    if (how === "done" || prefs.get("lesson") === "new") prefs.set("lesson", how);
    felt.hurry();
    director.hurry();
    this.#game.resync();
    tell(this.#screen, t(`lesson.${how}`));
    this.#onEnd();
  }

  /** The table is the game's again. */
  #leave() {
    this.#ended = true;
    this.#stopHearing();
    this.#hush();
    this.#screen.lesson = null;
    this.#screen.link = this.#game;
    this.#node.remove();
    const table = one("#table").dataset;
    delete table.lesson;
    delete table.lessonDice;
    delete table.lessonPress;
    // What was picked and read here says nothing of the game's dice, also where as many lie there.
    this.#screen.hand.deal(-1, 0);
    this.#screen.redraw();
  }
}

/** One line in the message line, which is no complaint and looks like none. @param {TableScreen} screen @param {string} text */
function tell(screen, text) {
  screen.lesson = { drawn: () => void one("#table").toggleAttribute("data-kindly", one("#message").textContent === text) };
  screen.complain(text, true);
}

/**
 * Plays the lesson before the first turn, or once more where it was asked for; or says the one line for whoever was away for long.
 * @param {TableScreen} screen
 * @param {{due?: "lesson" | "reminder", again?: boolean, onEnd?: () => void}} [how]  `again`: asked for, so it fits every game
 */
export function offerLesson(screen, { due = "lesson", again = false, onEnd = () => {} } = {}) {
  const { store } = screen;
  const begin = () => void start(screen, { due, again, onEnd });
  if (store.truth.ready) return begin();
  const stop = store.on("batch", () => (stop(), begin()));
}

/** @param {TableScreen} screen @param {{due: "lesson" | "reminder", again: boolean, onEnd: () => void}} how */
async function start(screen, { due, again, onEnd }) {
  const { truth } = screen.store;
  if (due === "reminder" && !again) return tell(screen, t("lesson.back"));
  const chair = truth.chairs.find((/** @type {import("../shapes.js").Chair} */ { bot, gone }) => !bot && !gone);
  const begins = truth.status === "playing" && truth.view?.roll === 0;
  if (!chair || screen.link.state.phase !== "live" || !(again || (begins && fits(truth.rules)))) return;
  // Asked for at a table with rules of another kind, it is played by the house's own.
  const rules = fits(truth.rules) ? truth.rules : (await knownRules()).rulesets[0];
  new Lesson(screen, { rules, chair, onEnd });
}
