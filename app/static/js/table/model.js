/** Everything the table screen shows, as plain values: one function of the game, the picks, the line and the wishes. */

import { rulesName, t } from "../text.js";
import { isSingleRoll } from "./agreed.js";
import { bannerOf } from "./banner.js";
import { cardOf, lockOf } from "./cards.js";
import { diceOf } from "./dice.js";
import { dockOf } from "./dock.js";
import { infoOf, messageOf, readingNow } from "./lines.js";
import { groupParts, styleOf } from "./parts.js";
import { isMine, tableTitle } from "./seats.js";
import { autoOf } from "./stakes.js";
import { stripOf } from "./strip.js";
import { trayModel } from "./tray.js";

/** @typedef {import("../shapes.js").Moment} Moment */

/** Whether the player of this screen may tap dice now. @param {import("../shapes.js").Scene} scene */
export function mayTap(scene) {
  const { truth, view, stage } = scene;
  if (stage === "held" || view === null || autoOf(truth) || view.phase !== "keep" || view.for_nothing || isSingleRoll(scene) || !isMine(truth, view.seat)) return false;
  return stage === "rolling" || view.can.includes("keep");
}

/** The frame around the felt: its palette. @param {Moment} moment */
function moodOf({ scene: { view, stage, note }, hand }) {
  if (!view) return "plain";
  if (view.for_nothing) return "nothing";
  if (stage === "held" && note?.tone === "bad") return "bust";
  if (hand.fresh && hand.reading?.warning === "exact" && stage === "rest") return "exact";
  return "plain";
}

/**
 * @param {Moment} moment
 */
export function screenOf(moment) {
  const { scene, hand, watched } = moment;
  const { truth, view } = scene;
  const mine = view !== null && isMine(truth, view.seat);
  const picks = mine && !isSingleRoll(scene) ? hand : pickedBy(watched, view);
  const lock = lockOf(moment);
  return {
    title: tableTitle(truth),
    mode: rulesName(truth.rules),
    mood: moodOf(moment),
    strip: stripOf(scene, moment.now, moment.clock),
    tray: trayModel(scene, moment.room, lock !== null),
    lock,
    card: cardOf(moment),
    banner: bannerOf(moment),
    info: infoOf(moment),
    message: messageOf(moment),
    dock: dockOf(moment),
    dice: diceOf(scene, picks, { order: moment.order, tappable: mayTap(scene), hints: moment.prefs.hints !== "off" }),
    reading: readingNow(moment),
  };
}

/** @typedef {ReturnType<typeof screenOf>} Screen */

/** @param {Moment["watched"]} watched @param {import("../shapes.js").View | null} view @returns {import("./dice.js").Picks} */
function pickedBy(watched, view) {
  if (!watched || watched.roll !== view?.roll) return { taps: [], reading: null, fresh: false, styles: new Map(), dead: [] };
  const { dice, reading } = watched;
  return { taps: dice, reading, fresh: true, styles: styleOf(groupParts(reading.parts)), dead: reading.refused ? reading.dead : [] };
}
