/** The rule card: what a table agreed on, with its score table worked out, and a code to compare. Twin of app/engine/card.py. */

import { digest } from "../device.js";
import { frozen } from "./frozen.js";
import { HOUSE_MARK, TEXTS, differences } from "./house.js";
import { formatOpen, parseOpen } from "./notation.js";
import { NOTHING_OPEN } from "./open_parts.js";
import { partName, read } from "./reading.js";

/** @typedef {import("./types.js").RuleSet} RuleSet */

/** Crockford's base 32: no letter that can be taken for a digit. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_BYTES = 5;

/** The lines of a score table by example: its part, faces, what lies open, and the one part that the example must be read as. @type {[string, string, string, string?][]} */
const EXAMPLES = [
  ["one", "1", "-"],
  ["five", "5", "-"],
  ["ones", "111", "-"],
  ["triple", "444", "-"],
  ["four_alike", "2222", "-", "set"],
  ["five_alike", "22222", "-", "set"],
  ["six_alike", "222222", "-"],
  ["seven_alike", "2222222", "-", "set"],
  ["eight_alike", "22222222", "-", "set"],
  ["extend", "6", "set:6", "extend"],
  ["run_low", "12345", "-", "small"],
  ["run_high", "23456", "-", "small"],
  ["run_full", "123456", "-", "large"],
  ["fill", "6", "straight:low", "fill"],
  ["three_pairs", "114466", "-", "pairs"],
  ["three_pairs_seq", "223344", "-", "pairs"],
  ["quad_pairs", "333344", "-", "pairs"],
  ["four_pairs", "11224455", "-", "pairs"],
  ["four_pairs_seq", "33445566", "-", "pairs"],
];

/** @param {RuleSet} rules */
function scoreLines(rules) {
  const lines = EXAMPLES.flatMap(([part, text, open, whole]) => {
    const faces = [...text].map(Number);
    const reading = faces.length > rules.dice ? null : read(faces, faces.length, parseOpen(open), rules);
    if (!reading || reading.refused !== undefined) return [];
    const kinds = reading.parts.map(({ kind }) => kind).join();
    const triples = part === "six_alike" && kinds === "set,set";
    const wanted = part === "six_alike" ? "set" : whole;
    if (wanted && kinds !== wanted && !triples) return [];
    return [{ part: triples ? "two_triples" : part, faces, open, points: reading.points, parts: reading.parts.map(partName) }];
  });
  return [...lines, ...bonusLine(rules)];
}

/** A full hand rolled and kept in one keep (R-all8), by an example of ones and fives. @param {RuleSet} rules */
function bonusLine(rules) {
  const faces = [...(rules.dice === 8 ? "11115555" : "111555")].map(Number).slice(0, rules.dice);
  const reading = read(faces, rules.dice, NOTHING_OPEN, rules);
  if (!rules.all_dice_bonus || reading.refused !== undefined) return [];
  return [{ part: "all_dice", faces, open: formatOpen(NOTHING_OPEN), points: reading.bonus, parts: reading.parts.map(partName) }];
}

/** A short code of the rules alone, names left aside: forty bits of SHA-256 over sorted `field=value` lines. @param {RuleSet} rules */
async function codeOf(rules) {
  const lines = Object.keys(rules)
    .filter((field) => !TEXTS.includes(field))
    .sort()
    .map((field) => `${field}=${rules[field]}`);
  const bytes = (await digest(new TextEncoder().encode(lines.join("\n")))).slice(0, CODE_BYTES);
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const signs = bits.replace(/.{5}/g, (five) => ALPHABET[parseInt(five, 2)]);
  return `${signs.slice(0, 4)}-${signs.slice(4)}`;
}

/** The rule card as clients show it. @param {RuleSet} rules @param {import("./house.js").Presets} presets @returns {Promise<Record<string, any>>} */
export const cardOf = async (rules, presets) =>
  frozen({ hash: await codeOf(rules), rules, preset: rules.key.replace(HOUSE_MARK, ""), changed: differences(rules, presets), score: scoreLines(rules) });
