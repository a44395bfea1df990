/** Every way to act at the table: buttons, single keys, strokes on the felt, the menu and the covers. */

import { prefs } from "../prefs.js";
import { t } from "../text.js";
import { createMenu } from "../view/menu.js";
import { angleText, powerText } from "../view/dock.js";
import { createAimView } from "../view/aim.js";
import { dialog, one, openSheet } from "../view/dom.js";
import { watchFlicks } from "./flick.js";
import { watchKeys } from "./keys.js";
import { isBeforeFirstRoll, isExact } from "./agreed.js";
import { lookOf } from "./looks.js";
import { mySeats, nameOf } from "./seats.js";
import { isCoins, signInPath } from "./stakes.js";
import { after } from "../dice/time.js";
import { countedDice, diceText } from "./words.js";

/** @typedef {import("./screen.js").TableScreen} TableScreen */

/** Ms after which Roll is held rather than pressed. */
const HELD_MS = 170;

/** Presses that the shut gate swallows: they sit where something else was a moment ago. */
const GATED = new Set(["keep", "bank", "roll", "piggyback", "vote_yes", "vote_no", "order_first", "order_last", "share_yes", "share_no", "play_for", "rematch", "swap", "start", "sit", "rematch_coins", "ready", "unready", "give_back"]);

/**
 * Wires all of it to a screen.
 * @param {TableScreen} screen
 */
export function wireControls(screen) {
  const acts = { ...turnActs(screen), ...answerActs(screen), ...lineActs(screen), ...coverActs(screen), ...coinActs(screen), ...pageActs(screen) };
  screen.act = (id) => {
    if (GATED.has(id) && screen.gate.shut()) return;
    if (id !== "status") screen.hush();
    /** @type {Record<string, () => void>} */ (acts)[id]?.();
  };
  const ready = () => mayThrow(screen);
  wireStrokes(screen, ready);
  wireHold(screen, ready);
  wireShaking(screen, ready);
  wireKeys(screen);
  one("#leave").addEventListener("click", () => screen.act("back"));
  const menu = createMenu({ act: (id) => screen.act(id) });
  one("#mode").addEventListener("click", () => screen.act("card"));
  one("#menu").addEventListener("click", () => menu.open(() => menuModel(screen)));
}

/** @param {TableScreen} screen */
const turnActs = (screen) => ({
  undo: () => screen.hand.undo(),
  clear: () => screen.hand.clear(),
  keep: () => void screen.actions.keep(),
  bank: () => press(screen, "bank", () => void screen.actions.bank()),
  piggyback: () => press(screen, "bank", () => void screen.actions.piggyback(), "piggyback"),
  roll: () => press(screen, "roll", () => void screen.actions.roll()),
  hint: () => screen.hand.takeHint() && screen.draw(),
  give_up: () => void screen.actions.giveUp(),
  skip_bots: () => screen.skipBots(),
  play_for: () => void screen.actions.playFor(/** @type {number} */ (screen.scene.view?.seat)),
});

/** A button that cannot be pressed says why. @param {TableScreen} screen @param {"bank" | "roll"} cell @param {() => void} go @param {string} [id] */
function press(screen, cell, go, id = cell) {
  const model = screen.screen?.dock[cell];
  if (model?.kind !== "button") return;
  // A single key may stand for a button that does something else now.
  if (model.ready && (model.act ?? id) === id) go();
  else if (model.why) screen.complain(model.why);
}

/** @param {TableScreen} screen */
const answerActs = (screen) => ({
  vote_yes: () => void screen.actions.vote(true),
  vote_no: () => void screen.actions.vote(false),
  order_first: () => void screen.actions.order("first"),
  order_last: () => void screen.actions.order("last"),
  share_yes: () => void screen.actions.share(true),
  share_no: () => void screen.actions.share(false),
});

/** @param {TableScreen} screen */
const lineActs = (screen) => ({
  retry: () => screen.link.wake(),
  reclaim: () => screen.link.reclaim(),
  reload: () => location.reload(),
  see: () => screen.away.see(),
});

/** @param {TableScreen} screen */
const coverActs = (screen) => ({
  take: () => takePhone(screen),
  flip: () => screen.cover.flip(),
  start: () => (screen.scene.truth.chairs.length < 2 ? screen.complain(t("lobby.few")) : void screen.actions.start()),
  rematch: () => void screen.actions.rematch(false),
  swap: () => void screen.actions.rematch(true),
  copy: () => void screen.handsOut?.copy(screen.scene.truth),
  share_link: () => void screen.handsOut?.share(screen.scene.truth),
  stand_up: () => void standUp(screen),
});

