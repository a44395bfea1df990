/** Checking a record before the reader's eyes: a verdict, what does not hold, and the rolls as they are checked. */

import { checkTranscript } from "../fair/proof.js";
import { levelWords, namesOf, rollName, wrongWords } from "../fair/words.js";
import { num, t, tn } from "../text.js";
import { el, fill, one, say, shout } from "../view/dom.js";
import { rowOf } from "./rows.js";
import { heldTo, seenWords } from "./seen.js";

/** @typedef {import("../fair/proof.js").Checked} Checked */
/** @typedef {import("../fair/proof.js").Finding} Finding */
/** @typedef {import("../fair/proof.js").Report} Report */
/** @typedef {import("../fair/scheme.js").Tools} Tools */
/** @typedef {import("../fair/seen.js").Seen} Seen */
/** @typedef {import("../fair/transcript.js").Transcript} Transcript */
/** @typedef {import("../fair/words.js").NameOf} NameOf */

/** Milliseconds of work before the page may draw and answer a finger. */
const SLICE_MS = 40;
const ROWS_AT_ONCE = 60;
const FINDINGS_MAX = 20;
const SIGNS = { ok: "✓", fails: "✗", waiting: "◷" };

/** A task of its own, so that the page draws and answers in between. */
const breath = () => new Promise((resolve) => setTimeout(resolve));

/** Shows what is being checked. @param {Transcript} record @param {NameOf} nameOf */
function begin(record, nameOf) {
  one("#result").hidden = false;
  one("#open").hidden = true;
  one("#verdict").dataset.state = "busy";
  one("#verdict-sign").textContent = "";
  one("#verdict-title").textContent = t("verify.checking");
  one("#verdict-text").textContent = "";
  const seats = Array.isArray(record.seats) ? record.seats : [];
  one("#verdict-game").textContent = seats.length ? t("verify.game", { game: String(record.game), names: seats.map(({ seat }) => nameOf(seat)).join(", ") }) : "";
  one("#progress").hidden = false;
  one("#progress").max = Math.max(1, record.rolls?.length ?? 1);
  one("#progress").value = 0;
  fill(one("#findings"));
  fill(one("#facts"));
  fill(one("#rolls"));
  one("#rolls-part").hidden = true;
}

/** Which drawing is the last: an older one stops. */
let drawing = 0;
/** Rows are drawn after the verdict; whoever wants to see one waits for it. @type {Promise<void>} */
let drawn = Promise.resolve();

/**
 * Checks a record and shows all of it.
 * @param {Tools} tools @param {Transcript} record
 * @param {Map<number, Seen>} [seen]  its rolls as this phone saw them fall
 * @returns {Promise<Report>} once the verdict stands; rows go on being drawn
 */
export async function showReport(tools, record, seen = new Map()) {
  const nameOf = namesOf(Array.isArray(record.seats) ? record.seats : []);
  drawing++;
  begin(record, nameOf);
  await breath();
  let since = performance.now();
  const report = await checkTranscript(tools, record, {
    onRoll: async (_, done) => {
      if (performance.now() - since < SLICE_MS) return;
      one("#progress").value = done;
      await breath();
      since = performance.now();
    },
  });
  const against = heldTo(record, report, seen);
  const otherwise = new Map([...against.wrong].map(([n, what]) => [n, seenWords(what, seen.get(n))]));
  conclude(report, record, nameOf, against.saw, otherwise);
  drawn = draw(report, record, nameOf, otherwise);
  return report;
}

/**
 * Draws the rolls, as many at a time as leave the page quick.
 * @param {Report} report @param {Transcript} record @param {NameOf} nameOf @param {Map<number, string>} otherwise  what this phone saw otherwise, by roll
 */
