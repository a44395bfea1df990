/** Names as they are typed, and as the table will read them out. */

export const NAME_MAX = 16;
export const SEATS_MAX = 8;
/** The house counts code points and takes a few more than are shown. */
const POINTS_MAX = 20;

/** @typedef {{name: string, bot?: string | null}} Seat */

/** The names in a text that is separated by commas, semicolons or line ends; empty ones are dropped. @param {string} text */
export const parseNames = (text) => text.split(/[,;\n]/).map(tidy).filter(Boolean);

/** Signs that nobody sees, but for the one that joins others to a picture; and names of nothing but that. */
const UNSEEN = /(?!\u200d)\p{C}|^\u200d+$/gu;

/** One line as everybody may see it: single spaces, none at the ends, no control or direction marks. @param {string} name */
export const tidy = (name) => name.normalize("NFC").replace(/\s+/g, " ").replace(UNSEEN, "").trim();

/** The signs of a name as a reader counts them: a flag or an accented letter is one. @param {string} name */
const signs = (name) =>
  "Segmenter" in Intl ? [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment) : Array.from(name);

/**
 * A name that fits on a chip, cut between signs.
 * @param {string} name
 * @param {number} [max] signs
 */
export function cut(name, max = NAME_MAX) {
  const kept = signs(name).slice(0, max);
  while (Array.from(kept.join("")).length > POINTS_MAX) kept.pop();
  return tidy(kept.join(""));
}

/** Whether a name is longer than will be shown. @param {string} name */
export const tooLong = (name) => cut(tidy(name)) !== tidy(name);

/**
 * The name each seat will carry: empty ones are called after their place, a second "Ben" is "Ben 2". Bots keep their own.
 * @param {Seat[]} seats
 * @param {(n: number) => string} nameless "Player 2" for n = 2
 * @returns {string[]}
 */
export function seatNames(seats, nameless) {
  /** @type {Set<string>} */
  const taken = new Set();
  /** @type {string[]} */
  const names = [];
  const bots = seats.flatMap((seat, index) => (seat.bot ? [index] : []));
  const people = seats.flatMap((seat, index) => (seat.bot ? [] : [index]));
  for (const index of [...bots, ...people]) {
    names[index] = unlike(cut(tidy(seats[index].name)) || nameless(index + 1), taken);
    taken.add(names[index].toLowerCase());
  }
  return names;
}

/** @param {string} name @param {Set<string>} taken lower case */
function unlike(name, taken) {
  let tried = name;
  for (let n = 2; taken.has(tried.toLowerCase()); n++) {
    const number = ` ${n}`;
    tried = cut(name, NAME_MAX - number.length) + number;
  }
  return tried;
}

/**
 * The seats after names were typed into the one field: people are renamed in order, missing ones leave, new ones join
 * behind the last person; bots stay where they are.
 * @param {Seat[]} seats
 * @param {string[]} names at least none: then one nameless person stays
 * @returns {Seat[]}
 */
export function withNames(seats, names) {
  const waiting = names.length ? [...names] : [""];
  const renamed = seats.flatMap((seat) => {
    if (seat.bot) return [seat];
    const name = waiting.shift();
    return name === undefined ? [] : [{ name, bot: null }];
  });
  const behind = renamed.findLastIndex((seat) => !seat.bot) + 1;
  renamed.splice(behind, 0, ...waiting.map((name) => ({ name, bot: null })));
  return renamed;
}
