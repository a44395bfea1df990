/** How every table page begins: the screen, then the dice once the first picture stands, then what can wait. */

import { Awake } from "./awake.js";
import { wireControls } from "./controls.js";
import { TableScreen } from "./screen.js";
import { after } from "../dice/time.js";

/** Ms until something is asked for again that the line did not give. */
export const AGAIN_MS = 5000;

/**
 * @param {string} table
 * @param {import("./line.js").OpenLine} openLine  to the house, or to a host on this device
 * @returns {TableScreen}
 */
export function beginTable(table, openLine) {
  const screen = new TableScreen(table, openLine);
  wireControls(screen);
  const stop = screen.store.on("batch", () => (stop(), void screen.ruleCard.learn()));

  /** Only a page that came over https may ask for this. */
  if (navigator.wakeLock) {
    const awake = new Awake({ ask: () => navigator.wakeLock.request("screen"), seen: () => !document.hidden, after });
    screen.store.on("batch", ({ truth }) => awake.happened(truth.status === "playing"));
    for (const touch of ["pointerdown", "keydown", "visibilitychange"]) document.addEventListener(touch, () => awake.stir(), { passive: true });
  }

  /** Flags that could not be sent go out, and a roll can be flagged without a connection too; the dice come first. */
  after(4000, () => void import("../flags/ready.js").then(({ getReady }) => getReady(), () => {}));

  /** What is rare enough to be celebrated must not wait for its drawing then. */
  after(5000, () => void import("../cheer/cheer.js").catch(() => {}));

  /** A new release waits for the next game. */
  after(6000, () => void import("../offline/at_table.js").then(({ attendUpdates }) => attendUpdates(screen), () => {}));

  drawDice(screen);
  return screen;
}

/** The dice are drawn after the first paint, when the page has a moment, or at the first touch. @param {TableScreen} screen */
function drawDice(screen) {
  let loading = false;
  function load() {
    removeEventListener("pointerdown", load);
    if (loading) return;
    loading = true;
    screen.felt.start().catch(async () => {
      // The dice are numbers meanwhile; the line may be back in a moment.
      screen.release.doubt();
      if (await screen.release.check()) return;
      loading = false;
      setTimeout(load, AGAIN_MS);
    });
  }
  addEventListener("pointerdown", load, { passive: true });
  requestAnimationFrame(() => {
    if ("requestIdleCallback" in window) requestIdleCallback(load, { timeout: 500 });
    else setTimeout(load, 60);
  });
}
