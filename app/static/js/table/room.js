/** A coin table before its dice fall: who sits there and waits, who starts, and why it was closed. */

import { rulesName, t, tn } from "../text.js";
import { isMine, mySeats, nameOf, tableTitle } from "./seats.js";
import { countdownOf } from "./clock.js";
import { namesOf } from "./notes.js";
import { signInPath } from "./stakes.js";

/** @typedef {import("../shapes.js").Scene} Scene */
/** @typedef {import("../shapes.js").Truth} Truth */
/** @typedef {import("../shapes.js").GameEvent} GameEvent */
/** @typedef {import("./purse.js").Owner} Owner */

/** @typedef {{id: string, label: string, look?: string, href?: string, stays?: boolean}} CoverAction  `stays`: at the bottom edge, else in the text */
/** @typedef {{text: string, action: CoverAction | null}} Trouble */

/**
 * What a cover needs to know beside the game.
 * @typedef {object} Surroundings
 * @property {Owner | null | undefined} owner
 * @property {number} at  server time, ms
 * @property {(at: number) => string} timeOfDay
 * @property {string} origin  of this page
 * @property {string} code  of the rules
 * @property {Trouble | null} trouble  why a press did nothing
 * @property {{text: string, action: {id: string, label: string} | null} | null} line  what is wrong with the connection
 */

/** @param {Truth} truth */
const waitingFor = (truth) => truth.chairs.filter(({ seat }) => !truth.room?.ready.includes(seat) && !isMine(truth, seat)).map(({ name }) => name);

/** What must happen before the game starts. @param {Truth} truth @param {boolean} seated @param {boolean} ready */
function statusOf(truth, seated, ready) {
  const { room, chairs } = truth;
  if (room?.phase === "countdown") return t("room.starting");
  if (chairs.length < 2) return t(seated ? "room.alone" : "room.alone.watch", { name: chairs[0]?.name ?? "" });
  if (!seated) return t("room.watch");
  const others = waitingFor(truth);
  if (!ready) return t(chairs.length === truth.size ? "room.full" : "room.press");
  return others.length ? tn("room.wait", others.length, { name: others[0] }) : t("room.all_ready");
}

/** What happens by itself if nothing else does. @param {Truth} truth @param {Surroundings} around */
function deadlineOf({ room, chairs }, { timeOfDay }) {
  if (room?.phase !== "waiting" || room.due === null) return "";
  return t(chairs.length < 2 ? "room.refund" : "room.refund.start", { time: timeOfDay(room.due) });
}

/**
 * The one thing to do for somebody who has no seat here.
 * @param {Truth} truth
 * @param {Owner | null | undefined} owner
 * @returns {{action: CoverAction | null, note: string}}
 */
export function entryOf(truth, owner) {
  const { stake, chairs, size, status, listed, invite } = truth;
  const none = (/** @type {string} */ note) => ({ action: null, note });
  if (owner === undefined || status === "playing") return none("");
  if (owner === null) return { action: { id: "sign_in", label: t("room.sign_in"), look: "primary wide", href: signInPath(truth) }, note: "" };
  if (status === "open" && chairs.length >= size) return none(t("room.no_seat"));
  if (!listed && !invite && status === "open") return none(t("room.private"));
  if (owner.seat && owner.seat.table !== truth.table) return { action: { id: "elsewhere", label: t("room.elsewhere.go"), look: "wide", href: owner.seat.page }, note: t("room.elsewhere", { stake: owner.seat.stake }) };
  if (owner.coins < stake) return { action: { id: "practice", label: t("room.practice"), look: "wide", href: "/new" }, note: t("room.short", { coins: owner.coins, short: stake - owner.coins }) };
  if (!owner.stakes.includes(stake)) return none(tn("room.newcomer", owner.games_left));
  return { action: { id: "sit", label: t("room.sit", { stake }), look: "primary wide" }, note: "" };
}

/** @param {Truth} truth @param {Surroundings} around @param {boolean} ready @returns {CoverAction[]} */
function actionsOf(truth, around, ready) {
  const { room, stake } = truth;
  if (mySeats(truth).length === 0) {
    const { action } = entryOf(truth, around.owner);
    return [...(action ? [action] : []), { id: "coins", label: t("room.lobby"), look: "wide", href: "/coins" }];
  }
  const say = { id: ready ? "unready" : "ready", label: t(ready ? "room.unready" : "room.ready"), look: ready ? "wide" : "primary wide" };
  const mayStop = room?.phase === "waiting" || ready;
  return [...(mayStop ? [say] : []), { id: "give_back", label: t("room.leave", { stake }), look: "wide" }];
}

