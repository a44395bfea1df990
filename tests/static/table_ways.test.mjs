import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { picturesLife } from "../../app/static/js/table/ageing.js";
import { Aims } from "../../app/static/js/table/aims.js";
import { Curtain } from "../../app/static/js/table/curtain.js";
import { endingOf, handoverOf, lobbyOf } from "../../app/static/js/table/covers.js";
import { loudest } from "../../app/static/js/table/cues.js";
import { readStroke } from "../../app/static/js/table/flick.js";
import { meaningOf } from "../../app/static/js/table/keys.js";
import { layOf } from "../../app/static/js/table/rest.js";
import { tableTitle } from "../../app/static/js/table/seats.js";
import { MOST, Speaker, spoken, spokenPick } from "../../app/static/js/table/speaker.js";
import { PROGRESSIVE, chair, event, part, reading, scene, texts, truth } from "./table_kit.mjs";

const memory = () => {
  const kept = new Map();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
};

test("a stroke is an angle and a power; too short, too slow, too quick or backwards is none", () => {
  assert.deepEqual(readStroke(0, -140, 100), { angle: 0, power: 50 });
  assert.deepEqual(readStroke(-100, -100, 200), { angle: -45, power: 19 });
  assert.deepEqual(readStroke(200, -20, 100), { angle: 45, power: 78 });
  assert.equal(readStroke(0, -400, 100).power, 100);
  for (const [dx, dy, ms] of [[0, -30, 100], [0, -200, 500], [0, -200, 40], [0, 200, 100]]) assert.equal(readStroke(dx, dy, ms), null);
});

test("every aim that a stroke can give can be set with the sliders' range", () => {
  for (let angle = -80; angle <= 80; angle += 5) {
    const aim = readStroke(200 * Math.sin((angle * Math.PI) / 180), -200 * Math.cos((angle * Math.PI) / 180), 150);
    assert.ok(Math.abs(aim.angle) <= 45 && aim.power >= 0 && aim.power <= 100);
  }
});

test("the keys of the table", () => {
  assert.deepEqual(meaningOf("3"), { id: "die", die: 3 });
  assert.deepEqual(["K", "r", "b", "S", "Backspace", "Escape", "?"].map((key) => meaningOf(key).id), ["keep", "roll", "bank", "status", "undo", "clear", "help"]);
  assert.deepEqual(["9", "0", "x", "Enter", " "].map(meaningOf), [null, null, null, null, null]);
});

test("every player keeps an own aim, and a spoilt memory is no aim", () => {
  const storage = memory();
  new Aims(storage).set("Ann", { angle: -20, power: 70 });
  assert.deepEqual(new Aims(storage).of("Ann"), { angle: -20, power: 70 });
  assert.deepEqual(new Aims(storage).of("Ben"), { angle: 0, power: 30 });
  assert.deepEqual(new Aims({ getItem: () => '{"Ann":{"angle":400,"power":1}}', setItem() {} }).of("Ann"), { angle: 0, power: 30 });
  assert.deepEqual(new Aims({ getItem: () => "no json", setItem() {} }).of("Ann"), { angle: 0, power: 30 });
});

const open = (curtain, shown, style = "full") => curtain.modelOf(shown, { idle: true, style, origin: "https://dice.example" });

test("the phone is passed between two people, and not to a bot or back to the same hands", () => {
  const curtain = new Curtain(memory());
  const three = { chairs: [chair(0, "Ann"), chair(1, "Roger", "roger"), chair(2, "Ben")], you: { seats: [0, 1, 2], host: true } };
  const at = (seat, roll) => scene({ seat, roll, banked: [0, 0, 0] }, three);
  assert.equal(open(curtain, at(0, 0)), null, "whoever typed the names begins");
  assert.equal(open(curtain, at(0, 3)), null);
  assert.equal(open(curtain, at(1, 4)), null, "a bot needs no phone");
  assert.equal(open(curtain, at(2, 6)).kind, "handover");
  curtain.take(at(2, 6));
  assert.equal(open(curtain, at(2, 6)), null);
  assert.equal(open(curtain, at(0, 8)).name, "Ann");
});

test("a reload asks again who holds the phone, unless this tab knows", () => {
  const tab = memory();
  const curtain = new Curtain(tab);
  open(curtain, scene({ roll: 0 }));
  assert.equal(open(new Curtain(tab), scene({ roll: 5 })), null);
  assert.equal(open(new Curtain(memory()), scene({ roll: 5 })).kind, "handover");
});

