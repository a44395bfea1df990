/** What tests of the table are made of: the real catalogue, views, readings and moments with sensible defaults. */

import { readFileSync } from "node:fs";

import { useText } from "../../app/static/js/text.js";
import { blank } from "../../app/static/js/store.js";
import { firstScene } from "../../app/static/js/table/scene.js";

const catalogue = (name) => JSON.parse(readFileSync(new URL(`../../app/static/text/en/${name}.json`, import.meta.url), "utf8"));

export const texts = { ...catalogue("common"), ...catalogue("table"), ...catalogue("table_coins") };
useText(texts, "en");

export const PROGRESSIVE = {
  key: "progressive", name: "Progressive 10,000", dice: 8, target: 10_000, finish: "exact", opening: 0, triple_ones: 1000, fill: 500,
  three_pairs: 1100, three_pairs_seq: 1500, four_pairs: 1750, four_pairs_seq: 2000, survives_and_roll: false, locked_in: false,
};
export const TRIPPN = { ...PROGRESSIVE, key: "trippn", name: "Trippn 10,000", survives_and_roll: true, locked_in: true };

const AT_LEAST = { dice: 6, target: 10_000, finish: "at_least", opening: 500, three_pairs: 1500, progressive: false, hot_dice: "may", roll_limit: 0, ending: "final_turn", beat_leader: false, reading: "best", tie: "extra_turns", farkle_penalty: 0, piggyback: false };
export const BASELINE = { ...AT_LEAST, key: "baseline", name: "Six-dice baseline", how_to_win: "Have the highest total." };
export const BC = { ...AT_LEAST, key: "bc_society", name: "BC Society", how_to_win: "Stay ahead.", opening: 800, hot_dice: "must", ending: "final_roll", starts: "highest_die" };
export const GRANDFATHER = { ...AT_LEAST, key: "grandfather", name: "Grandfather's", three_pairs: 0, hot_dice: "must", beat_leader: true };
export const INFORM = { ...AT_LEAST, key: "inform", name: "INFORM five-dice", dice: 5, opening: 350, three_pairs: 0, roll_limit: 3, ending: "sudden" };

export const chair = (seat, name, bot = null) => ({ seat, name, bot, gone: false });

export const view = (more = {}) => ({
  phase: "roll", seat: 0, turn: 1, banked: [7150, 8400], opened: [true, true], unbanked: 0, dice: 8, roll: 0, lying: [], kept: [], open: [],
  for_nothing: false, last_round: false, waiting: [], out: [], left: [], rolloff: null, nothing: 0, can: ["roll"], bank: null, next: null, result: null,
  to_open: 0, must_roll: false, rolls_left: null, to_beat: null, tied: [], extra: 0, busts: [], starting: {}, offer: null, ...more,
});

export const truth = (more = {}) => ({
  ...blank("t1"), ready: true, name: "Kitchen", status: "playing", game: 1, rules: PROGRESSIVE, chairs: [chair(0, "Ann"), chair(1, "Ben")],
  you: { seats: [0, 1], host: true }, view: view(), presence: { seats: [0, 1], offline_for: {}, watchers: 0, at: 0 }, ...more,
});

export const scene = (viewMore = {}, truthMore = {}, more = {}) => {
  const told = truth({ ...truthMore, view: view(viewMore) });
  return { ...firstScene(told), ...more };
};

export const reading = (more = {}) => ({
  refused: null, points: 0, bonus: 0, parts: [], dead: [], why: [], hint: null, open_after: [], dice_after: 8, total_after: 0, warning: null, nothing: 0.1, rest: [], ...more,
});

export const hand = (more = {}) => ({ taps: [], reading: null, fresh: false, styles: new Map(), dead: [], before: null, refused: false, suggested: false, ...more });

export const moment = (shown, more = {}) => ({
  scene: shown, hand: hand(), watched: null, prefs: { hints: "mark" }, link: { phase: "live", since: 0 }, pending: null, aim: { angle: 0, power: 30 },
  order: (shown.view?.lying ?? []).map((_, die) => die), room: { rows: 4, width: 390 }, botLines: {}, skipping: false, firstGames: false, firstReasons: false, code: "SVKM-2EVJ", replaced: false, complaint: "", aimHint: "", passing: null,
  back: null, now: 0, clock: null, timeOfDay: () => "14:35", ...more,
});

export const event = (type, more = {}) => ({ table: "t1", seq: 1, type, ...more });

export const part = (kind, faces, points, dice = []) => ({ kind, faces, points, dice });
