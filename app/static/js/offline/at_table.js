/**
 * A new release at the table: told of between two players and at the end, taken with the next game. Until then this page
 * stays what it is. Loaded when the game has begun.
 */

import { isOnDevice } from "../protocol.js";
import { alsoText, t } from "../text.js";
import { el, one } from "../view/dom.js";
import { showGate } from "./gate.js";
import { applyUpdate, follow, updateReady, watch } from "./offline.js";

/** Covers on which nobody is in the middle of anything. */
const BETWEEN = new Set(["handover", "ending", "lobby", "payout"]);

/** @typedef {{store: {on: (kind: "batch", ear: (batch: {truth: {game: number, status: string}}) => void) => () => void, truth: {game: number, table: string}}, link: {state: {phase: string}}}} Screen */

/** Whether the next game has begun. After number 0, the hand to try, comes one that has been there all along. @param {number} game  seen last @param {{game: number, status: string}} truth */
export const isNext = (game, truth) => truth.status === "playing" && game > 0 && truth.game > game;

/** @param {Screen} screen */
export function attendUpdates(screen) {
  void follow();
  const cover = one("#cover");
  const note = el("p", { class: "cover-note update-note" });

  async function draw() {
    const wanted = updateReady() && !cover.hidden && BETWEEN.has(cover.dataset.kind ?? "");
    const body = cover.querySelector(".cover-body");
    if (!wanted || !body) return note.remove();
    if (note.parentNode === body) return undefined;
    await alsoText("offline", "offline.update.next").catch(() => {});
    note.textContent = t("offline.update.next");
    body.append(note);
  }
  watch(() => void draw());
  new MutationObserver(() => void draw()).observe(cover, { childList: true, attributes: true, attributeFilter: ["hidden", "data-kind"] });
  const stopIfOld = () => screen.link.state.phase === "too_old" && void showGate(isOnDevice(screen.store.truth.table) ? "practice" : "coins");
  stopIfOld();
  new MutationObserver(stopIfOld).observe(one("#banner"), { attributes: true, childList: true });

  let game = screen.store.truth.game;
  screen.store.on("batch", ({ truth }) => {
    const next = isNext(game, truth);
    game = truth.game || game;
    if (next && updateReady()) void applyUpdate(() => location.reload());
  });
}
