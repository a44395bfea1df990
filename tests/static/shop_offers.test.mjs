import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { afterLoving, afterPurchase, afterWearing, dotsOf, dueFor, offerOf, setOf, stagesPrice, tapped } from "../../app/static/js/looks/model.js";
import { offerShown } from "../../app/static/js/shop/offer.js";
import { useText } from "../../app/static/js/text.js";

const texts = (name) => JSON.parse(readFileSync(new URL(`../../app/static/text/en/${name}.json`, import.meta.url), "utf8"));
useText({ ...texts("common"), ...texts("looks"), ...texts("shop") });

const MOVES = [{ key: "spin", prices: [20, 30, 40, 60] }, { key: "slam", prices: [20, 30, 40, 60] }];

/** A shop from words like "coins=250 own=ruby spin=2 wears=house"; `out` for a player who is not signed in. */
function shop(words) {
  const told = Object.fromEntries(words.split(" ").map((word) => word.split("=")));
  const own = ["house", ...(told.own?.split(",") ?? [])];
  const set = (key, collection, price) => ({
    key, collection, price, hearts: 0, loved: false, owned: own.includes(key), move: null, stage: 0, stages: key === "ruby" ? bought(told) : {},
  });
  const worn = afterWearing({ sets: [set("house", "house", 0), set("ruby", "jewels", 250)], moves: MOVES, wearing: "house", signed_in: !("out" in told), coins: "out" in told ? null : Number(told.coins) }, ...wears(told.wears ?? "house"));
  return worn;
}

/** Stages from words like spin=2. */
const bought = (told) => Object.fromEntries(MOVES.filter(({ key }) => told[key]).map(({ key }) => [key, Number(told[key])]));

/** "ruby/spin/2" or "ruby" */
function wears(words) {
  const [set, move = null, stage = 0] = words.split("/");
  return [set, { move, stage: Number(stage) }];
}

// Who looks, at which set with which move, and what can be done.
const OFFERS = `
out                                      house        worn
out                                      ruby         enter
out                                      ruby/spin/4  enter
out                                      house/spin/1  enter
coins=2000                               house        worn
coins=2000                               ruby         buy 250 left 1750
coins=250                                ruby         buy 250 left 0
coins=249                                ruby         short 250 by 1
coins=0                                  ruby         short 250 by 250
coins=2000                               ruby/spin/3  buy 250 left 1750
coins=2000 own=ruby                      ruby         wear
coins=2000 own=ruby wears=ruby           ruby         worn
coins=2000 own=ruby wears=ruby           ruby/spin/1  buy 20 left 1980
coins=2000 own=ruby wears=ruby           ruby/spin/4  buy 150 left 1850
coins=2000 own=ruby spin=2 wears=ruby    ruby/spin/2  wear
coins=2000 own=ruby spin=2 wears=ruby    ruby/spin/4  buy 100 left 1900
coins=99 own=ruby spin=2 wears=ruby      ruby/spin/4  short 100 by 1
coins=2000 own=ruby spin=2 wears=ruby/spin/2  ruby/spin/2  worn
coins=2000 own=ruby spin=2 wears=ruby/spin/2  ruby/spin/1  wear
coins=2000 own=ruby spin=2 wears=ruby/spin/2  ruby         wear
coins=2000 own=ruby spin=2 wears=ruby/spin/2  ruby/slam/2  buy 50 left 1950
coins=0 own=ruby spin=2 slam=2 wears=ruby/spin/2  ruby/slam/2  wear
coins=0 own=ruby spin=2                  house        worn
coins=0 own=ruby spin=2                  ruby/spin/1  wear
`;
for (const row of OFFERS.trim().split("\n")) {
  const [who, looked, wanted] = row.split(/ {2,}/);
  test(`a player with ${who} looks at ${looked}: ${wanted}`, () => {
    const [key, chosen] = wears(looked);
    const offer = offerOf(shop(who), key, chosen);
    const told = [offer.act, offer.price, ...("left" in offer ? ["left", offer.left] : "lack" in offer ? ["by", offer.lack] : [])];
    assert.equal(told.filter((part) => part !== undefined).join(" "), wanted);
  });
}

