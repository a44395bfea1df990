/**
 * What happens on the felt beside the throw itself: dice put on, picked up, taken away, dimmed and celebrated. The live table
 * and the replay share it.
 */

import { after, clock } from "../dice/time.js";
import { prefs } from "../prefs.js";
import { one } from "../view/dom.js";
import { CHEER_MS, cheerOf, numberOf } from "./cheering.js";
import { Felt } from "./felt.js";
import { restingSet, thrownSet } from "./looks.js";
import { layOf } from "./rest.js";
import { isMine } from "./seats.js";

/** @typedef {import("../shapes.js").Scene} Scene */
/** @typedef {import("../shapes.js").GameEvent} GameEvent */

/** Share of a celebration after which all eight dice go to the tray. */
const PART = 0.42;

/** Acts now and whenever this preference has another value: whoever watches is told of every change of any. @param {import("../prefs.js").PrefName} name @param {(value: any) => void} act */
function changed(name, act) {
  /** @type {unknown} */
  let last;
  prefs.watch(name, (value) => {
    if (value === last) return;
    last = value;
    act(value);
  });
}

export class Scenery {
  #w;
  /** Takes the dice away that wait to go to the tray. @type {() => void} */
  #flush = () => {};
  /** @type {import("../cheer/cheer.js").Cheer | null} */
  #sky = null;
  /** Celebrations so far; one that waits for its drawing is off when another follows. */
  #cheered = 0;

  /**
   * @param {string} table
   * @param {{pace: () => "full" | "fast" | "instant", cues: import("./cues.js").Cues, redraw: () => void,
   *   view: () => ReturnType<typeof import("../view/felt.js").createFeltView> | undefined}} wiring
   */
  constructor(table, wiring) {
    this.#w = wiring;
    const { pace, cues, redraw, view } = wiring;
    const root = one("#table").dataset;
    this.felt = new Felt({
      root: one("#felt"), canvas: one("#canvas"), table, pace, quality: () => prefs.get("quality"),
      onHit: (cue, ms) => cues.hit(cue, ms), onPlaced: redraw, onFlying: (flying) => view()?.setFlying(flying), onPicture: (kind) => (kind ? (root.picture = kind) : delete root.picture),
      onWorn: (set, skin) => {
        root.set = set;
        if (skin) cues.wear(skin.sound);
        redraw();
      },
      look: () => ({ surface: prefs.get("surface"), marks: prefs.get("marks") }),
    });
    changed("surface", (surface) => ((root.surface = surface), this.felt.dress()));
    changed("marks", () => this.felt.dress());
    changed("quality", () => void this.felt.restart());
  }

  /** Whoever plays with the dice that lie here has these. @param {Scene} scene */
  wear(scene) {
    const set = scene.stage === "rolling" ? null : restingSet(scene);
    if (set) this.felt.wear(set);
  }

  /** Dice lie as a settled scene has them. @param {Scene} scene @param {boolean} jump  the felt shows something older */
  lay(scene, jump) {
    this.#flush();
    this.wear(scene);
    this.felt.lay(layOf(scene, jump, this.felt.room.rows));
  }

  /** Throws the dice of a roll, in the set it was thrown with. @param {GameEvent} event @param {number} game */
  roll(event, game) {
    this.end();
    return this.felt.roll(event.dice, event.game ?? game, event.roll, thrownSet(event));
  }

  /** Something is shown. @param {GameEvent} event @param {Scene} scene  after it */
  happened(event, scene) {
    const kind = cheerOf(event);
    if (kind) void this.#cheer(kind, event, scene);
    if (event.type === "kept") this.#take(event.dice, kind ? CHEER_MS[this.#w.pace()] * PART : 0);
    if (event.type === "busted") this.felt.dim(scene.view?.lying.map((_, die) => die) ?? []);
  }

  /** Kept dice go to the tray; small ones fly there in their place. @param {number[]} dice @param {number} ms  to wait */
  #take(dice, ms) {
    this.felt.lift([]);
    if (this.#w.pace() === "instant") return this.felt.remove(dice, false);
    this.#w.view()?.send(this.felt.facesAt(dice), ms, clock.rate);
    const remove = () => {
      this.#flush = () => {};
      this.felt.remove(dice, this.felt.drawn);
    };
    if (ms === 0) return remove();
    const callOff = after(ms, remove);
    this.#flush = () => (callOff(), remove());
  }

  /** @param {import("./cheering.js").CheerKind} kind @param {GameEvent} event @param {Scene} scene */
  async #cheer(kind, event, scene) {
    const pace = this.#w.pace();
    this.#w.cues.celebrate(kind, isMine(scene.truth, event.seat));
    const dice = this.felt.wave();
    const cheered = ++this.#cheered;
    // Few turns need it, so no page waits for it: it comes when it is quiet, or now.
    this.#sky ??= await import("../cheer/cheer.js").then(({ Cheer }) => new Cheer(one("#felt")), () => null);
    if (dice && cheered === this.#cheered) this.#sky?.start(kind, { ms: CHEER_MS[pace], text: numberOf(kind, event, scene), still: pace === "instant", ...dice });
  }

  /** Ends what is celebrated and what is on its way to the tray; whether anything was. */
  end() {
    this.#cheered += 1;
    this.#flush();
    this.#w.view()?.arrive();
    return this.#sky?.end() ?? false;
  }
}
