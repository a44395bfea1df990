/**
 * Every sentence a player reads, by key. The catalogue stands in the page as `<script type="application/json" id="text">`.
 * Placeholders are `{name}`; numbers among them are grouped for the language. Plurals are `key.one`, `key.other` …
 */

/** @typedef {Record<string, string | number>} Params */

/** What the engines call house rules without a name. */
const NAMELESS = "House rules";

/** @type {Record<string, string>} */
let catalogue = {};
let lang = "en";
let numbers = new Intl.NumberFormat("en", { useGrouping: "always" });
let plurals = new Intl.PluralRules("en");

/**
 * Takes a catalogue and its language into use.
 * @param {Record<string, string>} texts
 * @param {string} [language] BCP 47
 */
export function useText(texts, language = "en") {
  catalogue = texts;
  lang = language;
  numbers = new Intl.NumberFormat(language, { useGrouping: "always" });
  plurals = new Intl.PluralRules(language);
}

/** Takes further texts into use. @param {Record<string, string>} texts */
export function addText(texts) {
  catalogue = { ...catalogue, ...texts };
}

/** The language in use, BCP 47. */
export const language = () => lang;

/**
 * A number as written in the reader's language: 10000 → "10,000".
 * @param {number} n
 */
export const num = (n) => numbers.format(n);

/**
 * A chance as a whole percentage: 0.2778 → "28 %"; never 0 % or 100 % unless it is exactly that.
 * @param {number} chance 0…1
 */
export function percent(chance) {
  const whole = chance <= 0 ? 0 : chance >= 1 ? 100 : Math.min(99, Math.max(1, Math.round(chance * 100)));
  return t("app.percent", { n: whole });
}

/** Whether the catalogue has this key. @param {string} key */
export const hasText = (key) => Object.hasOwn(catalogue, key);

/**
 * The sentence of a key with its placeholders filled. An unknown key comes back as itself, an unfilled placeholder stays.
 * @param {string} key
 * @param {Params} [params]
 * @returns {string}
 */
export function t(key, params = {}) {
  const sentence = hasText(key) ? catalogue[key] : key;
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => {
    if (!Object.hasOwn(params, name)) return whole;
    const value = params[name];
    return typeof value === "number" ? num(value) : value;
  });
}

/**
 * The plural form for n: `key.one`, `key.few` …, else `key.other`. `{n}` is the number.
 * @param {string} key
 * @param {number} n
 * @param {Params} [params]
 */
export function tn(key, n, params = {}) {
  const form = `${key}.${plurals.select(n)}`;
  return t(hasText(form) ? form : `${key}.other`, { n, ...params });
}

/** What rules are called: printed ones in the reader's language, house rules as somebody named them. Texts: card.json. @param {Record<string, any>} rules */
export const rulesName = ({ key, name = "" }) => (hasText(`preset.${key}`) ? t(`preset.${key}`) : name === NAMELESS ? t("app.house_rules") : name);

/** How they are won, in a sentence. @param {Record<string, any>} rules */
export function howToWin({ key, finish, ending, beat_leader, target, how_to_win = "" }) {
  const exact = finish === "exact" && ending === "sudden";
  const found = [`preset.${key}.win`, `win.${exact ? "exact" : ending}.${beat_leader}`].find(hasText);
  return found ? t(found, { target }) : how_to_win;
}

/** What a bot does, in its line. Texts: card.json. @param {{key: string, line: string}} bot */
export const botLine = ({ key, line }) => (hasText(`bot.${key}`) ? t(`bot.${key}`) : line);

/**
 * Fetches a further catalogue, for what a page loads only when somebody wants it.
 * @param {string} name  like "rolls"
 * @param {string} [key]  one of its keys: where it is known the page came with the catalogue
 */
export async function alsoText(name, key = "") {
  if (fetched.has(name) || hasText(key)) return;
  const answer = await fetch(new URL(`../text/${lang}/${name}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`no texts of ${name}`);
  addText(await answer.json());
  fetched.add(name);
}

/** @type {Set<string>} */
const fetched = new Set();

if (typeof document !== "undefined") {
  const block = document.getElementById("text");
  if (block) useText(JSON.parse(block.textContent || "{}"), document.documentElement.lang || "en");
}
