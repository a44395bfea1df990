/** What tests of the table are made of: the real catalogue, views, readings and moments with sensible defaults. */

import { readFileSync } from "node:fs";

import { useText } from "../../app/static/js/text.js";
import { blank } from "../../app/static/js/store.js";
import { firstScene } from "../../app/static/js/table/scene.js";

const catalogue = (name) => JSON.parse(readFileSync(new URL(`../../app/static/text/en/${name}.json`, import.meta.url), "utf8"));

export const texts = { ...catalogue("common"), ...catalogue("table") };
useText(texts, "en");

export const PROGRESSIVE = {
  key: "progressive", name: "Progressive 10,000", dice: 8, target: 10_000, finish: "exact", opening: 0, triple_ones: 1000, fill: 500,
  three_pairs: 1100, three_pairs_seq: 1500, four_pairs: 1750, four_pairs_seq: 2000, survives_and_roll: false, locked_in: false,
};
export const TRIPPN = { ...PROGRESSIVE, key: "trippn", name: "Trippn 10,000", survives_and_roll: true, locked_in: true };

export const chair = (seat, name, bot = null) => ({ seat, name, bot, gone: false });

export const view = (more = {}) => ({
  phase: "roll", seat: 0, turn: 1, banked: [7150, 8400], opened: [true, true], unbanked: 0, dice: 8, roll: 0, lying: [], kept: [], open: [],
  for_nothing: false, last_round: false, waiting: [], out: [], left: [], rolloff: null, nothing: 0, can: ["roll"], bank: null, next: null, result: null, ...more,
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
  order: (shown.view?.lying ?? []).map((_, die) => die), room: { rows: 4, width: 390 }, botLines: {}, skipping: false, firstGames: false, firstReasons: false, replaced: false, complaint: "", aimHint: "", passing: null,
  back: null, now: 0, ...more,
});

export const event = (type, more = {}) => ({ table: "t1", seq: 1, type, ...more });

export const part = (kind, faces, points, dice = []) => ({ kind, faces, points, dice });