/** @param {TableScreen} screen */
const coinActs = (screen) => ({
  sit: () => void screen.coins?.actions.sit(),
  rematch_coins: () => void screen.coins?.actions.rematch(),
  ready: () => void screen.coins?.actions.ready(true),
  unready: () => void screen.coins?.actions.ready(false),
  give_back: () => void screen.coins?.actions.giveBack(),
  im_back: () => void screen.coins?.actions.back(),
  sign_in: () => location.assign(signInPath(screen.scene.truth)),
  skip: () => void screen.skip(),
});

/** The next player has the phone. @param {TableScreen} screen */
function takePhone(screen) {
  screen.curtain.take(screen.scene);
  screen.gate.arm();
  screen.draw();
  screen.focus.toHeading();
  screen.teller.call(screen.scene);
}

/** @param {TableScreen} screen */
async function standUp(screen) {
  const [seat] = mySeats(screen.scene.truth);
  if (seat === undefined || (await screen.actions.leave(seat))) location.assign("/");
}

/** @param {TableScreen} screen */
const pageActs = (screen) => ({
  home: () => depart(screen, "/"),
  back: () => depart(screen, isCoins(screen.scene.truth) ? "/coins" : "/"),
  stop: () => location.assign(isCoins(screen.scene.truth) ? "/coins" : "/"),
  card: () => void openRuleCard(screen),
  rolls: () => void import("./fairness.js").then(({ openRolls }) => openRolls(screen)),
  rules: () => openSheet(one("#rules-sheet"), ruleAtIssue(screen)),
  why: () => (isExact(screen.scene.truth) ? screen.act("rules") : void openRuleCard(screen)),
  help: () => openSheet(one("#rules-sheet")),
  settings: () => void openSettings(screen),
  looks: () => void openLooks(screen),
  mute: () => prefs.set("mute", !prefs.get("mute")),
  speed: () => prefs.set("speed", { full: "fast", fast: "instant", instant: "full" }[/** @type {"full"} */ (prefs.get("speed"))]),
  leave_game: () => void leaveGame(screen),
  status: () => screen.speaker.speak(statusOf(screen), true),
});

/** @param {TableScreen} screen @param {string} path */
const depart = (screen, path) => (isCoins(screen.scene.truth) ? void screen.coins?.actions.depart(path) : location.assign(path));

/** The part of the rules that is in question now. @param {TableScreen} screen */
function ruleAtIssue({ hand, scene: { truth, view } }) {
  // Those parts tell of landing exactly; what other cards say stands on the card.
  if (!isExact(truth)) return undefined;
  if (hand.refused) return "tap-order";
  if (view?.phase === "vote" || view?.rolloff) return "ties";
  if (view?.for_nothing) return "landing";
  return view?.last_round ? "last-round" : undefined;
}

/** What this table plays by. @param {TableScreen} screen */
async function openRuleCard(screen) {
  const sheet = await loaded(screen, () => import("../rules/card_sheet.js"));
  if (sheet) await sheet.openCard(() => screen.ruleCard.load());
}

/** The dice of the own seats, and how this device shows them. @param {TableScreen} screen */
async function openLooks(screen) {
  const { truth } = screen.store;
  const sheet = await loaded(screen, () => import("../looks/sheet.js"));
  const seats = mySeats(truth).map((seat) => ({ seat, name: nameOf(truth, seat), look: lookOf(truth, seat) }));
  sheet?.openLooks({ table: truth.table, kind: truth.kind, seats, signedIn: isCoins(truth) && seats.length > 0 });
}

/** The settings come to life when somebody wants them. @param {TableScreen} screen */
async function openSettings(screen) {
  const sheet = one("#settings-sheet");
  const form = await loaded(screen, () => import("../settings_form.js"));
  if (!form) return;
  if (!sheet.dataset.alive) form.wireSettings(sheet);
  sheet.dataset.alive = "1";
  openSheet(sheet);
}

/**
 * A module that is wanted now, or null and a word about it where it cannot be had.
 * @template M
 * @param {TableScreen} screen
 * @param {() => Promise<M>} load
 * @returns {Promise<M | null>}
 */
async function loaded(screen, load) {
  try {
    return await load();
  } catch {
    screen.release.doubt();
    screen.complain(t((await screen.release.check()) ? "net.too_old" : "error.unreachable"));
    return null;
  }
}

