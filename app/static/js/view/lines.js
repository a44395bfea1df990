/** The info line and the message line. */

import { num, t } from "../text.js";
import { el, fill, one } from "./dom.js";

/** @typedef {import("../shapes.js").InfoLine} InfoLine */
/** @typedef {import("../shapes.js").MessageLine} MessageLine */

/** @param {InfoLine["left"]} words */
const inked = (words) => words.map(({ text, strong }) => (strong ? el("b", { text: /^-?\d+$/.test(text) ? num(Number(text)) : text }) : text));

/** Line styles by group: the same as around the dice. */
const LINES = ["solid", "dashed", "dotted"];

/**
 * @param {{onAction: (id: "hint" | "retry" | "why") => void}} wiring
 */
export function createLines({ onAction }) {
  const left = one("#info-left");
  const right = one("#info-right");
  const message = one("#message");
  let shownInfo = "";
  let shownMessage = "";
  let shownClock = "";

  /** @param {Extract<MessageLine, {kind: "chips"}>} line */
  const chips = ({ chips: parts, sum, also }) => [
    el("span", { class: parts.length > 2 || parts.reduce((sum, { text }) => sum + text.length, 0) > 26 ? "message-chips many" : "message-chips" }, parts.map(({ text, line }) => el("span", { class: `part-chip ${line === null || line < 0 ? "extra" : LINES[line]}`, text }))),
    also && el("span", { class: "message-also", text: also }),
    el("b", { class: "message-sum", text: sum }),
  ];

  /** @param {import("../shapes.js").LineClock} clock */
  const clockOf = ({ text, word, urgent }) => el("b", { class: ["message-clock", urgent && "urgent", word && "bank"].filter(Boolean).join(" ") }, word && el("small", { text: word }), el("span", { text }));

  /** The clock changes alone; what stands beside it keeps the focus. @param {import("../shapes.js").LineClock | null} clock */
  function writeClock(clock) {
    message.querySelector(".message-clock")?.remove();
    if (clock) message.append(clockOf(clock));
  }

  /** @param {MessageLine} line */
  function write(line) {
    message.dataset.tone = line.kind === "text" ? (line.tone ?? "plain") : line.kind;
    if (line.kind === "chips") fill(message, chips(line));
    else if (line.kind === "text") {
      const why = line.why && el("button", { type: "button", class: "button quiet message-why", text: t("refused.why"), onclick: () => onAction("why") });
      fill(message, el("span", { class: "message-text", text: line.text }), why);
    }
    else {
      const button = el("button", { type: "button", class: "button message-action", text: line.action, onclick: () => onAction(line.kind) });
      fill(message, el("span", { class: "message-text", text: line.text }), button);
    }
  }

  return {
    /** @param {InfoLine} info @param {MessageLine & {clock?: import("../shapes.js").LineClock | null}} line */
    update(info, line) {
      const infoKey = JSON.stringify(info);
      if (infoKey !== shownInfo) {
        shownInfo = infoKey;
        fill(left, inked(info.left));
        fill(right, inked(info.right));
      }
      const { clock = null, ...words } = line;
      const key = JSON.stringify(words);
      if (key !== shownMessage) write(/** @type {MessageLine} */ (words));
      if (key !== shownMessage || JSON.stringify(clock) !== shownClock) writeClock(clock);
      shownMessage = key;
      shownClock = JSON.stringify(clock);
    },
  };
}
