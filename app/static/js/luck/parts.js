/** Luck on the page: figures with their sentence and the plot of the faces. Texts: luck.json. */

import { t } from "../text.js";
import { el } from "../view/dom.js";
import { facesPlot } from "./chart.js";
import { bustWords, faceWords, offeredWords, signed } from "./words.js";

/** @typedef {import("./words.js").Figures} Figures */

/** The style sheet comes with the first use. */
export function styled() {
  if (document.querySelector('link[href$="/css/luck.css"]')) return Promise.resolve();
  return new Promise((resolve) => {
    document.head.append(el("link", { rel: "stylesheet", href: new URL("../../css/luck.css", import.meta.url), onload: resolve, onerror: resolve }));
  });
}

/**
 * The figures of somebody: what was on offer, busts, faces.
 * @param {Figures} figures
 * @param {{title: string, whose: "you" | "name" | "all", enough: number, shown: boolean, level?: string}} how  `shown`: the faces stand open
 */
export function figuresPart(figures, { title, whose, enough, shown, level = "h3" }) {
  const words = [offeredWords(figures, whose, title), ...bustWords(figures)].map((text) => el("p", { text }));
  const faces = figures.dice ? [el("p", { class: "muted", text: faceWords(figures, enough) }), facesPlot(t("luck.faces.of", { name: title }), figures.faces, figures.band)] : [];
  return el(
    "section",
    { class: "luck-part" },
    el("div", { class: "luck-head" }, el(level, { text: title }), el("b", { class: "score", text: signed(figures.luck) })),
    words,
    shown || faces.length === 0 ? faces : el("details", { class: "luck-fold" }, el("summary", { text: t("luck.faces") }), faces),
  );
}
