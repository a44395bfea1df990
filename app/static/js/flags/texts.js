/** The flags' catalogue, for pages that were not rendered with it: it comes with the first flag that is asked for there. */

import { addText, hasText, language } from "../text.js";

/** @returns {Promise<void>} */
export async function loadTexts() {
  if (hasText("flags.ask.send")) return;
  const answer = await fetch(new URL(`../../text/${language()}/flags.json`, import.meta.url));
  if (answer.ok) addText(await answer.json());
}