const FEET = [
  ["out", "ruby", "250 coins", ["Try in practice", "Sign in to buy"]],
  ["coins=2000", "ruby", "250 coins", ["Buy for 250"]],
  ["coins=188", "ruby", "62 more coins needed", ["To the coin tables"]],
  ["coins=2000 own=ruby", "ruby", "Yours", ["Wear it"]],
  ["coins=2000 own=ruby spin=1", "ruby/spin/1", "Yours", ["Wear it with Spin"]],
  ["coins=2000 own=ruby", "ruby/spin/2", "50 coins", ["Buy Spin 2 for 50"]],
  ["coins=2000 own=ruby spin=1 wears=ruby/spin/1", "ruby/spin/1", "You wear Ruby with Spin", []],
  ["coins=2000 own=ruby wears=ruby", "ruby", "You wear Ruby", []],
];
for (const [who, looked, title, acts] of FEET)
  test(`the foot of ${looked} tells ${who}: ${title}, ${acts.join(", ") || "nothing to do"}`, () => {
    const shown = offerShown(shop(who), ...wears(looked), "/shop/ruby");
    assert.deepEqual([shown.title, shown.acts.map(({ label }) => label)], [title, acts]);
    assert.ok(shown.more.length > 10 && !shown.more.startsWith("shop."), shown.more);
  });

const SENTENCES = [
  ["coins=2000", "ruby", "Yours for good. Others at the table see it too."],
  ["coins=2000", "ruby/spin/2", "Spin can be added once Ruby is yours."],
  ["coins=2000 own=ruby", "ruby/spin/1", "Yours for good. Others at the table see it too."],
  ["coins=2000 own=ruby spin=1", "ruby/spin/4", "Stages build on each other: this adds 3."],
];
for (const [who, looked, sentence] of SENTENCES)
  test(`about ${looked} a player with ${who} reads: ${sentence}`, () => assert.equal(offerShown(shop(who), ...wears(looked), "/shop/ruby").more, sentence));

test("who lacks coins is told how many there are and where more come from", () => {
  const { more, acts } = offerShown(shop("coins=188"), "ruby", { move: null, stage: 0 }, "/shop/ruby");
  assert.match(more, /You have 188\..*coin tables/);
  assert.equal(acts[0].href, "/coins");
});

test("a winner of one table at 250 can buy any set with every stage to come later", () => {
  const winner = shop("coins=250");
  for (const { key } of winner.sets) assert.notEqual(offerOf(winner, key, { move: null, stage: 0 }).act, "short");
});

test("stages that are bought cost nothing more, and each further one its own price", () => {
  const looks = shop("coins=2000 own=ruby spin=1");
  const ruby = setOf(looks, "ruby");
  assert.deepEqual([0, 1, 2, 3, 4].map((stage) => stagesPrice(looks, ruby, { move: stage ? "spin" : null, stage })), [0, 0, 30, 70, 130]);
  assert.equal(dueFor(shop("coins=0"), setOf(shop("coins=0"), "ruby"), { move: "spin", stage: 4 }), 250);
});

test("a tap on a dot chooses its stage, a second one puts it out, another dot moves it", () => {
  const plain = { move: null, stage: 0 };
  const two = tapped(plain, "spin", 2);
  assert.deepEqual(two, { move: "spin", stage: 2 });
  assert.deepEqual(tapped(two, "spin", 2), plain);
  assert.deepEqual(tapped(two, "spin", 4), { move: "spin", stage: 4 });
  assert.deepEqual(tapped(two, "slam", 2), { move: "slam", stage: 2 });
});

test("dots are filled up to the chosen stage of their own move, and owned up to what is bought", () => {
  const dots = (chosen, own) => dotsOf(MOVES[0], chosen, own).map(({ on, own: mine }) => `${on ? "●" : "○"}${mine ? "!" : ""}`).join(" ");
  assert.equal(dots({ move: "spin", stage: 3 }, 1), "●! ● ● ○");
  assert.equal(dots({ move: "slam", stage: 3 }, 2), "○! ○! ○ ○");
  assert.equal(dots({ move: null, stage: 0 }, 4), "○! ○! ○! ○!");
});

test("what was bought is there at once, and a smaller purchase never takes away", () => {
  const start = shop("coins=2000");
  const ruby = afterPurchase(start, "ruby", { move: null, stage: 0 }, 1750);
  assert.deepEqual([ruby.coins, setOf(ruby, "ruby").owned, setOf(start, "ruby").owned], [1750, true, false]);
  const spun = afterPurchase(ruby, "ruby", { move: "spin", stage: 3 }, 1660);
  assert.deepEqual(setOf(spun, "ruby").stages, { spin: 3 });
  assert.deepEqual(setOf(afterPurchase(spun, "ruby", { move: "spin", stage: 1 }, 1660), "ruby").stages, { spin: 3 });
});

test("a heart counts one up and one down, and the house's count has the last word", () => {
  const start = shop("coins=0");
  const loved = afterLoving(start, "ruby", true);
  assert.deepEqual([setOf(loved, "ruby").hearts, setOf(afterLoving(loved, "ruby", true), "ruby").hearts], [1, 1]);
  assert.equal(setOf(afterLoving(loved, "ruby", false), "ruby").hearts, 0);
  assert.equal(setOf(afterLoving(loved, "ruby", true, 41), "ruby").hearts, 41);
});