test("voters, the chooser and sharers are passed the phone too, each with a reason", () => {
  for (const phase of ["vote", "order", "share"]) {
    const curtain = new Curtain(memory());
    curtain.take(scene({ seat: 1, roll: 9 }));
    curtain.waits(scene({ seat: 1, roll: 9 }), "full");
    const model = open(curtain, scene({ phase, seat: 0, roll: 9, out: [0, 1] }));
    assert.equal(model.kind, "handover", phase);
    assert.ok(model.note.length > 10);
  }
});

test("alone, or with the style off, nothing covers the table", () => {
  const solo = { chairs: [chair(0, "Ann"), chair(1, "Roger", "roger")], you: { seats: [0, 1], host: true } };
  assert.equal(open(new Curtain(memory()), scene({ roll: 5 }, solo)), null);
  assert.equal(open(new Curtain(memory()), scene({ roll: 5 }), "off"), null);
  const banner = new Curtain(memory());
  assert.equal(banner.passes(scene({ roll: 5 }), "banner"), true);
});

test("the hand-over says how the last turn ended, who stands where, and whose last turn it is", () => {
  const model = handoverOf(scene({ seat: 1, roll: 4, last_round: true }, {}, { ending: "Ann busts, 850 lost." }));
  assert.equal(model.result, "Ann busts, 850 lost.");
  assert.equal(model.title, "Pass to Ben");
  assert.equal(model.note, "Your last turn: only exactly 10,000 counts.");
  assert.deepEqual(model.standings.map(({ total, note }) => [total, note]), [["7,150", "2,850 to go"], ["8,400", "1,600 to go"]]);
});

test("the lobby invites, and only its opener with company can start", () => {
  const friends = (more) => lobbyOf(truth({ kind: "friends", status: "open", view: null, invite: "ABCD", ...more }), "https://dice.example");
  const alone = friends({ chairs: [chair(0, "Ann")], you: { seats: [0], host: true } });
  assert.deepEqual([alone.link, alone.enough, alone.wait], ["https://dice.example/j/ABCD", false, "Two players or more start a game."]);
  assert.equal(friends({ you: { seats: [0], host: true } }).enough, true);
  assert.equal(friends({ you: { seats: [1], host: false } }).wait, "Ann starts the game when everyone is here.");
});

test("the end names the winners and why, best first", () => {
  const over = (result, more = {}) => endingOf(scene({ phase: "over", seat: null, banked: [10_000, 8400], result: { turns: [14, 13], ...result } }, more));
  const won = over({ kind: "win", seats: [0], reason: "out_even" });
  assert.deepEqual([won.title, won.text, won.standings[0].name], ["Ann wins!", "Out even on exactly 10,000, in 14 turns.", "Ann"]);
  assert.equal(over({ kind: "split", seats: [0, 1], reason: "vote" }).title, "Ann and Ben split the win");
  assert.equal(over({ kind: "none", seats: [], reason: "abandoned" }).title, "No winner");
  assert.equal(over({ kind: "win", seats: [0], reason: "out_even" }, { chairs: [chair(0, "Ann")] }).title, "You did it!");
  assert.equal(over({ kind: "win", seats: [0], reason: "out_even" }, { you: { seats: [1], host: false } }).again, false);
});

test("fresh dice are laid out alike, lying dice as they lie, and the rest of a hand is left alone", () => {
  assert.deepEqual(layOf(scene(), false), Array(8).fill(6));
  assert.deepEqual(layOf(scene({ phase: "keep", lying: [1, 2] }), false), [1, 2]);
  assert.equal(layOf(scene({ phase: "decide", dice: 3 }), false), null);
  assert.deepEqual(layOf(scene({ phase: "decide", dice: 3 }), true), [6, 6, 6]);
  assert.deepEqual(layOf(scene({ phase: "vote" }), true), []);
});

test("a roll is one sentence, and says that nothing is picked to the one who picks", () => {
  const rolled = event("rolled", { seat: 0, roll: 1, dice: [6, 6, 6, 1], for_nothing: false });
  assert.equal(spoken(scene(), rolled, scene()).text, "Rolled 4: three 6s, one 1. Nothing picked.");
  const other = scene({}, { you: { seats: [1], host: false } });
  assert.equal(spoken(other, rolled, other).text, "Rolled 4: three 6s, one 1.");
});

test("a bust and one's own turn interrupt, everything else waits", () => {
  const loud = (what) => spoken(scene(), what, scene()).loud;
  assert.equal(loud(event("busted", { seat: 0, kind: "none", lost: 850 })), true);
  assert.equal(loud(event("turn_started", { seat: 0, last: false })), true);
  assert.equal(loud(event("banked", { seat: 0, points: 50, total: 7200 })), false);
});

