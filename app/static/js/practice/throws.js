/**
 * A throw for faces that were drawn on this device: from the house where it answers at once, else from the bank of throws
 * that is kept here, turned to the faces. Dice that get neither are simply laid; nothing waits for a picture.
 */
import { labelled } from "../dice/label.js";

/** Ms the house has to answer; one that had more to do is not asked again for a while. */
const HOUSE_MS = 150;
const DOUBT_MS = 60_000;
/** Ms in which the bank must have come from the device's store. */
const BANK_MS = 800;
/** Ms after which the bank is read, before a throw needs it. */
const WARM_MS = 700;
/** How much an aim may be missed by: degrees and power that weigh alike. */
const AIM = { angle: 18, power: 25 };
/** One of so many nearest throws is taken, so that no two games begin alike. */
const NEAREST = 3;
/** Degrees within which straight ahead has no side. */
const STRAIGHT = 5;

/**
 * @typedef {object} Wanted
 * @property {number[]} faces  1–8 of them
 * @property {number} angle  −45…45
 * @property {number} power  0–100
 * @property {ReadonlySet<string>} used  keys of the throws this game has had
 * @property {{set: string, move?: string | null, stage?: number}} [look]
 * @property {number | bigint} [table]
 * @property {number} [game]
 * @property {number} [roll]
 */
/** @typedef {{key: string, bytes: ArrayBuffer | null}} Found  the key goes among those used; without bytes there is no throw */
/** @typedef {import("./bank.js").Bank} Bank */

/**
 * @param {object} from
 * @param {(url: string, how: RequestInit) => Promise<Response>} from.ask
 * @param {() => Promise<Bank>} from.load  of the bank that is kept here
 * @param {() => boolean} from.online
 * @param {() => number} from.now  ms
 * @param {(ms: number) => Promise<null>} from.wait
 * @param {() => number} from.random  for the look of it alone: the faces are given
 */
export function createThrows({ ask, load, online, now, wait, random }) {
  let doubtedUntil = -Infinity;
  /** @type {Promise<Bank | null> | null} */
  let loading = null;

  /** The bank, kept once it was read; a failure is tried again with the next throw. @returns {Promise<Bank | null>} */
  const bank = () => (loading ??= load().catch(() => (loading = null)));

  /** @param {Wanted} wanted @returns {Promise<Found | null>} */
  async function fromHouse({ faces, angle, power, look }) {
    try {
      const answer = await ask("/api/throws", {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ faces, angle, power, ...look }), signal: AbortSignal.timeout(4 * HOUSE_MS),
      });
      return answer.ok ? { key: "house", bytes: await answer.arrayBuffer() } : null;
    } catch {
      return null;
    }
  }

  /** @param {Wanted} wanted @returns {Promise<Found | null>} */
  async function fromBank({ faces, angle, power, used }) {
    const has = await bank();
    const key = has && pick(has, { dice: faces.length, angle, power, used, random });
    if (!has || !key) return null;
    const { turned } = await import("../dice/turned.js");
    const mirrored = Math.abs(angle) < STRAIGHT ? random() < 0.5 : angle < 0;
    const quarters = faces.map(() => Math.floor(random() * 4));
    return { key, bytes: turned(has.record(numberOf(key)), { faces, quarters, mirrored }) };
  }

  /**
   * The bytes of a throw that shows these faces, as docs/throw-format.md has them. Never fails.
   * @param {Wanted} wanted
   * @returns {Promise<Found>}
   */
  async function makeThrow(wanted) {
    const { table = 0, game = 0, roll = 0 } = wanted;
    const kept = fromBank(wanted).catch(() => null);
    const asked = online() && now() >= doubtedUntil ? fromHouse(wanted) : null;
    let found = asked && (await Promise.race([asked, wait(HOUSE_MS)]));
    if (asked && !found) doubtedUntil = now() + DOUBT_MS;
    found ??= await Promise.race([firstOf([kept, ...(asked ? [asked] : [])]), wait(BANK_MS)]);
    if (!found?.bytes) return { key: "", bytes: null };
    return { key: found.key, bytes: labelled(found.bytes, { table: BigInt(table), game: game & 65535, roll: roll & 65535 }) };
  }

  return Object.assign(makeThrow, { warm: () => void bank() });
}

/** The first that has something; null where none has. @template T @param {Promise<T | null>[]} some @returns {Promise<T | null>} */
const firstOf = (some) =>
  Promise.any(
    some.map(async (each) => {
      const found = await each;
      if (found === null) throw new Error("nothing");
      return found;
    }),
  ).catch(() => null);

/** Which throw of the bank a key stands for. @param {string} key */
const numberOf = (key) => Number.parseInt(key.slice(1), 10);

/**
 * The key of a throw near an aim that this game has not had; when it has had all of that many dice, they go round again.
 * @param {Bank} bank
 * @param {{dice: number, angle: number, power: number, used: ReadonlySet<string>, random: () => number}} aim
 * @returns {string | null} `b17` in the first round, `b17.1` in the next
 */
export function pick(bank, { dice, angle, power, used, random }) {
  const off = (/** @type {number} */ n) => Math.hypot((bank.throws[n].angle - Math.abs(angle)) / AIM.angle, (bank.throws[n].power - power) / AIM.power);
  const all = bank.throws.flatMap((each, n) => (each.dice === dice ? [n] : []));
  if (!all.length) return null;
  for (let round = 0; ; round += 1) {
    const keyOf = (/** @type {number} */ n) => (round ? `b${n}.${round}` : `b${n}`);
    const free = all.filter((n) => !used.has(keyOf(n))).sort((a, b) => off(a) - off(b));
    if (free.length) return keyOf(free[Math.floor(random() * Math.min(NEAREST, free.length))]);
  }
}

/** The bank that goes along with this release. @returns {Promise<Bank>} */
async function load() {
  // What reads it comes along with it: it is larger by far.
  const [{ readBank }, answer] = await Promise.all([import("./bank.js"), fetch(new URL("../../throws/bank.bin", import.meta.url))]);
  if (!answer.ok) throw new Error("no bank");
  return readBank(await answer.arrayBuffer());
}

/** The throws of this device. */
export const makeThrow = createThrows({
  ask: (url, how) => fetch(url, how), load, online: () => navigator.onLine, now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms, null)), random: Math.random,
});

/** The first dice must not wait for the bank: it is read when the first picture stands. */
if (typeof document !== "undefined") setTimeout(makeThrow.warm, WARM_MS);
