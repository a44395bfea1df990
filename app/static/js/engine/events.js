/** The past-tense facts that a step of the game tells, as docs/protocol.md lists them. Twin of app/engine/events.py. */

/** @typedef {{readonly type: string, readonly [fact: string]: any}} Event */
/** @typedef {[state: import("./state.js").State, events: Event[]]} Told  a position and the events that led to it */

/** What was told, after the events that came before it. @param {Event[]} events @param {Told} told @returns {Told} */
export const after = (events, [state, more]) => [state, [...events, ...more]];
