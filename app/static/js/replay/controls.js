/** What a replay is steered by: the slider over its rolls, the buttons below it, and the keyboard. */

import { nameOf } from "../table/seats.js";
import { placeText } from "../rolls/words.js";
import { t } from "../text.js";
import { one } from "../view/dom.js";
import { SPEEDS } from "./player.js";

/** @typedef {import("./screen.js").ReplayScreen} ReplayScreen */

/** Where in the game a stop is: "Turn 3, roll 12", and whose. @param {ReplayScreen} screen @param {number} stop */
export function stopText({ reel, scene }, stop) {
  const roll = reel.rollAt(stop);
  if (!roll) return { place: t(stop === 0 ? "replay.start" : reel.record.over ? "replay.end" : "replay.now"), name: "" };
  return { place: placeText(roll), name: nameOf(scene.truth, roll.seat) };
}

/** Elements in which a key has its own meaning. */
const WRITES = "input, select, textarea";

/** @param {ReplayScreen} screen */
export function wireControls(screen) {
  const { player, reel } = screen;
  const slider = one("#scrub");
  const [play, earlier, later, speed] = ["#play", "#earlier", "#later", "#speed"].map((id) => one(id));
  slider.max = String(reel.end);
  let held = false;
  let sliding = false;
  let named = player.stop;
  slider.addEventListener("input", () => {
    sliding = true;
    held ||= player.playing;
    if (player.playing) player.pause();
    player.seek(Number(slider.value));
  });
  slider.addEventListener("change", () => {
    sliding = false;
    if (held) player.play();
    held = false;
    screen.redraw();
  });
  play.addEventListener("click", () => player.toggle());
  earlier.addEventListener("click", () => player.roll(Math.max(0, player.stop - 1)));
  later.addEventListener("click", () => player.roll(player.stop + 1));
  speed.addEventListener("change", () => player.setSpeed(SPEEDS[speed.selectedIndex]));
  one("#felt").addEventListener("click", () => player.toggle());
  document.addEventListener("visibilitychange", () => document.hidden && player.playing && player.pause());
  /** The address names the roll that is seen, so that it can be copied as it stands. */
  const nameRoll = () => {
    if (player.playing || sliding || named === player.stop) return;
    named = player.stop;
    const roll = reel.rollAt(named);
    history.replaceState(history.state, "", roll ? `#${roll.n}` : location.pathname + location.search);
  };
  wireKeys({ " ": () => play.click(), ArrowLeft: () => earlier.click(), ArrowRight: () => later.click() });
  return {
    /** Shows where the replay stands. */
    update() {
      const { place, name } = stopText(screen, player.stop);
      one("#stop-place").textContent = name ? t("replay.stop", { name, place }) : place;
      one("#stop-count").textContent = reel.rollAt(player.stop) ? t("rolls.of", { n: player.stop, of: reel.rolls.length }) : "";
      slider.value = String(player.stop);
      slider.setAttribute("aria-valuetext", [name, place, reel.rollAt(player.stop)?.faces.join(" ")].filter(Boolean).join(", "));
      slider.style.setProperty("--filled", `${(100 * player.stop) / Math.max(1, reel.end)}%`);
      play.setAttribute("aria-label", t(player.playing ? "replay.pause" : player.ended ? "replay.again" : "replay.play"));
      play.dataset.sign = player.playing ? "pause" : "play";
      disable(earlier, player.stop === 0);
      disable(later, player.stop >= reel.end);
      nameRoll();
    },
  };
}

/** @param {HTMLElement} button @param {boolean} off */
function disable(button, off) {
  if (off) button.setAttribute("aria-disabled", "true");
  else button.removeAttribute("aria-disabled");
}

/** @param {Record<string, () => void>} acts  by key */
function wireKeys(acts) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    const own = target.closest(`${WRITES}, dialog`) || (event.key === " " && target.closest("button, a, summary"));
    if (own || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || !acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  });
}
