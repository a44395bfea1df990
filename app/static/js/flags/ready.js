/** At a table: what waits is sent, and what asks about a roll is fetched, so that it can be asked without a connection too. */

import { getReady as dress } from "./ask.js";
import { sendLater } from "./send.js";

export function getReady() {
  sendLater();
  // Without it the question is asked in the words that the page has.
  dress().catch(() => {});
}
