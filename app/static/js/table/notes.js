/** What happened, in a sentence: for the card on the felt, the message line, the hand-over screen and the ear. */

import { t } from "../text.js";
import { isExact } from "./agreed.js";
import { handSize, isMine, nameOf, targetOf } from "./seats.js";
import { isCoins } from "./stakes.js";
import { capital, countFaces, countWord, diceText, facesCounted, listOf } from "./words.js";

/** @typedef {import("../shapes.js").Scene} Scene */
/** @typedef {import("../shapes.js").Note} Note */
/** @typedef {import("../shapes.js").GameEvent} GameEvent */

/** @param {Note["tone"]} tone @param {string | null} title @param {string} text @returns {Note} */
const note = (tone, title, text) => ({ tone, title, text });

/** @param {Scene} scene @param {number} seat @param {string} key @param {Record<string, string | number>} [params] */
const whose = (scene, seat, key, params = {}) =>
  t(isMine(scene.truth, seat) ? `${key}.mine` : `${key}.other`, { name: nameOf(scene.truth, seat), ...params });

/** What was lost, and always what was not. @param {Scene} scene @param {number} seat @param {number} lost @param {number} safe */
const lostText = (scene, seat, lost, safe) => (safe > 0 ? whose(scene, seat, "bust.lost", { lost, safe }) : t("bust.lost.none", { lost, safe }));

/** Why a turn ended without points, where the dice alone do not say it. @type {Record<string, (scene: Scene) => string>} */
const CAUSES = {
  over: ({ truth }) => `${t("bust.over", { target: targetOf(truth) })} `,
  withheld: () => `${t("bust.withheld")} `,
  unopened: ({ truth }) => `${t("bust.unopened", { n: truth.rules.opening ?? 0 })} `,
};

/** What a turn without points is called. @type {Record<string, string>} */
const TITLES = { given_up: "bust.given_up", withheld: "bust.withheld.title", unopened: "bust.unopened.title" };

