/** Talking to the house over HTTP. Every failure is a `Refused` with a stable code and a sentence for the player. */

import { t } from "./text.js";

/** @typedef {(url: string, body: Record<string, any> | null) => Promise<any>} Here  answers, or throws `Refused` */

/** What is kept on this device is asked here and not at the house. @type {[string, Here][]} */
const here = [];

/** Requests to addresses that begin so are answered on this device from now on. @param {string} prefix @param {Here} answer */
export const answerHere = (prefix, answer) => void here.unshift([prefix, answer]);

/** Who answers for this address on this device, if anybody. @param {string} url */
export const hereFor = (url) => here.find(([prefix]) => url.startsWith(prefix))?.[1];

/** Waits before the second, third and fourth try, in milliseconds. */
const WAITS = [250, 800, 2000];
const TIMEOUT = 10_000;
const PASSING = new Set([502, 503, 504]);

/** The house said no, or could not be reached (code `unreachable`). */
export class Refused extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {{field?: string, status?: number, answer?: any}} [more]
   */
  constructor(code, message, more = {}) {
    super(message);
    this.name = "Refused";
    this.code = code;
    /** The field that was wrong, if it was one. */
    this.field = more.field ?? null;
    /** The HTTP status, 0 when there was no answer. */
    this.status = more.status ?? 0;
    /** The whole answer: `seq`, `hint`, `subject` … */
    this.answer = more.answer ?? null;
  }
}

/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param {Response} response */
async function readAnswer(response) {
  const body = response.status === 204 ? "" : await response.text();
  let answer = null;
  try {
    answer = body ? JSON.parse(body) : null;
  } catch {
    throw new Refused("malformed", t("error.unreadable"), { status: response.status });
  }
  if (response.ok) return answer;
  const code = answer?.refused ?? "error";
  throw new Refused(code, answer?.message ?? t("error.unexpected"), { field: answer?.field, status: response.status, answer });
}

/**
 * @param {string} url
 * @param {RequestInit} request
 * @param {boolean} repeatable whether sending it twice does no harm
 */
async function send(url, request, repeatable) {
  for (let attempt = 0; ; attempt++) {
    const last = !repeatable || attempt >= WAITS.length;
    try {
      const response = await fetch(url, { ...request, signal: AbortSignal.timeout(TIMEOUT) });
      if (last || !PASSING.has(response.status)) return await readAnswer(response);
    } catch (error) {
      if (error instanceof Refused) throw error;
      if (last) throw new Refused("unreachable", t("error.unreachable"));
    }
    await sleep(WAITS[attempt]);
  }
}

/**
 * Reads a resource; tried up to four times when the network or a restart is in the way.
 * @param {string} url
 * @returns {Promise<any>}
 */
export const get = (url) => hereFor(url)?.(url, null) ?? send(url, { headers: { Accept: "application/json" }, cache: "no-store" }, true);

/**
 * Sends a request. It is repeated only where that is harmless: when the body carries a `cid`, or `repeatable` is set.
 * @param {string} url
 * @param {Record<string, any>} [body]
 * @param {{repeatable?: boolean}} [how]
 * @returns {Promise<any>}
 */
export function post(url, body = {}, { repeatable = "cid" in body } = {}) {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  return hereFor(url)?.(url, body) ?? send(url, { method: "POST", headers, body: JSON.stringify(body) }, repeatable);
}
