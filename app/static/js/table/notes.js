/** What happened, in a sentence: for the card on the felt, the message line, the hand-over screen and the ear. */

import { t } from "../text.js";
import { isMine, nameOf, targetOf } from "./seats.js";
import { capital, countFaces, facesCounted, listOf } from "./words.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Note} Note */
/** @typedef {import("../protocol.js").GameEvent} GameEvent */

/** @param {Note["tone"]} tone @param {string | null} title @param {string} text @returns {Note} */
const note = (tone, title, text) => ({ tone, title, text });

/** @param {Scene} scene @param {number} seat @param {string} key @param {Record<string, string | number>} [params] */
const whose = (scene, seat, key, params = {}) =>
  t(isMine(scene.truth, seat) ? `${key}.mine` : `${key}.other`, { name: nameOf(scene.truth, seat), ...params });

/** What was lost, and always what was not. @param {Scene} scene @param {number} seat @param {number} lost @param {number} safe */
const lostText = (scene, seat, lost, safe) => (safe > 0 ? whose(scene, seat, "bust.lost", { lost, safe }) : t("bust.lost.none", { lost, safe }));

/** @type {Record<string, (scene: Scene, event: GameEvent) => Note | null>} */
const NOTES = {
  busted: (scene, { seat, kind, lost }) => {
    if (scene.view?.rolloff) return null;
    const safe = scene.view?.banked[seat] ?? 0;
    const cause = kind === "over" ? `${t("bust.over", { target: targetOf(scene.truth) })} ` : "";
    const text = lost === 0 ? t("bust.nothing", { safe }) : lostText(scene, seat, lost, safe);
    return note("bad", t(kind === "given_up" ? "bust.given_up" : "bust.title"), cause + text);
  },
  went_over: (scene, { seat, lost }) =>
    note("bad", t("over.title", { target: targetOf(scene.truth) }), lostText(scene, seat, lost, scene.view?.banked[seat] ?? 0)),
  for_nothing_failed: (scene, { seat, dice, lost }) => {
    const faces = countFaces(dice.map((/** @type {number} */ die) => scene.view?.lying[die] ?? 0));
    const scored = listOf(faces.map(({ face, count }) => (count === 1 ? t("dice.a", { face }) : facesCounted(face, count))));
    const safe = scene.view?.banked[seat] ?? 0;
    const key = faces.length === 1 && faces[0].count === 1 ? "nothing.failed" : "nothing.failed.many";
    return note("bad", t("nothing.failed.title"), capital(t(key, { scored, lost, safe })));
  },
  kept: (_scene, { points, bonus, and_roll }) => {
    const text = t("kept", { points: points + (bonus ?? 0) });
    return note("plain", null, and_roll ? `${text} ${t("kept.all")}` : text);
  },
  banked: (scene, { seat, points, total }) => note("good", null, t("banked", { name: nameOf(scene.truth, seat), points, total })),
  went_out: (scene, { seat }) => note("cheer", t("out.title"), t("out.text", { name: nameOf(scene.truth, seat) })),
  last_round_started: (scene, { seat, order }) =>
    order.length === 0 ? scene.note : note("cheer", t("last.title"), t("last.text", { name: nameOf(scene.truth, seat) })),
  voted: (scene, { seat, yes }) => note("plain", null, t(yes ? "vote.yes" : "vote.no", { name: nameOf(scene.truth, seat) })),
  order_chosen: (scene, { seat, order }) => note("plain", null, t(`order.chosen.${order}`, { name: nameOf(scene.truth, seat) })),
  rolloff_started: () => note("cheer", t("rolloff.title"), t("rolloff.started")),
  rolloff_added: (scene, { seat, points, total }) => note("good", t("bust.title"), t("rolloff.added", { name: nameOf(scene.truth, seat), points, total })),
  rolloff_tied: (scene, { seats }) => note("plain", t("rolloff.tied.title"), t("rolloff.tied", { names: namesOf(scene, seats) })),
  shared: (scene, { seat, yes }) => note("plain", null, t(yes ? "share.yes" : "share.no", { name: nameOf(scene.truth, seat) })),
  locked_in: (scene, { seat }) => note("cheer", t("locked.title"), t("locked.text", { name: nameOf(scene.truth, seat) })),
  left: (scene, { seat }) => note("plain", null, t("left", { name: nameOf(scene.truth, seat) })),
  timed_out: (scene, { seat }) => note("plain", null, t("timed_out", { name: nameOf(scene.truth, seat) })),
};

/** @param {Scene} scene @param {number[]} seats */
export const namesOf = ({ truth }, seats) => listOf(seats.map((seat) => nameOf(truth, seat)));

/**
 * What a happening is in words, or null when it needs none.
 * @param {Scene} scene  before it
 * @param {GameEvent} event
 * @returns {Note | null}
 */
export const readSentence = (scene, event) => (scene.view ? (NOTES[event.type]?.(scene, event) ?? null) : null);

/** @type {Record<string, string>} */
const RECAPS = {
  busted: "recap.busted", went_over: "recap.over", for_nothing_failed: "recap.nothing_failed", banked: "banked",
  went_out: "recap.out", rolloff_added: "rolloff.added", left: "left",
};

/**
 * How a turn ended, told to somebody else; null while none has.
 * @param {Scene} scene
 * @param {GameEvent} event
 * @returns {string | null}
 */
export function recapOf({ truth, view }, event) {
  const key = RECAPS[event.type];
  if (!key || !view || (event.type === "busted" && view.rolloff)) return null;
  const name = nameOf(truth, event.seat);
  if (event.type === "busted" && event.kind === "given_up") return t("recap.given_up", { name, lost: event.lost });
  if (event.type === "busted" && event.lost === 0) return t("recap.busted.nothing", { name });
  return t(key, { name, target: targetOf(truth), points: event.points ?? 0, total: event.total ?? 0, lost: event.lost ?? 0 });
}
