/** Screens that cover the table: waiting for players, passing the phone, the end. */

import { howToWin, num, rulesName, t, tn } from "../text.js";
import { isExact, isFinal, isSingleRoll } from "./agreed.js";
import { isMine, mySeats, nameOf, tableTitle, targetOf } from "./seats.js";
import { shortOf } from "./strip.js";
import { namesOf } from "./notes.js";

/** @typedef {import("../shapes.js").Scene} Scene */
/** @typedef {import("../shapes.js").Truth} Truth */

/** @typedef {{name: string, points: number, total: string, note: string, on: boolean, first: boolean}} Standing */

/**
 * Who stands where; best first when `ranked`.
 * @param {Scene} scene
 * @param {boolean} ranked
 * @returns {Standing[]}
 */
export function standingsOf(scene, ranked) {
  const { truth, view } = scene;
  if (!view) return [];
  // Those who are not in a roll-off are as far from the target as before.
  const standing = { ...scene, view: { ...view, rolloff: null } };
  const rows = truth.chairs.map(({ seat, name, gone }) => {
    const points = view.rolloff?.totals[seat] ?? view.banked[seat];
    const turns = view.result?.turns?.[seat];
    const out = view.out.includes(seat);
    const note = gone || view.left.includes(seat) ? t("mark.left") : turns !== undefined ? tn("turns", turns) : out ? t("mark.out") : shortOf(standing, seat, points);
    return { seat, name, points, total: num(points), note, on: view.seat === seat, first: Boolean(view.result?.seats.includes(seat)) };
  });
  return ranked ? rows.sort((a, b) => Number(b.first) - Number(a.first) || b.points - a.points) : rows;
}

/** Which last turn the next player has, if it is one. @param {Scene} scene */
function lastTurnNote(scene) {
  const { truth, view } = scene;
  if (view?.phase !== "roll" || !view.last_round || view.rolloff) return null;
  if (!isFinal(scene)) return t("hand.last", { target: targetOf(truth) });
  const key = view.extra ? "hand.extra" : isSingleRoll(scene) ? "hand.single" : "hand.final";
  return t(truth.rules.beat_leader && !view.extra ? `${key}.more` : key, { beat: view.to_beat ?? 0 });
}

/**
 * The screen between two players on one phone.
 * @param {Scene} scene
 */
export function handoverOf(scene) {
  const { truth, view, ending } = scene;
  const seat = /** @type {number} */ (view?.seat);
  const name = nameOf(truth, seat);
  const why = view?.phase === "vote" || view?.phase === "order" || view?.phase === "share" ? t(`hand.${view.phase}`) : null;
  return {
    kind: /** @type {const} */ ("handover"),
    result: ending ?? "",
    title: t("hand.pass", { name }),
    name,
    note: why ?? lastTurnNote(scene),
    action: t(why ? "hand.answer" : "hand.start", { name }),
    standings: standingsOf(scene, false),
  };
}

/**
 * A friends' table before its first game.
 * @param {Truth} truth
 * @param {string} origin  of this page
 * @param {string} [rulesCode]
 */
export function lobbyOf(truth, origin, rulesCode = "") {
  const seated = mySeats(truth).length > 0;
  const host = truth.you.host;
  const enough = truth.chairs.length >= 2;
  const opener = truth.chairs[0]?.name ?? "";
  const wait = host ? (enough ? "" : t("lobby.few")) : seated ? t("lobby.wait", { name: opener }) : t("lobby.watch", { name: opener });
  return {
    kind: /** @type {const} */ ("lobby"),
    title: tableTitle(truth),
    rules: rulesName(truth.rules),
    howToWin: howToWin(truth.rules),
    rulesCode,
    link: truth.invite ? `${origin}/j/${truth.invite}` : null,
    code: truth.invite,
    picture: truth.invite ? `/api/tables/${encodeURIComponent(truth.table)}/invite.svg` : null,
    seats: truth.chairs.map((chair) => ({ name: chair.name, bot: Boolean(chair.bot), you: isMine(truth, chair.seat), here: Boolean(chair.bot) || truth.presence.seats.includes(chair.seat) })),
    free: Math.max(0, 8 - truth.chairs.length),
    host,
    enough,
    seated,
    wait,
  };
}

/**
 * How the game ended.
 * @param {Scene} scene
 */
export function endingOf(scene) {
  const { truth, view } = scene;
  const result = /** @type {import("../shapes.js").Result} */ (view?.result);
  const winners = namesOf(scene, result.seats);
  const alone = truth.chairs.length === 1;
  const turns = result.turns?.[result.seats[0]] ?? 0;
  const target = targetOf(truth);
  const best = view?.rolloff?.totals[result.seats[0]] ?? view?.banked[result.seats[0]] ?? 0;
  const key = alone && result.kind === "win" ? "solo" : result.kind;
  return {
    kind: /** @type {const} */ ("ending"),
    tone: result.kind === "none" ? "plain" : "cheer",
    mark: result.kind === "none" || result.reason === "dead_end" ? "" : num(isExact(truth) ? target : best),
    title: t(`end.${key}`, { name: winners, names: winners }),
    text: t(`end.reason.${result.reason}`, { name: winners, names: winners, target, total: best, dead: target - 50, turns: tn("turns", turns) }),
    standings: standingsOf(scene, true),
    again: truth.you.host,
    rematch: t(alone ? "end.again" : "end.rematch"),
    swap: truth.you.host && truth.chairs.length > 1,
    wait: truth.you.host ? "" : t("end.wait", { name: truth.chairs[0]?.name ?? "" }),
    proof: { table: truth.table, game: truth.game },
  };
}
