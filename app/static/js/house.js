/** The house's page: flags that wait for an answer, and those that have one. */

import "./prefs.js";
import { Refused, get, post } from "./http.js";
import { answerable } from "./house/answer.js";
import { t } from "./text.js";
import { all, fill, focusOn, one, say, whileBusy } from "./view/dom.js";
import { wireBack } from "./view/back.js";

let last = "";

const status = () => one("input[name=status]:checked").value;

/** @param {boolean} [more] a further page */
async function load(more = false) {
  const asked = status();
  one("#failed").textContent = "";
  try {
    const told = await get(`/api/house/flags?status=${asked}${more ? `&before=${last}` : ""}`);
    if (asked === status()) draw(told, more);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const shut = ["signed_out", "not_house"].includes(error.code);
    one("#door").hidden = !shut;
    one("#door-go").hidden = error.code !== "signed_out";
    one("#queue").hidden = shut;
    if (!shut) one("#failed").textContent = error.message;
  }
  one("#main").removeAttribute("aria-busy");
}

/** @param {{flags: import("./flags/words.js").FlagTold[], more: boolean, counts: Record<string, number>}} told @param {boolean} more */
function draw({ flags, more: further, counts }, more) {
  one("#queue").hidden = false;
  for (const [name, n] of Object.entries(counts)) one(`#count-${name}`).textContent = t("flags.house.count", { word: t(`flags.house.${name}`), n });
  const cards = flags.map((flag) => answerable(flag, (word) => void changed(word)));
  if (more) one("#flags").append(...cards);
  else fill(one("#flags"), cards);
  last = flags.at(-1)?.id ?? last;
  one("#more").hidden = !further;
  one("#none").hidden = more || flags.length > 0;
  one("#none").textContent = t(`flags.house.none.${status()}`);
  if (more) focusOn(cards[0]);
}

/** @param {string} word what was done */
async function changed(word) {
  say(word);
  await load();
  focusOn(one("#list-title"));
}

for (const radio of all("input[name=status]")) radio.addEventListener("change", () => void load());
one("#more").addEventListener("click", () => whileBusy(one("#more"), () => load(true)));
wireBack();
void load();
