/** What the tray at the felt's upper edge shows of the turn, in as many rows as stand free above the dice. */

import { num, t } from "../text.js";
import { rollNumber } from "./agreed.js";
import { gainOf, readOpen, trayOf } from "./parts.js";
import { facesText, listOf } from "./words.js";

/** @typedef {import("../shapes.js").Scene} Scene */

/** @typedef {import("../shapes.js").TrayModel} TrayModel */

/** Pixels of a row, of a letter in a chip, and of the rest of a chip. */
const ROW = 26;
const LETTER = 6.6;
const CHIP = 19;

/** How many rows stand free above the dice. @param {number} px */
export const rowsIn = (px) => Math.max(1, Math.floor((px - 6) / ROW));

/** @param {string[]} texts */
const widthOf = (texts) => texts.reduce((sum, text) => sum + text.length * LETTER + CHIP, 0);

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

/** Every kept part as a chip, or only their sum where they do not fit. @param {Scene} scene @param {number} width */
function keptOf({ view }, width) {
  const { earlier, groups, bonus, whole } = trayOf(view?.kept ?? []);
  const chips = groups.map((group) => t("chip", { faces: facesText(group.faces), points: group.points }));
  if (bonus) chips.push(t("chip.bonus", { n: whole, points: bonus }));
  if (earlier) chips.unshift(t("tray.earlier", { points: earlier }));
  const taken = takenOver(view);
  if (taken) chips.unshift(t("tray.taken", { points: taken }));
  if (chips.length === 0 || widthOf(chips) <= width) return chips;
  return [t("tray.sum", { points: view?.unbanked ?? 0 })];
}

/** Points of the turn that nobody kept in it: they were taken over. @param {Scene["view"]} view */
function takenOver(view) {
  if (!view || view.unbanked === 0) return 0;
  return view.kept.reduce((rest, keep) => rest - keep.points - (keep.bonus ?? 0), view.unbanked);
}

/** "Roll 2 of 3", where the card limits the rolls. @param {Scene} scene */
function rollOf(scene) {
  const roll = scene.stage === "held" && scene.note?.title ? null : rollNumber(scene);
  return roll && scene.view?.phase !== "over" ? [t("tray.roll", roll)] : [];
}

/**
 * @param {Scene} scene
 * @param {{rows: number, width: number}} room  above the dice
 * @param {boolean} slots  the four slots of a Trippn roll-off take a row
 * @returns {TrayModel}
 */
export function trayModel(scene, { rows, width }, slots) {
  const free = rows - (slots ? 1 : 0);
  const working = workingOf(scene, slots);
  const across = width - 16;
  // Three rows and more: the kept parts may take two of them.
  const roll = rollOf(scene);
  const room = (free >= 3 || (free >= 2 && working.length === 0) ? across * 2 : across) - widthOf(roll);
  const kept = [...roll, ...keptOf(scene, room)];
  if (free >= 2 || working.length === 0) return { kept, working };
  return { kept: widthOf([...kept, ...working.map(({ text }) => text)]) <= across ? kept : roll, working };
}
