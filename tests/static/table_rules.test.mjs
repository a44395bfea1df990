import assert from "node:assert/strict";
import { test } from "node:test";

import { cardOf } from "../../app/static/js/table/cards.js";
import { endingOf, handoverOf, lobbyOf } from "../../app/static/js/table/covers.js";
import { Curtain } from "../../app/static/js/table/curtain.js";
import { dockOf } from "../../app/static/js/table/dock.js";
import { infoOf, messageOf } from "../../app/static/js/table/lines.js";
import { mayTap, screenOf } from "../../app/static/js/table/model.js";
import { layOf } from "../../app/static/js/table/rest.js";
import { RuleCard } from "../../app/static/js/table/rule_card.js";
import { stripOf } from "../../app/static/js/table/strip.js";
import { readingSentence, spelled, whyNot } from "../../app/static/js/table/words.js";
import { BASELINE, BC, GRANDFATHER, INFORM, chair, hand, moment, part, reading, scene, truth } from "./table_kit.mjs";

const at = (rules, viewMore = {}, more = {}) => scene({ banked: [0, 0], opened: [true, true], dice: rules.dice, roll: 4, nothing: 0.02, ...viewMore }, { rules }, more);
const info = (shown, more = {}) => infoOf(moment(shown, more)).label;
const said = (shown, more = {}) => messageOf(moment(shown, more)).text;
const dock = (shown, more = {}) => dockOf(moment(shown, more));
const pick = (points, more = {}) => ({ hand: hand({ taps: [0], fresh: true, reading: reading({ points, parts: [part("single", [1], points, [0])], ...more }) }) });
const strip = (shown, seat) => stripOf(shown, 0)[seat];
const words = (chip) => chip.marks.map(({ word }) => word);

test("where one die each finds who starts, it is asked for, marked in the strip and listed on the felt", () => {
  const first = at(BC, { phase: "first", seat: 1, dice: 1, starting: { 0: 4, 1: 0 }, nothing: null });
  const { row1, bank, roll } = dock(first);
  assert.deepEqual([row1.kind, bank.text, roll.label, roll.ready], ["aim", "Ben rolls for the start", "Roll one die", true]);
  assert.equal(said(first), "Highest die starts.");
  assert.equal(info(first), "Who starts?");
  assert.deepEqual([words(strip(first, 0)), words(strip(first, 1))], [["rolled 4"], ["still to roll"]]);
  assert.deepEqual(cardOf(moment(first)).list, [{ text: "Ann: 4", state: "done" }, { text: "Ben rolls", state: "now" }]);
  assert.deepEqual(layOf(first, true), []);
});

test("one phone is not passed while it is rolled for the start, and is passed to whoever starts", () => {
  const memory = { getItem: () => null, setItem() {} };
  const curtain = new Curtain(memory);
  const open = (shown) => curtain.modelOf(shown, { idle: true, style: "full", origin: "" });
  for (const seat of [0, 1]) assert.equal(open(at(BC, { phase: "first", seat, starting: { 0: 0, 1: 0 } })), null);
  assert.equal(open(at(BC, { seat: 1, roll: 2 }, { ending: "Ben rolled 6 and starts" })).result, "Ben rolled 6 and starts");
});

test("dice that are read best carry no order: no numbers, no order in any sentence", () => {
  const lying = [1, 5, 2, 2, 3, 6];
  const shown = at(BASELINE, { phase: "keep", lying, can: ["keep"] });
  const picked = moment(shown, pick(100, {}));
  const die = screenOf(picked).dice[0];
  assert.deepEqual([die.picked, die.badge, die.label], [true, 0, "1, die 1 of 6, picked"]);
  assert.equal(said(shown), "Tap the dice you want to keep.");
  assert.equal(said(scene({ phase: "keep", lying })), "Tap dice in the order you want them read.");
});

