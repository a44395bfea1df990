/** Flagged rolls: one's own with what the house answers, and all of them without names. */

import "./prefs.js";
import { card } from "./flags/card.js";
import { drop, sendWaiting, waiting } from "./flags/send.js";
import { when } from "./flags/words.js";
import { get, post } from "./http.js";
import { t, tn } from "./text.js";
import { all, dialog, el, fill, focusOn, one, say, whileBusy } from "./view/dom.js";
import { wireBack } from "./view/back.js";

/** @typedef {import("./flags/words.js").FlagTold} FlagTold */

let last = "";

const whose = () => one("input[name=whose]:checked").value;

/** @param {boolean} [more] a further page */
async function load(more = false) {
  const asked = whose();
  one("#failed").textContent = "";
  try {
    const { flags, more: older } = await get(`/api/flags?whose=${asked}${more ? `&before=${last}` : ""}`);
    if (asked !== whose()) return;
    draw(flags, more);
    last = flags.at(-1)?.id ?? last;
    one("#older").hidden = !older;
  } catch (error) {
    one("#failed").textContent = t("flags.failed");
    one("#again").hidden = false;
  }
}

/** @param {FlagTold[]} flags @param {boolean} more */
function draw(flags, more) {
  const cards = flags.map((flag) => card(flag, { acts: flag.yours ? own(flag) : [] }));
  if (more) one("#flags").append(...cards);
  else fill(one("#flags"), cards);
  one("#again").hidden = true;
  one("#none").hidden = more || flags.length > 0;
  one("#none-more").textContent = t(`flags.none.${whose()}`);
  one("#main").removeAttribute("aria-busy");
  if (more) focusOn(cards[0]);
}

/** What can be done with an own flag. @param {FlagTold} flag */
function own(flag) {
  const save = flag.has_transcript && el("button", { type: "button", class: "button", text: t("flags.save"), onclick: () => void saveRecord(flag) });
  const back = el("button", { type: "button", class: "button quiet", "aria-label": t("flags.remove.label", { n: flag.roll }), text: t("flags.remove") });
  back.addEventListener("click", () => void takeBack(flag, back));
  return [save, back];
}

/** The attached record as a file, which the proof page reads. @param {FlagTold} flag */
async function saveRecord({ id }) {
  const { transcript, game } = await get(`/api/flags/${id}`);
  const url = URL.createObjectURL(new Blob([JSON.stringify(transcript)], { type: "application/json" }));
  el("a", { href: url, download: `game-${game}.json` }).click();
  URL.revokeObjectURL(url);
}

/** @param {FlagTold} flag @param {HTMLElement} button */
async function takeBack(flag, button) {
  const answer = await dialog({
    title: t("flags.remove.title"),
    body: t("flags.remove.body"),
    actions: [{ id: "no", label: t("flags.remove.no"), focus: true }, { id: "yes", label: t("flags.remove.yes"), kind: "danger" }],
  });
  if (answer !== "yes") return;
  await whileBusy(button, async () => {
    try {
      await post(`/api/flags/${flag.id}/remove`);
      say(t("flags.removed"));
      await load();
      focusOn(one("#list-title"));
    } catch (error) {
      one("#failed").textContent = /** @type {Error} */ (error).message;
    }
  });
}

/** Flags that this device has not sent yet, or that the house would not have. */
function drawWaiting() {
  const kept = waiting();
  one("#waiting").hidden = !kept.length;
  one("#send").hidden = kept.every(({ refused }) => refused);
  fill(
    one("#waiting-list"),
    kept.map(({ key, body, at, refused }) =>
      el(
        "li",
        { class: "flag-waiting" },
        el("span", {}, el("b", { text: t("flags.waiting.roll", { n: body.roll }) }), " ", el("small", { class: "muted", text: [t(`flags.reason.${body.reason}`), when(at)].join(" · ") }), refused && el("small", { class: "error", text: refused })),
        el("button", { type: "button", class: "button quiet", "aria-label": `${t("flags.waiting.drop")}: ${t("flags.waiting.roll", { n: body.roll })}`, text: t("flags.waiting.drop"), onclick: () => (drop(key), drawWaiting()) }),
      ),
    ),
  );
}

/** Sends what waits and shows what came of it. */
async function send() {
  const sent = await sendWaiting();
  drawWaiting();
  if (!sent) return;
  say(tn("flags.waiting.sent", sent));
  await load();
}

for (const radio of all("input[name=whose]")) radio.addEventListener("change", () => void load());
one("#older").addEventListener("click", () => whileBusy(one("#older"), () => load(true)));
one("#again").addEventListener("click", () => whileBusy(one("#again"), () => load()));
one("#send").addEventListener("click", () => whileBusy(one("#send"), send));
window.addEventListener("online", () => void send());
wireBack();
drawWaiting();
void load().then(send);
