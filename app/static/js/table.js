/** The table page: a table that the house keeps, over the socket. */

import { fetched } from "./fetched.js";
import { get } from "./http.js";
import { AGAIN_MS, beginTable } from "./table/begin.js";
import { openLine } from "./table/line.js";
import { one } from "./view/dom.js";

const screen = beginTable(one("#table").dataset.table, openLine);

/** What only some tables need comes when it is known which kind this is. */
const stopAsking = screen.store.on("batch", ({ truth }) => {
  stopAsking();
  void loadKind(truth);
});

/** @param {import("./shapes.js").Truth} truth */
async function loadKind({ kind, table, invite }) {
  try {
    const own = kind === "coins" ? "table/coins.js" : "table/bots.js";
    await fetched("table/fairness.js", "table/witness.js", own);
    if (invite) await loadSharing();
    if (!screen.fair) (await import("./table/fairness.js")).addFairness(screen, table, (await import("./table/witness.js")).Witness);
    if (kind === "coins") (await import("./table/coins.js")).addCoins(screen, table);
    else (await import("./table/bots.js")).addBots(screen, () => get("/api/rules"));
  } catch {
    // The line may be back in a moment. A table for coins is not shown before that.
    setTimeout(() => loadKind(screen.store.truth), AGAIN_MS);
  }
}

async function loadSharing() {
  await fetched("table/sharing.js");
  screen.handsOut ??= (await import("./table/sharing.js")).handsOut;
}

/** Whoever sits down here is told the invitation when the page is long there. */
screen.store.on("truth", ({ invite }) => {
  if (invite) loadSharing().catch(() => setTimeout(loadSharing, AGAIN_MS));
});
