/**
 * The one clock of the dice: the time now, one frame loop, short delays, and a way to stop it all for tests.
 *
 * Times are milliseconds. While nobody listens no frame is asked for, so a table at rest costs nothing.
 */

/**
 * @typedef {object} Clock
 * @property {() => number} now
 * @property {(listener: (now: number) => void) => (() => void)} onFrame  returns what ends the listening
 * @property {(ms: number, act: () => void) => (() => void)} after  returns what calls it off
 * @property {() => void} freeze  time stands still until `advance` or `thaw`
 * @property {(ms: number) => void} advance  moves frozen time on: delays that fall due, then one frame
 * @property {() => void} thaw
 * @property {() => boolean} busy  whether a frame is asked for
 * @property {() => number} frames  how many frames have run
 */

/**
 * @param {{performance: {now: () => number}, requestAnimationFrame?: Function,
 *   cancelAnimationFrame?: Function, setTimeout: Function, clearTimeout: Function}} [host]
 * @returns {Clock}
 */
export function createClock(host = globalThis) {
  /** @type {((now: number) => void)[]} */
  const listeners = [];
  /** @type {{due: number, act: () => void, ticket: any}[]} */
  const delays = [];
  let ticket = 0;
  let frames = 0;
  /** @type {number | null} */
  let frozenAt = null;

  const now = () => frozenAt ?? host.performance.now();

  /** @param {number} time */
  function frame(time) {
    ticket = 0;
    frames += 1;
    // Backwards, because a listener may end its own listening while it is called.
    for (let i = listeners.length - 1; i >= 0; i -= 1) listeners[i](time);
    ask();
  }

  function ask() {
    if (frozenAt !== null || ticket || listeners.length === 0) return;
    ticket = host.requestAnimationFrame(frame);
  }

  /** @param {{due: number, act: () => void, ticket: any}} delay */
  function arm(delay) {
    if (frozenAt !== null) return;
    delay.ticket = host.setTimeout(() => fire(delay), Math.max(0, delay.due - now()));
  }

  /** @param {{due: number, act: () => void, ticket: any}} delay */
  function fire(delay) {
    const at = delays.indexOf(delay);
    if (at < 0) return;
    delays.splice(at, 1);
    host.clearTimeout(delay.ticket);
    delay.act();
  }

  function freeze() {
    if (frozenAt !== null) return;
    frozenAt = host.performance.now();
    if (ticket) host.cancelAnimationFrame(ticket);
    ticket = 0;
    for (const delay of delays) host.clearTimeout(delay.ticket);
  }

  return {
    now,
    onFrame(listener) {
      listeners.push(listener);
      ask();
      return () => {
        const at = listeners.indexOf(listener);
        if (at >= 0) listeners.splice(at, 1);
        if (listeners.length === 0 && ticket) {
          host.cancelAnimationFrame(ticket);
          ticket = 0;
        }
      };
    },
    after(ms, act) {
      const delay = { due: now() + ms, act, ticket: 0 };
      delays.push(delay);
      arm(delay);
      return () => {
        const at = delays.indexOf(delay);
        if (at >= 0) delays.splice(at, 1);
        host.clearTimeout(delay.ticket);
      };
    },
    freeze,
    advance(ms) {
      freeze();
      frozenAt = /** @type {number} */ (frozenAt) + ms;
      const due = delays.filter((delay) => delay.due <= now()).sort((a, b) => a.due - b.due);
      due.forEach(fire);
      if (listeners.length > 0) frame(now());
    },
    thaw() {
      frozenAt = null;
      delays.forEach(arm);
      ask();
    },
    busy: () => ticket !== 0,
    frames: () => frames,
  };
}

/** The clock everything on the page shares. */
export const clock = createClock();
