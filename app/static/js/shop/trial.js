/** The stage of a set's page: the live die, its buttons, and the trial rolls. The renderer comes after the first paint. */

import { t } from "../text.js";
import { all, one, say } from "../view/dom.js";

/** @typedef {import("../looks/model.js").Chosen} Chosen */

const DICE = 8;
/** A trial is thrown a little to one side and rather hard, as people do. */
const ANGLE = 24;
const POWER = { least: 55, most: 80 };

/** @param {string} key @param {Chosen} chosen */
function throwAddress(key, { move, stage }) {
  const angle = Math.round((Math.random() * 2 - 1) * ANGLE);
  const power = Math.round(POWER.least + Math.random() * (POWER.most - POWER.least));
  const asked = new URLSearchParams({ set: key, dice: String(DICE), angle: String(angle), power: String(power), stage: String(stage), ...(move && stage ? { move } : {}) });
  return `/api/looks/throw?${asked}`;
}

export class Trial {
  #key;
  /** @type {import("./showcase.js").Showcase | null} */
  #showcase = null;
  /** The latest roll that was asked for; what comes of older ones is not shown. */
  #asked = 0;

  /** @param {string} key  of the set */
  constructor(key) {
    this.#key = key;
    this.#dress();
    one("#left").addEventListener("click", () => this.#showcase?.quarter(-1));
    one("#right").addEventListener("click", () => this.#showcase?.quarter(1));
    for (const button of all(".face")) button.addEventListener("click", () => this.#showcase?.show(Number(button.value)));
  }

  /** The six faces in the colours of the set. */
  async #dress() {
    const { SETS } = await import("../dice/skins.js");
    const skin = SETS.get(this.#key);
    if (!skin) return;
    const faces = one("#faces");
    // Metal is seen by what it reflects: darker than its colour.
    faces.style.setProperty("--die-body", skin.metal ? `color-mix(in srgb, ${skin.base} 82%, black)` : skin.base);
    faces.style.setProperty("--die-pip", skin.pip);
    faces.style.setProperty("--die-rim", skin.glow > 0.3 ? skin.rim : "transparent");
  }

  /** Brings the die to life; where that fails its picture stays. */
  async start() {
    const { Showcase } = await import("./showcase.js");
    this.#showcase = new Showcase({
      root: one("#felt"),
      set: this.#key,
      onFace: (face) => all(".face").forEach((button) => button.setAttribute("aria-pressed", String(Number(button.value) === face))),
      onFaces: (url) => {
        one("#faces").style.setProperty("--faces", `url("${url}")`);
        one("#faces").classList.add("live");
      },
      onPicture: (kind) => (one("#flat").hidden = kind !== "2d"),
    });
  }

  /** Rolls for nothing, with the move that is looked at; whatever still flies makes room. @param {Chosen} chosen */
  async roll(chosen) {
    const mine = ++this.#asked;
    const trouble = one("#no-roll");
    trouble.textContent = "";
    try {
      const answer = await fetch(throwAddress(this.#key, chosen), { signal: AbortSignal.timeout(8000) });
      if (!answer.ok || !this.#showcase) throw new Error("no throw");
      const bytes = await answer.arrayBuffer();
      if (mine !== this.#asked) return;
      all(".face").forEach((button) => button.removeAttribute("aria-pressed"));
      const faces = await this.#showcase.play(bytes);
      if (mine === this.#asked) say(t("shop.tried", { faces: faces.join(" ") }));
    } catch {
      if (mine === this.#asked) trouble.textContent = t("shop.try.failed");
    }
  }
}
