/** The heart of one set with room for a word about it. */

import { afterLoving, setOf } from "../looks/model.js";
import { t } from "../text.js";
import { one, whileBusy } from "../view/dom.js";
import { NOTE_MAX, sendFavorite } from "./favorites.js";
import { drawHeart, tapHeart } from "./hearts.js";

/** @typedef {import("../looks/model.js").Looks} Looks */

/**
 * @param {string} key
 * @param {{looks: () => Looks | null, change: (looks: Looks) => void}} page
 */
export function wireFavorite(key, { looks, change }) {
  const heart = one("#favorite .heart");
  const form = one("#note");
  const text = one("#note-text");
  const send = one("button", form);
  const known = () => /** @type {Looks} */ (looks());
  const tell = (/** @type {string} */ sentence) => (one("#favorite-more").textContent = sentence);

  heart.addEventListener("click", () => looks() && void tapHeart(key, { looks: known, change, tell }));
  text.addEventListener("input", () => (one("#note-left").textContent = t("shop.favorite.left", { n: NOTE_MAX - text.value.length })));
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!text.value.trim()) return text.focus();
    void whileBusy(send, async () => {
      const sent = await sendFavorite({ set: key, loved: true, note: text.value });
      if (sent.state === "refused") return tell(sent.message);
      tell(t(sent.state === "sent" ? "shop.favorite.sent" : "shop.favorite.waits"));
      if (sent.state === "sent") change(afterLoving(known(), key, true, sent.hearts));
      text.value = "";
      text.dispatchEvent(new Event("input"));
    });
  });

  return {
    /** @param {Looks} now */
    draw(now) {
      const set = setOf(now, key);
      drawHeart(heart, set);
      form.hidden = !set.loved;
    },
  };
}
