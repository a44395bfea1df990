/** What there is to play: rule sets, the fields of the editor, bots and cards, as this release knows them. */

import { Refused } from "../http.js";
import { t } from "../text.js";

/** @typedef {import("../rules/words.js").Field} Field */
/** @typedef {import("../rules/words.js").RuleRecord} RuleRecord */
/** @typedef {import("../rules/card.js").Card} Card */
/** @typedef {{rulesets: RuleRecord[], bots: {key: string, name: string, line: string}[], fields: Field[], cards: Record<string, Card>}} Known */

/** @type {Promise<Known> | null} */
let known = null;

/** Fetched once, unless that fails: then it throws `Refused`. @returns {Promise<Known>} */
export function knownRules() {
  known ??= load().catch(() => {
    known = null;
    throw new Refused("unreachable", t("error.unreachable"));
  });
  return known;
}

async function load() {
  const answer = await fetch(new URL("../../rules/presets.json", import.meta.url));
  if (!answer.ok) throw new Error("no rules");
  return answer.json();
}
