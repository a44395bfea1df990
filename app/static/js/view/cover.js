/** The screen over the table: built anew for every kind, patched while it stands. */

import { endingPlace } from "../luck/place.js";
import { spelled } from "../table/words.js";
import { t, tn } from "../text.js";
import { all, el, fill, focusOn, guard, one } from "./dom.js";

/** @typedef {ReturnType<typeof import("../table/covers.js").handoverOf>} Handover */
/** @typedef {ReturnType<typeof import("../table/covers.js").lobbyOf>} Lobby */
/** @typedef {ReturnType<typeof import("../table/covers.js").endingOf>} Ending */
/** @typedef {import("./room.js").Room | import("./room.js").Draw | import("./room.js").Payout | import("./room.js").Closed} OfCoins */

/** Milliseconds before the phone can be taken: a thumb still presses where Bank was. */
export const PASS_GUARD = 600;

/** Milliseconds after which a phone that nobody takes grows dark. */
export const DIM_AFTER = 60_000;

/** @param {import("../table/covers.js").Standing[]} standings */
const standingList = (standings) =>
  el(
    "ul",
    { class: "standings", "aria-label": t("strip.label") },
    standings.map(({ name, total, note, on, first }) =>
      el("li", { class: `standing ${on ? "on" : ""} ${first ? "first" : ""}` }, el("span", { class: "standing-name", text: name }), el("span", { class: "standing-note", text: note }), el("b", { class: "score", text: total })),
    ),
  );