test("the bonus for a whole hand is named by the dice that the card plays with", () => {
  const parts = [part("set", [2, 2, 2], 200, [0, 1, 2]), part("set", [6, 6, 6], 600, [3, 4, 5])];
  const shown = at({ ...BASELINE, all_dice_bonus: 500 }, { phase: "keep", lying: [2, 2, 2, 6, 6, 6], can: ["keep"] });
  const picked = { hand: hand({ taps: [0, 1, 2, 3, 4, 5], fresh: true, reading: reading({ points: 800, bonus: 500, parts }) }) };
  assert.deepEqual(messageOf(moment(shown, picked)).chips.at(-1), { text: "All 6 +500", line: -1, label: "all six on one roll" });
  const kept = at(BASELINE, { unbanked: 1300, kept: [{ roll: 4, hand: 1, parts, points: 800, bonus: 500 }] });
  assert.equal(screenOf(moment(kept)).tray.kept.at(-1).text, "All 6 +500");
  assert.equal(readingSentence(reading({ points: 800, bonus: 500, parts })), "Set of 2s: 200, set of 6s: 600, all six on one roll: 500. Together 1,300.");
});

test("a reason never promises pairs or growing sets that the card does not score", () => {
  const refused = (code, dead) => reading({ refused: "dead_dice", dead, why: [{ code, faces: [] }] });
  assert.equal(whyNot(refused("SEL_PAIR", [0, 1]), [2, 2], GRANDFATHER), "Two 2s score nothing yet. Three 2s would.");
  assert.equal(whyNot(refused("SEL_PAIR", [0, 1]), [2, 2], BASELINE), "Two 2s score nothing yet. Three pairs or three 2s would.");
  assert.equal(whyNot(refused("SEL_EXTEND_NO", [0]), [4], BASELINE), "Your 4s were kept from an earlier roll. Later dice add nothing to them.");
});

test("until a seat has opened, what it lacks stands in the info line, the strip and the bank", () => {
  const start = at(INFORM, { opened: [false, true], to_open: 350 });
  assert.equal(info(start), "0 banked. 350 to open");
  assert.deepEqual([strip(start, 0).sub, strip(start, 1).sub], ["350 to open", "10,000 to go"]);
  assert.equal(said(start), "Your turn. 5 dice. 350 to open.");
  assert.deepEqual([dock(start).bank.sub, dock(start).bank.why], ["350 to open", "Your first bank needs 350 points in one turn."]);
  const more = at(INFORM, { opened: [false, true], unbanked: 100, dice: 4, kept: [{ roll: 4, hand: 1, parts: [], points: 100, bonus: 0 }] });
  assert.equal(info(more), "Turn 100 → 100. 250 to open");
  assert.equal(said(more), "4 dice to roll. 250 more to open.");
  assert.deepEqual([dock(more).bank.ready, dock(more).bank.sub, dock(more).bank.why], [false, "250 to open", "Your first bank needs 350 points in one turn: 250 more."]);
  assert.equal(info(at(INFORM, { opened: [false, true], phase: "keep", lying: [1], unbanked: 300 }), pick(100)), "Turn 300 + 100 → 400. enough to open");
});

test("where used dice must be rolled again, bank and message say so", () => {
  const hot = at(GRANDFATHER, { unbanked: 1000, must_roll: true, kept: [{ roll: 4, hand: 1, parts: [], points: 1000, bonus: 0 }] });
  assert.deepEqual([dock(hot).bank.ready, dock(hot).bank.sub, dock(hot).bank.why], [false, "roll first", "All six are used. Roll once more before you bank."]);
  assert.equal(said({ ...hot, note: { tone: "plain", title: null, text: "Kept 1,000. All six used: roll again." } }), "Kept 1,000. All six used: roll again.");
});

test("a limit of rolls is counted on the felt and on Roll, and the last keep says that it banks or loses", () => {
  const decided = at(INFORM, { phase: "decide", unbanked: 400, dice: 3, rolls_left: 2, can: ["roll", "bank"], bank: { total: 400, dead_end: false, wins_nothing: false, reaches: false } });
  assert.equal(dock(decided).roll.sub, "roll 2 of 3");
  assert.deepEqual(screenOf(moment(decided)).tray.kept[0], { text: "Roll 2 of 3" });
  const last = (more) => at(INFORM, { phase: "keep", lying: [1, 2], unbanked: 250, rolls_left: 0, can: ["keep"], ...more });
  assert.deepEqual([dock(last(), pick(100)).row1.keep.label, said(last())], ["Keep · banks 350", "Last roll: what you keep now is banked."]);
  const short = last({ opened: [false, true], unbanked: 200 });
  assert.deepEqual([dock(short, pick(100)).row1.keep.label, said(short, pick(100)), said(short)], [
    "Keep · loses 300", "Last roll: 300 would be lost. It takes 350 to open.", "Last roll: 150 more to open, or all is lost.",
  ]);
  assert.equal(dock(last({ rolls_left: 1 }), pick(100)).row1.keep.label, "Keep · 100");
});