/** Who sits here and who could. @param {Truth} truth */
function seatsOf(truth) {
  const { room, chairs, size, presence } = truth;
  const taken = chairs.map(({ seat, name }) => {
    const ready = Boolean(room?.ready.includes(seat));
    const here = presence.seats.includes(seat) || isMine(truth, seat);
    return { name, you: isMine(truth, seat), ready, note: t(!here ? "mark.away" : ready ? "room.is_ready" : "room.not_ready") };
  });
  return { taken, free: Math.max(0, size - chairs.length) };
}

/**
 * The table while it waits for its game.
 * @param {Truth} truth
 * @param {Surroundings} around
 */
export function roomOf(truth, around) {
  const { stake, size, chairs, room, rules, invite, game } = truth;
  const seated = mySeats(truth).length > 0;
  const ready = Boolean(room?.ready.some((seat) => isMine(truth, seat)));
  const names = namesOf({ truth }, chairs.map(({ seat }) => seat));
  const again = game > 1 && chairs.length > 0;
  return {
    kind: /** @type {const} */ ("room"),
    title: again ? (chairs.length === 1 && seated ? t("room.rematch.alone") : tn("room.rematch", chairs.length, { names })) : tableTitle(truth),
    pot: room?.pot ?? 0,
    terms: t("room.terms", { stake, size }),
    rules: rulesName(rules),
    rulesCode: around.code,
    seats: seatsOf(truth),
    seatsLabel: t("room.seats", { n: chairs.length, size }),
    status: statusOf(truth, seated, ready),
    deadline: deadlineOf(truth, around),
    note: seated ? "" : entryOf(truth, around.owner).note,
    link: invite && seated ? `${around.origin}/j/${invite}` : null,
    picture: invite && seated ? `/api/tables/${encodeURIComponent(truth.table)}/invite.svg` : null,
    actions: actionsOf(truth, around, ready),
    trouble: around.trouble,
    line: around.line,
    counting: room?.phase === "countdown",
    /** Changes by itself and is written without building the cover anew. */
    live: { count: String(countdownOf(truth, around.at) ?? "") },
  };
}

/**
 * One die each for the right to start: before it is drawn, and what came out.
 * @param {Truth} truth
 * @param {GameEvent | null} drawn
 */
export function drawOf(truth, drawn) {
  const rounds = /** @type {{seat: number, face: number}[][]} */ (drawn?.rounds ?? []);
  const faces = (/** @type {number} */ seat) => rounds.flatMap((round) => round.filter((each) => each.seat === seat).map(({ face }) => face));
  const absent = /** @type {number[]} */ (drawn?.absent ?? []);
  return {
    kind: /** @type {const} */ ("draw"),
    title: drawn ? t(isMine(truth, drawn.first) ? "draw.first.you" : "draw.first", { name: nameOf(truth, drawn.first) }) : t("draw.title"),
    text: t(drawn ? (rounds.length > 1 ? "draw.tied" : "draw.done") : "draw.text"),
    rows: truth.chairs.map(({ seat, name }) => ({ name, faces: faces(seat), first: drawn?.first === seat, sealed: Boolean(truth.room?.promises[seat]) })),
    note: absent.length ? t("draw.absent", { names: namesOf({ truth }, absent) }) : "",
    skip: drawn !== null,
  };
}

/** A table that is no more. @param {Truth} truth */
export const closedOf = (truth) => ({
  kind: /** @type {const} */ ("closed"),
  title: t("closed.title"),
  text: t(`closed.${truth.closed}`),
  actions: /** @type {CoverAction[]} */ ([{ id: "coins", label: t("room.lobby"), look: "primary wide", href: "/coins" }, { id: "home", label: t("app.home"), look: "wide" }]),
});

/** What is said about the room while its cover stands. @type {Record<string, (truth: Truth, event: GameEvent) => string>} */
const HERALDED = {
  seat_taken: (truth, { seat, name }) => (isMine(truth, seat) ? "" : t("say.seat_taken", { name, n: truth.chairs.length, size: truth.size })),
  ready: (truth, { seat, yes }) => (isMine(truth, seat) ? "" : t(yes ? "say.ready" : "say.unready", { name: nameOf(truth, seat) })),
  countdown_started: () => t("say.countdown"),
  countdown_stopped: () => t("say.countdown.stopped"),
  table_roll_opened: () => t("draw.title"),
  table_closed: (_truth, { reason }) => t(`closed.${reason}`),
};

/** What is said about a happening before the game, or nothing. @param {Truth} truth  after it @param {GameEvent} event */
export const heralded = (truth, event) => HERALDED[event.type]?.(truth, event) ?? "";

/** Somebody gave the seat up; the name is only known before. @param {Truth} before @param {GameEvent} event */
export const stoodUp = (before, { type, seat }) => (type === "seat_left" ? t("say.seat_left", { name: nameOf(before, seat) }) : "");
