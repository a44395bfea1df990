/** Settings → Offline: whether this device can play without a network, how much that takes, and another try. */

import { num, t } from "../text.js";
import { one, say, whileBusy } from "../view/dom.js";
import { retry, status, watch } from "./offline.js";

const KB = 1000;

/** @typedef {import("./offline.js").Readiness} Readiness */

/** @param {Readiness} readiness @returns {string} what the player reads */
export function readinessText({ state, bytes, why }) {
  if (state === "ready") return t("offline.state.ready", { size: num(Math.round(bytes / KB)) });
  return t(state === "failed" && why === "full" ? "offline.state.full" : `offline.state.${state}`);
}

/** @param {Readiness} readiness @param {boolean} aloud */
function show(readiness, aloud) {
  const box = one("#offline-state");
  const sentence = readinessText(readiness);
  const changed = box.textContent !== sentence;
  box.textContent = sentence;
  one("#offline").dataset.state = readiness.state;
  one("#offline-retry").hidden = readiness.state !== "failed";
  if (aloud && changed) say(sentence);
}

/** Keeps the line of the settings page true. */
export function wireReadiness() {
  let asked = 0;
  const look = async (aloud = false) => {
    const mine = ++asked;
    const found = await status();
    if (mine === asked) show(found, aloud);
  };
  one("#offline-retry").addEventListener("click", () =>
    whileBusy(one("#offline-retry"), async () => {
      await retry();
      await look(true);
    }),
  );
  watch(() => void look(true));
  void look();
}
