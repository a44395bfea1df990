/** Looks as the house tells them, and what follows for one set: what can be done with it, for how much. No page, no clock. */

/** @typedef {{set: string, move: string | null, stage: number}} Look  stage 0–4 */
/** @typedef {{move: string | null, stage: number}} Chosen  a move as it is looked at; stage 0 is a plain throw, without a move */
/**
 * @typedef {object} SetTold
 * @property {string} key
 * @property {string} collection
 * @property {number} price  coins
 * @property {number} hearts  how many love it
 * @property {boolean} loved  by this player
 * @property {boolean} owned
 * @property {string | null} move  that it is thrown with
 * @property {number} stage
 * @property {Record<string, number>} stages  how many of a move's stages are bought for it
 */
/** @typedef {{key: string, prices: number[]}} MoveTold  prices of its four stages, each by itself */
/** @typedef {{sets: SetTold[], moves: MoveTold[], wearing: string, signed_in: boolean, coins: number | null}} Looks */
/**
 * What can be done with a set as it is looked at. `enter`: sign in first; `short`: coins are lacking.
 * @typedef {{act: "enter" | "worn" | "wear"} | {act: "buy", price: number, left: number} | {act: "short", price: number, lack: number}} Offer
 */
/** @typedef {{n: number, price: number, own: boolean, on: boolean}} Dot  own: free to be used; on: up to the stage that is chosen */

export const STAGES = 4;

/** What everybody throws who has chosen nothing. @type {Look} */
export const DEFAULT = { set: "house", move: null, stage: 0 };

/** A look that was told or left out. @param {Look | undefined | null} look @returns {Look} */
export const lookOf = (look) => look ?? DEFAULT;

/** @type {Chosen} */
export const PLAIN = { move: null, stage: 0 };

/** What a tap on a dot chooses: the dot that is chosen already goes out again. @param {Chosen} now @param {string} move @param {number} stage @returns {Chosen} */
export const tapped = (now, move, stage) => (now.move === move && now.stage === stage ? PLAIN : { move, stage });

/** @param {Chosen} a @param {Chosen} b */
export const same = (a, b) => a.stage === b.stage && (a.stage === 0 || a.move === b.move);

/** @param {Looks} looks @param {string} key @returns {SetTold} */
export function setOf({ sets }, key) {
  const found = sets.find((each) => each.key === key);
  if (!found) throw new Error(`no set ${key}`);
  return found;
}

/** Stages of a move that are bought for a set. @param {SetTold} set @param {string | null} move */
export const boughtOf = (set, move) => (move === null ? 0 : (set.stages[move] ?? 0));

/** What the stages of a move cost that are still to be bought. @param {Looks} looks @param {SetTold} set @param {Chosen} chosen */
export function stagesPrice({ moves }, set, { move, stage }) {
  const prices = moves.find((each) => each.key === move)?.prices ?? [];
  return prices.slice(boughtOf(set, move), stage).reduce((sum, price) => sum + price, 0);
}

/** What is to be paid before a set can be worn like this: the set itself first, then the stages. @param {Looks} looks @param {SetTold} set @param {Chosen} chosen */
export const dueFor = (looks, set, chosen) => (set.owned ? stagesPrice(looks, set, chosen) : set.price);

/** @param {Looks} looks @param {string} key @param {Chosen} chosen @returns {Offer} */
export function offerOf(looks, key, chosen) {
  const set = setOf(looks, key);
  const price = dueFor(looks, set, chosen);
  if (set.owned && price === 0) return { act: looks.wearing === key && same(set, chosen) ? "worn" : "wear" };
  if (!looks.signed_in) return { act: "enter" };
  const left = (looks.coins ?? 0) - price;
  return left < 0 ? { act: "short", price, lack: -left } : { act: "buy", price, left };
}

/** The four dots of a move. @param {MoveTold} move @param {Chosen} chosen @param {number} own  how many may be used @returns {Dot[]} */
export const dotsOf = ({ key, prices }, chosen, own) =>
  prices.map((price, at) => ({ n: at + 1, price, own: at < own, on: chosen.move === key && at < chosen.stage }));

/** What stands after a purchase, without asking the house again. @param {Looks} looks @param {string} key @param {Chosen} bought @param {number} coins @returns {Looks} */
export function afterPurchase(looks, key, { move, stage }, coins) {
  const sets = looks.sets.map((set) => {
    if (set.key !== key) return set;
    return move === null ? { ...set, owned: true } : { ...set, stages: { ...set.stages, [move]: Math.max(stage, boughtOf(set, move)) } };
  });
  return { ...looks, sets, coins };
}

/** What stands once a set is worn like this. @param {Looks} looks @param {string} key @param {Chosen} chosen @returns {Looks} */
export const afterWearing = (looks, key, { move, stage }) => ({
  ...looks,
  wearing: key,
  sets: looks.sets.map((set) => (set.key === key ? { ...set, move: stage ? move : null, stage } : set)),
});

/** What stands once a set is loved, or no longer. @param {Looks} looks @param {string} key @param {boolean} loved @param {number} [hearts]  as the house counts them, where it has answered @returns {Looks} */
export const afterLoving = (looks, key, loved, hearts) => ({
  ...looks,
  sets: looks.sets.map((set) =>
    set.key === key ? { ...set, loved, hearts: hearts ?? Math.max(0, set.hearts + Number(loved) - Number(set.loved)) } : set,
  ),
});