test("picked dice are read out, also why they do not score", () => {
  const lying = [4, 1];
  assert.equal(spokenPick({ taps: [1], reading: reading({ points: 100, parts: [part("single", [1], 100)] }), before: null, suggested: false }, lying, PROGRESSIVE), "Single 1: 100.");
  const dead = reading({ refused: "dead_dice", dead: [0], why: [{ code: "SEL_LONE", faces: [4] }] });
  assert.match(spokenPick({ taps: [0], reading: dead, before: null, suggested: false }, lying, PROGRESSIVE), /^Doesn't score yet\. The 4 /);
});

test("sentences of one moment are said as one, the newest when they do not all fit", async () => {
  const said = [];
  const speaker = new Speaker({ say: (text) => said.push(text), shout: (text) => said.push(`!${text}`) });
  speaker.speak("One.");
  speaker.speak("Two.");
  speaker.speak("Bust.", true);
  await Promise.resolve();
  assert.deepEqual(said, ["!Bust.", "One. Two."]);
  speaker.speak("x".repeat(100));
  speaker.speak("y".repeat(100));
  await Promise.resolve();
  assert.equal(said.at(-1), "y".repeat(100));
  assert.ok(said.at(-1).length <= MOST);
});

test("every text of the table is in the catalogue, and no text there is unused", () => {
  const root = new URL("../../app/static/js/", import.meta.url);
  const sources = ["table.js", ...["table", "view"].flatMap((folder) => readdirSync(new URL(folder, root)).map((name) => `${folder}/${name}`))];
  const code = sources.filter((name) => name.endsWith(".js")).map((name) => readFileSync(new URL(name, root), "utf8")).join("\n");
  const page = readFileSync(new URL("../../app/templates/table.html", import.meta.url), "utf8");
  const asked = [...`${code}\n${page}`.matchAll(/\bt\(\s*["']([\w.]+)["']/g)].map(([, key]) => key);
  assert.deepEqual([...new Set(asked)].filter((key) => !Object.hasOwn(texts, key)), []);
  const catalogue = (name) => JSON.parse(readFileSync(new URL(`../../app/static/text/en/${name}.json`, import.meta.url), "utf8"));
  const table = { ...catalogue("table"), ...catalogue("table_coins") };
  const literal = new Set([...`${code}\n${page}`.matchAll(/["'`]([\w.]+)["'`]/g)].map(([, word]) => word));
  const composed = [...code.matchAll(/`([a-z_]{3,}\.[^`\s]*\$\{[^`]*)`/g)].map(([, shape]) => new RegExp(`^${shape.replace(/\$\{[^}]*\}/g, "[\\w.]+")}(\\.\\w+)?$`));
  const used = (key) => literal.has(key) || literal.has(key.replace(/\.(one|other|mine)$/, "")) || composed.some((shape) => shape.test(key));
  assert.deepEqual(Object.keys(table).filter((key) => !used(key)), []);
});

test("the picture ages only where a line is lost or somebody is away for less than a minute", () => {
  const friends = (seconds) => scene({}, { kind: "friends", you: { seats: [1], host: false }, presence: { seats: [1], offline_for: { 0: seconds }, watchers: 0, at: 0 } });
  assert.equal(picturesLife(scene(), "live", 0), Infinity);
  assert.equal(picturesLife(scene(), "lost", 0), 1000);
  assert.equal(picturesLife(friends(59), "live", 0), 1050);
  assert.equal(picturesLife(friends(61), "live", 0), Infinity);
});

test("a table without a name of its own is not called like the player who opened it", () => {
  const called = (more) => tableTitle(truth(more));
  assert.equal(called({ name: "Kitchen" }), "Kitchen");
  assert.equal(called({ name: "Ann", kind: "one_phone" }), "Practice");
  assert.equal(called({ name: "Ann", kind: "friends" }), "Ann's table");
  assert.equal(called({ name: "", kind: "friends" }), "Table");
});

test("of many hits at one moment the two loudest are heard", () => {
  const hits = [0.2, 0.9, 0.1, 0.5].map((strength) => ({ name: "hit-felt", strength, delay: 0 }));
  assert.deepEqual(loudest(hits).map(({ strength }) => strength), [0.9, 0.5]);
  assert.deepEqual(loudest(hits.slice(0, 1)), hits.slice(0, 1));
  assert.deepEqual(hits.map(({ strength }) => strength), [0.2, 0.9, 0.1, 0.5]);
});
