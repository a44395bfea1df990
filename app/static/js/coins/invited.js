/** An invitation to a coin table: what it costs, what stands in the way, and the seat. */

import { get } from "../http.js";
import { t, tn } from "../text.js";
import { drawTrouble, told } from "./refusals.js";
import { all, one } from "../view/dom.js";
import { hurdle } from "./lobby.js";
import { wireNotice } from "./notice.js";
import { doorTo } from "./refusals.js";
import { buyIn, takeSeat } from "./sit.js";

/**
 * @typedef {{table: string, page: string, stake: number, size: number, seats: {name: string}[]}} CoinInvitation
 * @typedef {import("./lobby.js").You} You
 * @typedef {import("./refusals.js").Told} Told
 */

/**
 * What keeps this player from sitting down, before they try; null when nothing does.
 * @param {CoinInvitation} invitation
 * @param {{you: You, halted: boolean}} lobby
 * @returns {Told | null}
 */
export function obstacle({ stake }, { you, halted }) {
  if (halted) return { text: t("coins.halted"), step: null };
  if (you.seat) return { text: t("coins.refused.elsewhere"), step: { label: t("coins.refused.there"), href: you.seat.page } };
  const why = hurdle(you, stake);
  if (!why) return null;
  if ("games" in why) return { text: tn("coins.limited", why.games), step: null };
  return { text: t("coins.short", { have: you.coins, lack: why.lack }), step: { label: t("coins.practice"), href: "/new?kind=one_phone" } };
}

/** The coin part of the invitation page. */
export class Invited {
  /** @type {You | null} */
  you = null;

  /** @param {string} code @param {() => Promise<void>} again shows the invitation anew */
  constructor(code, again) {
    this.code = code;
    this.again = again;
    for (const button of all("[data-notice]")) wireNotice(button);
  }

  /**
   * Shows the price and what can be done; the rest of the page stands already.
   * @param {CoinInvitation} invitation
   * @param {boolean} free whether there is a seat to be had
   */
  async draw(invitation, free) {
    const { stake, size } = invitation;
    const lobby = await get("/api/lobby");
    this.you = lobby.you;
    const why = free && lobby.you ? obstacle(invitation, lobby) : null;
    one("#price").hidden = false;
    one("#price-stake").textContent = t("join.coins.price", { stake });
    one("#price-more").textContent = lobby.you ? t("join.coins.have", { n: lobby.you.coins }) : t("join.coins.pot", { pot: stake * size });
    one("#who").hidden = true;
    one("#sit").hidden = !free || !lobby.you || why !== null;
    one("#sit").textContent = t("join.coins.sit", { stake });
    one("#enter").hidden = !free || Boolean(lobby.you);
    one("#enter").href = doorTo(`/j/${this.code}`);
    drawTrouble(one("#trouble"), why);
  }

  /**
   * Asks, pays and goes to the table.
   * @param {CoinInvitation} invitation
   * @param {string} game the name of what is played
   */
  async sit(invitation, game) {
    if (!this.you) return;
    const { table, page, stake, size, seats } = invitation;
    const names = seats.map(({ name }) => name).join(", ") || t("coins.nobody");
    const about = t("coins.ask.game", { game, size, names });
    await takeSeat(one("#sit"), { stake, you: this.you, about, send: buyIn({ table, page, stake }, this.code) });
  }

  /** Says why the seat was refused. @param {import("../http.js").Refused} refusal @param {CoinInvitation} invitation */
  async refused(refusal, { stake, page }) {
    if (refusal.code !== "unreachable") await this.again();
    const { text, step } = told(refusal, { stake, page, you: this.you, back: `/j/${this.code}` });
    // The page's own button tries again, and watching stands beneath it.
    drawTrouble(one("#trouble"), { text, step: step?.again || step?.href === page ? null : step });
  }
}
