/** One table over one socket: frames go to the store, gaps are asked for, commands come back with their answers. */

import { socketUrl } from "../protocol.js";
import { Link } from "../socket.js";
import { Store } from "../store.js";
import { after, now } from "../dice/time.js";

/**
 * @typedef {object} LineWiring
 * @property {(bytes: ArrayBuffer) => void} onThrow
 * @property {() => void} onState
 * @property {() => void} onCut
 * @property {(welcome: {now: number}) => void} onLive
 * @property {() => boolean} still  nothing flies now, so no throw is needed
 */
/** @typedef {(table: string, wiring: LineWiring) => {store: Store, link: any}} OpenLine  `link`: the socket, or a host with the same interface */

/** @type {OpenLine} */
export function openLine(table, { onThrow, onState, onCut, onLive }) {
  const store = new Store(table, now);
  const link = new Link({
    url: socketUrl(location),
    tables: () => [store.have()],
    onFrame(frame) {
      if (frame.table === table && store.receive(frame) === "gap") link.resync();
    },
    onThrow,
    onState,
    onCut() {
      store.cut();
      onCut();
    },
    onLive,
    now,
    after,
  });
  window.addEventListener("online", () => link.wake());
  window.addEventListener("pageshow", (event) => event.persisted && link.wake());
  document.addEventListener("visibilitychange", () => !document.hidden && link.wake());
  link.connect();
  return { store, link };
}
