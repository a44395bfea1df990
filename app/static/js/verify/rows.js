/** The rolls of a checked game as rows that open: a line each, and inside the three steps and the figures behind them. */

import { levelWords, linesOf, rollName, verdictOf } from "../fair/words.js";
import { t } from "../text.js";
import { el } from "../view/dom.js";

/** @typedef {import("../fair/proof.js").Checked} Checked */
/** @typedef {import("../fair/transcript.js").Roll} Roll */
/** @typedef {import("../fair/transcript.js").TableRoll} TableRoll */
/** @typedef {import("../fair/words.js").NameOf} NameOf */

const SIGNS = { ok: "✓", fails: "✗", waiting: "◷", unknown: "–" };

/** Where the pips of a face lie on a die of 24 units. @type {[number, number][][]} */
const PIPS = [[[12, 12]], [[7.5, 7.5], [16.5, 16.5]], [[7, 7], [12, 12], [17, 17]], [[7.5, 7.5], [16.5, 7.5], [7.5, 16.5], [16.5, 16.5]], [[7, 7], [17, 7], [12, 12], [7, 17], [17, 17]], [[7.5, 6.6], [16.5, 6.6], [7.5, 12], [16.5, 12], [7.5, 17.4], [16.5, 17.4]]];

/** @param {keyof typeof SIGNS} state */
const sign = (state) => el("span", { class: "sign", data: { state }, "aria-hidden": "true", text: SIGNS[state] });

/** @param {number} face */
function die(face) {
  const pips = PIPS[face - 1].map(([cx, cy]) => el("svg:circle", { class: "die-pip", cx, cy, r: face === 1 ? 2.6 : 2.1 }));
  return el("svg:svg", { class: "die", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, el("svg:rect", { class: "die-body", x: 1, y: 1, width: 22, height: 22, rx: 5 }), pips);
}

/** @param {any} roll @returns {number[]} */
const facesIn = (roll) => (Array.isArray(roll?.faces) ? roll.faces.filter((/** @type {any} */ face) => Number.isInteger(face) && face >= 1 && face <= 6) : []);

/**
 * One row. What is inside is made when it is opened, so that a thousand rows are light.
 * @param {Checked} checked @param {Roll | TableRoll} roll @param {NameOf} nameOf @param {string} id  TABLE/GAME
 * @param {string} [otherwise]  what this phone saw otherwise when it fell
 */
export function rowOf(checked, roll, nameOf, id, otherwise = "") {
  const { state, text } = rowVerdict(checked, otherwise);
  const table = checked.n === 0;
  const odd = checked.failed === "shape";
  const dice = table ? "" : facesIn(roll).join(" ");
  const who = odd ? "" : nameOf(table ? /** @type {TableRoll} */ (roll).first : roll.roller);
  const inside = el("div", { class: "roll-inside" });
  const row = el(
    "details",
    { class: "roll", id: `roll-${checked.n}`, data: { state }, ontoggle: () => row.open && !inside.firstChild && inside.append(...insideOf(checked, roll, nameOf, id, otherwise)) },
    el("summary", {}, el("span", { class: "roll-n", text: table ? rollName(0) : String(checked.n) }), el("span", { class: "roll-who", text: who }), el("span", { class: "roll-dice", text: dice || (table || odd ? "" : t("proof.by.withheld")) }), sign(state), el("span", { class: "unseen", text: text })),
    inside,
  );
  return el("li", {}, row);
}

/** A record that holds and is not what this phone saw does not match. @param {Checked} checked @param {string} otherwise */
const rowVerdict = (checked, otherwise) => (otherwise ? { state: /** @type {const} */ ("fails"), text: t("proof.fails") } : verdictOf(checked));

/** @param {Checked} checked @param {any} roll @param {NameOf} nameOf @param {string} id @param {string} otherwise */
function insideOf(checked, roll, nameOf, id, otherwise) {
  const lines = linesOf(checked, roll, nameOf, id);
  const { state, text } = rowVerdict(checked, otherwise);
  const faces = facesIn(roll);
  return [
    faces.length > 0 && el("p", { class: "dice", role: "img", "aria-label": faces.join(" ") }, faces.map(die)),
    checked.n === 0 && checked.failed !== "shape" && el("ul", { class: "rounds" }, roundsOf(roll, nameOf)),
    checked.failed !== "shape" && el("p", { class: "muted small", text: byWords(roll, id) }),
    el("ol", { class: "lines" }, lines.map((line) => el("li", { data: { state: line.state } }, sign(line.state), el("div", {}, el("b", { text: line.title }), el("span", { class: "unseen", text: line.state === "unknown" ? t("verify.not_looked") : t(`proof.${line.state}`) }), el("p", { text: line.text }))))),
    otherwise && el("p", { class: "roll-seen", text: otherwise }),
    el("p", { class: "roll-verdict", data: { state } }, sign(state), text),
    checked.failed !== "shape" && figures(roll, id),
  ].filter(Boolean);
}

/** @param {any} roll @param {string} id */
function byWords(roll, id) {
  const more = roll.by === "player" || roll.by === undefined ? "" : ` · ${t(`proof.by.${roll.by}`)}`;
  return levelWords(roll, id) + more;
}

/** @param {TableRoll} roll @param {NameOf} nameOf */
const roundsOf = (roll, nameOf) => roll.rounds.map((round) => el("li", { text: round.map(({ seat, face }) => `${nameOf(seat)} ${face}`).join(", ") }));

/** The formulas, and what stands in them. @param {Roll | TableRoll} roll @param {string} id */
function figures(roll, id) {
  const n = String(roll.n);
  const count = String(roll.contributions.length);
  const given = roll.contributions.map(({ seat }) => `, ${seat}, r${seat}`).join("");
  const rows = [
    [t("verify.figure.K"), `SHA-256(lp("trippn/v1/commit", "k", "${id}", 255, ${n}, key))`, roll.commitment],
    [t("verify.figure.k"), `HMAC(secret, lp("trippn/v1/roll-key", "${id}", ${n}))`, roll.key],
    ...roll.promises.map(({ seat, commitment }) => [t("verify.figure.c", { seat: String(seat) }), `SHA-256(lp("trippn/v1/commit", "r", "${id}", ${seat}, ${n}, r${seat}))`, commitment]),
    ...roll.contributions.map(({ seat, r }) => [t("verify.figure.r", { seat: String(seat) }), `r${seat}`, r]),
    [t("verify.figure.seed"), `HMAC(key, lp("trippn/v1/roll", "${id}", ${n}, ${roll.roller}, ${roll.ndice}, ${count}${given}))`, ""],
    [t("verify.figure.faces"), 'HMAC(seed, lp("trippn/v1/dice", 0)), …: bytes below 252, byte % 6 + 1', ""],
  ];
  return el(
    "details",
    { class: "figures" },
    el("summary", { text: t("verify.figures") }),
    el("dl", {}, rows.flatMap(([name, formula, value]) => [el("dt", { text: name }), el("dd", {}, el("code", { text: formula }), value && el("code", { class: "hex", text: value }))])),
    el("p", { class: "muted small", text: t("verify.lp") }),
  );
}
