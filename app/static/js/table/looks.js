/** Which dice a seat throws, and with which move. A seat that is told nothing of throws the house's dice plainly. */

/** @typedef {import("../shapes.js").Look} Look */
/** @typedef {import("../shapes.js").Chair} Chair */

/** @type {Readonly<Look>} */
export const PLAIN = Object.freeze({ set: "house", move: null, stage: 0 });

/** @param {import("../shapes.js").Truth} truth @param {number} seat @returns {Look} */
export const lookOf = ({ chairs }, seat) => chairs.find((chair) => chair.seat === seat)?.look ?? PLAIN;

/** The set of a roll's dice. @param {import("../shapes.js").GameEvent} event @returns {string} */
export const thrownSet = ({ look }) => (look ?? PLAIN).set;

/** The set of dice that lie still: that of whoever plays with them; null where nobody does. @param {import("../shapes.js").Scene} scene */
export const restingSet = ({ truth, view }) => (view && view.seat !== null ? lookOf(truth, view.seat).set : null);

/** Chairs as others tell them, each with the look that is known of it. @param {Chair[]} chairs @param {Chair[]} known @returns {Chair[]} */
export const dressed = (chairs, known) => chairs.map((chair) => ({ ...chair, look: known.find(({ seat }) => seat === chair.seat)?.look }));
