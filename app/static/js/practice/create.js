/** Starting a game that this device holds. */

import { Refused } from "../http.js";
import { checkedRules } from "../rules/checked.js";
import { houseOf } from "../rules/house.js";
import { holdGame, saveGame } from "./games.js";
import { t } from "../text.js";

/** @typedef {{rules: any, seats: {name: string, bot?: string | null}[]}} Setup  `rules`: a preset's key, or a preset with changes */

/** What this page has not loaded yet cannot be had now. @returns {never} */
const unreachable = () => {
  throw new Refused("unreachable", t("error.unreachable"));
};

const TABLE = /^p-[0-9a-hjkmnp-tv-z]{13}$/;
const SEATS_MAX = 8;
const NAME_MAX = 20;

/** @param {Setup} setup @param {string} [id] */
async function recordOf({ rules, seats }, id) {
  const house = houseOf(rules);
  if (!house) throw new RangeError("no rules");
  const { faults, card } = await checkedRules(house);
  if (!card) throw new Refused("malformed", `${faults[0].field} ${faults[0].message}.`, { field: `rules.${faults[0].field}` });
  // The rules themselves are wanted only where somebody starts.
  const { newRecord } = await import("./commands.js").catch(unreachable);
  return newRecord({ card, seats, now: Date.now(), id });
}

/**
 * Begins a game; the answer is the page that it is played on. Throws `Refused` for rules that cannot be played.
 * @param {Setup} setup
 * @returns {Promise<string>}
 */
export async function createGame(setup) {
  const record = await recordOf(setup);
  const page = `/practice?game=${record.id}`;
  // What is not kept must travel with the address.
  const how = await saveGame(record);
  // There it is said why nothing can be kept.
  if (how === "newer") return "/practice";
  return how === "kept" ? page : `${page}#${encodeURIComponent(JSON.stringify(setup))}`;
}

/**
 * A game of a device that keeps nothing, from the address of its page; null where that holds none.
 * @param {string} id @param {string} hash
 * @returns {Promise<import("./record.js").GameRecord | null>}
 */
export async function carriedOver(id, hash) {
  try {
    const { isBot } = await import("../engine/bots.js");
    const { rules, seats } = JSON.parse(decodeURIComponent(hash.slice(1)));
    const fit = TABLE.test(id) && Array.isArray(seats) && seats.length > 0 && seats.length <= SEATS_MAX && seats.every(({ name, bot = null }) => typeof name === "string" && name.length > 0 && [...name].length <= NAME_MAX && (bot === null || isBot(bot)));
    if (!fit) return null;
    const record = await recordOf({ rules, seats: seats.map(({ name, bot }) => ({ name, bot })) }, id);
    holdGame(record);
    return record;
  } catch {
    return null;
  }
}
