/** The table page: builds the screen, then the dice once the first picture stands. */

import { get } from "./http.js";
import { Awake } from "./table/awake.js";
import { wireControls } from "./table/controls.js";
import { TableScreen } from "./table/screen.js";
import { after } from "./dice/time.js";
import { one } from "./view/dom.js";

const screen = new TableScreen(one("#table").dataset.table);
wireControls(screen);

/** The dice are drawn after the first paint, when the page has a moment, or at the first touch. */
function loadDice() {
  removeEventListener("pointerdown", loadDice);
  if (loading) return;
  loading = true;
  screen.felt.start().catch(async () => {
    // The dice are numbers meanwhile; the line may be back in a moment.
    screen.release.doubt();
    if (await screen.release.check()) return;
    loading = false;
    setTimeout(loadDice, AGAIN_MS);
  });
}

const AGAIN_MS = 5000;

/** What only some tables need comes when it is known which kind this is. */
const stopAsking = screen.store.on("batch", ({ truth }) => {
  stopAsking();
  void loadKind(truth);
});

/** @param {import("./shapes.js").Truth} truth */
async function loadKind({ kind, table, invite }) {
  try {
    if (invite) await loadSharing();
    if (!screen.fair) (await import("./table/fairness.js")).addFairness(screen, table);
    if (kind === "coins") (await import("./table/coins.js")).addCoins(screen, table);
    else (await import("./table/bots.js")).addBots(screen);
  } catch {
    // The line may be back in a moment. A table for coins is not shown before that.
    setTimeout(() => loadKind(screen.store.truth), AGAIN_MS);
  }
}

async function loadSharing() {
  screen.handsOut ??= (await import("./table/sharing.js")).handsOut;
}

/** Whoever sits down here is told the invitation when the page is long there. */
screen.store.on("truth", ({ invite }) => {
  if (invite) loadSharing().catch(() => setTimeout(loadSharing, AGAIN_MS));
});

/** What the bots do is told once, when there are any. */
const stop = screen.store.on("batch", ({ truth }) => {
  stop();
  void screen.ruleCard.learn();
  if (!truth.chairs.some((/** @type {{bot: string | null}} */ chair) => chair.bot)) return;
  get("/api/rules").then(
    ({ bots }) => {
      screen.botLines = Object.fromEntries(bots.map((/** @type {{key: string, line: string}} */ bot) => [bot.key, bot.line]));
      screen.redraw();
    },
    () => {
      // The game goes on without their words.
    },
  );
});

/** Only a page that came over https may ask for this. */
if (navigator.wakeLock) {
  const awake = new Awake({ ask: () => navigator.wakeLock.request("screen"), seen: () => !document.hidden, after });
  screen.store.on("batch", ({ truth }) => awake.happened(truth.status === "playing"));
  for (const touch of ["pointerdown", "keydown", "visibilitychange"]) document.addEventListener(touch, () => awake.stir(), { passive: true });
}

/** Flags that could not be sent go out, and a roll can be flagged without a connection too; the dice come first. */
after(4000, () => void import("./flags/ready.js").then(({ getReady }) => getReady(), () => {}));

/** What is rare enough to be celebrated must not wait for its drawing then. */
after(5000, () => void import("./cheer/cheer.js").catch(() => {}));

let loading = false;
addEventListener("pointerdown", loadDice, { passive: true });
requestAnimationFrame(() => {
  if ("requestIdleCallback" in window) requestIdleCallback(loadDice, { timeout: 500 });
  else setTimeout(loadDice, 60);
});
