/** One table over one socket: frames go to the store, gaps are asked for, commands come back with their answers. */

import { socketUrl } from "../protocol.js";
import { Link } from "../socket.js";
import { Store } from "../store.js";
import { after, now } from "../dice/time.js";

/**
 * @param {string} table
 * @param {{onThrow: (bytes: ArrayBuffer) => void, onState: () => void, onCut: () => void, onLive: (welcome: any) => void}} wiring
 */
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
