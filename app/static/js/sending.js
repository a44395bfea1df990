/** What waits on this device until there is a connection: one sending at a time, on the next page or as soon as it is online. */

/** Refusals that say nothing about what was sent: it is tried another time. */
export const PASSING = new Set(["unreachable", "busy", "restarting", "rate", "error"]);

/**
 * @param {{waiting: () => readonly unknown[], send: () => Promise<number>}} of  what waits; sends it, answers how much arrived
 */
export function createSending({ waiting, send }) {
  /** The sending that is under way: two at once would send the same. @type {Promise<number> | null} */
  let under = null;
  let wired = false;

  /** Sends what waits. @returns {Promise<number>} */
  const now = () => (under ??= send().finally(() => (under = null)));

  /** From now on what waits is sent as soon as the device is online again. */
  function wire() {
    if (wired) return;
    wired = true;
    window.addEventListener("online", () => void now());
  }

  /** On a page that has just been loaded: what waits is sent now, or when there is a connection. */
  function later() {
    if (!waiting().length) return;
    wire();
    void now();
  }

  return { now, wire, later };
}
