/** What follows when several got there level: the vote, the order, the roll-off and the offer to share. Twin of app/engine/rolloff.py. */

import { after } from "./events.js";
import { acting, at, leaders, rolledOff } from "./state.js";
import { begin, between, finish } from "./turns.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./events.js").Told} Told */
/** @typedef {import("./state.js").RollOff} RollOff */

/** The phases in which a seat answers a question instead of playing dice, and what the autopilot answers (R-away). @type {Record<string, (state: State) => Told>} */
export const ASKED = {
  vote: (state) => vote(state, false, true),
  share: (state) => share(state, false, true),
  order: (state) => chooseOrder(state, "first"),
};

/** Asks the next of the tied, in the order of getting there, whether to split (R-vote). @param {State} state */
export const askVote = (state) => ask(state, "vote", "vote_asked", state.tied[state.votes.length]);

/** Puts a question to a seat; where it has left, the autopilot answers at once (R-leave). @param {State} before @param {import("./types.js").Phase} phase @param {string} type @param {number} seat @returns {Told} */
function ask(before, phase, type, seat) {
  const state = { ...before, phase, seat, dice: 0 };
  const asked = { type, seat };
  if (!state.left[seat]) return [state, [asked]];
  return after([asked], ASKED[phase](state));
}

/** Takes the asked seat's answer: the first no starts the roll-off, all yes splits. @param {State} asked @param {boolean} yes @param {boolean} [byAutopilot] @returns {Told} */
export function vote(asked, yes, byAutopilot = false) {
  const state = { ...between(asked), votes: [...asked.votes, yes] };
  return after([{ type: "voted", seat: asked.seat, yes, by_autopilot: byAutopilot }], finish(state) ?? (yes ? askVote(state) : askOrder(state)));
}

/** Asks who got there first for a place in the roll-off (R-order). @param {State} state */
export const askOrder = (state) => ask(state, "order", "order_asked", state.tied[0]);

/** Who got there first rolls first or last; the others keep the order in which they did (R-order). @param {State} state @param {string} order @returns {Told} */
export function chooseOrder(state, order) {
  const { tied, seat, banked } = state;
  const sequence = order === "first" ? tied : [...tied.slice(1), tied[0]];
  const rolloff = { sequence, totals: sequence.map((each) => banked[each]), going: sequence, waiting: sequence, round: 1, shares: [], locked: null };
  return after([{ type: "order_chosen", seat, order, sequence }, { type: "rolloff_started", sequence }], nextRoller(between(state), rolloff));
}

/** @param {State} state @param {RollOff} rolloff */
const nextRoller = (state, rolloff) => begin({ ...state, rolloff: { ...rolloff, waiting: rolloff.waiting.slice(1) } }, rolloff.waiting[0]);

/** @param {State} state */
const running = (state) => /** @type {RollOff} */ (state.rolloff);

/** Adds what the acting seat accumulated until its bust (R-rolloff). @param {State} state @returns {Told} */
export function add(state) {
  const seat = acting(state);
  const rolloff = running(state);
  const { unbanked: points } = state;
  const total = rolledOff(rolloff, seat) + points;
  const totals = at(rolloff.totals, rolloff.sequence.indexOf(seat), total);
  return [{ ...state, rolloff: { ...rolloff, totals } }, [{ type: "rolloff_added", seat, points, total }]];
}

/** Between two roll-off turns: the next seat rolls, or the round is over and tied. @param {State} state @returns {Told} */
export function afterTurn(state) {
  const rolloff = running(state);
  if (rolloff.waiting.length) return nextRoller(state, rolloff);
  const seats = leaders(rolloff);
  return after([{ type: "rolloff_tied", seats, total: rolledOff(rolloff, seats[0]) }], askShare(state, rolloff));
}

/** @param {State} state @param {RollOff} rolloff */
const askShare = (state, rolloff) => ask(state, "share", "share_asked", leaders(rolloff)[rolloff.shares.length]);

/** Takes a tied seat's answer: all yes share the prize, one no and they go again (R-share). @param {State} asked @param {boolean} yes @param {boolean} [byAutopilot] @returns {Told} */
export function share(asked, yes, byAutopilot = false) {
  const before = running(asked);
  const rolloff = { ...before, shares: [...before.shares, yes] };
  const state = { ...between(asked), rolloff };
  return after([{ type: "shared", seat: asked.seat, yes, by_autopilot: byAutopilot }], finish(state) ?? (yes ? askShare(state, rolloff) : again(state, rolloff)));
}

/** @param {State} state @param {RollOff} rolloff */
function again(state, rolloff) {
  const tied = leaders(rolloff);
  return nextRoller(state, { ...rolloff, going: tied, waiting: tied, round: rolloff.round + 1, shares: [] });
}