/** A link that breaks before its code, if it must. @param {string} link */
const linkText = (link) => {
  const at = link.lastIndexOf("/") + 1;
  return [link.slice(0, at).replace(/^https?:\/\//, ""), el("wbr"), el("b", { text: link.slice(at) })];
};

/** @param {string} text */
const heading = (text) => el("h2", { id: "cover-title", tabindex: "-1", text });

/**
 * @param {{act: (id: string) => void, after: (ms: number, act: () => void) => (() => void)}} wiring
 */
export function createCover({ act, after }) {
  const cover = one("#cover");
  const table = one("#table");
  let kind = "";
  let shown = "";
  /** @type {() => void} */
  let stay = () => {};

  /** Full light from now on, and less of it once nobody has touched a phone that is to be passed. */
  function brighten() {
    stay();
    cover.classList.remove("dim");
    stay = kind === "handover" ? after(DIM_AFTER, () => cover.classList.add("dim")) : () => {};
  }
  for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, () => kind === "handover" && brighten(), { passive: true });

  /** @param {string} id @param {string} label @param {string} [look] */
  const button = (id, label, look = "") => el("button", { type: "button", class: `button ${look}`, data: { cover: id }, text: label, onclick: () => act(id) });

  /** @param {Handover} model */
  function handover(model) {
    const gate = guard(PASS_GUARD);
    gate.arm();
    const start = el("button", { type: "button", class: "button primary wide take", text: model.action, onclick: () => gate.shut() || act("take") });
    return [
      el("div", { class: "cover-body" }, model.result && el("p", { class: "cover-result", text: model.result }), standingList(model.standings), heading(model.title), model.note && el("p", { class: "cover-note", text: model.note })),
      el("div", { class: "cover-actions" }, start, el("div", { class: "cover-pair" }, button("flip", t("hand.flip"), "quiet"), button("card", t("deal.rules"), "quiet"))),
    ];
  }

  /** What will be played. @param {Lobby} model */
  const cardOf = ({ rules, howToWin, rulesCode }) =>
    el(
      "div",
      { class: "cover-card" },
      el("p", { class: "cover-rules" }, el("b", { text: rules }), el("span", { class: "cover-note", text: howToWin })),
      el("p", { class: "deal-code" }, el("span", { "aria-hidden": "true", text: rulesCode }), rulesCode && el("span", { class: "unseen", text: spelled(rulesCode) })),
      button("card", t("deal.rules"), "deal-action"),
    );

  /** @param {Lobby} model */
  function lobby(model) {
    const seats = model.seats.map(({ name, you, here, bot }) =>
      el("li", { class: "seat" }, el("span", { class: "seat-name", text: name }), el("span", { class: "seat-note", text: you ? t("lobby.you") : bot ? t("lobby.bot") : here ? t("lobby.here") : t("mark.away") })),
    );
    const invite = model.link && [
      el("p", { class: "cover-label", text: t("lobby.invite") }),
      el("div", { class: "invite" }, el("img", { class: "qr", src: model.picture, alt: t("lobby.qr"), width: 132, height: 132 }), el("div", { class: "invite-side" }, el("p", { class: "invite-link", id: "invite-link" }, linkText(model.link)), button("copy", t("lobby.copy")), "share" in navigator && button("share_link", t("lobby.share")))),
    ];
    return [
      el("div", { class: "cover-body top" }, heading(model.title), cardOf(model), invite, el("p", { class: "cover-label", text: tn("lobby.seats", model.seats.length) }), el("ul", { class: "seats" }, seats), model.wait && el("p", { class: "cover-note", role: "status", text: model.wait })),
      el("div", { class: "cover-actions" }, model.host && el("button", { type: "button", class: "button primary wide", id: "start", "aria-disabled": model.enough ? null : "true", text: t("lobby.start"), onclick: () => act("start") }), button(model.seated && !model.host ? "stand_up" : "home", t(model.seated && !model.host ? "lobby.stand_up" : "app.home"), "wide")),
    ];
  }

  /** @param {Ending} model */
  function ending(model) {
    return [
      el("div", { class: `cover-body ${model.tone}` }, model.mark && el("p", { class: "cover-mark", "aria-hidden": "true", text: model.mark }), heading(model.title), el("p", { class: "cover-note", text: model.text }), standingList(model.standings), endingPlace(model.proof), model.wait && el("p", { class: "cover-note", text: model.wait })),
      el("div", { class: "cover-actions" }, model.again && button("rematch", model.rematch, "primary wide"), el("div", { class: "cover-pair" }, model.swap && button("swap", t("end.swap"), "wide"), button("home", t("app.home"), "wide")), button("card", t("deal.rules"), "quiet")),
    ];
  }

  const tools = { act, button, heading, standings: standingList, linkText };
  /** What builds each kind. @type {Record<string, (model: any) => any[]>} */
  const builders = { handover, lobby, ending };

  /** Words that change by themselves are written where they stand. @param {Record<string, string>} live */
  function write(live = {}) {
    for (const node of all("[data-live]", cover)) node.textContent = live[node.dataset.live] ?? "";
  }

  return {
    /** @param {Handover | Lobby | Ending | OfCoins | null} model */
    update(model) {
      const { live, ...rest } = /** @type {any} */ (model ?? {});
      const key = JSON.stringify(rest);
      if (key === shown) {
        write(live);
        return;
      }
      shown = key;
      const fresh = model !== null && model.kind !== kind;
      kind = model?.kind ?? "";
      cover.hidden = model === null;
      table.inert = model !== null;
      brighten();
      if (!model) {
        cover.classList.remove("flipped");
        fill(cover);
        return;
      }
      cover.dataset.kind = model.kind;
      const focus = /** @type {HTMLElement | null} */ (document.activeElement);
      const again = fresh ? null : (focus?.dataset.cover ?? focus?.id);
      const scrolled = fresh ? 0 : (cover.querySelector(".cover-body")?.scrollTop ?? 0);
      fill(cover, builders[model.kind](model));
      write(live);
      if (scrolled) one(".cover-body", cover).scrollTop = scrolled;
      if (fresh) focusOn(one("#cover-title", cover));
      else if (again) cover.querySelector(`[data-cover="${again}"], #${CSS.escape(again)}`)?.focus();
    },
    /** More kinds of covers. @param {(made: typeof tools) => Record<string, (model: any) => any[]>} more */
    learn: (more) => Object.assign(builders, more(tools)),
    flip: () => cover.classList.toggle("flipped"),
    get kind() {
      return kind;
    },
  };
}
