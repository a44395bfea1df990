/** The one banner slot on the upper edge of the felt: connection first, then company. */

import { t, tn } from "../text.js";
import { isMine, mySeats, nameOf } from "./seats.js";
import { amAway, autoOf, isCoins, isPaused } from "./stakes.js";

/** @typedef {import("../shapes.js").Moment} Moment */

/** @typedef {import("../shapes.js").Banner} Banner */

/** @param {string} code @param {string} text @param {Banner["action"]} [action] @returns {Banner} */
const alert = (code, text, action = null) => ({ code, text, action, alert: true });

/** Minutes and seconds: 0:23. @param {number} ms */
export const clockText = (ms) => `${Math.floor(ms / 60_000)}:${String(Math.floor((ms % 60_000) / 1000)).padStart(2, "0")}`;

/** Who is not there, and who plays instead. @param {Moment} moment @returns {Banner | null} */
function absenceBanner({ scene: { truth, view } }) {
  if (!isCoins(truth) || !view || view.phase === "over" || isPaused(truth)) return null;
  const auto = autoOf(truth);
  const mine = isMine(truth, view.seat);
  const name = nameOf(truth, view.seat);
  if (auto === "time" && mine) return alert("AUTO", t("auto.time.you"));
  if (amAway(truth)) return alert("AUTO", t("auto.away.you"));
  if (auto) return { ...alert("AUTO", t(`auto.${auto}`, { name })), alert: false };
  if (view.seat === null || mine || truth.presence.seats.includes(view.seat)) return null;
  return alert("OPP1", t((truth.room?.grace[view.seat] ?? 0) > 0 ? "opp.lost.more" : "opp.lost", { name }));
}

/**
 * @param {Moment} moment
 * @returns {Banner | null}
 */
export function bannerOf(moment) {
  const { link, now, back, passing, replaced, scene: { truth, view } } = moment;
  switch (link.phase) {
    case "quiet":
      return alert("NET1", t("net.quiet"));
    case "lost": {
      const gone = now - link.since;
      return alert("NET2", t(gone < 10_000 ? "net.quiet" : "net.lost", { time: clockText(gone) }), { id: "retry", label: t("app.retry") });
    }
    case "restarting":
      return alert("NET5", t("net.restarting"));
    case "replaced":
      return alert("NET4", t("net.replaced"), { id: "reclaim", label: t("net.reclaim") });
    case "too_old":
      return alert("UPD", t("net.too_old"), { id: "reload", label: t("net.reload") });
    case "removed":
      return alert("END", t("net.removed"), { id: "home", label: t("app.home") });
    case "ended":
      return alert("END", t("net.ended"), { id: "sign_in", label: t("net.sign_in") });
    default:
  }
  if (passing) return { code: "HND", text: t("hand.pass", { name: passing }), action: null, alert: true };
  if (back && now < back.until) {
    if (back.turns > 0) return { code: "NET3", text: tn("net.back", back.turns), action: { id: "see", label: t("net.see") }, alert: true };
    return { code: "NET3", text: t("net.back.none"), action: null, alert: true };
  }
  if (replaced) return alert("UPD", t("net.too_old"), { id: "reload", label: t("net.reload") });
  const absence = absenceBanner(moment);
  if (absence) return absence;
  if (truth.ready && view && mySeats(truth).length === 0) {
    const others = Math.max(0, truth.presence.watchers - 1);
    return { code: "SPC", text: others ? tn("watching.others", others) : t("watching.alone"), action: null, alert: false };
  }
  return null;
}