test("where the target need only be reached nothing is too many, and a bank there says what it does", () => {
  const there = (rules, more = {}) =>
    at(rules, { phase: "decide", banked: [9000, 0], unbanked: 1500, dice: 3, can: ["roll", "bank"], bank: { total: 10_500, dead_end: false, wins_nothing: false, reaches: true }, ...more });
  assert.equal(info(there(BASELINE)), "Turn 1,500 → 10,500. reached");
  assert.equal(dock(there(BASELINE)).bank.sub, "starts the final round");
  assert.equal(dock(there(INFORM)).bank.sub, "wins the game");
  const alone = { ...there(BASELINE), truth: truth({ rules: BASELINE, chairs: [chair(0, "Ann")] }) };
  assert.equal(dock(alone).bank.sub, "wins the game");
});

const FINAL = { last_round: true, banked: [10_250, 8000], to_beat: 10_250, seat: 1 };

test("in the final round the points to beat stand where the target stood", () => {
  const turn = (rules, more) => at(rules, { ...FINAL, phase: "decide", dice: 3, can: ["roll", "bank"], ...more });
  assert.equal(info(turn(BASELINE, { unbanked: 500 })), "Turn 500 → 8,500. 10,250 to beat");
  assert.equal(info(turn(BASELINE, { unbanked: 2250 })), "Turn 2,250 → 10,250. level");
  assert.equal(info(turn(GRANDFATHER, { unbanked: 2250 })), "Turn 2,250 → 10,250. more than 10,250");
  assert.equal(info(turn(BASELINE, { unbanked: 2300 })), "Turn 2,300 → 10,300. 50 ahead");
  assert.deepEqual(infoOf(moment(at(BASELINE, { ...FINAL, seat: 0 }))).right, [], "who has just set the mark has nothing to beat");
  const start = at(BASELINE, FINAL);
  assert.deepEqual([said(start), words(strip(start, 0)), strip(start, 1).sub, words(strip(start, 1))], ["Your last turn: 10,250 to beat.", ["in the lead"], "2,250 behind", ["last turn left"]]);
  assert.equal(handoverOf(start).note, "Your last turn: 10,250 to beat.");
  assert.equal(handoverOf(at(GRANDFATHER, FINAL)).note, "Your last turn: more than 10,250 wins.");
});

test("the one roll of a final round takes no taps: no bank to press, and what is added is shown first", () => {
  const ready = at(BC, FINAL);
  assert.deepEqual(words(strip(ready, 1)), ["one roll left"]);
  assert.deepEqual([dock(ready).bank.text, said(ready)], ["One roll: its best dice are added", "Your one roll: 10,250 to beat."]);
  const flying = at(BC, { ...FINAL, phase: "keep", lying: [1, 1, 2, 3, 4, 6], roll: 9, can: [] }, { stage: "rolling" });
  assert.equal(mayTap(flying), false);
  const watched = { seat: 1, roll: 9, dice: [0, 1], reading: reading({ points: 200, parts: [part("single", [1], 100, [0]), part("single", [1], 100, [1])] }) };
  const shown = screenOf(moment(flying, { watched }));
  assert.deepEqual(shown.message.chips.map(({ text }) => text), ["1 1 = 200"]);
  assert.deepEqual(shown.dice.filter((die) => die.picked).map(({ die, line }) => [die, line]), [[0, 0], [1, 0]]);
  assert.equal(mayTap(at(BASELINE, { ...FINAL, phase: "keep", lying: [1] }, { stage: "rolling" })), true);
});

test("an extra turn is called so, and not a last one", () => {
  const extra = at(BASELINE, { ...FINAL, seat: 0, extra: 1, tied: [0, 1], banked: [10_250, 10_250] });
  assert.equal(said(extra), "Your extra turn. 6 dice.");
  assert.equal(handoverOf(extra).note, "An extra turn: you are level at 10,250.");
  assert.equal(info(extra), "10,250 banked. level");
});

