/** What luck was, in words. Texts: luck.json. */

import { num, t, tn } from "../text.js";

/**
 * @typedef {object} Figures  what fell, against what was to be expected
 * @property {number} rolls
 * @property {number} dice
 * @property {number[]} faces  1 first
 * @property {number} offered
 * @property {number} expected
 * @property {number} luck
 * @property {number} busts
 * @property {number} busts_expected
 * @property {number} landed
 * @property {number} landed_expected
 * @property {[number, number] | null} band
 * @property {number[]} outside
 */
/** @typedef {Figures & {seat: number, name: string, bot: boolean, you: boolean}} SeatLuck */
/** @typedef {{table: string, game: number, enough: number, seats: SeatLuck[], all: Figures}} Report */

const NAMED = 3;

/** More or fewer points than average: +320, −140, ±0. @param {number} luck */
export const signed = (luck) => (luck === 0 ? t("luck.even") : t(luck > 0 ? "luck.plus" : "luck.minus", { n: Math.abs(luck) }));

/** A number with one decimal, whole ones without. @param {number} value */
export const tenth = (value) => (Math.abs(value - Math.round(value)) < 0.05 ? num(Math.round(value)) : String(value.toFixed(1)));

/** Whether one seat alone is the reader's; several on one phone go by their names. @param {Report} report */
const oneIsYou = ({ seats }) => seats.filter(({ you }) => you).length === 1;

/** Seats with the reader's first. @param {Report} report @returns {SeatLuck[]} */
export const ordered = ({ seats }) => [...seats].sort((a, b) => Number(b.you) - Number(a.you) || a.seat - b.seat);

/** Whose luck it is. @param {Report} report @param {SeatLuck} seat */
export const nameIn = (report, { you, name }) => (you && oneIsYou(report) ? t("luck.you") : name);

/** One line for the end of a game. @param {Report} report */
export function lineOf(report) {
  const rows = ordered(report);
  const shown = rows.slice(0, NAMED).map((seat) => t("luck.part", { name: you(report, seat), luck: signed(seat.luck) }));
  if (rows.length > NAMED) shown.push(tn("luck.more", rows.length - NAMED));
  return t("luck.line", { parts: shown.join(" · ") });
}

/** @param {Report} report @param {SeatLuck} seat */
const you = (report, seat) => (seat.you && oneIsYou(report) ? t("luck.you.line") : seat.name);

/** What the dice offered somebody. @param {Figures} figures @param {"you" | "name" | "all"} whose @param {string} [name] */
export function offeredWords({ rolls, offered, expected, luck }, whose, name = "") {
  if (!rolls) return t("luck.no_rolls");
  const sort = luck === 0 ? "even" : luck > 0 ? "more" : "less";
  return `${tn(`luck.offered.${whose}`, rolls, { offered, expected: Math.round(expected), name })} ${t(`luck.offered.${sort}`, { diff: Math.abs(luck) })}`;
}

/** Busts and rolls for nothing. @param {Figures} figures @returns {string[]} */
export function bustWords({ rolls, busts, busts_expected, landed, landed_expected }) {
  if (!rolls) return [];
  const told = [tn("luck.busts", busts, { expected: tenth(busts_expected) })];
  if (landed || landed_expected > 0) told.push(tn("luck.landed", landed, { expected: tenth(landed_expected) }));
  return told;
}

/** What the faces say, or that they say nothing yet. @param {Figures} figures @param {number} enough */
export function faceWords({ dice, band, outside }, enough) {
  if (!band) return t("luck.too_few", { n: dice, enough });
  return outside.length === 0 ? t("luck.faces.inside") : tn("luck.faces.outside", outside.length, { faces: outside.join(", ") });
}
