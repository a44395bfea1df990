/** The lesson once more where no game waits: a table for it alone, which is kept nowhere. */

import { newRecord } from "../practice/commands.js";
import { knownRules } from "../practice/rules.js";
import { alsoText, t } from "../text.js";

/** @returns {Promise<import("../practice/record.js").GameRecord>} */
export async function lessonRecord() {
  const [{ cards, rulesets }] = await Promise.all([knownRules(), alsoText("lesson", "lesson.skip")]);
  return newRecord({ card: cards[rulesets[0].key], seats: [{ name: t("lesson.you") }], now: Date.now() });
}