test("those who vote at a final round are level, not out even", () => {
  const vote = at(BASELINE, { ...FINAL, phase: "vote", seat: 0, tied: [1, 0], banked: [10_250, 10_250] });
  assert.equal(cardOf(moment(vote)).text, "Ben and Ann are level at 10,250.");
  assert.deepEqual(cardOf(moment(vote)).list.map(({ text }) => text), ["Ben: would split", "Ann decides"]);
  assert.match(cardOf(moment({ ...vote, view: { ...vote.view, phase: "order" } })).text, /^You got there first, Ann\./);
  const out = scene({ phase: "vote", out: [0, 1], tied: [0, 1] });
  assert.equal(cardOf(moment(out)).text, "Ann and Ben are out even.");
});

test("what the player before left is offered in the bank's place, and shown as taken over", () => {
  const offered = at(BASELINE, { can: ["roll", "piggyback"], offer: { dice: 3, points: 450 } });
  const { bank, roll } = dock(offered);
  assert.deepEqual([bank.label, bank.sub, bank.act, bank.ready, roll.label], ["Take over 3", "dice, 450 points", "piggyback", true, "Roll 6"]);
  assert.equal(said(offered), "Take over 3 dice and 450 points, or roll 6.");
  const taken = at(BASELINE, { dice: 3, unbanked: 450, can: ["roll"] });
  assert.deepEqual([screenOf(moment(taken)).tray.kept, dock(taken).bank.ready, dock(taken).roll.label], [[{ text: "Taken over 450" }], false, "Roll 3"]);
  assert.match(dock(taken).bank.why, /^Taking over is no keep\./);
  assert.deepEqual(layOf(taken, false), [6, 6, 6]);
});

test("busts in a row are marked where the third costs points", () => {
  const marked = at(BASELINE, { busts: [2, 0] });
  assert.deepEqual([words(strip(marked, 0)), strip(marked, 0).marks[0].sign, words(strip(marked, 1))], [["2 busts in a row"], "✕✕", []]);
});

test("before the first roll the felt tells what is played, with its code and a way to the whole card", () => {
  for (const phase of ["roll", "first"]) {
    const card = cardOf(moment(at(BC, { phase, roll: 0, starting: { 0: 0, 1: 0 } })));
    assert.deepEqual([card.title, card.text, card.code, card.action.id], [BC.name, BC.how_to_win, "SVKM-2EVJ", "card"], phase);
  }
  assert.equal(cardOf(moment(at(BC, { roll: 1 }))), null);
  const start = at(BASELINE, { roll: 0 });
  assert.deepEqual([layOf(start, false, 2), layOf(start, false, 9).length], [[], 6]);
  const toTry = { ...start, truth: { ...start.truth, game: 0 } };
  assert.equal(layOf(toTry, false, 2).length, 6, "nothing stands beside the dice of a hand to try");
  const lobby = lobbyOf(truth({ kind: "friends", status: "open", view: null, rules: BC }), "", "SVKM-2EVJ");
  assert.deepEqual([lobby.rules, lobby.rulesCode], [BC.name, "SVKM-2EVJ"]);
});

test("a code is read out sign by sign", () => {
  assert.equal(spelled("SVKM-2EVJ"), "Code of the rules: S V K M, 2 E V J");
});

test("the card is asked for once, and again after a failure", async () => {
  const answers = [new Error("no line"), { hash: "SVKM-2EVJ" }];
  let asked = 0;
  const card = new RuleCard({
    ask: async () => {
      asked += 1;
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    },
    changed: () => {},
  });
  await card.learn();
  assert.equal(card.code, "");
  await Promise.all([card.load(), card.load()]);
  assert.deepEqual([card.code, asked], ["SVKM-2EVJ", 2]);
});

test("the end tells the winning total and why, in the words of its card", () => {
  const over = (rules, result, banked = [10_250, 9000]) => endingOf(at(rules, { phase: "over", seat: null, banked, result: { kind: "win", seats: [0], turns: [14, 13], ...result } }));
  const won = over(BASELINE, { reason: "most_points" });
  assert.deepEqual([won.mark, won.text], ["10,250", "Most points: 10,250."]);
  assert.equal(over(INFORM, { reason: "target" }).text, "10,250 banked, in 14 turns.");
  const shared = over(BASELINE, { kind: "shared", seats: [0, 1], reason: "tied" }, [10_250, 10_250]);
  assert.deepEqual([shared.title, shared.text], ["Ann and Ben share the win", "Level at 10,250."]);
});
