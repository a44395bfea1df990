/**
 * The replay's screen: the felt, the director, the store and the views of the live table, hosted by a record instead of a
 * socket. Nobody sits here, so nothing can be pressed that would change the game.
 */

import { after, clock, now } from "../dice/time.js";
import { prefs } from "../prefs.js";
import { throwUrl } from "../protocol.js";
import { rollSentence, aimText } from "../rolls/words.js";
import { Store } from "../store.js";
import { say, shout, one } from "../view/dom.js";
import { createFeltView } from "../view/felt.js";
import { createLines } from "../view/lines.js";
import { createStrip } from "../view/strip.js";
import { endingOf } from "../table/covers.js";
import { Cues } from "../table/cues.js";
import { Curtain } from "../table/curtain.js";
import { orderOf } from "../table/dice.js";
import { Director, pointedAt } from "../table/director.js";
import { screenOf } from "../table/model.js";
import { drawSentence } from "../table/notes.js";
import { firstScene } from "../table/scene.js";
import { Scenery } from "../table/scenery.js";
import { nameOf } from "../table/seats.js";
import { Speaker } from "../table/speaker.js";
import { Teller } from "../table/teller.js";
import { Player } from "./player.js";
import { Reel } from "./reel.js";

/** @typedef {import("../shapes.js").Scene} Scene */
/** @typedef {import("../shapes.js").GameEvent} GameEvent */

/** A throw that has not come by then is not waited for. */
const LOAD_MS = 4000;
/** A slider is moved through many rolls: only where it rests the throw is asked for. */
const REST_MS = 150;

const NO_HAND = { taps: [], reading: null, fresh: false, styles: new Map(), dead: [], before: null, refused: false, suggested: false };

export class ReplayScreen {
  /** Told after each picture. @type {() => void} */
  onDrawn = () => {};
  /** @type {import("../shapes.js").Moment["watched"]} */
  #watched = null;
  #dirty = false;
  /** Screens that stood here before are called off. */
  #round = 0;
  /** @type {() => void} */
  #idle = () => {};
  #still = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;
  /** @type {Map<number, Promise<ArrayBuffer | null>>} */
  #throws = new Map();
  /** @type {{strip: ReturnType<typeof createStrip>, felt: ReturnType<typeof createFeltView>, lines: ReturnType<typeof createLines>}} */
  #views;