/** @type {Record<string, (scene: Scene, event: GameEvent) => Note | null>} */
const NOTES = {
  first_tied: (scene, { seats, face }) => note("plain", t("first.tied.title"), t("first.tied", { names: namesOf(scene, seats), face })),
  first_found: (scene, { seat, face }) => note("plain", t("first.found", { name: nameOf(scene.truth, seat), face }), ""),
  busted: (scene, { seat, kind, lost }) => {
    if (scene.view?.rolloff) return null;
    const safe = scene.view?.banked[seat] ?? 0;
    const cause = CAUSES[kind]?.(scene) ?? "";
    const text = lost === 0 ? t("bust.nothing", { safe }) : lostText(scene, seat, lost, safe);
    return note("bad", t(TITLES[kind] ?? "bust.title"), cause + text);
  },
  went_over: (scene, { seat, lost }) =>
    note("bad", t("over.title", { target: targetOf(scene.truth) }), lostText(scene, seat, lost, scene.view?.banked[seat] ?? 0)),
  for_nothing_failed: (scene, { seat, dice, lost }) => {
    if (dice.length === 0) return note("bad", t("bust.withheld.title"), `${t("bust.withheld")} ${lostText(scene, seat, lost, scene.view?.banked[seat] ?? 0)}`);
    const faces = countFaces(dice.map((/** @type {number} */ die) => scene.view?.lying[die] ?? 0));
    const scored = listOf(faces.map(({ face, count }) => (count === 1 ? t("dice.a", { face }) : facesCounted(face, count))));
    const safe = scene.view?.banked[seat] ?? 0;
    const key = faces.length === 1 && faces[0].count === 1 ? "nothing.failed" : "nothing.failed.many";
    return note("bad", t("nothing.failed.title"), capital(t(key, { scored, lost, safe })));
  },
  penalised: (scene, { seat, points, total }) => note("bad", t("penalised.title"), whose(scene, seat, "penalised", { points, total })),
  took_over: (scene, { seat, dice, points }) => note("plain", null, t("took_over", { name: nameOf(scene.truth, seat), dice: diceText(dice), points })),
  kept: ({ truth }, { points, bonus, and_roll }) => {
    const text = t("kept", { points: points + (bonus ?? 0) });
    if (!and_roll) return note("plain", null, text);
    return note("plain", null, `${text} ${truth.rules.hot_dice === "must" ? t("kept.must", { count: countWord(handSize(truth)) }) : t("kept.all")}`);
  },
  banked: (scene, { seat, points, total }) => note("good", null, t("banked", { name: nameOf(scene.truth, seat), points, total })),
  went_out: (scene, { seat }) => note("cheer", t("out.title"), t("out.text", { name: nameOf(scene.truth, seat) })),
  last_round_started: (scene, { seat, order }) => {
    if (order.length === 0) return scene.note;
    const words = { name: nameOf(scene.truth, seat), total: scene.view?.banked[seat] ?? 0 };
    if (isExact(scene.truth)) return note("cheer", t("last.title"), t("last.text", words));
    return note("cheer", t("final.title"), t(`final.text.${scene.truth.rules.ending}`, words));
  },
  extra_turns_started: (scene, { seats, total }) => note("cheer", t("extra.title"), t("extra.text", { names: namesOf(scene, seats), total })),
  voted: (scene, { seat, yes }) => (yes ? note("plain", null, t("vote.yes", { name: nameOf(scene.truth, seat) })) : note("plain", t("vote.no", { name: nameOf(scene.truth, seat) }), "")),
  order_chosen: (scene, { seat, order }) => note("plain", null, t(`order.chosen.${order}`, { name: nameOf(scene.truth, seat) })),
  rolloff_started: ({ truth }) => note("cheer", isCoins(truth) ? t("pot.rolloff", { pot: truth.room?.pot ?? 0 }) : t("rolloff.title"), t("rolloff.started")),
  rolloff_added: (scene, { seat, points, total }) => note("good", t("bust.title"), t("rolloff.added", { name: nameOf(scene.truth, seat), points, total })),
  rolloff_tied: (scene, { seats }) => note("plain", t("rolloff.tied.title"), t("rolloff.tied", { names: namesOf(scene, seats) })),
  shared: (scene, { seat, yes }) => note("plain", null, t(yes ? "share.yes" : "share.no", { name: nameOf(scene.truth, seat) })),
  locked_in: (scene, { seat }) => note("cheer", t("locked.title"), t("locked.text", { name: nameOf(scene.truth, seat) })),
  left: ({ truth }, { seat, refunded }) => {
    const key = isCoins(truth) ? (refunded ? "left.refunded" : "left.forfeit") : "left";
    return note("plain", null, t(key, { name: nameOf(truth, seat), stake: truth.stake }));
  },
  timed_out: (scene, { seat }) => (isCoins(scene.truth) ? null : note("plain", null, t("timed_out", { name: nameOf(scene.truth, seat) }))),
  back: (scene, { seat }) => (isMine(scene.truth, seat) ? null : note("plain", null, t("back", { name: nameOf(scene.truth, seat) }))),
  resumed: () => note("plain", null, t("resumed")),
};

/** One die for the start: "Ann rolled 4." @param {Scene} scene @param {GameEvent} event @returns {Note} */
export const startNote = ({ truth }, { seat, dice }) => note("plain", t("first.rolled", { name: nameOf(truth, seat), face: dice[0] }), "");

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
  went_out: "recap.out", rolloff_added: "rolloff.added", left: "left", penalised: "recap.penalised",
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
  if (event.type === "busted" && event.kind === "unopened") return t("recap.unopened", { name, lost: event.lost });
  if (event.type === "busted" && event.lost === 0) return t("recap.busted.nothing", { name });
  return t(key, { name, target: targetOf(truth), points: event.points ?? 0, total: event.total ?? 0, lost: event.lost ?? 0 });
}

/** The table roll in one sentence: "Everyone rolls one die: Ann 5, Ben 6. Ben starts." @param {import("../shapes.js").Truth} truth @param {GameEvent} drawn */
export function drawSentence(truth, drawn) {
  const rounds = /** @type {{seat: number, face: number}[][]} */ (drawn.rounds);
  const told = rounds.map((round) => round.map(({ seat, face }) => t("draw.one", { name: nameOf(truth, seat), face })).join(", "));
  return t("say.draw", { dice: told.join(t("draw.again")), name: nameOf(truth, drawn.first) });
}
