/** Where a finished game's luck will stand on its cover: kept free at once, filled when the rest has been fetched. */

import { isOnDevice } from "../protocol.js";
import { el } from "../view/dom.js";

/** @type {{key: string, place: HTMLElement} | null} */
let kept = null;

/**
 * The same place for the same game, so that a cover that is built anew still holds what was filled in.
 * @param {{table: string, game: number}} proof
 * @returns {HTMLElement}
 */
export function endingPlace({ table, game }) {
  const key = `${table}/${game}`;
  if (kept?.key === key) return kept.place;
  const place = el("div", { class: "ending-proof" });
  kept = { key, place };
  (isOnDevice(table) ? import("../practice/ending.js") : import("./ending.js")).then(
    ({ fillEnding }) => fillEnding(place, table, game),
    () => (kept = null),
  );
  return place;
}
