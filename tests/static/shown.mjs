/**
 * What the table page shows of selections and of banking, for tests that hold it to the engine.
 *
 *     node shown.mjs < CASES
 *
 * A case a line: `{"view", "rules", "taps", "reading"}` for picked dice, `{"view", "rules"}` for a press on Bank; a line of
 * what is shown comes back for each.
 */

import { readFileSync } from "node:fs";

import { Actions } from "../../app/static/js/table/actions.js";
import { Hand } from "../../app/static/js/table/hand.js";
import { screenOf } from "../../app/static/js/table/model.js";
import { FakeTime } from "./fake_time.mjs";
import { PROGRESSIVE, moment, scene } from "./table_kit.mjs";

/** A hand whose dice were tapped one by one and read once, at the end. */
function tapped({ view, taps, reading }) {
  const hand = new Hand({ ask: () => true, after: new FakeTime().after, changed: () => {} });
  hand.deal(view.roll, view.lying.length);
  taps.forEach((die) => hand.tap(die));
  hand.answer({ roll: view.roll, dice: [], reading });
  hand.answer({ roll: view.roll, dice: taps, reading });
  return hand;
}

/** The title of the question that a press asks, null where it acts at once. @param {"keep" | "bank"} press */
function askedBy(press, shown, hand) {
  let title = null;
  const ask = (question) => {
    title = question.title;
    return Promise.resolve("back");
  };
  const nothing = () => {};
  const wiring = {
    scene: () => shown, seq: () => 1, hand, aim: () => ({ angle: 0, power: 30 }), send: () => Promise.resolve({}), connected: () => true, ask,
    setPending: nothing, pending: () => null, complain: nothing, onRefusedKeep: nothing, onGather: nothing, confirmBank: () => false,
  };
  void new Actions(wiring)[press]();
  return title;
}

function shownOf(given) {
  const shown = scene(given.view, { rules: { ...PROGRESSIVE, ...given.rules } });
  if (!given.taps) return { asked: askedBy("bank", shown, null) };
  const hand = tapped(given);
  const { dock, dice, message, info } = screenOf(moment(shown, { hand }));
  return {
    keep: dock.row1.keep.label,
    message,
    info: info.left.map(({ text }) => text).join(""),
    badges: dice.filter((die) => die.picked).map(({ die, badge }) => [die, badge]),
    dead: dice.filter((die) => die.dead).map(({ die }) => die),
    asked: askedBy("keep", shown, hand),
  };
}

for (const line of readFileSync(0, "utf8").split("\n")) {
  if (line) process.stdout.write(`${JSON.stringify(shownOf(JSON.parse(line)))}\n`);
}
