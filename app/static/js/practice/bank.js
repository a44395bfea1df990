/**
 * Reads the bank of throws (docs/throw-format.md §5): real throws that the house simulated, kept on the device. The twin of
 * app/physics/bank.py.
 */
import { crc32 } from "../dice/trajectory.js";
import { largestOf, turnOf, unitsOf } from "../dice/turned.js";

const VERSION = 1;
const HEAD = 18;
const [HEADER, DIE, KEY, CUE, SEAL] = [24, 4, 9, 4, 4];
/** Columns of the body: of throws, of dice, of keys and of cues. */
const WIDTHS = [4, 3, 13, 4];
const SLOWEST_GUESS = 3;

/** @typedef {{dice: number, angle: number, power: number}} Aimed  degrees to the right, 0–100 */

/** These bytes are not a bank of a version known here. */
export class BankFormatError extends Error {}

/** @param {Uint8Array} counts */
const sum = (counts) => counts.reduce((all, each) => all + each, 0);

/** @param {number} value */
const unfolded = (value) => (value & 1 ? -(value + 1) / 2 : value / 2);

export class Bank {
  /** What each throw is, in the order of the bank. @type {Aimed[]} */
  throws = [];
  /** The CRC-32 of all records in order. */
  seal;
  #house;
  /** By throw: its first die, key and cue. @type {number[][]} */
  #starts = [];
  /** @type {Uint8Array[][]} */
  #columns;

  /** @param {ArrayBuffer} file @param {Uint8Array} body  what `inflated` made of it */
  constructor(file, body) {
    const head = new DataView(file);
    this.#house = new Uint8Array(file, 4, 5);
    this.edge = head.getUint8(1);
    this.seal = head.getUint32(14, true);
    let at = 0;
    const take = (/** @type {number} */ width, /** @type {number} */ rows) => Array.from({ length: width }, () => body.subarray(at, (at += rows)));
    const throws = take(WIDTHS[0], head.getUint16(2, true));
    const dice = take(WIDTHS[1], sum(throws[0]));
    this.#columns = [throws, dice, take(WIDTHS[2], sum(dice[0])), take(WIDTHS[3], sum(throws[3]))];
    if (head.getUint32(10, true) !== body.length || at !== body.length) throw new BankFormatError("The bank of throws has the wrong length.");
    this.#index();
  }

