/** Asking while somebody is still typing: one question at a time after a pause, and only the last answer counts. */

import { Refused } from "../http.js";

/**
 * @template Q, A
 * @param {{ask: (question: Q) => Promise<A>, pauseMs: number, onAnswer: (answer: A, question: Q) => void, onFailure: (refusal: Refused, question: Q) => void, after?: (run: () => void, ms: number) => any, cancel?: (timer: any) => void}} wiring
 */
export function createLatest({ ask, pauseMs, onAnswer, onFailure, after = setTimeout.bind(globalThis), cancel = clearTimeout.bind(globalThis) }) {
  /** @type {any} */
  let timer;
  let asked = 0;

  /** @param {Q} question */
  async function send(question) {
    const mine = ++asked;
    try {
      const answer = await ask(question);
      if (mine === asked) onAnswer(answer, question);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (mine === asked) onFailure(error, question);
    }
  }

  return {
    /** Asks after the pause, unless something newer is asked before. @param {Q} question */
    soon(question) {
      asked++;
      cancel(timer);
      timer = after(() => void send(question), pauseMs);
    },
    /** Asks at once; done when it was answered. @param {Q} question */
    now(question) {
      cancel(timer);
      return send(question);
    },
    /** No answer that is still on its way counts. */
    drop() {
      asked++;
      cancel(timer);
    },
  };
}
