/** What the tray at the felt's upper edge shows of the turn, in as many rows as stand free above the dice. */

import { num, t } from "../text.js";
import { rollNumber } from "./agreed.js";
import { gainOf, readOpen, trayOf } from "./parts.js";
import { facesText, listOf } from "./words.js";

/** @typedef {import("../shapes.js").Scene} Scene */

/** @typedef {import("../shapes.js").TrayModel} TrayModel */

/** Pixels of a row, of a letter in a chip, of the rest of a chip, and of a small die with its gap: few rows, or more. */
const ROW = 26;
const LETTER = 6.6;
const CHIP = 19;
const DIE = { small: 20, large: 28 };
/** With so many rows there is room for larger dice. */
const ROOMY = 5;

/** How many rows stand free above the dice. @param {number} px */
export const rowsIn = (px) => Math.max(1, Math.floor((px - 6) / ROW));

/** @param {Pick<import("../shapes.js").TrayChip, "text" | "faces" | "sum">[]} chips @param {number} [die] */
const widthOf = (chips, die = DIE.small) =>
  chips.reduce((sum, { text, faces, sum: worth }) => sum + CHIP + (faces ? faces.length * die + (worth ?? "").length * LETTER : text.length * LETTER), 0);

/** Faces whose sets the slots of a roll-off show already. */
const LOCKING = new Set([2, 3, 4, 6]);

/** @param {Scene} scene @param {boolean} slots */
function workingOf({ truth, view }, slots) {
  return (view?.open ?? [])
    .map(readOpen)
    .filter((part) => !(slots && part.kind === "set" && LOCKING.has(part.faces[0])))
    .map((part) => {
      const { least, most } = gainOf(part, truth.rules);
      const gain = least === most ? num(most) : t("working.range", { least, most });
      const faces = part.kind === "pairs" ? listOf(part.faces.map(String)) : part.faces.join("-");
      const words = { faces, face: part.wants[0], gain };
      return { text: t(`working.${part.kind}`, words), label: t(`working.${part.kind}.long`, words) };
    });
}

/** @typedef {import("../shapes.js").TrayChip} TrayChip */

/** Every kept part as a chip with its dice, or only their sum where they do not fit. @param {Scene} scene @param {number} width @param {number} die  px @returns {TrayChip[]} */
function keptOf({ view }, width, die) {
  const { earlier, groups, bonus, whole } = trayOf(view?.kept ?? []);
  /** @type {TrayChip[]} */
  const chips = groups.map(({ faces, points }) => ({ text: t("chip", { faces: facesText(faces), points }), faces, sum: num(points) }));
  if (bonus) chips.push({ text: t("chip.bonus", { n: whole, points: bonus }) });
  if (earlier) chips.unshift({ text: t("tray.earlier", { points: earlier }) });
  const taken = takenOver(view);
  if (taken) chips.unshift({ text: t("tray.taken", { points: taken }) });
  if (chips.length === 0 || widthOf(chips, die) <= width) return chips;
  return [{ text: t("tray.sum", { points: view?.unbanked ?? 0 }) }];
}

/** Points of the turn that nobody kept in it: they were taken over. @param {Scene["view"]} view */
function takenOver(view) {
  if (!view || view.unbanked === 0) return 0;
  return view.kept.reduce((rest, keep) => rest - keep.points - (keep.bonus ?? 0), view.unbanked);
}

/** "Roll 2 of 3", where the card limits the rolls. @param {Scene} scene @returns {TrayChip[]} */
function rollOf(scene) {
  const roll = scene.stage === "held" && scene.note?.title ? null : rollNumber(scene);
  return roll && scene.view?.phase !== "over" ? [{ text: t("tray.roll", roll) }] : [];
}

/**
 * @param {Scene} scene
 * @param {{rows: number, width: number}} room  above the dice
 * @param {boolean} slots  the four slots of a Trippn roll-off take a row
 * @returns {TrayModel}
 */
export function trayModel(scene, { rows, width }, slots) {
  const free = rows - (slots ? 1 : 0);
  const large = free >= ROOMY;
  const working = workingOf(scene, slots);
  const across = width - 16;
  // Three rows and more: the kept parts may take two of them.
  const roll = rollOf(scene);
  const room = (free >= 3 || (free >= 2 && working.length === 0) ? across * 2 : across) - widthOf(roll);
  const kept = [...roll, ...keptOf(scene, room, large ? DIE.large : DIE.small)];
  if (free >= 2 || working.length === 0) return { kept, working, large };
  return { kept: widthOf([...kept, ...working]) <= across ? kept : roll, working, large };
}
