/** How a game for coins ended: what the pot did, what that means for this player, and how to go on. */

import { t, tn } from "../text.js";
import { endingOf } from "./covers.js";
import { namesOf } from "./notes.js";
import { isMine, mySeats, nameOf } from "./seats.js";
import { coinsOf } from "./stakes.js";
import { entryOf } from "./room.js";

/** @typedef {import("../shapes.js").Scene} Scene */
/** @typedef {import("../shapes.js").Truth} Truth */
/** @typedef {import("../shapes.js").Share} Share */
/** @typedef {import("./room.js").CoverAction} CoverAction */

/** @param {Truth} truth @returns {{pot: number, shares: Share[], refunds: Share[]}} */
const settledOf = ({ settled, room }) => ({ pot: settled?.pot ?? room?.pot ?? 0, shares: settled?.shares ?? [], refunds: settled?.refunds ?? [] });

/** What the pot did. @param {Scene} scene @returns {string[]} */
function potLines(scene) {
  const { truth } = scene;
  const { pot, shares, refunds } = settledOf(truth);
  if (shares.length === 0) return refunds.length ? [t("payout.void")] : [];
  if (shares.length === 1) return [t("payout.win", { pot, name: nameOf(truth, shares[0].seat) })];
  const most = Math.max(...shares.map(({ coins }) => coins));
  const odd = shares.filter(({ coins }) => coins === most);
  const told = t("payout.split", { pot, parts: shares.map(({ seat, coins }) => t("payout.part", { name: nameOf(truth, seat), coins })).join(", ") });
  return odd.length === shares.length ? [told] : [told, tn("payout.odd", odd.length, { pot, names: namesOf(scene, odd.map(({ seat }) => seat)) })];
}

/** Stakes of those who left for good. @param {Scene} scene */
function forfeitLines({ truth, view }) {
  const { refunds } = settledOf(truth);
  if (refunds.length) return [];
  return truth.chairs.filter(({ seat, gone }) => gone || view?.left.includes(seat)).filter(({ seat }) => !isMine(truth, seat) && seat !== truth.gaveUp && coinsOf(settledOf(truth).shares, seat) === 0).map(({ name }) => t("payout.forfeit", { name, stake: truth.stake }));
}

/** More or fewer coins than before. @param {number} net */
const netText = (net) => (net === 0 ? t("payout.even") : t(net > 0 ? "payout.plus" : "payout.minus", { coins: Math.abs(net) }));

/**
 * What this player won or lost; null for a spectator.
 * @param {Scene} scene
 * @returns {{sum: string, text: string, tone: "good" | "plain"} | null}
 */
export function ownOf(scene) {
  const { truth, view } = scene;
  const seat = truth.chairs.find((chair) => isMine(truth, chair.seat))?.seat ?? truth.gaveUp;
  if (seat === null) return null;
  const { shares, refunds } = settledOf(truth);
  const { stake } = truth;
  const back = coinsOf(refunds, seat);
  if (back) return { sum: "", text: t("payout.back", { coins: back }), tone: "plain" };
  const won = coinsOf(shares, seat);
  if (won > 0) return { sum: netText(won - stake), text: t("payout.own", { stake, coins: won }), tone: won > stake ? "good" : "plain" };
  const gone = view?.left.includes(seat) || truth.chairs.find((chair) => chair.seat === seat)?.gone;
  if (gone) return { sum: t("payout.minus", { coins: stake }), text: t("payout.left", { stake }), tone: "plain" };
  if (shares.length === 0) return null;
  return { sum: t("payout.minus", { coins: stake }), text: t("payout.lost", { stake, names: namesOf(scene, shares.map((share) => share.seat)) }), tone: "plain" };
}

/** Whether others have opened the next game already. @param {Scene} scene @param {Truth | null} next */
function nextText({ truth }, next) {
  if (!next || next.status !== "open" || next.chairs.length === 0) return "";
  const names = namesOf({ truth: next }, next.chairs.map(({ seat }) => seat));
  return `${tn("room.rematch", next.chairs.length, { names })}. ${t("room.seats", { n: next.chairs.length, size: truth.size })}`;
}

/** @param {Truth} truth @param {import("./purse.js").Owner | null | undefined} owner @param {Truth | null} next @returns {{actions: CoverAction[], note: string}} */
function againOf(truth, owner, next) {
  const { action, note } = entryOf(next ?? { ...truth, status: "over" }, owner);
  const played = mySeats(truth).length > 0;
  const id = next ? "sit" : "rematch_coins";
  const again = action?.id === "sit" ? (next || played ? { ...action, id, label: t(played ? "payout.rematch" : "room.sit", { stake: truth.stake }) } : null) : action;
  return { actions: again ? [again] : [], note };
}

/**
 * The end of a game for coins.
 * @param {Scene} scene
 * @param {import("./room.js").Surroundings} around
 * @param {Truth | null} [next]  the table while it waits for its next game
 */
export function payoutOf(scene, around, next = null) {
  const { truth, view } = scene;
  const ending = endingOf(scene);
  const { owner } = around;
  const { actions, note } = againOf(truth, owner, next);
  const voided = view?.result?.kind === "none";
  const { shares } = settledOf(truth);
  return {
    ...ending,
    kind: /** @type {const} */ ("payout"),
    mark: "",
    title: voided ? t("payout.void.title") : ending.title,
    standings: ending.standings.map((each) => (coinsOf(shares, each.seat) ? { ...each, note: t("payout.coins", { coins: coinsOf(shares, each.seat) }) } : each)),
    pot: [...potLines(scene), ...forfeitLines(scene)],
    own: ownOf(scene),
    balance: owner && !note ? t("payout.balance", { coins: owner.coins }) : "",
    next: nextText(scene, next),
    note,
    actions: /** @type {CoverAction[]} */ ([...actions, { id: "coins", label: t("room.lobby"), href: "/coins" }, { id: "home", label: t("app.home") }]),
    trouble: around.trouble,
    line: around.line,
  };
}
