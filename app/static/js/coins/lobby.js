/** The lobby as one player sees it: per stake its tables, what can be done at each, and why something cannot. No page, no clock. */

/**
 * @typedef {"open" | "starting" | "playing"} Status
 * @typedef {"progressive" | "trippn"} Rules
 * @typedef {{table: string, page: string, stake: number, rules: Rules, size: number, names: string[], status: Status, pot: number, due: number | null}} CoinTable
 * @typedef {{table: string, page: string, stake: number, status: Status}} OwnSeat
 * @typedef {{name: string, coins: number, seat: OwnSeat | null, notice: boolean, stakes: number[], games_left: number}} You
 * @typedef {{now: number, halted: boolean, tables: CoinTable[], you: You | null}} Lobby
 * @typedef {"sit" | "watch" | "return" | "enter"} Act
 * @typedef {{table: CoinTable, act: Act, mine: boolean, free: number}} Row
 * @typedef {{why: null | {lack: number} | {games: number}, may: "sit" | "enter" | "none", rows: Row[], bare: boolean}} StakeShown
 */

/** A list that old is said to be old, in milliseconds. */
export const OLD = 10_000;

/** Seats of a table that nobody has taken. @param {CoinTable} table */
export const freeSeats = ({ size, names }) => Math.max(0, size - names.length);

/** Why this player cannot pay a stake; null when nothing is in the way. @param {You} you @param {number} stake */
export function hurdle(you, stake) {
  if (you.coins < stake) return { lack: stake - you.coins };
  return you.stakes.includes(stake) ? null : { games: you.games_left };
}

/** @param {CoinTable} table @param {You | null} you @param {"sit" | "enter" | "none"} may @returns {Act} */
function actAt(table, you, may) {
  if (you?.seat?.table === table.table) return "return";
  if (table.status !== "open" || freeSeats(table) === 0 || may === "none") return "watch";
  return may;
}

/**
 * One stake's part of the list; the player's own table stands first, the house's order follows.
 * @param {Lobby} lobby
 * @param {number} stake
 * @param {Rules | "both"} shown which games are shown
 * @returns {StakeShown}
 */
export function stakeShown({ tables, you, halted }, stake, shown) {
  const why = you && !you.seat && !halted ? hurdle(you, stake) : null;
  const may = halted || you?.seat || why ? "none" : you ? "sit" : "enter";
  const rows = tables
    .filter((table) => table.stake === stake && (shown === "both" || table.rules === shown))
    .map((table) => ({ table, act: actAt(table, you, may), mine: you?.seat?.table === table.table, free: freeSeats(table) }))
    .sort((a, b) => Number(b.mine) - Number(a.mine));
  const bare = may !== "none" && !rows.some(({ act }) => act === may);
  return { why, may, rows, bare };
}

/**
 * The game a quick seat asks for: the one that is shown; with both, that of the fullest table that waits, else the one
 * played last.
 * @param {Lobby} lobby
 * @param {number} stake
 * @param {Rules | "both"} shown
 * @param {Rules} last
 * @returns {Rules}
 */
export function quickRules({ tables }, stake, shown, last) {
  if (shown !== "both") return shown;
  const waiting = tables.filter((table) => table.stake === stake && table.status === "open" && freeSeats(table) > 0);
  const [fullest] = waiting.sort((a, b) => b.names.length - a.names.length);
  return fullest?.rules ?? last;
}

/**
 * A list that came over the socket takes the place of the old one; who is looking stays.
 * @param {Lobby} lobby
 * @param {{now: number, halted: boolean, tables: CoinTable[]}} told
 * @returns {Lobby}
 */
export const heard = ({ you }, { now, halted, tables }) => ({ now, halted, tables, you });

/**
 * Whether a new list shows that the player's own seat or coins have changed elsewhere, so that they must be asked for anew.
 * @param {Lobby} before
 * @param {Lobby} after
 */
export function concernsYou({ you, tables: before }, { tables: after }) {
  if (!you) return false;
  if (!you.seat) return after.some(({ names }) => names.includes(you.name));
  const own = (/** @type {CoinTable[]} */ tables) => tables.find(({ table }) => table === you.seat?.table)?.status;
  return own(before) !== own(after) || (own(after) !== undefined && own(after) !== you.seat.status);
}

/** Whole seconds until a countdown ends, 0 when it has. @param {number | null} due @param {number} houseNow both in ms of the house's clock */
export const secondsTo = (due, houseNow) => (due === null ? 0 : Math.max(0, Math.ceil((due - houseNow) / 1000)));

/**
 * What is to be said about how current the list is; null when it is live.
 * @param {{phase: import("../socket.js").LinkPhase, online: boolean, heardAt: number}} line heardAt: when it was last known to be current
 * @param {number} now
 * @returns {null | {kind: "offline" | "replaced" | "too_old"} | {kind: "stale", seconds: number}}
 */
export function ageing({ phase, online, heardAt }, now) {
  if (phase === "replaced" || phase === "too_old") return { kind: phase };
  if (!online) return { kind: "offline" };
  if (phase === "live" || now - heardAt < OLD) return null;
  return { kind: "stale", seconds: Math.floor((now - heardAt) / OLD) * (OLD / 1000) };
}
