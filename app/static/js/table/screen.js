/**
 * The table screen: the line, the truth, the picks and the felt on one side, what is shown on the other, and one coalesced
 * redraw between them.
 */

import { after, clock, now } from "../dice/time.js";
import { get } from "../http.js";
import { prefs } from "../prefs.js";
import { tableUrl } from "../protocol.js";
import { createCover } from "../view/cover.js";
import { createDock } from "../view/dock.js";
import { createFeltView } from "../view/felt.js";
import { createLines } from "../view/lines.js";
import { createStrip } from "../view/strip.js";
import { dialog, one, say, shout, write } from "../view/dom.js";
import { showMissed } from "../view/missed.js";
import { Actions } from "./actions.js";
import { picturesLife } from "./ageing.js";
import { isSingleRoll } from "./agreed.js";
import { Aims } from "./aims.js";
import { Away } from "./away.js";
import { ServerClock, clockOf } from "./clock.js";
import { Cues } from "./cues.js";
import { Curtain } from "./curtain.js";
import { orderOf } from "./dice.js";
import { Director, pointedAt } from "./director.js";
import { Focus } from "./focus.js";
import { Gate } from "./gate.js";
import { Hand } from "./hand.js";
import { missedTurns } from "./missed.js";
import { mayTap, screenOf } from "./model.js";
import { Pending } from "./pending.js";
import { Release } from "./release.js";
import { RuleCard } from "./rule_card.js";
import { firstScene } from "./scene.js";
import { Scenery } from "./scenery.js";
import { isMine, isPassed, nameOf } from "./seats.js";
import { Speaker } from "./speaker.js";
import { autoOf, isCoins } from "./stakes.js";
import { storageOf } from "./storage.js";
import { Teller } from "./teller.js";
import { whyNot } from "./words.js";

/** @typedef {import("../shapes.js").Scene} Scene */
/** @typedef {import("../shapes.js").GameEvent} GameEvent */

/** How often a player is told that a tap ends a throw, and why a selection was refused. */
const FIRST = 3;

export class TableScreen {
  /** @type {import("../shapes.js").Moment["watched"]} */
  #watched = null;
  #complaint = { text: "", firm: false };
  #aimHint = "";
  /** @type {import("./aims.js").Aim | null} */
  #aimShown = null;
  #skipping = false;
  #acted = false;
  #throws = 0;
  #refusals = 0;
  #passUntil = 0;
  #dirty = false;
  /** @type {() => void} */
  #wakeup = () => {};
  gate = new Gate(now);
  clock = new ServerClock(Date.now);
  /** How invitations go out, where there are any. @type {typeof import("./sharing.js").handsOut | null} */
  handsOut = null;
  /** Who plays for bots and leavers; loaded where the house does not. @type {import("./bots.js").Bots | null} */
  bots = null;
  /** What only tables for coins have; loaded for them. @type {import("./coins.js").CoinSide | null} */
  coins = null;
  /** How rolls are proved and witnessed; loaded when it is quiet. @type {import("./fairness.js").Fairness | null} */
  fair = null;
  /** A hand before the game, while it is played. @type {{drawn: (scene: Scene) => void} | null} */
  lesson = null;
  /** @type {Record<string, string>} what each kind of bot does, in its own words */
  botLines = {};

