/** The days of the fairness page. Texts: luck.json. */

import { hasText, language, num, t, tn } from "../text.js";
import { el } from "../view/dom.js";
import { facesPlot, pText, tableOf, testsPlot } from "./chart.js";

/** @typedef {{name: string, statistic: number, df: number, p: number, passed: boolean}} Verdict */
/** @typedef {{group: number, faces: number[]}} Group */
/** @typedef {{day: number, rolls: number, dice: number, withheld: number, faces: number[], splits: Record<string, Group[]>, tests: Verdict[]}} Day */
/** @typedef {{days: number, rolls: number, dice: number, tests: number, failed: number}} Totals */
/** @typedef {{alpha: number, least: number, days: Day[], totals: Totals, today: {day: number, rolls: number, dice: number, faces: number[]}, voids: import("./voids.js").Voids}} Fairness */

const DAY_MS = 86_400_000;
/** Standard deviations of the band in which a face is expected. */
const BAND = 3;

/** @param {number} day  days since 1970, UTC */
const dateOf = (day) => new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeZone: "UTC" }).format(day * DAY_MS);

/** In which a face is expected among so many dice. @param {number} dice @returns {[number, number]} */
export function bandOf(dice) {
  const spread = (BAND * Math.sqrt(dice * 5)) / 6;
  return [Math.max(0, dice / 6 - spread), dice / 6 + spread];
}

/** All tests so far, in a sentence. @param {Fairness} told */
export function sumPart({ totals, days }) {
  const counts = { tests: tn("fairness.tests", totals.tests), days: tn("fairness.days", totals.days) };
  const words = !totals.days ? t("fairness.sum.none") : !totals.tests ? t("fairness.sum.quiet") : totals.failed ? tn("fairness.sum.bad", totals.failed, counts) : t("fairness.sum.ok", counts);
  const bad = totals.failed > 0;
  return [
    el("p", { class: `verdict ${bad ? "bad" : ""}` }, totals.tests > 0 && el("span", { class: "verdict-mark", "aria-hidden": "true", text: bad ? "✗" : "✓" }), el("b", { text: words })),
    days.length > 0 && el("p", { class: "muted", text: t("fairness.sum.more", { dice: totals.dice, rolls: totals.rolls }) }),
    bad && el("ul", { class: "failures" }, days.flatMap(failures)),
  ];
}

/** The tests of a day that failed, each in a line. @param {Day} day */
const failures = ({ day, tests }) => tests.filter(({ passed }) => !passed).map(({ name, p }) => el("li", { text: t("fairness.sum.failure", { day: dateOf(day), test: t(`fairness.t.${name}`), p: pText(p) }) }));

/** The newest day that is over. @param {Fairness} told */
export function dayPart({ days }) {
  const [last] = days;
  if (!last) return [];
  const day = dateOf(last.day);
  return [
    el("p", { text: t("fairness.day", { day, dice: last.dice, rolls: last.rolls }) }),
    last.withheld > 0 && el("p", { class: "muted", text: tn("fairness.withheld", last.withheld) }),
    last.dice > 0 && facesPlot(t("fairness.day.faces", { day }), last.faces, last.tests.length ? bandOf(last.dice) : null),
    last.tests.length === 0 ? el("p", { class: "muted", text: t("fairness.day.few") }) : testList(last, day),
    last.tests.length > 0 && splitFold(last),
  ];
}

/** @param {Day} last @param {string} day */
const testList = (last, day) =>
  tableOf(t("fairness.tests.of", { day }), {
    head: [t("fairness.test"), t("fairness.p"), t("fairness.verdict")],
    rows: last.tests.map(({ name, p, passed }) => [t(`fairness.t.${name}`), pText(p), t(passed ? "fairness.passed" : "fairness.did_fail")]),
  });

/** @param {Day} last */
function splitFold({ splits }) {
  const rows = Object.entries(splits).flatMap(([name, groups]) =>
    groups.map(({ group, faces }) => {
      const dice = faces.reduce((sum, count) => sum + count, 0);
      return [t("fairness.split.of", { name: groupName(name, group), n: dice }), ...faces.map((count) => (dice ? ((100 * count) / dice).toFixed(1) : "–"))];
    }),
  );
  const head = [t("fairness.split"), "1", "2", "3", "4", "5", "6"];
  return el("details", { class: "luck-fold" }, el("summary", { text: t("fairness.splits") }), el("p", { class: "muted small", text: t("fairness.splits.more") }), tableOf(t("fairness.splits"), { head, rows }, "tight"));
}

/** @param {string} name @param {number} group */
function groupName(name, group) {
  const own = `fairness.split.${name}.${group}`;
  return hasText(own) ? t(own) : t(`fairness.split.${name}`, { n: name === "seat" ? group + 1 : group });
}

/** Every day that was told, oldest first. @param {Fairness} told */
export function everyPart({ days, alpha }) {
  const tested = days.filter(({ tests }) => tests.length > 0);
  if (tested.length === 0) return [];
  const points = [...tested].reverse().map(({ day, tests }) => tests.map(({ name, p }) => ({ day: dateOf(day), name, p })));
  const least = (/** @type {Day} */ { tests }) => Math.min(...tests.map(({ p }) => p));
  const count = tested.reduce((sum, { tests }) => sum + tests.length, 0);
  const description = t("fairness.every.desc", { tests: tn("fairness.tests", count), days: tn("fairness.days", tested.length), p: pText(Math.min(...tested.map(least))) });
  const head = [t("fairness.date"), t("fairness.dice"), t("fairness.least"), t("fairness.verdict")];
  const rows = tested.map((each) => [dateOf(each.day), num(each.dice), pText(least(each)), t(each.tests.every(({ passed }) => passed) ? "fairness.passed" : "fairness.did_fail")]);
  return [el("p", { class: "muted", text: t("fairness.every.more") }), testsPlot(t("fairness.every"), description, points, alpha, { head, rows })];
}

/** Counts of a day that still runs. @param {Fairness} told */
export function todayPart({ today }) {
  if (today.rolls === 0) return [el("p", { class: "muted", text: t("fairness.today.none") })];
  return [el("p", { text: t("fairness.today.more", { dice: today.dice, rolls: today.rolls }) }), facesPlot(t("fairness.today.faces"), today.faces, null)];
}