  /** @param {import("../rolls/rolls.js").GameRecord} record */
  constructor(record) {
    const { table } = record;
    this.record = record;
    this.reel = new Reel(record);
    this.cues = new Cues();
    const speaker = new Speaker({ say, shout });
    this.teller = new Teller({ speaker, cues: this.cues, curtain: new Curtain(null), instant: () => this.pace === "instant" });
    this.#views = { strip: this.#newStrip(), felt: createFeltView({ onTap: () => {}, onAction: () => {} }), lines: createLines({ onAction: () => {} }) };
    this.scenery = new Scenery(table, { pace: () => this.pace, cues: this.cues, redraw: () => this.redraw(), view: () => this.#views.felt });
    this.felt = this.scenery.felt;
    this.store = new Store(table, now);
    this.director = new Director(firstScene(this.store.truth), this.#directing(-1));
    this.player = new Player(this.reel, {
      clock, reset: (frame) => this.#reset(frame), lie: (event) => this.#lie(event), load: (event) => this.#load(event), point: (frame) => this.store.receive(frame),
      feed: (events) => this.#feed(events), changed: () => this.redraw(),
    });
  }

  /** @returns {Scene} */
  get scene() {
    return this.director.scene;
  }

  /** The pace of the live table at its fullest: the clock is what makes it faster. @returns {"full" | "instant"} */
  get pace() {
    return this.#still || prefs.still() ? "instant" : "full";
  }

  redraw() {
    if (this.#dirty) return;
    this.#dirty = true;
    queueMicrotask(() => this.#draw());
  }

  /** The roll at the present stop in a sentence, with how it was thrown; at the start who begins, at the end who won. */
  get sentence() {
    const { player, reel, scene } = this;
    const roll = reel.rollAt(player.stop);
    if (roll) return `${rollSentence(roll, { name: nameOf(scene.truth, roll.seat), mine: false, now: Date.now() })} ${roll.withheld ? "" : aimText(roll)}`.trim();
    return player.stop === 0 && reel.draw ? drawSentence(scene.truth, reel.draw) : "";
  }

  #draw() {
    this.#dirty = false;
    const { scene, player } = this;
    if (!scene.truth.ready || !player) return;
    const screen = screenOf(this.#moment());
    const { strip, felt, lines } = this.#views;
    delete one("#table").dataset.loading;
    Object.assign(one("#table").dataset, { mood: screen.mood, phase: scene.view?.phase ?? "", stage: player.playing ? scene.stage : "rest", stop: player.stop });
    one("#mode-name").textContent = screen.mode;
    strip.update(screen.strip);
    if (scene.stage === "rest") this.scenery.wear(scene);
    felt.update({ ...screen, banner: null, card: this.#card(screen.card) }, screen.tray.kept.length ? this.felt.portraits : "");
    felt.place(this.felt.boxes);
    lines.update(screen.info, this.#message(screen.message));
    this.onDrawn();
  }

  /** How the game ended stands on the felt; nobody can press anything in the other cards. @param {import("../shapes.js").Card | null} card @returns {import("../shapes.js").Card | null} */
  #card(card) {
    const { scene } = this;
    if (scene.view?.phase === "over" && scene.view.result && this.director.idle) {
      const { tone, title, text } = endingOf(scene);
      return { kind: tone === "cheer" ? "cheer" : "note", place: "middle", title, text };
    }
    return card && { ...card, action: undefined, code: undefined };
  }

  /** @param {import("../shapes.js").MessageLine} line @returns {import("../shapes.js").MessageLine} */
  #message(line) {
    const { player, scene } = this;
    if (scene.stage === "rolling" && this.sentence) return { kind: "text", text: aimText(/** @type {any} */ (this.reel.rollAt(player.stop) ?? { angle: 0, power: 0 })), tone: "plain" };
    return !player.playing && this.sentence ? { kind: "text", text: this.sentence } : line;
  }

  /** @returns {import("../shapes.js").Moment} */
  #moment() {
    const { scene } = this;
    return {
      scene, hand: NO_HAND, watched: this.#watched, prefs: { hints: "off" }, link: { phase: "live", since: 0 }, pending: null, aim: { angle: 0, power: 0 },
      order: orderOf(this.felt.order, scene.view?.lying.length ?? 0), room: this.felt.room, botLines: {}, skipping: false, firstGames: false, firstReasons: false,
      complaint: "", aimHint: "", passing: null, back: null, replaced: false, code: "", now: now(), clock: null, timeOfDay: () => "",
    };
  }

  #newStrip() {
    return createStrip(one("#strip"), { clock, pace: () => (clock.rate === 0 ? "instant" : this.pace) });
  }

  /** @param {number} round @returns {ConstructorParameters<typeof Director>[1]} */
  #directing(round) {
    const mine = () => round === this.#round;
    return {
      show: (scene, event, before) => mine() && this.#show(scene, event, before),
      roll: async (event) => void (mine() && (await this.#fly(event))),
      point: (event) => void (mine() && this.#overheard(pointedAt(event, this.scene))),
      lay: (scene, jump) => void (mine() && this.scenery.lay(scene, jump)),
      missed: () => {},
      idle: () => void (mine() && this.#idle()),
      pace: () => (this.pace === "instant" ? "instant" : "full"),
      still: () => prefs.still(),
      hidden: () => false,
      mine: () => false,
      now,
      after,
    };
  }

  /** Stands as a frame tells. @param {any} frame */
  #reset(frame) {
    this.#round += 1;
    clearTimeout(this.#resting);
    this.scenery.end();
    this.felt.hurry();
    this.#watched = null;
    this.#still = false;
    this.store = new Store(this.record.table, now);
    this.director = new Director(firstScene(this.store.truth), this.#directing(this.#round));
    const { store, director } = this;
    store.on("batch", (batch) => director.take(batch));
    store.on("passing", (said) => this.#overheard(said));
    // Numbers that still count up belong to what was shown before.
    this.#views.strip = this.#newStrip();
    store.receive(frame);
  }

  /** @param {GameEvent[]} events @returns {Promise<void>} */
  #feed(events) {
    const { director, store } = this;
    return new Promise((resolve) => {
      this.#idle = () => {
        this.redraw();
        resolve();
      };
      for (const event of events) store.receive(event);
      if (director.idle) resolve();
    });
  }

  /** @param {any} frame */
  #overheard(frame) {
    if (frame.type !== "selected") return;
    this.#watched = frame;
    this.felt.lift(frame.dice);
    this.cues.tap(frame.dice.length);
    this.redraw();
  }

  /** @param {Scene} scene @param {GameEvent | null} event @param {Scene} before */
  #show(scene, event, before) {
    if (event) {
      this.teller.tell(event, before, scene);
      this.scenery.happened(event, scene);
    }
    this.redraw();
  }

  /** @param {GameEvent} event */
  async #fly(event) {
    const round = this.#round;
    this.player.thrown(event);
    this.felt.gather();
    await this.scenery.roll(event, this.record.game);
    if (round !== this.#round) return;
    this.teller.landed(event, this.scene);
    this.player.landed();
  }

  /** The dice of a roll lie as they fell: at once in a row, then where its throw left them. @param {GameEvent} event */
  #lie(event) {
    if (event.type !== "rolled") return;
    const round = this.#round;
    this.felt.show(event.dice);
    this.#resting = setTimeout(async () => {
      await this.#load(event);
      // The player may have gone on meanwhile.
      if (round !== this.#round || this.scene.view?.roll !== event.roll || this.player.playing || this.scene.stage !== "rest") return;
      this.#still = true;
      void this.scenery.roll(event, this.record.game);
      this.#still = false;
      // Without a flash: nothing has just happened.
      setTimeout(() => round === this.#round && this.felt.lift([]));
    }, REST_MS);
  }

  /** Has a throw's bytes at hand, and those of the next roll on their way. @param {GameEvent} event */
  async #load(event) {
    const bytes = await Promise.race([this.#bytes(event.roll), new Promise((resolve) => setTimeout(resolve, LOAD_MS, null))]);
    if (bytes) this.felt.receive(/** @type {ArrayBuffer} */ (bytes));
    const next = this.reel.rollAt((this.reel.stopOf(event.roll) ?? 0) + 1);
    if (next && !next.withheld) void this.#bytes(next.n);
  }

  /** @param {number} roll @returns {Promise<ArrayBuffer | null>} */
  #bytes(roll) {
    const known = this.#throws.get(roll);
    if (known) return known;
    const asked = fetch(throwUrl(this.record.table, this.record.game, roll)).then((answer) => (answer.ok ? answer.arrayBuffer() : null), () => null);
    // What did not come is asked for again.
    void asked.then((bytes) => bytes ?? this.#throws.delete(roll));
    this.#throws.set(roll, asked);
    return asked;
  }
}
