/**
 * SHA-256 (FIPS 180-4) and HMAC (RFC 2104), for pages on plain http where crypto.subtle is missing. At once, no promise.
 * Held to tests/vectors/fair.json and to the standard's own examples.
 */

const BLOCK = 64;

/** The first 32 bits of the fractional parts of a root of the first primes. @param {number} count @param {number} root */
function primeRoots(count, root) {
  const words = [];
  for (let n = 2; words.length < count; n++) {
    if (Array.from({ length: n - 2 }, (_, i) => i + 2).some((d) => d * d <= n && n % d === 0)) continue;
    words.push(Math.floor((n ** (1 / root) % 1) * 2 ** 32) >>> 0);
  }
  return new Uint32Array(words);
}

const START = primeRoots(8, 2);
const ROUND = primeRoots(64, 3);

/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** The message, a one bit, zeros, and its length in bits: whole blocks. @param {Uint8Array} message */
function padded(message) {
  const whole = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  whole.set(message);
  whole[message.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(whole.length - 4, (message.length << 3) >>> 0);
  return view;
}

/** Mixes one block into the state. @param {Uint32Array} state @param {Uint32Array} w 64 words, the first 16 filled */
function mix(state, w) {
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15];
    const b = w[i - 2];
    w[i] = w[i - 16] + w[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    // One by one: a list for each of the 64 rounds is what a phone would spend most of its time on.
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
}

/** @param {Uint8Array} message @returns {Uint8Array} 32 bytes */
export function sha256(message) {
  const blocks = padded(message);
  const state = START.slice();
  const words = new Uint32Array(64);
  for (let at = 0; at < blocks.byteLength; at += BLOCK) {
    for (let i = 0; i < 16; i++) words[i] = blocks.getUint32(at + 4 * i);
    mix(state, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

/** @param {...Uint8Array} parts */
function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** HMAC-SHA-256. @param {Uint8Array} key @param {Uint8Array} message @returns {Uint8Array} 32 bytes */
export function hmac(key, message) {
  const short = key.length > BLOCK ? sha256(key) : key;
  const block = new Uint8Array(BLOCK);
  block.set(short);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), message));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

/** @param {string} digits hex @returns {Uint8Array} */
export function fromHex(digits) {
  if (digits.length % 2 || /[^0-9a-f]/i.test(digits)) throw new RangeError("not hex");
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
