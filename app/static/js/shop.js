/** The shop: every set as a card, what of it is whose, hearts, and how this device sees its tables. */

import { Refused, get } from "./http.js";
import { createViewing } from "./looks/viewing.js";
import { setOf } from "./looks/model.js";
import { recall, remember } from "./memory.js";
import { num, t } from "./text.js";
import { sendLater } from "./shop/favorites.js";
import { drawHeart, tapHeart, withWaiting } from "./shop/hearts.js";
import { drawPurse } from "./shop/purse.js";
import { wireBack } from "./view/back.js";
import { all, el, fill, one, say, whileBusy } from "./view/dom.js";

/** @typedef {import("./looks/model.js").Looks} Looks */

/** @type {Looks | null} */
let looks = null;
/** A collection, or `mine`. */
let shown = recall("shop-tab") ?? "jewels";
/** Why nothing could be learned, for the player; empty when it could. */
let failure = "";

const cards = all(".set-card");

/** What a card says under the name. @param {import("./looks/model.js").SetTold} set @param {Looks} now */
function stateOf({ key, owned, price }, now) {
  if (now.wearing === key) return [t("shop.wearing")];
  if (owned) return [t("shop.owned")];
  return [el("span", { class: "coin", "aria-hidden": "true" }), el("span", { "aria-hidden": "true", text: num(price) }), el("span", { class: "unseen", text: t("shop.price", { n: price }) })];
}

/** @param {any} card */
function drawCard(card) {
  const key = card.dataset.set;
  const set = looks?.sets.find((each) => each.key === key);
  card.hidden = shown === "mine" ? !(set?.owned ?? key === "house") : card.dataset.collection !== shown;
  if (!looks || !set) return;
  card.dataset.state = looks.wearing === key ? "worn" : set.owned ? "owned" : "shop";
  fill(one(".set-state", card), stateOf(set, looks));
  drawHeart(one(".heart", card), set);
}

/** What is said above the cards of one's own. */
function drawMine() {
  const few = shown === "mine" && looks !== null && looks.sets.filter(({ owned }) => owned).length < 2;
  one("#mine").hidden = !few;
  if (!few || !looks) return;
  const word = looks.signed_in ? "shop.mine.none" : "shop.mine.out";
  one("#mine-title").textContent = t(word);
  one("#mine-more").textContent = t(`${word}.more`);
  one("#mine-door").hidden = looks.signed_in;
}

function draw() {
  if (looks) drawPurse(looks);
  for (const card of cards) drawCard(card);
  // The last card is alone in its row where an even number stands before it.
  one(".promise-card").classList.toggle("wide", cards.filter(({ hidden }) => !hidden).length % 2 === 0);
  drawMine();
  one("#viewing").hidden = shown !== "mine";
  const line = !navigator.onLine ? t("shop.offline") : failure;
  one("#line").hidden = !line;
  one("#line-text").textContent = line;
}

async function load() {
  try {
    looks = withWaiting(await get("/api/looks"));
    failure = "";
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    failure = `${t("shop.mine.failed")} ${error.message}`;
  }
  draw();
}

for (const card of cards) {
  one(".heart", card).addEventListener("click", () => {
    if (!looks) return;
    const key = card.dataset.set;
    const page = {
      looks: () => /** @type {Looks} */ (looks),
      /** @param {Looks} now */
      change(now) {
        looks = now;
        drawHeart(one(".heart", card), setOf(now, key));
      },
      /** @param {string} sentence */
      tell: (sentence) => (one("#favorite-line").textContent = sentence),
    };
    void tapHeart(key, page);
  });
}
for (const radio of all("input[name=shown]")) {
  radio.checked = radio.value === shown;
  radio.addEventListener("change", () => {
    shown = radio.value;
    remember("shop-tab", shown);
    draw();
    say(t("shop.shown", { n: cards.filter(({ hidden }) => !hidden).length }));
  });
}
one("#again").addEventListener("click", () => whileBusy(one("#again"), load));
one("#viewing").append(createViewing().node);
wireBack();
draw();
sendLater();
void load();
window.addEventListener("pageshow", (event) => event.persisted && void load());
window.addEventListener("offline", draw);
window.addEventListener("online", () => void load());
