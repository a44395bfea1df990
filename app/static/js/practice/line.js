/** A practice game in the place of the socket: a store, and a host on this device that speaks to it in the same words. */

import { Store } from "../store.js";
import { now } from "../dice/time.js";
import { hasText, t } from "../text.js";
import { Host } from "./host.js";
import { Lock } from "./lock.js";
import { readGame, saveGame } from "./games.js";
import { ThrowDesk } from "./throw_desk.js";

/** @typedef {import("../table/line.js").LineWiring} LineWiring */

/** Why something was refused. @param {string} code */
const sentence = (code) => t(hasText(`practice.no.${code}`) ? `practice.no.${code}` : "error.unexpected");

/**
 * @param {import("./record.js").GameRecord} record
 * @param {() => void} onLoose  the device keeps nothing: from now on this page alone has the game
 * @param {() => void} onFailed  the game cannot be opened here
 * @returns {(table: string, wiring: LineWiring) => {store: Store, link: any}}
 */
export const practiceLine = (record, onLoose, onFailed) => (table, { onThrow, onState, onLive, still }) => {
  const store = new Store(table, now);
  const throws = new ThrowDesk({ onThrow, still });
  /** @type {Host} */
  let host;
  const lock = new Lock({ game: table, onLost: () => host.lost() });
  host = new Host({
    record, lock, save: saveGame, read: readGame, sentence, now, wall: Date.now,
    onFrame: (frame) => store.receive(frame) === "gap" && host.resync(),
    onState,
    onLive: () => onLive({ now: Date.now() }),
    onRolled: (event) => void throws.make(event, host.used),
    onKept: (how) => how === "loose" && onLoose(),
  });
  window.addEventListener("pageshow", (event) => event.persisted && host.wake());
  document.addEventListener("visibilitychange", () => !document.hidden && host.wake());
  host.connect().catch(onFailed);
  return { store, link: host };
};
