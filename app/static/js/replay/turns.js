/** The list of turns in a sheet: how each ended, and a way to its first roll. */

import { recapOf } from "../table/notes.js";
import { nameOf } from "../table/seats.js";
import { t } from "../text.js";
import { el, fill, one, openSheet } from "../view/dom.js";

/** @typedef {import("./screen.js").ReplayScreen} ReplayScreen */

/** How a turn ended, empty while it runs. @param {ReplayScreen} screen @param {import("./reel.js").Turn} turn */
function endOf({ scene }, { events, view }) {
  const told = events.map((event) => recapOf({ ...scene, view }, event)).filter(Boolean);
  return told.join(" ");
}

/** @param {ReplayScreen} screen @param {import("./reel.js").Turn} turn */
function headOf({ scene }, { seat, turn, rolloff }) {
  return t(rolloff ? "replay.turn.rolloff" : "replay.turn", { name: nameOf(scene.truth, seat), turn });
}

/** @param {ReplayScreen} screen */
export function openTurns(screen) {
  const sheet = one("#turns-sheet");
  const turns = screen.reel.turns();
  const running = turns.findLastIndex(({ stop }) => stop <= screen.player.stop);
  const items = turns.map((turn, i) =>
    el(
      "li",
      {},
      el(
        "button",
        { type: "button", class: "turn", "aria-current": i === running ? "true" : null, onclick: () => (sheet.close(), screen.player.roll(turn.stop)) },
        el("b", { text: headOf(screen, turn) }),
        el("span", { text: endOf(screen, turn) }),
      ),
    ),
  );
  fill(one("#turns", sheet), items.length ? items : el("li", { class: "muted", text: t("rolls.none") }));
  openSheet(sheet);
  sheet.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
}
