/**
 * Everything the page sounds, made on the spot and on the audio clock. There is no audio at all before the first touch,
 * one context after it, and it comes back after a phone call or a while in the background.
 */

import { prefs } from "./prefs.js";
import { Desk } from "./sound/desk.js";
import { SCORE } from "./sound/score.js";

/** @typedef {import("./sound/strike.js").Blow | import("./sound/score.js").Signal} SoundName */
/** @typedef {import("./sound/strike.js").Material} Material */
/** @typedef {{strength?: number, order?: number, delay?: number}} How strength 0…1; order of the tap, from 1; delay in seconds */

/** Nothing starts sooner than this, in seconds: a part that begins in the past begins with a click. */
const SOON = 0.004;
/** A sound is sent off so much earlier at most as the loudspeaker is late, in seconds. */
const MOST_EARLY = 0.09;

/** @type {Desk | null} */
let desk = null;
let primed = false;
/** @type {Material} */
let material = "resin";

/** When the player last touched the page, in ms: a context just asked to go on may sound at once. */
let touched = -Infinity;
const GOING_ON = 600;

/** The context of the desk; the page's own is never an offline one. @param {Desk} of */
const contextOf = (of) => /** @type {AudioContext} */ (of.context);

/** Opens the audio, or wakes it after a call; works only inside a touch, so it hangs on every one. */
function wake() {
  touched = performance.now();
  if (!desk || desk.context.state === "closed") open();
  if (desk) revive();
}

function open() {
  const Context = window.AudioContext;
  if (!Context) return;
  // The ringer's switch decides on a phone, as for any game.
  const session = /** @type {any} */ (navigator).audioSession;
  if (session) session.type = "ambient";
  const first = desk === null;
  desk = new Desk(new Context({ latencyHint: "interactive" }));
  // An empty sound inside the touch is what some phones open their audio for.
  const silence = desk.context.createBufferSource();
  silence.buffer = desk.context.createBuffer(1, 1, desk.context.sampleRate);
  silence.connect(desk.context.destination);
  silence.start();
  prepare();
  if (first) for (const name of /** @type {const} */ (["master", "dice", "cues", "mute"])) prefs.watch(name, setLevels);
  else setLevels();
}

/** Makes the recordings of the material's blows when the page has time, so that none is made while dice fly. */
function prepare() {
  const later = window.requestIdleCallback ?? ((/** @type {() => void} */ call) => setTimeout(call, 50));
  if (desk) for (const blow of /** @type {const} */ (["hit-felt", "hit-wall", "hit-die", "settle"])) later(() => desk?.recorded(blow, material));
}

/** Asks a sleeping context to go on: "suspended" at first, "interrupted" by a call. Refused outside a touch; the next one tries again. */
function revive() {
  if (desk && desk.context.state !== "running" && desk.context.state !== "closed") contextOf(desk).resume().catch(() => {});
}

/** Loudness follows the square of the slider, as ears do. */
function setLevels() {
  if (!desk) return;
  const level = (/** @type {"master" | "dice" | "cues"} */ name) => (prefs.get(name) / 100) ** 2;
  const now = desk.context.currentTime;
  desk.out.gain.setTargetAtTime(prefs.get("mute") ? 0 : level("master") * 2.2, now, 0.01);
  desk.dice.gain.setTargetAtTime(level("dice"), now, 0.01);
  desk.cues.gain.setTargetAtTime(level("cues"), now, 0.01);
}

/** How late the loudspeaker is, in seconds. @param {AudioContext} context */
const lateness = (context) => Math.min(MOST_EARLY, context.outputLatency || context.baseLatency || 0);

export const sound = {
  /** Makes the page ready to sound from the first touch on. Call it once. */
  prime() {
    if (primed) return;
    primed = true;
    // The ends of a touch are what phones take for the player's will; a pointer going down is not.
    for (const touch of ["touchend", "click", "keydown"]) window.addEventListener(touch, wake, { capture: true, passive: true });
    document.addEventListener("visibilitychange", () => document.hidden || revive());
  },

  /** Whether anything would be heard now. */
  get awake() {
    return desk !== null && desk.context.state === "running" && !prefs.get("mute");
  },

  /** The dice are of this material from now on. @param {Material} now */
  wear(now) {
    if (now === material) return;
    material = now;
    prepare();
  },

  /**
   * Plays a sound, if the player has touched the page and has not muted it. A sound with a delay is heard that long
   * from now, however late the loudspeaker is.
   * @param {SoundName} name
   * @param {How} [how]
   */
  play(name, { strength = 1, order = 1, delay = 0 } = {}) {
    if (!desk || prefs.get("mute") || desk.context.state === "closed") return;
    // While the clock stands, sounds would gather and burst out together when it goes on.
    if (desk.context.state !== "running" && performance.now() - touched > GOING_ON) return;
    const loud = Math.min(Math.max(strength, 0), 1);
    const at = desk.context.currentTime + Math.max(SOON, delay - lateness(contextOf(desk)));
    if (!(name in SCORE)) return desk.blow(/** @type {import("./sound/strike.js").Blow} */ (name), material, at, loud);
    const [seconds, part] = SCORE[/** @type {import("./sound/score.js").Signal} */ (name)];
    if (desk.claim(at + seconds, true)) part(desk, at, { strength: loud, order });
  },
};
