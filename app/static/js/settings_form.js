/** The settings, wherever they stand. Every control shows what it does: in the small table above, in the page, or by ear. */

import { canVibrate, haptic } from "./haptics.js";
import { prefs } from "./prefs.js";
import { askForMotion, canShake, watchShake } from "./shake.js";
import { sound } from "./sound.js";
import { all, one } from "./view/dom.js";

/** How long the small table's dice fly, in milliseconds. */
const FLIGHT = { full: 1700, fast: 600, instant: 150 };

/** What the slider of the dice lets hear: felt, two dice, the rail, and one that lies down. @type {[number, import("./sound.js").SoundName][]} */
const HEARD_DICE = [[0, "hit-felt"], [0.09, "hit-die"], [0.2, "hit-wall"], [0.33, "hit-die"], [0.48, "settle"]];

/** @param {HTMLElement} root holds `.settings` */
export function wireSettings(root) {
  const mini = one(".mini", root);
  for (const part of all("[data-pref]", root)) wire(part, mini);
  const mute = canVibrate();
  one("[data-pref=vibration]", root).hidden = !mute;
  one("#no-vibration", root).hidden = mute;
  one("[data-pref=shake]", root).hidden = !canShake();
  watchShake({ onShake: () => throwDice(mini), allowed: () => mini.getClientRects().length > 0, inDialog: true });
}

/** @param {HTMLElement} part @param {HTMLElement} mini */
function wire(part, mini) {
  const name = /** @type {import("./prefs.js").PrefName} */ (part.dataset.pref);
  const inputs = all("input", part);
  prefs.watch(name, (value) => {
    for (const input of inputs) put(input, value);
    mini.dataset[name] = String(value);
  });
  part.addEventListener(inputs[0].type === "range" ? "input" : "change", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (name === "shake" && input.checked) return void allowShaking(input, mini);
    prefs.set(name, take(input));
    if (inputs[0].type !== "range") preview(name, mini);
  });
  if (inputs[0].type === "range") part.addEventListener("change", () => preview(name, mini));
}

/** Switched on only with the phone's leave, which it may want to ask for in this very touch. @param {HTMLInputElement} input @param {HTMLElement} mini */
async function allowShaking(input, mini) {
  const granted = await askForMotion();
  prefs.set("shake", granted);
  one("#no-motion").hidden = granted;
  input.checked = granted;
  if (granted) throwDice(mini);
}

/** @param {HTMLInputElement} input @param {any} value */
function put(input, value) {
  if (input.type === "radio") input.checked = input.value === value;
  else if (input.type === "checkbox") input.checked = value;
  else {
    input.value = String(value);
    input.style.setProperty("--filled", `${value}%`);
    const output = document.getElementById(`${input.id}-value`);
    if (output) output.textContent = String(value);
  }
}

/** @param {HTMLInputElement} input */
function take(input) {
  if (input.type === "checkbox") return input.checked;
  return input.type === "range" ? Number(input.value) : input.value;
}

/** @param {string} name @param {HTMLElement} mini */
function preview(name, mini) {
  if (["speed", "motion", "announce", "quality"].includes(name)) throwDice(mini);
  if (name === "handover") flash(mini, "passing");
  if (name === "confirmBank" && prefs.get("confirmBank")) flash(mini, "asking");
  if (name === "mute" || name === "master") sound.play("bank");
  if (name === "dice") for (const [at, blow] of HEARD_DICE) sound.play(blow, { delay: at, strength: 0.8 });
  if (name === "cues") sound.play("your-turn");
  if (name === "vibration" && prefs.get("vibration")) haptic("your-turn");
}

/** Lets the dice of the small table fly as they would at the real one. @param {HTMLElement} mini */
function throwDice(mini) {
  const duration = FLIGHT[/** @type {keyof typeof FLIGHT} */ (prefs.get("speed"))];
  const still = prefs.still();
  all(".mini-die", mini).forEach((die, index) => {
    const from = { transform: `translate(${-30 - 14 * index}px, 46px) rotate(${-320 - 40 * index}deg)`, opacity: 0.4 };
    const hop = { transform: "translate(-8px, -12px) rotate(-50deg)", opacity: 1, offset: 0.7 };
    const frames = still || duration < 200 ? [{ opacity: 0.3 }, { opacity: 1 }] : [from, hop, { transform: "none" }];
    die.animate(frames, { duration: still ? 150 : duration, easing: "cubic-bezier(.2,.7,.3,1)" });
  });
  const line = one(".mini-say", mini);
  const before = line.dataset.before ?? line.textContent;
  line.dataset.before = before;
  clearTimeout(Number(line.dataset.timer));
  const hear = () => (line.textContent = mini.dataset.heard ?? "");
  const wait = prefs.get("announce") === "at_once" ? 0 : still ? 150 : duration;
  line.textContent = before;
  line.dataset.timer = String(setTimeout(hear, wait));
  setTimeout(() => line.textContent === mini.dataset.heard && (line.textContent = before), wait + 2500);
}

/** @param {HTMLElement} mini @param {string} state */
function flash(mini, state) {
  mini.classList.add(state);
  clearTimeout(Number(mini.dataset[state]));
  mini.dataset[state] = String(setTimeout(() => mini.classList.remove(state), 1600));
}
