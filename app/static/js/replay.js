/** The replay page: fetches a game and plays it back from the roll that the address names. */

import { Refused, get } from "./http.js";
import { prefs } from "./prefs.js";
import { tableUrl } from "./protocol.js";
import { ReplayScreen } from "./replay/screen.js";
import { wireControls } from "./replay/controls.js";
import { handOn } from "./rules/share.js";
import { rulesName, t } from "./text.js";
import { dialog, el, fill, one, say } from "./view/dom.js";

const root = one("#table");
const { table, game } = root.dataset;

/** The roll of the address, `#12`. */
const askedRoll = () => Number(/^#(\d+)$/.exec(location.hash)?.[1] ?? 0);

async function start() {
  try {
    show(await get(`${tableUrl(table)}/replay/${game}`));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const retry = el("button", { type: "button", class: "button message-action", text: t("app.retry"), onclick: () => (fill(one("#message")), start()) });
    fill(one("#message"), el("span", { class: "message-text", role: "alert", text: `${t("replay.failed")} ${error.message}` }), retry);
  }
}

/** @param {import("./rolls/rolls.js").GameRecord} record */
async function show(record) {
  const screen = new ReplayScreen(record);
  const controls = wireControls(screen);
  screen.onDrawn = () => controls.update();
  one("#running").hidden = record.over;
  one("#share").addEventListener("click", () => void share(screen));
  one("#turns-open").addEventListener("click", async () => (await import("./replay/turns.js")).openTurns(screen));
  one("#rolls-open").addEventListener("click", () => void openProof(screen));
  addEventListener("hashchange", () => begin(screen));
  // A touch before the dice are drawn must not be lost, so the controls live first.
  delete root.dataset.shut;
  screen.redraw();
  await screen.felt.start();
  begin(screen);
}

/** Stands at the roll that the address names: plays from there, or lets it lie where nothing should move. @param {ReplayScreen} screen */
function begin({ reel, player }) {
  const stop = reel.stopOf(askedRoll());
  if (stop === null) return;
  if (prefs.still()) player.seek(stop);
  else player.playFrom(stop);
}

/** @param {ReplayScreen} screen */
async function share({ reel, player, record }) {
  const roll = reel.rollAt(player.stop);
  const url = `${location.origin}${location.pathname}${roll ? `#${roll.n}` : ""}`;
  const how = await handOn({ title: t("replay.share.title", { name: rulesName(record.rules) }), url });
  if (how === "by_hand") await dialog({ title: t("replay.share.by_hand"), body: el("p", { class: "share-link", text: url }) });
  if (how !== "copied") return;
  say(t("replay.share.copied"));
  one("#shared").hidden = false;
  setTimeout(() => (one("#shared").hidden = true), 2500);
}

/** @param {ReplayScreen} screen */
async function openProof(screen) {
  const { record, reel, player, scene } = screen;
  player.pause();
  one("#turns-sheet").close();
  const roll = reel.rollAt(player.stop) ?? reel.rolls.at(-1);
  try {
    const { openRolls } = await import("./rolls/sheet.js");
    await openRolls({ table: record.table, game: record.game, n: roll?.n ?? 0, truth: scene.truth, proofOf: () => null });
  } catch {
    await dialog({ title: t("error.unreachable") });
  }
}

void start();
