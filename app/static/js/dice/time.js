/**
 * The one clock of the dice, in milliseconds: the time now, one frame loop, short delays, and a way to stop it all for
 * tests. While nobody listens no frame is asked for, so a table at rest costs nothing.
 */

/** @typedef {{due: number, act: () => void, ticket: any}} Delay */
/**
 * @typedef {object} Clock
 * @property {() => number} now
 * @property {(listener: (now: number) => void) => (() => void)} onFrame  returns what ends the listening
 * @property {(ms: number, act: () => void) => (() => void)} after  returns what calls it off
 * @property {() => void} freeze  time stands still until `advance` or `thaw`
 * @property {(ms: number) => void} advance  moves frozen time on: what falls due, then one frame
 * @property {() => void} thaw
 * @property {() => boolean} busy  whether a frame is asked for
 * @property {() => number} frames  how many have run
 */

/** @param {any} [host]  performance, requestAnimationFrame, setTimeout and their cancellers @returns {Clock} */
export function createClock(host = globalThis) {
  /** @type {((now: number) => void)[]} */
  const listeners = [];
  /** @type {Delay[]} */
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
    // Backwards, because a listener may end its own listening.
    for (let k = listeners.length - 1; k >= 0; k -= 1) listeners[k](time);
    ask();
  }

  function ask() {
    if (frozenAt === null && !ticket && listeners.length) ticket = host.requestAnimationFrame(frame);
  }

  function unask() {
    if (ticket) host.cancelAnimationFrame(ticket);
    ticket = 0;
  }

  /** @param {Delay} delay */
  function arm(delay) {
    if (frozenAt === null) delay.ticket = host.setTimeout(() => drop(delay) && delay.act(), Math.max(0, delay.due - now()));
  }

  /** @template T @param {T[]} list @param {T} item */
  const without = (list, item) => list.includes(item) && list.splice(list.indexOf(item), 1).length > 0;

  /** @param {Delay} delay */
  function drop(delay) {
    host.clearTimeout(delay.ticket);
    return without(delays, delay);
  }

  function freeze() {
    frozenAt ??= host.performance.now();
    unask();
    for (const delay of delays) host.clearTimeout(delay.ticket);
  }

  return {
    now,
    freeze,
    busy: () => ticket !== 0,
    frames: () => frames,
    onFrame(listener) {
      listeners.push(listener);
      ask();
      return () => {
        without(listeners, listener);
        if (!listeners.length) unask();
      };
    },
    after(ms, act) {
      const delay = { due: now() + ms, act, ticket: 0 };
      delays.push(delay);
      arm(delay);
      return () => void drop(delay);
    },
    advance(ms) {
      freeze();
      frozenAt = now() + ms;
      const due = delays.filter((delay) => delay.due <= now()).sort((a, b) => a.due - b.due);
      for (const delay of due) if (drop(delay)) delay.act();
      if (listeners.length) frame(now());
    },
    thaw() {
      frozenAt = null;
      delays.forEach(arm);
      ask();
    },
  };
}

/** The clock everything on the page shares. */
export const clock = createClock();
