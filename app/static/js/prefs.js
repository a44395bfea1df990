/**
 * What this player likes, kept on this device. What counts: the address (`?speed= ?motion= ?gl=off`), then what was
 * chosen, then the system's wishes, then the house's default.
 *
 * speed full|fast|instant · motion system|on|off · quality auto|high|low|2d · hints off|mark|odds · hand right|left ·
 * handover full|banner|off · announce settled|at_once · confirmBank · shortcuts · master, dice, cues 0…100 · mute ·
 * vibration · surface green|wine|navy|slate|linen · marks pips|numerals|both · shake · text normal|large|largest ·
 * lesson new|done|skipped: the hand before the first game
 */

const KEY = "prefs";

/** Each preference: its default and the values it may take (a list, "switch" or "level" 0…100). */
const DEFINED = /** @type {const} */ ({
  speed: { fallback: "full", values: ["full", "fast", "instant"] },
  motion: { fallback: "system", values: ["system", "on", "off"] },
  quality: { fallback: "auto", values: ["auto", "high", "low", "2d"] },
  hints: { fallback: "mark", values: ["off", "mark", "odds"] },
  hand: { fallback: "right", values: ["right", "left"] },
  handover: { fallback: "full", values: ["full", "banner", "off"] },
  announce: { fallback: "settled", values: ["settled", "at_once"] },
  confirmBank: { fallback: false, values: "switch" },
  shortcuts: { fallback: true, values: "switch" },
  master: { fallback: 60, values: "level" },
  dice: { fallback: 100, values: "level" },
  cues: { fallback: 100, values: "level" },
  mute: { fallback: false, values: "switch" },
  vibration: { fallback: true, values: "switch" },
  surface: { fallback: "green", values: ["green", "wine", "navy", "slate", "linen"] },
  marks: { fallback: "pips", values: ["pips", "numerals", "both"] },
  shake: { fallback: false, values: "switch" },
  lesson: { fallback: "new", values: ["new", "done", "skipped"] },
  text: { fallback: "normal", values: ["normal", "large", "largest"] },
});

/** @typedef {keyof typeof DEFINED} PrefName */
/** @typedef {string | number | boolean} PrefValue */

/** @param {PrefName} name @param {any} value */
function allowed(name, value) {
  const { values } = DEFINED[name];
  if (values === "switch") return typeof value === "boolean";
  if (values === "level") return Number.isInteger(value) && value >= 0 && value <= 100;
  return /** @type {readonly any[]} */ (values).includes(value);
}

/**
 * A set of preferences over a storage, an address and the system's wish for less motion. The page's own is `prefs`.
 * @param {{storage?: Pick<Storage, "getItem" | "setItem"> | null, search?: string, lessMotion?: () => boolean}} from
 */
export function createPrefs({ storage = null, search = "", lessMotion = () => false }) {
  /** @type {Record<string, PrefValue>} */
  let chosen = {};
  /** @type {Map<string, Set<(value: any) => void>>} */
  const watchers = new Map();
  const asked = readAddress(search);

  function load() {
    try {
      const stored = JSON.parse(storage?.getItem(KEY) ?? "{}");
      chosen = Object.fromEntries(Object.entries(stored ?? {}).filter(([name, value]) => name in DEFINED && allowed(/** @type {PrefName} */ (name), value)));
    } catch {
      chosen = {};
    }
  }
  load();

  /** @param {PrefName} name @returns {any} */
  function get(name) {
    if (name in asked) return asked[name];
    if (name in chosen) return chosen[name];
    if (name === "speed" && still()) return "instant";
    if (name === "announce" && still()) return "at_once";
    return DEFINED[name].fallback;
  }

  /** Whether nothing should move. */
  function still() {
    const motion = get("motion");
    return motion === "off" || (motion === "system" && lessMotion());
  }

  function tell() {
    for (const [name, calls] of watchers) for (const call of calls) call(get(/** @type {PrefName} */ (name)));
  }

  return {
    get,
    still,
    /** Whether the player chose it on this device. @param {PrefName} name */
    isChosen: (name) => name in chosen,
    /** Remembers a choice; it also outranks the address from here on. @param {PrefName} name @param {PrefValue} value */
    set(name, value) {
      if (!allowed(name, value)) throw new RangeError(`${name} cannot be ${value}`);
      chosen[name] = value;
      delete asked[name];
      try {
        storage?.setItem(KEY, JSON.stringify(chosen));
      } catch {
        // A full or forbidden storage: the choice holds until the page is left.
      }
      tell();
    },
    /**
     * Calls back now and after every change; the answer ends it.
     * @param {PrefName} name
     * @param {(value: any) => void} call
     */
    watch(name, call) {
      const calls = watchers.get(name) ?? new Set();
      watchers.set(name, calls.add(call));
      call(get(name));
      return () => calls.delete(call);
    },
    /** Reads the storage again: another tab, or the system, has changed something. */
    refresh() {
      load();
      tell();
    },
  };
}

/** @param {string} search @returns {Record<string, PrefValue>} */
function readAddress(search) {
  const query = new URLSearchParams(search);
  /** @type {Record<string, PrefValue>} */
  const asked = {};
  for (const name of /** @type {const} */ (["speed", "motion"])) {
    const value = query.get(name) === "0" ? "off" : query.get(name);
    if (allowed(name, value)) asked[name] = /** @type {string} */ (value);
  }
  if (query.get("gl") === "off") asked.quality = "2d";
  return asked;
}

function openStorage() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

const inPage = typeof document !== "undefined";
const wish = inPage ? matchMedia("(prefers-reduced-motion: reduce)") : null;

/** This device's preferences. */
export const prefs = createPrefs({
  storage: inPage ? openStorage() : null,
  search: inPage ? location.search : "",
  lessMotion: () => Boolean(wish?.matches),
});

if (inPage) {
  const root = document.documentElement.dataset;
  prefs.watch("motion", () => (root.motion = prefs.still() ? "off" : "on"));
  prefs.watch("hand", (hand) => (root.hand = hand));
  prefs.watch("text", (text) => (root.text = text));
  wish?.addEventListener("change", () => prefs.refresh());
  window.addEventListener("storage", (event) => event.key === KEY && prefs.refresh());
}