/** Who of this device leaves for good. @param {TableScreen} screen */
async function leaveGame(screen) {
  const { truth } = screen.scene;
  if (isCoins(truth)) {
    await screen.coins?.actions.leave();
    return;
  }
  const seats = mySeats(truth);
  let seat = seats[0];
  if (seats.length > 1) {
    const actions = seats.map((each) => ({ id: String(each), label: nameOf(truth, each) }));
    const answer = await dialog({ title: t("leave.who"), actions: [...actions, { id: "", label: t("app.cancel"), kind: /** @type {const} */ ("plain"), focus: true }] });
    if (!answer) return;
    seat = Number(answer);
  }
  if (seat !== undefined) await screen.actions.leave(seat);
}

/** Where the game stands, for the ear. @param {TableScreen} screen */
function statusOf({ scene, screen }) {
  const { truth, view } = scene;
  if (!view || view.seat === null) return t("table.name");
  const dice = view.lying.length ? t("say.status.lying", { dice: countedDice(view.lying) }) : t("say.status.dice", { dice: diceText(view.dice) });
  return `${t("say.status", { name: nameOf(truth, view.seat), info: screen?.info.label ?? "" })}. ${dice}`;
}

/** @param {TableScreen} screen */
function menuModel({ scene, mine }) {
  const { truth, view } = scene;
  const playing = truth.status === "playing" && mySeats(truth).length > 0;
  return [
    { id: "card", label: t("menu.card") },
    { id: "rules", label: t("menu.rules") },
    { id: "looks", label: t("menu.looks") },
    { id: "settings", label: t("app.settings") },
    (view?.roll ?? 0) > 0 && { id: "rolls", label: t("menu.rolls") },
    { id: "mute", label: t(prefs.get("mute") ? "menu.unmute" : "menu.mute"), stays: true },
    { id: "speed", label: t("menu.speed", { speed: t(`speed.${prefs.get("speed")}`) }), stays: true },
    mine && view?.phase === "keep" && { id: "give_up", label: t("menu.give_up") },
    playing && { id: "leave_game", label: isCoins(truth) && isBeforeFirstRoll(scene) ? t("room.leave", { stake: truth.stake }) : t("menu.leave") },
    { id: "home", label: t("menu.home") },
  ].filter(Boolean);
}

/** Whether Roll would throw now. @param {TableScreen} screen */
function mayThrow({ screen, pending, scene, gate, cover }) {
  const roll = screen?.dock.roll;
  return roll?.kind === "button" && roll.ready && !roll.act && !pending.now && scene.stage === "rest" && cover.kind === "" && !gate.shut();
}

/** While the hand is about to throw, the dice tremble in it. @param {TableScreen} screen @param {boolean} up */
const hold = ({ motion, felt }, up) => motion !== "instant" && felt.order.length > 0 && felt.gather(up);

/** @param {TableScreen} screen @param {() => boolean} ready */
function wireHold(screen, ready) {
  const roll = one("#roll");
  let callOff = () => {};
  roll.addEventListener("pointerdown", () => {
    callOff();
    if (ready()) callOff = after(HELD_MS, () => (hold(screen, true), (callOff = () => hold(screen, false))));
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) roll.addEventListener(end, () => (callOff(), (callOff = () => {})));
}

/** A shaken phone throws like Roll, where the player wants that. @param {TableScreen} screen @param {() => boolean} ready */
function wireShaking(screen, ready) {
  let watched = false;
  prefs.watch("shake", async (on) => {
    if (!on || watched) return;
    watched = true;
    const shaking = await loaded(screen, () => import("../shake.js"));
    watched = shaking !== null;
    shaking?.watchShake({ onShake: (aim) => (screen.setAim(aim), screen.act("roll")), allowed: ready });
  });
}

/** @param {TableScreen} screen @param {() => boolean} ready */
function wireStrokes(screen, ready) {
  const view = createAimView(one("#aim"));
  let aiming = false;
  watchFlicks(one("#felt"), {
    ready,
    onAim(aim) {
      view.show(aim);
      if (aim || aiming) hold(screen, aim !== null);
      aiming = aim !== null;
      screen.hintAim(aim ? t("aim.release", { power: powerText(aim.power), angle: angleText(aim.angle) }) : "", aim);
    },
    onThrow(aim) {
      screen.setAim(aim);
      screen.act("roll");
    },
    onWeak: () => screen.complain(t("aim.weak")),
    onTap: () => screen.skip(),
  });
}

/** @param {TableScreen} screen */
function wireKeys(screen) {
  watchKeys(one("#table"), {
    wanted: () => prefs.get("shortcuts"),
    act({ id, die }) {
      if (die === undefined) screen.act(id);
      else {
        const model = screen.screen?.dice[die - 1];
        if (model?.tappable) screen.tap(model.die);
      }
    },
  });
}