async function draw(report, record, nameOf, otherwise) {
  const own = ++drawing;
  const list = one("#rolls");
  one("#rolls-part").hidden = !(report.tableRoll || report.rolls.length);
  if (report.tableRoll && record.table_roll) list.append(rowOf(report.tableRoll, record.table_roll, nameOf, record.id));
  for (let from = 0; from < report.rolls.length && own === drawing; from += ROWS_AT_ONCE) {
    list.append(...report.rolls.slice(from, from + ROWS_AT_ONCE).map((checked, i) => rowOf(checked, record.rolls[from + i], nameOf, record.id, otherwise.get(checked.n))));
    await breath();
  }
}

/** @param {Report} report @param {Transcript} record @param {NameOf} nameOf @param {number} saw  rolls that this phone saw fall @param {Map<number, string>} otherwise */
function conclude(report, record, nameOf, saw, otherwise) {
  const { findings } = report;
  const state = otherwise.size ? "fails" : report.state;
  const all = report.rolls.length;
  const wrong = new Set([...findings.map(({ roll }) => roll), ...otherwise.keys()]).size;
  /** @type {Set<number | null>} */
  const there = new Set([...report.rolls, report.tableRoll].map((each) => each?.n ?? null));
  const title = t(`verify.verdict.${state}`);
  const text = state === "fails" ? tn("verify.verdict.fails.more", wrong) : tn(`verify.verdict.${state}.more`, all);
  one("#progress").hidden = true;
  one("#verdict").dataset.state = state;
  one("#verdict-sign").textContent = SIGNS[state];
  one("#verdict-title").textContent = title;
  one("#verdict-text").textContent = text;
  const lines = [...[...otherwise].map(([n, text]) => lineOf(n, t("verify.step.seen"), text, there.has(n))), ...findings.map((each) => findingOf(each, nameOf, there.has(each.roll)))];
  fill(one("#findings"), lines.slice(0, FINDINGS_MAX), lines.length > FINDINGS_MAX && el("li", { text: t("verify.more", { n: lines.length - FINDINGS_MAX }) }));
  /** @type {[number, string][]} */
  const held = saw ? [[saw - otherwise.size, t("verify.fact.seen")]] : [];
  fill(one("#facts"), [...factsOf(report, record), ...held].map(([count, words]) => el("li", {}, el("b", { text: num(count) }), ` ${words}`)));
  (state === "fails" ? shout : say)(`${title}. ${text}`);
  scrollTo(0, 0);
  one("#verdict-title").focus({ preventScroll: true });
}

/** @param {Finding} finding @param {NameOf} nameOf @param {boolean} there  whether the roll has a row */
const findingOf = (finding, nameOf, there) => lineOf(finding.roll, t(`verify.step.${finding.step}`), wrongWords(finding, nameOf), there);

/** @param {number | null} roll @param {string} step @param {string} text @param {boolean} there  whether the roll has a row */
function lineOf(roll, step, text, there) {
  const name = rollName(roll);
  const head = there && roll !== null ? el("a", { href: `#roll-${roll}`, text: name, onclick: (/** @type {Event} */ event) => (event.preventDefault(), void openRow(roll)) }) : el("b", { text: name });
  return el("li", {}, head, ` · ${step}: ${text}`);
}

/** How many rolls had whose dice. @param {Report} report @param {Transcript} record @returns {[number, string][]} */
function factsOf(report, record) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  report.rolls.forEach(({ failed }, i) => {
    if (failed === "shape") return;
    const roll = record.rolls[i];
    const words = roll.by === "withheld" ? t("verify.fact.withheld") : levelWords(roll, String(record.id));
    counts.set(words, (counts.get(words) ?? 0) + 1);
  });
  return [...counts].sort((a, b) => b[1] - a[1]).map(([words, count]) => [count, words]);
}

/** Opens a roll and puts the reader there. @param {number} n */
export async function openRow(n) {
  await drawn;
  const row = document.getElementById(`roll-${n}`);
  if (!(row instanceof HTMLDetailsElement)) return;
  row.open = true;
  row.scrollIntoView({ block: "center" });
  row.querySelector("summary")?.focus({ preventScroll: true });
}
