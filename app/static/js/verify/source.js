/** Where a record comes from: the house, by an address or a table's code, or a text from a file or the clipboard. */

import { parse } from "../fair/transcript.js";
import { answerHere, get } from "../http.js";
import { isOnDevice } from "../protocol.js";

/** @typedef {import("../fair/transcript.js").Transcript} Transcript */
/** @typedef {{table: string, game: number | null, roll: number | null}} Place  `game` null: the last one of the table */

/** A table's code (app/api/core/ids.py; with `p-` before it a game of this device), and behind it perhaps a game and a roll. */
const PLACE = /(?:^|[/#=\s])((?:p-)?[0-9a-hjkmnp-tv-z]{13})(?:[/#](\d{1,9}))?(?:[/#](\d{1,9}))?(?=$|[/#?\s])/i;

/**
 * The game that somebody means: an address of a table, its replay or its proof, or only the code in it.
 * @param {string} said
 * @returns {Place | null}
 */
export function placeIn(said) {
  const found = PLACE.exec(said);
  if (!found) return null;
  const [, table, game, roll] = found;
  return { table: table.toLowerCase(), game: game ? Number(game) : null, roll: roll ? Number(roll) : null };
}

/**
 * The record of a game, from the house, or from this device where that holds it. Throws Refused where there is none or the
 * house cannot be reached.
 * @param {Place} place
 * @returns {Promise<Transcript>}
 */
export async function fromHouse({ table, game }) {
  if (isOnDevice(table)) answerHere(`/api/tables/${table}`, (await import("../practice/answers.js")).answer);
  const number = game ?? (await get(`/api/tables/${table}`)).game;
  return parse(JSON.stringify(await get(`/api/tables/${table}/transcript/${number}`)));
}

/** Bytes of a file as text; throws where they are no UTF-8, and so no record. @param {Blob} file */
export async function textOf(file) {
  return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
}
