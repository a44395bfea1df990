/** A check in a player's words: three lines, a verdict, and which roll does not hold. The texts are those of proof.json. */

import { isOnDevice } from "../protocol.js";
import { t, tn } from "../text.js";

/** @typedef {import("./proof.js").Checked} Checked */
/** @typedef {import("./proof.js").Finding} Finding */
/** @typedef {import("./proof.js").Step} Step */
/** @typedef {import("./transcript.js").Roll} Roll */
/** @typedef {import("./transcript.js").TableRoll} TableRoll */
/** @typedef {(seat: number) => string} NameOf */
/** @typedef {{line: "sealed" | "opened" | "recomputed", state: Step["state"] | "unknown", title: string, text: string}} Line  unknown: not looked at, for the record's form is wrong */

/** Which of the three lines tells about a step. @type {["sealed" | "opened" | "recomputed", Step["step"][]][]} */
const LINES = [
  ["sealed", ["shape", "order", "sealed"]],
  ["opened", ["promises", "secret"]],
  ["recomputed", ["faces"]],
];

/** Names of players by seat, and a seat's number where it has none. @param {{seat: number, name: string}[]} seats @returns {NameOf} */
export const namesOf = (seats) => (seat) => seats.find((each) => each.seat === seat)?.name ?? t("proof.seat", { n: seat + 1 });

/** Who sealed a part of the dice: the house, or of a game on one phone that phone itself (texts of practice.json). @param {string} key @param {string} game  its name */
const sealer = (key, game) => t(isOnDevice(game) ? `practice.${key}` : key);

/** @param {number[]} seats @param {NameOf} nameOf */
const listed = (seats, nameOf) => seats.map(nameOf).join(", ");

/**
 * The three lines of a roll, in their order.
 * @param {Checked} checked @param {Roll | TableRoll} roll @param {NameOf} nameOf @param {string} [game]  its name in the record
 * @returns {Line[]}
 */
export function linesOf(checked, roll, nameOf, game = "") {
  const odd = checked.failed === "shape";
  return LINES.map(([line, steps]) => {
    const own = checked.steps.filter(({ step }) => steps.includes(step));
    const wrong = own.find(({ state }) => state === "fails");
    const title = t(`proof.line.${line}`);
    if (wrong) return { line, state: "fails", title, text: wrongWords(wrong, nameOf) };
    if (odd) return { line, state: "unknown", title, text: "" };
    const waits = own.some(({ state }) => state === "waiting");
    return { line, state: waits ? "waiting" : "ok", title, text: WELL[line](roll, nameOf, waits, game) };
  });
}

/** What a line says where nothing is wrong. @type {Record<Line["line"], (roll: any, nameOf: NameOf, waits: boolean, game: string) => string>} */
const WELL = {
  sealed: (_roll, _nameOf, _waits, game) => sealer("proof.sealed.ok", game),
  opened: (roll, nameOf, waits, game) =>
    [opened(roll, nameOf), roll.absent.length && t("proof.opened.absent", { names: listed(roll.absent, nameOf) }), sealer(waits ? "proof.opened.waiting" : "proof.opened.secret", game)].filter(Boolean).join(" "),
  recomputed: (roll, nameOf) => {
    if (roll.by === "withheld") return t("proof.faces.withheld");
    return roll.n === 0 ? t("proof.faces.first", { name: nameOf(roll.first) }) : t("proof.faces.ok");
  },
};

/** Whose parts went in. @param {any} roll @param {NameOf} nameOf */
function opened(roll, nameOf) {
  const gave = roll.contributions.map((/** @type {{seat: number}} */ { seat }) => seat);
  const names = listed(gave, nameOf);
  if (!gave.length) return roll.absent.length ? "" : t("proof.opened.none");
  if (roll.promises.length) return t(roll.n === 0 ? "proof.opened.table" : "proof.opened.promised", { names });
  return t(roll.by === "autopilot" ? "proof.opened.autopilot" : roll.by === "bot" ? "proof.opened.bot" : "proof.opened.one", { names });
}

/** Why a step or a finding does not hold. @param {{code?: string, subject?: string, found?: number[]}} wrong @param {NameOf} nameOf */
export function wrongWords({ code = "", subject = "", found = [] }, nameOf) {
  return t(`proof.code.${code}`, { subject, name: /^\d+$/.test(subject) ? nameOf(Number(subject)) : subject, found: found.join(" ") });
}

/** @param {Checked} checked @returns {{state: "ok" | "fails" | "waiting", text: string}} */
export function verdictOf({ ok, steps }) {
  const state = !ok ? "fails" : steps.some((step) => step.state === "waiting") ? "waiting" : "ok";
  return { state, text: t(`proof.${state}`) };
}

/** Which roll it was: "Roll 17", "Who starts", "The record". @param {number | null} n */
export const rollName = (n) => (n === null ? t("proof.record") : n === 0 ? t("proof.roll.0") : t("proof.roll", { n }));

/** Whose dice they are: "Dice from the house and 3 phones". @param {Roll | TableRoll} roll @param {string} [game]  its name in the record */
export function levelWords(roll, game = "") {
  if (isOnDevice(game)) return t("practice.proof.level");
  const phones = roll.contributions.length;
  if (!phones) return t("proof.level.0");
  return roll.promises.length ? tn("proof.level.2", phones) : t("proof.level.1");
}
