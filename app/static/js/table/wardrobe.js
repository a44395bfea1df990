/** What the felt's dice and cloth may look like: the sets, the surfaces, and small pictures of faces. It comes with the renderer. */

import { portraitsOf } from "../dice/portrait.js";
import { HOUSE, SETS } from "../dice/skins.js";
import { GREEN, SURFACES } from "../dice/surfaces.js";

/** So many sets keep their small pictures: those of the players at a table. */
const MOST_PORTRAITS = 8;

/** @typedef {{surface: string, marks: string}} Likes  what this player likes to see */

export class Wardrobe {
  /** Small pictures of faces, by what they were made of. @type {Map<string, string>} */
  #portraits = new Map();

  /** A set, if this release knows it. @param {string} set */
  skin(set) {
    return SETS.get(set) ?? HOUSE;
  }

  /** What a stage must know. @param {string} set @param {Likes} likes */
  look(set, { surface, marks }) {
    return { set: this.skin(set), surface: SURFACES.get(surface) ?? GREEN, marks: /** @type {import("../dice/renderer.js").Marks} */ (marks) };
  }

  /**
   * The faces of a set side by side, as an image address.
   * @param {import("../dice/renderer.js").Stage} stage @param {import("../dice/layout.js").Layout} layout
   * @param {{set: string, likes: Likes, mayDraw: boolean, drawn: () => void}} how  `mayDraw`: whether the stage may be used now; `drawn`: it shows the faces and needs its own picture again
   */
  portraits(stage, layout, { set, likes, mayDraw, drawn }) {
    const of = [set, likes.surface, likes.marks, stage.kind(), layout.w].join();
    const known = this.#portraits.get(of);
    if (known || !mayDraw) return known ?? "";
    const url = portraitsOf(stage, layout);
    drawn();
    this.#portraits.set(of, url);
    if (this.#portraits.size > MOST_PORTRAITS) this.#portraits.delete(/** @type {string} */ (this.#portraits.keys().next().value));
    return url;
  }
}
