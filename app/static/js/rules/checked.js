/** Whether rules can be played, and the card they make. */

import { post, Refused } from "../http.js";
import { knownRules } from "../practice/rules.js";
import { asPrinted } from "./house.js";

/** @typedef {import("./house.js").House} House */
/** @typedef {import("./card.js").Card} Card */

/** @param {House} house */
const bodyOf = ({ preset, changes, name }) => ({ preset, changes, ...(name && { name }) });

/**
 * The card of these rules, or what keeps them from being played. The house knows best; without it this device works the
 * card out by itself, from rules that were checked when they were kept.
 * @param {House} house
 * @returns {Promise<{faults: {field: string, message: string}[], card: Card | null}>}
 */
export async function checkedRules(house) {
  const known = await knownRules();
  const printed = asPrinted(house) ? known.cards[house.preset] : null;
  if (printed) return { faults: [], card: printed };
  try {
    return await post("/api/rules/check", bodyOf(house), { repeatable: navigator.onLine });
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "unreachable") throw error;
    const [{ houseRecord }, { cardOf }] = await Promise.all([import("../engine/house.js"), import("../engine/card.js")]);
    return { faults: [], card: await cardOf(houseRecord(bodyOf(house), known), known) };
  }
}