  #index() {
    const [[dice, angles, powers, cues], [keys]] = this.#columns;
    let [die, key, cue] = [0, 0, 0];
    dice.forEach((count, n) => {
      this.throws.push({ dice: count, angle: angles[n], power: powers[n] });
      this.#starts.push([die, key, cue]);
      for (const last = die + count; die < last; die += 1) key += keys[die];
      cue += cues[n];
    });
  }

  /** The record of one throw: all its dice show a one. @param {number} n @returns {ArrayBuffer} */
  record(n) {
    const [[dice, , , cues], [keys, low, high], , told] = this.#columns;
    const [die, key, cue] = this.#starts[n];
    const count = dice[n];
    const own = keys.subarray(die, die + count);
    const out = new DataView(new ArrayBuffer(HEADER + count * DIE + sum(own) * KEY + cues[n] * CUE + SEAL));
    let at = HEADER + count * DIE;
    let from = key;
    let duration = 0;
    own.forEach((each, k) => {
      const head = HEADER + k * DIE;
      out.setUint8(head, 1);
      out.setUint8(head + 1, each);
      out.setUint16(head + 2, (high[die + k] << 8) | low[die + k], true);
      duration = Math.max(duration, this.#die(out, at, from, each));
      at += each * KEY;
      from += each;
    });
    let time = 0;
    for (let k = cue; k < cue + cues[n]; k += 1, at += CUE) {
      time += (told[1][k] << 8) | told[0][k];
      out.setUint16(at, time, true);
      out.setUint8(at + 2, told[2][k]);
      out.setUint8(at + 3, told[3][k]);
    }
    out.setUint8(0, 1);
    out.setUint8(1, count);
    out.setUint16(14, duration, true);
    for (let k = 0; k < 4; k += 1) out.setUint8(16 + k, this.#house[k]);
    out.setUint8(20, this.edge);
    out.setUint8(21, this.#house[4]);
    out.setUint8(22, cues[n]);
    out.setUint32(at, crc32(out.buffer, at), true);
    return out.buffer;
  }

  /** Writes the keys of one die; answers how many ms they last. @param {DataView} out @param {number} at @param {number} from @param {number} count */
  #die(out, at, from, count) {
    const [wait, x, x2, y, y2, hop, step, a, a2, b, b2, c, c2] = this.#columns[2];
    const guess = new Guess();
    let duration = 0;
    for (let k = from; k < from + count; k += 1, at += KEY) {
      const near = guess.place(wait[k]);
      const place = [
        (near[0] + unfolded((x2[k] << 8) | x[k])) & 4095,
        (near[1] + unfolded((y2[k] << 8) | y[k])) & 4095,
        (near[2] + unfolded(hop[k])) & 255,
      ];
      const turned = guess.turn(wait[k]);
      const largest = (largestOf(turned) + step[k]) & 3;
      const more = [(a2[k] << 8) | a[k], (b2[k] << 8) | b[k], (c2[k] << 8) | c[k]];
      const units = unitsOf(turned, largest).map((unit, part) => (unit + unfolded(more[part])) & 1023);
      out.setUint8(at, wait[k]);
      out.setUint32(at + 1, ((place[0] << 20) | (place[1] << 8) | place[2]) >>> 0, true);
      out.setUint32(at + 5, ((largest << 30) | (units[0] << 20) | (units[1] << 10) | units[2]) >>> 0, true);
      guess.learn(wait[k], place, turnOf(largest, units));
      duration += wait[k];
    }
    return duration;
  }
}

/** Where a die will be at its next key, from its last two: it goes on as it went. */
class Guess {
  /** @type {number[][]} */
  #places = [];
  /** @type {number[][]} */
  #turns = [];
  #wait = 0;

  /** The units of x, y and hop so many ms after the last key. @param {number} wait @returns {number[]} */
  place(wait) {
    if (!this.#places.length) return [0, 0, 0];
    const [old, last = old] = this.#places;
    if (this.#wait === 0) return last;
    return last.map((now, k) => now + Math.floor((2 * (now - old[k]) * wait + this.#wait) / (2 * this.#wait)));
  }

  /** The orientation so many ms after the last key. @param {number} wait @returns {number[]} */
  turn(wait) {
    if (!this.#turns.length) return [0, 0, 0, 1];
    const [old, last = old] = this.#turns;
    if (this.#wait === 0) return last;
    const dot = old[0] * last[0] + old[1] * last[1] + old[2] * last[2] + old[3] * last[3];
    const angle = Math.acos(Math.min(1, Math.abs(dot)));
    const whole = Math.sin(angle);
    if (whole < 1e-3) return last;
    const part = Math.min(wait / this.#wait, SLOWEST_GUESS);
    const on = Math.sin((1 + part) * angle) / whole;
    const back = (Math.sin(part * angle) / whole) * (dot < 0 ? -1 : 1);
    return last.map((now, k) => on * now - back * old[k]);
  }

  /** Takes in the key that really came. @param {number} wait @param {number[]} place @param {number[]} turn */
  learn(wait, place, turn) {
    this.#places = [...this.#places.slice(-1), place];
    this.#turns = [...this.#turns.slice(-1), turn];
    this.#wait = wait;
  }
}

/** Unpacks the file of a bank. @param {ArrayBuffer} file @returns {Promise<Bank>} */
export async function readBank(file) {
  if (file.byteLength < HEAD || new DataView(file).getUint8(0) !== VERSION) throw new BankFormatError("This is not a bank of throws known here.");
  const unpacked = new Blob([new Uint8Array(file, HEAD)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const body = await new Response(unpacked).arrayBuffer().catch(() => {
    throw new BankFormatError("The bank of throws cannot be unpacked.");
  });
  return new Bank(file, new Uint8Array(body));
}
