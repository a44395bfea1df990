/** Passkeys: the browser makes and uses them, the house says what is to be signed and checks it. */

import { post } from "../http.js";

/** Browsers hand out passkeys on safe addresses only. */
export const canUsePasskeys = () => window.isSecureContext && "PublicKeyCredential" in window;

/** @param {string} text base64url */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** @param {{id: string, type: string}[] | undefined} list */
const withBytes = (list) => (list ?? []).map((each) => ({ ...each, id: bytes(each.id) }));

/** What every answer of a browser has. @param {any} credential @param {Record<string, ArrayBuffer | null>} parts */
function signed(credential, parts) {
  const response = Object.fromEntries(Object.entries(parts).filter(([, part]) => part).map(([name, part]) => [name, text(/** @type {ArrayBuffer} */ (part))]));
  return { credential: { id: credential.id, rawId: text(credential.rawId), type: credential.type, response, clientExtensionResults: {} } };
}

/**
 * The player may close the browser's own question; that is no failure.
 * @template T
 * @param {() => Promise<T>} ask
 * @returns {Promise<T | null>}
 */
async function orNothing(ask) {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof DOMException && ["NotAllowedError", "AbortError", "InvalidStateError"].includes(error.name)) return null;
    throw error;
  }
}

/**
 * Makes a passkey.
 * @param {string} address where the offer and then the answer are sent
 * @param {Record<string, string>} [body] of the offer
 * @returns {Promise<any>} what the house answers; null when the player made none
 */
export async function makePasskey(address, body = {}) {
  const offer = await post(`${address}/offer`, body);
  const publicKey = { ...offer, challenge: bytes(offer.challenge), user: { ...offer.user, id: bytes(offer.user.id) }, excludeCredentials: withBytes(offer.excludeCredentials) };
  const made = /** @type {any} */ (await orNothing(() => navigator.credentials.create({ publicKey })));
  if (!made) return null;
  const { clientDataJSON, attestationObject } = made.response;
  return post(address, signed(made, { clientDataJSON, attestationObject }));
}

/** Signs in with a passkey. @returns {Promise<any>} what the house answers; null when the player used none */
export async function usePasskey() {
  const offer = await post("/api/logins/passkey/offer");
  const publicKey = { ...offer, challenge: bytes(offer.challenge), allowCredentials: withBytes(offer.allowCredentials) };
  const used = /** @type {any} */ (await orNothing(() => navigator.credentials.get({ publicKey })));
  if (!used) return null;
  const { clientDataJSON, authenticatorData, signature, userHandle } = used.response;
  return post("/api/logins/passkey", signed(used, { clientDataJSON, authenticatorData, signature, userHandle }));
}
