/** Covers of a coin table as elements: the waiting room, the die for the start, the pay-out, the closed table. */

import { endingPlace } from "../luck/place.js";
import { die } from "../rules/die.js";
import { spelled } from "../table/words.js";
import { num, t } from "../text.js";
import { el } from "./dom.js";

/** @typedef {ReturnType<typeof import("../table/room.js").roomOf>} Room */
/** @typedef {ReturnType<typeof import("../table/room.js").drawOf>} Draw */
/** @typedef {ReturnType<typeof import("../table/room.js").closedOf>} Closed */
/** @typedef {ReturnType<typeof import("../table/payout.js").payoutOf>} Payout */
/** @typedef {import("../table/room.js").CoverAction} CoverAction */

/**
 * What every cover is made with.
 * @typedef {object} Tools
 * @property {(id: string) => void} act
 * @property {(id: string, label: string, look?: string) => HTMLElement} button
 * @property {(text: string) => HTMLElement} heading
 * @property {(standings: import("../table/covers.js").Standing[]) => HTMLElement} standings
 * @property {(link: string) => any[]} linkText
 */

/** A coin, for the eye only. */
const coin = () => el("span", { class: "coin", "aria-hidden": "true" });

/** Something to press, or a way to another page. @param {Tools} tools @param {CoverAction} action */
const pressed = ({ button }, { id, label, look = "wide", href }) => (href ? el("a", { class: `button ${look}`, href, data: { cover: id }, text: label }) : button(id, label, look));

/** What stands in the way: the line to the house first, then why a press did nothing. @param {Tools} tools @param {Pick<Room, "trouble" | "line">} model */
function troubles(tools, { trouble, line }) {
  return [
    line && el("p", { class: "cover-line" }, el("span", { text: line.text }), line.action && tools.button(line.action.id, line.action.label, "quiet")),
    trouble && el("p", { class: "cover-trouble" }, el("span", { text: trouble.text }), trouble.action && pressed(tools, { look: "quiet", ...trouble.action })),
  ];
}

/** @param {Room} model */
const seatList = ({ seats: { taken, free }, seatsLabel }) => [
  el(
    "p",
    { class: "room-seats-label" },
    el("span", { text: seatsLabel }),
    el("span", { class: "room-dots", "aria-hidden": "true" }, taken.map(() => el("i", { class: "taken" })), Array.from({ length: free }, () => el("i"))),
  ),
  el(
    "ul",
    { class: "seats" },
    taken.map(({ name, you, ready, note }) =>
      el("li", { class: ready ? "seat ready" : "seat" }, el("span", { class: "seat-name" }, name, you && el("small", { text: t("room.you") })), el("span", { class: "seat-note", text: note })),
    ),
  ),
];

/** @param {Tools} tools @param {Room} model */
const invitation = (tools, { link, picture }) =>
  link && [
    el("p", { class: "cover-label", text: t("room.invite") }),
    el("div", { class: "invite" }, el("img", { class: "qr", src: picture, alt: t("lobby.qr"), width: 132, height: 132 }), el("div", { class: "invite-side" }, el("p", { class: "invite-link", id: "invite-link" }, tools.linkText(link)), tools.button("copy", t("lobby.copy")), "share" in navigator && tools.button("share_link", t("lobby.share")))),
  ];

/** @param {Tools} tools @param {Room} model */
function roomCover(tools, model) {
  const { title, pot, terms, rules, rulesCode, status, deadline, note, actions, counting } = model;
  const begins = counting ? [el("b", { class: "room-count", data: { live: "count" }, "aria-hidden": "true" })] : [];
  return [
    el(
      "div",
      { class: "cover-body top" },
      troubles(tools, model),
      tools.heading(title),
      el("p", { class: "room-pot" }, coin(), el("span", {}, t("room.pot"), " ", el("b", { text: num(pot) }))),
      el("p", { class: "cover-note", text: terms }),
      // Of one height in all states, so that the count does not push the seats about.
      el("div", { class: counting ? "room-status counting" : "room-status" }, begins, el("p", {}, el("b", { text: status }), deadline && el("small", { text: deadline }), note && el("small", { text: note }))),
      seatList(model),
      el("div", { class: "cover-card slim" }, el("p", { class: "cover-rules" }, el("b", { text: rules }), el("span", { class: "deal-code", "aria-hidden": "true", text: rulesCode }), rulesCode && el("span", { class: "unseen", text: spelled(rulesCode) })), tools.button("card", t("deal.rules"), "deal-action")),
      invitation(tools, model),
    ),
    el("div", { class: "cover-actions" }, actions.map((action) => pressed(tools, action))),
  ];
}

/** A die whose face nobody knows yet. @param {boolean} sealed  its number is sealed */
const blank = (sealed) => el("span", { class: sealed ? "blank-die sealed" : "blank-die", "aria-hidden": "true", text: "?" });

/** @param {Tools} tools @param {Draw} model */
function drawCover(tools, { title, text, rows, note, skip }) {
  const list = rows.map(({ name, faces, first, sealed }) =>
    el(
      "li",
      { class: first ? "draw-row first" : "draw-row" },
      el("span", { class: "draw-name", text: name }),
      faces.length > 0 ? el("span", { class: "draw-dice", role: "img", "aria-label": faces.join(", ") }, faces.map((face) => die(face))) : blank(sealed),
    ),
  );
  const body = [tools.heading(title), el("p", { class: "cover-note", text }), el("ul", { class: "draw-rows" }, list), note && el("p", { class: "cover-note", text: note })];
  return [el("div", { class: "cover-body", onclick: () => tools.act("skip") }, body), el("div", { class: "cover-actions" }, skip && tools.button("skip", t("draw.skip"), "wide"))];
}

/** @param {Tools} tools @param {Payout} model */
function payoutCover(tools, model) {
  const { tone, title, text, pot, own, balance, next, note, standings, actions, proof } = model;
  const [first, ...others] = actions;
  return [
    el(
      "div",
      // It may hold nothing that takes the focus, and still has to be scrolled by keys.
      { class: `cover-body ${tone}`, tabindex: "0", role: "group", "aria-labelledby": "cover-title" },
      troubles(tools, model),
      tools.heading(title),
      own && el("p", { class: `payout-own ${own.tone}` }, own.sum && el("b", {}, coin(), own.sum), el("span", { text: own.text })),
      el("div", { class: "payout-pot" }, pot.map((line) => el("p", { text: line }))),
      el("p", { class: "cover-note", text }),
      tools.standings(standings),
      balance && el("p", { class: "cover-note", text: balance }),
      endingPlace(proof),
    ),
    el(
      "div",
      { class: "cover-actions" },
      (next || note) && el("p", { class: "cover-note", text: next || note }),
      pressed(tools, { ...first, look: others.length > 1 ? "primary wide" : first.look }),
      el("div", { class: "cover-pair" }, others.map((action) => pressed(tools, action))),
    ),
  ];
}

/** What builds each kind of cover. @param {Tools} tools @returns {Record<string, (model: any) => any[]>} */
export const coinBuilders = (tools) => ({
  room: (model) => roomCover(tools, model), draw: (model) => drawCover(tools, model), payout: (model) => payoutCover(tools, model), closed: (model) => closedCover(tools, model),
});

/** @param {Tools} tools @param {Closed} model */
const closedCover = (tools, { title, text, actions }) => [
  el("div", { class: "cover-body" }, tools.heading(title), el("p", { class: "cover-note", text })),
  el("div", { class: "cover-actions" }, actions.map((action) => pressed(tools, action))),
];
