/** Plots as inline SVG: each has a title and a description, and the same figures stand below it as a table. */

import { num, t } from "../text.js";
import { el } from "../view/dom.js";

/** @typedef {{head: string[], rows: (string | number)[][]}} Figures */

const WIDTH = 300;
const BASE = 118;
const TOP = 12;
const BAR = 30;
const STEP = 50;

let made = 0;

/**
 * A figure: the plot, and its numbers for those who read rather than look.
 * @param {string} title
 * @param {string} description
 * @param {number} height
 * @param {any[]} shapes
 * @param {Figures} figures
 */
export function figureOf(title, description, height, shapes, figures) {
  const id = `plot-${++made}`;
  return el(
    "figure",
    { class: "plot" },
    el(
      "svg:svg",
      { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-labelledby": `${id}-title`, "aria-describedby": `${id}-desc` },
      el("svg:title", { id: `${id}-title`, text: title }),
      el("svg:desc", { id: `${id}-desc`, text: description }),
      shapes,
    ),
    el("details", { class: "plot-table" }, el("summary", { text: t("luck.table") }), tableOf(title, figures, "tight")),
  );
}

/** @param {string} caption @param {Figures} figures @param {"" | "tight"} [kind] */
export const tableOf = (caption, { head, rows }, kind = "") =>
  el(
    "div",
    { class: "plot-scroll", tabindex: "0", role: "group", "aria-label": caption },
    el(
      "table",
      { class: `figures ${kind}` },
      el("caption", { class: "unseen", text: caption }),
      el("thead", {}, el("tr", {}, head.map((each) => el("th", { scope: "col", text: each })))),
      el("tbody", {}, rows.map(([first, ...rest]) => el("tr", {}, el("th", { scope: "row", text: first }), rest.map((each) => el("td", { text: each }))))),
    ),
  );

/** @param {number} x @param {number} y @param {string} text @param {string} kind */
const label = (x, y, text, kind) => el("svg:text", { x, y, class: kind, "text-anchor": "middle", text });

/**
 * How often each face lay, with the band in which it is expected to.
 * @param {string} title
 * @param {number[]} faces  1 first
 * @param {[number, number] | null} band
 */
export function facesPlot(title, faces, band) {
  const dice = faces.reduce((sum, count) => sum + count, 0);
  const most = Math.max(1, ...faces, band?.[1] ?? 0);
  const high = (/** @type {number} */ count) => BASE - ((BASE - TOP) * count) / most;
  const words = faces.map((count, index) => t("luck.face.count", { face: index + 1, n: count })).join(", ");
  const expected = band ? t("luck.band", { low: whole(band[0], Math.ceil), high: whole(band[1], Math.floor) }) : "";
  const inside = (/** @type {number} */ count) => !band || (count >= band[0] && count <= band[1]);
  const bars = faces.map((count, index) => {
    const x = index * STEP + (STEP - BAR) / 2;
    const y = Math.min(high(count), BASE - 1);
    const mark = inside(count) ? "" : count > /** @type {[number, number]} */ (band)[1] ? " ▲" : " ▼";
    return [
      el("svg:rect", { class: `plot-bar ${mark ? "outside" : ""}`, x, y, width: BAR, height: BASE - y, rx: 3 }),
      label(x + BAR / 2, BASE + 17, String(index + 1), "plot-face"),
      label(x + BAR / 2, BASE + 33, `${num(count)}${mark}`, "plot-count"),
    ];
  });
  const range = band && [
    el("svg:rect", { class: "plot-band", x: 0, y: high(band[1]), width: WIDTH, height: high(band[0]) - high(band[1]) }),
    ...band.map((edge) => el("svg:line", { class: "plot-edge", x1: 0, x2: WIDTH, y1: high(edge), y2: high(edge) })),
  ];
  const head = [t("luck.face"), t("luck.count"), t("luck.share"), ...(band ? [t("luck.expected")] : [])];
  const rows = faces.map((count, index) => [
    String(index + 1), num(count), shareOf(count, dice), ...(band ? [t(inside(count) ? "luck.inside" : "luck.outside")] : []),
  ]);
  const axis = el("svg:line", { class: "plot-axis", x1: 0, x2: WIDTH, y1: BASE, y2: BASE });
  return figureOf(title, `${words}. ${expected}`, BASE + 38, [range ?? [], axis, bars].flat(3), { head, rows });
}

/** @param {number} value @param {(value: number) => number} round */
const whole = (value, round) => round(Number(value.toFixed(6)));

/** A share with one decimal. @param {number} part @param {number} whole */
export const shareOf = (part, whole) => (whole ? t("luck.percent", { n: ((100 * part) / whole).toFixed(1) }) : "–");

/**
 * A p-value in words that fit a column.
 * @param {number} p
 */
export function pText(p) {
  if (p >= 0.001) return p.toFixed(3);
  if (p <= 0) return "0";
  const [digits, power] = p.toExponential(1).split("e-");
  return `${digits} × 10⁻${[...power].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("")}`;
}

/** @typedef {{day: string, name: string, p: number}} Point */

/**
 * Every test of every day by how unlikely it was, and the line below which one fails.
 * @param {string} title
 * @param {string} description
 * @param {Point[][]} days  oldest first
 * @param {number} alpha
 * @param {Figures} figures
 */
export function testsPlot(title, description, days, alpha, figures) {
  const limit = -Math.log10(alpha);
  const top = Math.max(limit + 1, ...days.flat().map(({ p }) => Math.min(-Math.log10(Math.max(p, 1e-30)), 12)));
  const left = 34;
  const high = (/** @type {number} */ value) => BASE - ((BASE - TOP) * Math.min(value, top)) / top;
  const step = (WIDTH - left - 8) / Math.max(days.length, 1);
  const dots = days.map((points, index) =>
    points.map(({ p }) => {
      const x = left + step * (index + 0.5);
      const y = high(-Math.log10(Math.max(p, 1e-30)));
      return p < alpha ? el("svg:path", { class: "plot-fail", d: `M${x - 4} ${y - 4}l8 8m0-8l-8 8` }) : el("svg:circle", { class: "plot-dot", cx: x, cy: y, r: Math.min(3, Math.max(1.5, step / 4)) });
    }),
  );
  const lines = [0, 2, 4, 6].map((value) => [
    el("svg:line", { class: "plot-grid", x1: left, x2: WIDTH, y1: high(value), y2: high(value) }),
    el("svg:text", { x: left - 5, y: high(value) + 4, class: "plot-tick", "text-anchor": "end", text: value === 0 ? "1" : `1/10${["", "", "²", "", "⁴", "", "⁶"][value]}` }),
  ]);
  const line = [
    el("svg:line", { class: "plot-limit", x1: left, x2: WIDTH, y1: high(limit), y2: high(limit) }),
    label((WIDTH + left) / 2, high(limit) - 5, t("fairness.limit"), "plot-count"),
  ];
  return figureOf(title, description, BASE + 10, [lines, line, dots].flat(3), figures);
}