  /** @param {string} table @param {import("./line.js").OpenLine} openLine  where the truth comes from */
  constructor(table, openLine) {
    const changed = () => this.redraw();
    this.aims = new Aims(storageOf("localStorage"));
    this.curtain = new Curtain(storageOf("sessionStorage"));
    this.cues = new Cues();
    this.speaker = new Speaker({ say, shout });
    this.teller = new Teller({ speaker: this.speaker, cues: this.cues, curtain: this.curtain, instant: () => this.motion === "instant" });
    this.pending = new Pending({ after, changed });
    this.away = new Away({ now, after, changed, list: showMissed });
    this.ruleCard = new RuleCard({ ask: () => get(`${tableUrl(table)}/card`), changed });
    this.release = new Release({ ask: (url, how) => fetch(url, how), changed });
    this.hand = new Hand({ ask: (roll, dice) => this.link.whisper({ type: "select", table, roll, dice }), after, changed: () => this.#picked() });
    const { store, link } = openLine(table, {
      onThrow: (bytes) => this.felt.receive(bytes),
      onState: () => this.#lineChanged(),
      onCut: () => (this.away.leave(true), this.release.doubt()),
      still: () => this.motion === "instant",
      onLive: (welcome) => (this.clock.greet(welcome.now), this.fair?.connected(), this.#live()),
    });
    this.store = store;
    this.link = link;
    this.director = new Director(firstScene(store.truth), this.#directing());
    this.scenery = new Scenery(table, { pace: () => this.motion, cues: this.cues, redraw: changed, view: () => this.views?.felt });
    this.felt = this.scenery.felt;
    this.#wireViews();
    this.actions = new Actions(this.#acting());
    store.on("batch", (batch) => this.director.take(batch));
    store.on("truth", (truth) => this.director.refresh(truth));
    store.on("passing", (frame) => this.#overheard(frame));
    document.addEventListener("visibilitychange", () => (document.hidden ? (this.away.leave(false), changed()) : this.#settled()));
    for (const name of /** @type {const} */ (["hints", "handover", "speed"])) prefs.watch(name, changed);
  }

  get skipping() {
    return this.#skipping;
  }

  /** @returns {Scene} */
  get scene() {
    return this.director.scene;
  }

  /** @returns {"full" | "fast" | "instant"} */
  get pace() {
    return this.#skipping ? "instant" : prefs.get("speed");
  }

  /** The pace of what moves: nothing does where motion is off. */
  get motion() {
    return prefs.still() ? "instant" : this.pace;
  }

  get mine() {
    return isMine(this.scene.truth, this.scene.view?.seat ?? null);
  }

  get aim() {
    return this.aims.of(nameOf(this.scene.truth, this.scene.view?.seat ?? null));
  }

  /** @param {{angle: number, power: number}} aim */
  setAim(aim) {
    this.aims.set(nameOf(this.scene.truth, this.scene.view?.seat ?? null), aim);
    this.redraw();
  }

  /** A sentence that must be read; it stands until the next touch. @param {string} text @param {boolean} [firm]  also while the line comes and goes */
  complain(text, firm = false) {
    this.#complaint = { text, firm };
    this.speaker.speak(text, true);
    this.redraw();
  }

  /** What a stroke would do while the finger is down. @param {string} text @param {import("./aims.js").Aim | null} aim */
  hintAim(text, aim) {
    this.#aimHint = text;
    this.#aimShown = aim;
    this.redraw();
  }

  /** Nothing that was said holds any longer. */
  hush() {
    this.coins?.hush();
    if (!this.#complaint.text) return;
    this.#complaint = { text: "", firm: false };
    this.redraw();
  }

  skipBots() {
    this.#skipping = true;
    this.felt.hurry();
    this.director.hurry();
    this.bots?.hurry();
    this.redraw();
  }

  /** Ends what flies or is held; a tap on the felt. */
  skip() {
    const cheered = this.scenery.end();
    return this.felt.skip() || this.director.skip() || cheered;
  }

  /** Draws soon, once, however often it is asked. */
  redraw() {
    if (this.#dirty) return;
    this.#dirty = true;
    queueMicrotask(() => this.draw());
  }

  draw() {
    this.#dirty = false;
    const { scene } = this;
    if (!this.views || (isCoins(scene.truth) && !this.coins)) return;
    this.gate.see(scene);
    if (this.director.idle) this.scenery.wear(scene);
    const moment = this.#moment();
    const cover = this.curtain.modelOf(scene, { idle: this.director.idle, style: prefs.get("handover"), origin: location.origin, code: this.ruleCard.code, coins: (_scene, idle) => this.coins?.coverOf(moment, idle, location.origin) });
    const screen = screenOf(moment);
    const { strip, felt, lines, dock } = this.views;
    const stage = this.director.idle ? scene.stage : "held";
    delete one("#table").dataset.loading;
    Object.assign(one("#table").dataset, { mood: screen.mood, kind: scene.truth.kind, phase: scene.view?.phase ?? scene.truth.status, stage: scene.stage === "rolling" ? "rolling" : stage });
    write(one("#title"), screen.title);
    write(one("#mode-name"), screen.mode);
    strip.update(screen.strip);
    felt.update(screen, screen.tray.kept.length ? this.felt.portraits : "");
    felt.place(this.felt.boxes);
    lines.update(screen.info, screen.message);
    dock.update(screen.dock);
    this.cover.update(cover);
    this.screen = screen;
    this.focus.mend(scene, this.mine);
    this.cues.badge(screen.title, this.mine && !isPassed(scene.truth) && scene.stage === "rest");
    this.teller.banner(screen.banner);
    this.coins?.drawn(screen.banner, moment.clock);
    this.fair?.drawn(scene);
    this.lesson?.drawn(scene);
    this.#watchClock();
  }

  /** @returns {import("../shapes.js").Moment} */
  #moment() {
    const { scene } = this;
    const back = this.away.back;
    return {
      scene, hand: this.hand, watched: this.#watched, prefs: { hints: prefs.get("hints") }, link: this.link.state, pending: this.pending.of(this.store.truth),
      aim: this.#aimShown ?? this.aim, order: orderOf(this.felt.order, scene.view?.lying.length ?? 0), room: this.felt.room, botLines: this.botLines, skipping: this.#skipping, firstGames: this.#throws <= FIRST, firstReasons: this.#refusals <= FIRST,
      complaint: this.#complaint.text, aimHint: this.#aimHint, passing: this.#passUntil > now() ? nameOf(scene.truth, scene.view?.seat ?? null) : null, back, replaced: this.release.replaced, code: this.ruleCard.code, now: now(),
      clock: clockOf(this.store.truth, this.clock.now()), timeOfDay: (at) => this.clock.timeOfDay(at),
    };
  }

  #directing() {
    return {
      show: (/** @type {Scene} */ scene, /** @type {GameEvent | null} */ event, /** @type {Scene} */ before) => this.#show(scene, event, before),
      roll: (/** @type {GameEvent} */ event) => this.#fly(event),
      point: (/** @type {GameEvent} */ event) => this.#overheard(pointedAt(event, this.scene)),
      lay: (/** @type {Scene} */ scene, /** @type {boolean} */ jump) => this.scenery.lay(scene, jump),
      missed: (/** @type {import("../shapes.js").Batch} */ batch, /** @type {Scene} */ before) => this.#missed(batch, before),
      idle: () => this.#settled(),
      pace: () => this.pace,
      still: () => prefs.still(),
      hidden: () => document.hidden || this.#skipping,
      mine: (/** @type {Scene} */ scene, /** @type {GameEvent} */ event) => isMine(scene.truth, event.seat) && !autoOf(scene.truth),
      now,
      after,
    };
  }

  #wireViews() {
    const act = (/** @type {string} */ id) => this.act(id);
    this.views = {
      strip: createStrip(one("#strip"), { clock, pace: () => this.motion }),
      felt: createFeltView({ onTap: (die) => this.tap(die), onAction: act }),
      lines: createLines({ onAction: act }),
      dock: createDock({ act, aim: (aim) => this.setAim(aim) }),
    };
    this.cover = createCover({ act, after });
    const { felt, dock } = this.views;
    this.focus = new Focus(one("#table"), { firstDie: felt.focusFirst, roll: dock.focusRoll, choice: dock.focusFirstChoice });
  }

  #acting() {
    return {
      scene: () => this.scene, seq: () => this.store.truth.seq, hand: this.hand, aim: () => this.aim, send: (/** @type {any} */ body) => this.link.send(body),
      connected: () => this.link.state.phase === "live" || this.link.state.phase === "quiet", ask: dialog,
      setPending: (/** @type {any} */ change) => this.#setPending(change), pending: () => this.pending.of(this.store.truth), complain: (/** @type {string} */ text) => this.complain(text),
      onRefusedKeep: () => this.#refusedKeep(), onGather: () => this.felt.gather(), confirmBank: () => prefs.get("confirmBank"),
      part: async (/** @type {boolean} */ others) => this.fair?.part(others) ?? null, gave: (/** @type {any} */ answer) => (this.fair?.gave(answer), answer.ok || answer.refused === "promise_first" || this.felt.gather(false)),
    };
  }

  /** @param {{type: string} | null} change */
  #setPending(change) {
    this.#acted ||= change !== null;
    this.pending.set(change);
  }

  /** Set by `controls.js`: what a press does. @type {(id: string) => void} */
  act = () => {};

  /** @param {number} die */
  tap(die) {
    if (!mayTap(this.scene)) return;
    this.hush();
    this.actions.onTap();
    this.cues.tap(this.hand.tap(die) ? this.hand.taps.length : 0);
  }

  #picked() {
    if (!this.actions) return;
    if (this.mine && this.scene.stage === "rest") this.felt.lift(this.hand.taps);
    if (this.hand.explained) {
      this.actions.onReading();
      if (this.mine) this.teller.picked(this.hand, this.scene);
    }
    this.redraw();
  }

  #refusedKeep() {
    this.#refusals += 1;
    this.cues.refused();
    const { reading, before } = this.hand;
    if (reading) this.speaker.speak(whyNot(reading, this.scene.view?.lying ?? [], this.scene.truth.rules, before), true);
    this.draw();
    const first = this.screen?.dice.find((die) => die.dead) ?? this.screen?.dice[0];
    if (first) this.views?.felt.focusDie(first.die);
  }

  /** @param {any} frame */
  #overheard(frame) {
    if (frame.type !== "selected") return;
    if (isMine(this.scene.truth, frame.seat) && !isSingleRoll(this.scene)) this.hand.answer(frame);
    else {
      this.#watched = frame;
      this.felt.lift(frame.dice);
      this.redraw();
    }
  }

  /** Something is shown: deal the picks, speak, sound. @param {Scene} scene @param {GameEvent | null} event @param {Scene} before */
  #show(scene, event, before) {
    const dealt = scene.view?.phase === "keep" && this.mine && !scene.view.for_nothing && !isSingleRoll(scene) && scene.stage !== "held" && !autoOf(scene.truth);
    if (dealt) this.hand.deal(scene.view.roll, scene.view.lying.length);
    else this.hand.deal(-1, 0);
    if (event) {
      if (!this.#complaint.firm) this.#complaint = { text: "", firm: false };
      this.teller.tell(event, before, scene);
      if (event.type === "roll_opened" && !isMine(scene.truth, event.seat)) this.felt.gather();
      this.scenery.happened(event, scene);
    }
    this.redraw();
  }

  /** @param {GameEvent} event */
  async #fly(event) {
    this.#throws += 1;
    const mine = isMine(this.scene.truth, event.seat);
    if (!mine) this.felt.gather();
    await this.scenery.roll(event, this.scene.truth.game);
    this.teller.landed(event, this.scene);
    if (mine && this.hand.taps.length > 0) this.felt.lift(this.hand.taps);
  }

  /** @param {import("../shapes.js").Batch} batch @param {Scene} before */
  #missed(batch, before) {
    if (this.#skipping) this.teller.skipped(batch, before);
    else this.away.missed(missedTurns(batch, before));
  }

  /** Everything that happened has been shown. */
  #settled() {
    if (this.link.state.phase === "live" && !document.hidden && this.director.idle) this.away.return();
    const style = prefs.get("handover");
    if (this.curtain.passes(this.scene, style)) {
      this.#passUntil = now() + 1500;
      after(1500, () => this.redraw());
    }
    const here = this.focus?.isHere;
    this.teller.mark(this.scene);
    this.draw();
    // Only an own act moves the keyboard on; else it stays where the player has put it.
    // In the middle of a frame that would have the page laid out twice.
    if (this.#acted && here && this.cover.kind === "" && !document.hidden) after(0, () => this.focus.toNext(this.scene, this.mine));
    this.#acted = false;
    this.bots?.consider();
  }

  #live() {
    this.hand.askAgain();
    void this.release.check();
    // The answer about this table follows the welcome; what was missed is told once it is here.
    after(300, () => this.#settled());
  }

  #lineChanged() {
    if (this.link.state.phase === "live") {
      if (!this.#complaint.firm) this.hush();
      this.bots?.consider();
    }
    this.redraw();
  }

  endSkip() {
    if (!this.#skipping) return;
    this.#skipping = false;
    this.redraw();
  }

  #watchClock() {
    this.#wakeup();
    const life = picturesLife(this.scene, this.link.state.phase, now(), this.clock.now(), this.store.truth);
    this.#wakeup = life === Infinity ? () => {} : after(life, () => this.redraw());
  }
}
