/** Chance made by this device. Works on plain http as well, where crypto.subtle and crypto.randomUUID are missing. */

/** @param {Uint8Array} bytes @returns {string} lower-case hex */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** 32 fresh random bytes for one roll, as 64 hex digits. */
export const entropy = () => hex(crypto.getRandomValues(new Uint8Array(32)));

/** A random UUID (RFC 9562, version 4), the `cid` of a command. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/**
 * SHA-256: the browser's own, or this project's where a page on plain http has none.
 * @param {Uint8Array} message
 * @returns {Promise<Uint8Array>} 32 bytes
 */
export async function digest(message) {
  if (crypto.subtle) return new Uint8Array(await crypto.subtle.digest("SHA-256", message));
  return (await import("./sha256.js")).sha256(message);
}

/**
 * HMAC-SHA-256, from the same two sources.
 * @param {Uint8Array} key not empty
 * @param {Uint8Array} message
 * @returns {Promise<Uint8Array>} 32 bytes
 */
export async function seal(key, message) {
  if (!crypto.subtle) return (await import("./sha256.js")).hmac(key, message);
  const own = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", own, message));
}
