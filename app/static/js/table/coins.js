/** The side of the table screen that only tables for coins have: the clock, the purse, the table roll's word, the waiting room. */

import { digest, uuid } from "../device.js";
import { get } from "../http.js";
import { command } from "../protocol.js";
import { t } from "../text.js";
import { bannerOf } from "./banner.js";
import { Ticker } from "./clock.js";
import { coinBuilders } from "../view/room.js";
import { CoinActions } from "./coin_actions.js";
import { CoinCovers } from "./coin_covers.js";
import { Promises } from "./promise.js";
import { Purse } from "./purse.js";
import { heralded, stoodUp } from "./room.js";
import { isMine, nameOf } from "./seats.js";
import { amAway, isPaused } from "./stakes.js";
import { storageOf } from "./storage.js";
import { after } from "../dice/time.js";

/** @typedef {import("../shapes.js").Truth} Truth */
/** @typedef {import("./room.js").Trouble} Trouble */

/** A table that was just told is not looked at before the rest of its frames is here, in ms. */
const BREATH = 20;

/** Banners that are read aloud when they appear. */
const HEARD = new Set(["AUTO", "OPP1"]);

/**
 * @typedef {object} CoinSideWiring
 * @property {import("../store.js").Store} store
 * @property {(type: string, fields: Record<string, any>) => Promise<any>} send  past everything that waits for the player
 * @property {import("./actions.js").Actions} actions
 * @property {() => import("../shapes.js").Scene} scene
 * @property {() => Promise<any>} askLobby
 * @property {Storage | null} storage
 * @property {import("./speaker.js").Speaker} speaker
 * @property {import("./cues.js").Cues} cues
 * @property {(text: string) => void} complain
 * @property {() => void} changed
 * @property {(ms: number, act: () => void) => (() => void)} after
 * @property {import("./clock.js").ServerClock} clock
 * @property {() => number} wall  ms since 1970
 * @property {(path: string) => void} go
 * @property {() => Promise<boolean>} accept
 * @property {() => boolean} connected
 */

export class CoinSide {
  /** @type {Trouble | null} */
  #trouble = null;
  #due = false;
  #heard = "";
  #ticker = new Ticker();
  #covers = new CoinCovers();
  #w;

  /** @param {CoinSideWiring} wiring */
  constructor(wiring) {
    this.#w = wiring;
    const { store, changed, askLobby, storage, send, wall, actions, scene, go, accept, connected } = wiring;
    this.purse = new Purse({ ask: askLobby, changed });
    this.promises = new Promises({ storage, send, digest, wall });
    this.actions = new CoinActions({ actions, scene, newest: () => store.truth, purse: this.purse, fail: (trouble) => this.#fail(trouble), go, accept, connected });
    let before = store.truth;
    store.on("batch", (batch) => {
      this.#heardBatch(batch, before);
      before = batch.truth;
    });
    store.on("truth", () => this.#look());
    this.#look();
  }

  /** What covers the table now. @param {import("../shapes.js").Moment} moment @param {boolean} idle @param {string} origin */
  coverOf(moment, idle, origin) {
    const line = bannerOf(moment);
    const broken = line && (line.code.startsWith("NET") || line.code === "END" || line.code === "UPD") ? line : null;
    const { code, timeOfDay, scene } = moment;
    return this.#covers.modelOf(scene, idle, { owner: this.purse.owner, at: this.#w.clock.now(), timeOfDay, origin, code, trouble: this.#trouble, line: broken });
  }

  /** The picture was drawn: what in it is to be heard. @param {{code: string, text: string, alert: boolean} | null} banner @param {import("../shapes.js").Moment["clock"]} clock */
  drawn(banner, clock) {
    const { store, cues, speaker } = this.#w;
    const { truth } = store;
    const mark = this.#ticker.passed(clock, truth.room?.due, isMine(truth, clock?.seat ?? null));
    if (mark !== null) {
      cues.tick(mark);
      speaker.speak(t("say.clock", { n: mark }), true);
    }
    const paused = isPaused(truth) ? t("paused.title") : "";
    const text = paused || (banner && HEARD.has(banner.code) ? banner.text : "");
    if (text === this.#heard) return;
    this.#heard = text;
    if (text) speaker.speak(text, Boolean(paused) || Boolean(banner?.alert && amAway(truth)));
  }

  /** Nothing that was said holds any longer. */
  hush() {
    if (!this.#trouble) return;
    this.#trouble = null;
    this.#w.changed();
  }

  /** @param {import("../shapes.js").Batch} batch @param {Truth} before */
  #heardBatch({ events, truth, jump }, before) {
    if (truth.kind !== "coins") return;
    this.#w.clock.hear(jump ? undefined : events.at(-1)?.at);
    this.#look();
    if (jump || truth.view !== null) return;
    const { speaker, cues } = this.#w;
    for (const event of events) {
      speaker.speak(stoodUp(before, event) || heralded(truth, event));
      if (event.type === "countdown_started") cues.call();
      if (event.type === "called_off") this.#fail({ text: t("room.called_off", { name: nameOf(before, event.seat) }), action: null });
    }
  }

  #look() {
    if (this.#due) return;
    this.#due = true;
    this.#w.after(BREATH, () => {
      this.#due = false;
      const { truth } = this.#w.store;
      this.purse.follow(truth);
      void this.promises.consider(truth);
    });
  }

  /** @param {Trouble} trouble */
  #fail(trouble) {
    this.#w.complain(trouble.text);
    this.#trouble = trouble;
  }
}

/** Gives a screen its coin side. @param {import("./screen.js").TableScreen} screen @param {string} table */
export function addCoins(screen, table) {
  screen.cover.learn(coinBuilders);
  screen.coins = new CoinSide({
    store: screen.store,
    send: (type, fields) => screen.link.send(command(uuid(), table, screen.store.truth.seq, type, fields)),
    actions: screen.actions,
    scene: () => screen.scene,
    askLobby: () => get("/api/lobby"),
    storage: storageOf("localStorage"),
    speaker: screen.speaker,
    cues: screen.cues,
    complain: (text) => screen.complain(text),
    changed: () => screen.redraw(),
    after,
    clock: screen.clock,
    wall: Date.now,
    go: (path) => location.assign(path),
    connected: () => screen.link.state.phase === "live" || screen.link.state.phase === "quiet",
    accept: async () => (await import("../coins/notice.js")).acceptNotice(),
  });
  screen.redraw();
}
