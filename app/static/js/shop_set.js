/** One set, close up: the live die, trial rolls, its moves, buying and wearing it, and its heart. */

import { Refused, get, post } from "./http.js";
import { createMoves } from "./looks/dots.js";
import { PLAIN, afterPurchase, afterWearing, boughtOf, offerOf, setOf } from "./looks/model.js";
import "./prefs.js";
import { agreed, failedText, pay, unsure, wearNow } from "./shop/buying.js";
import { wireFavorite } from "./shop/favorite_note.js";
import { sendLater } from "./shop/favorites.js";
import { withWaiting } from "./shop/hearts.js";
import { actNode, offerShown } from "./shop/offer.js";
import { drawPurse } from "./shop/purse.js";
import { Trial } from "./shop/trial.js";
import { t } from "./text.js";
import { el, fill, one, whileBusy } from "./view/dom.js";

/** @typedef {import("./looks/model.js").Looks} Looks */
/** @typedef {import("./looks/model.js").Chosen} Chosen */

const key = one(".set-view").dataset.set;
const trial = new Trial(key);

/** @type {Looks | null} */
let looks = null;
/** The move that is looked at. @type {Chosen} */
let chosen = PLAIN;
/** @type {ReturnType<typeof createMoves> | null} */
let moves = null;
let failure = "";
let working = false;

const favorite = wireFavorite(key, {
  looks: () => looks,
  change(now) {
    looks = now;
    favorite.draw(now);
  },
});

function draw() {
  const trouble = one("#trouble");
  const wrong = !navigator.onLine ? t("shop.offline") : failure;
  // The same words again would be read out again.
  if (trouble.textContent !== wrong) trouble.textContent = wrong;
  if (!looks) {
    if (failure) fill(one("#offer-acts"), el("button", { type: "button", class: "button", text: t("app.retry"), onclick: (/** @type {Event} */ event) => void whileBusy(/** @type {HTMLElement} */ (event.currentTarget), load) }));
    return;
  }
  const set = setOf(looks, key);
  drawPurse(looks);
  moves?.update(chosen, (move) => boughtOf(set, move));
  favorite.draw(looks);
  const shown = offerShown(looks, key, chosen, location.pathname);
  fill(one("#offer-title"), shown.price !== null && el("span", { class: "coin", "aria-hidden": "true" }), shown.title);
  one("#offer-more").textContent = shown.more;
  const held = /** @type {HTMLElement | null} */ (document.activeElement)?.closest("#offer-acts");
  fill(one("#offer-acts"), shown.acts.map((act) => actNode(act, (id, button) => void press(id, button))));
  if (held) (one("#offer-acts").querySelector("button, a") ?? one("#offer-title")).focus({ preventScroll: true });
}

/** @param {Chosen} next */
function choose(next) {
  chosen = next;
  failure = "";
  draw();
  if (!looks) return;
  // What is worn already and needs no coins is changed at once.
  const { act } = offerOf(looks, key, chosen);
  if (act === "wear" && looks.wearing === key) void wear();
  void trial.roll(chosen);
}

/** One thing at a time: the button may be drawn anew while its work runs. @param {string} act @param {HTMLElement} button */
async function press(act, button) {
  if (working) return;
  working = true;
  try {
    await whileBusy(button, act === "wear" ? wear : buy);
  } finally {
    working = false;
  }
}

/** Tells what went wrong, and asks how things stand. @param {unknown} error @param {(refusal: Refused) => string} words */
async function failed(error, words) {
  if (!(error instanceof Refused)) throw error;
  if (!unsure(error)) await load();
  failure = words(error);
  draw();
}

async function wear() {
  if (!looks) return;
  const { move, stage } = chosen;
  try {
    await post("/api/looks/wear", { set: key, move, stage }, { repeatable: true });
    looks = afterWearing(looks, key, chosen);
    failure = "";
    draw();
  } catch (error) {
    await failed(error, ({ message }) => message);
  }
}

async function buy() {
  if (!looks || !navigator.onLine) return;
  const offer = offerOf(looks, key, chosen);
  if (offer.act !== "buy") return;
  // The set comes first; its moves when it is there.
  const bought = setOf(looks, key).owned ? chosen : PLAIN;
  const order = { set: key, ...bought, price: offer.price };
  if (!(await agreed(order, looks.coins ?? 0))) return;
  try {
    const coins = await pay(order);
    looks = afterPurchase(looks, key, bought, coins);
    failure = "";
    draw();
    if (!(await wearNow(order, coins))) return;
    chosen = bought.stage ? bought : PLAIN;
    await wear();
  } catch (error) {
    await failed(error, failedText);
  }
}

async function load() {
  try {
    const first = !looks;
    looks = withWaiting(await get("/api/looks"));
    failure = "";
    const { owned, move, stage } = setOf(looks, key);
    if (first && owned && stage) chosen = { move, stage };
    moves ??= createMoves({ moves: looks.moves, priced: true, onChoose: choose });
    if (!moves.node.isConnected) one("#moves").append(moves.node);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    failure = `${t("shop.mine.failed")} ${error.message}`;
  }
  draw();
}

/** Back to the list as it was left, where the visitor came from there. */
function wireBack() {
  one("#back").addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const from = document.referrer && new URL(document.referrer);
    if (!from || from.origin !== location.origin || from.pathname !== "/shop" || history.length < 2) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.back();
  });
}

one("#try").addEventListener("click", () => void whileBusy(one("#try"), () => trial.roll(chosen)));
wireBack();
sendLater();
void load();
requestAnimationFrame(() => setTimeout(() => void trial.start()));
window.addEventListener("pageshow", (event) => event.persisted && void load());
window.addEventListener("offline", draw);
window.addEventListener("online", () => void load());
