/** Building elements, speaking to screen readers, asking questions, keeping hasty fingers from a second tap. */

import { t } from "../text.js";

/** @typedef {Node | string | number | null | undefined | false} Child */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element. `class`, `text`, `data: {…}`, `style: {…}`, `onclick: fn` and any attribute; true = bare attribute, false/null = absent.
 * Tags written `svg:path` are made in the SVG namespace.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function el(tag, props = {}, ...children) {
  const node = tag.startsWith("svg:") ? document.createElementNS(SVG, tag.slice(4)) : document.createElement(tag);
  for (const [name, value] of Object.entries(props)) setProp(node, name, value);
  node.append(...children.flat().filter(present).map(asNode));
  return node;
}

/** @param {any} child @returns {boolean} */
const present = (child) => child !== null && child !== undefined && child !== false;

/** @param {any} child @returns {Node | string} */
const asNode = (child) => (child instanceof Node ? child : String(child));

/** @param {any} node @param {string} name @param {any} value */
function setProp(node, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name === "class") node.setAttribute("class", value);
  else if (name === "text") node.textContent = value;
  else if (name === "data") Object.assign(node.dataset, value);
  else if (name === "style") Object.assign(node.style, value);
  else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
  else node.setAttribute(name, value === true ? "" : String(value));
}

/**
 * The one element of a selector; an error if the page lacks it.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {any}
 */
export function one(selector, within = document) {
  const found = within.querySelector(selector);
  if (!found) throw new Error(`no ${selector} on this page`);
  return found;
}

/** @param {string} selector @param {ParentNode} [within] @returns {any[]} */
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];

/** Writes a text that is another one now; writing the same would have the page laid out anew. @param {Element | Text} node @param {string} text */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Replaces what an element holds. @param {Element} node @param {...(Child | Child[])} children */
export function fill(node, ...children) {
  node.replaceChildren(...children.flat().filter(present).map(asNode));
}

/**
 * Writes into a live region. The same sentence twice in a row is heard twice: a no-break space makes it new.
 * @param {string} id
 * @param {string} sentence
 */
function announce(id, sentence) {
  const region = document.getElementById(id);
  if (!region) return;
  region.textContent = region.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

/** Says a sentence when the reader is free. @param {string} sentence */
export const say = (sentence) => announce("say", sentence);

/** Says a sentence at once. @param {string} sentence */
export const shout = (sentence) => announce("shout", sentence);

/** Moves the focus to something that is not a control, e.g. a heading. @param {any} node */
export function focusOn(node) {
  if (!node) return;
  if (node.tabIndex < 0 && !node.hasAttribute("tabindex")) node.setAttribute("tabindex", "-1");
  node.focus({ preventScroll: false });
}

/**
 * A gate that stays shut for a while after each change, so that a tap meant for the old button never hits the new one.
 * @param {number} [ms]
 * @param {() => number} [clock] milliseconds
 */
export function guard(ms = 350, clock = () => performance.now()) {
  let opens = 0;
  return {
    /** Shuts the gate from now on. */
    arm() {
      opens = clock() + ms;
    },
    /** Whether a tap now must be ignored. */
    shut: () => clock() < opens,
  };
}

/**
 * Locks a button while its work runs: it keeps its label, the spinner shows after 150 ms.
 * @template T
 * @param {HTMLElement} button
 * @param {() => Promise<T>} work
 * @returns {Promise<T | undefined>} undefined when the button was already at work
 */
export async function whileBusy(button, work) {
  if (button.dataset.working) return undefined;
  button.dataset.working = "1";
  const spin = setTimeout(() => button.setAttribute("aria-busy", "true"), 150);
  try {
    return await work();
  } finally {
    clearTimeout(spin);
    delete button.dataset.working;
    button.removeAttribute("aria-busy");
  }
}

/** @typedef {{id: string, label: string, kind?: "primary" | "danger" | "plain", focus?: boolean}} Action */

/**
 * Asks a question over the page and gives the id of the chosen action, or null when it was closed unanswered.
 * The focus starts on the action marked `focus`, else on the last one that is not primary or danger, else on the title.
 * @param {{title: string, body?: Child | Child[], actions?: Action[], class?: string, guardMs?: number}} question
 * @returns {Promise<string | null>}
 */
export function dialog({ title, body, actions = [{ id: "ok", label: t("app.ok"), focus: true }], guardMs = 350, ...rest }) {
  const gate = guard(guardMs);
  const heading = el("h2", { class: "dialog-title", id: `dialog-title-${++dialogs}`, tabindex: "-1", text: title });
  const buttons = actions.map((action) =>
    el("button", { type: "button", class: `button ${action.kind ?? ""}`, value: action.id, text: action.label }),
  );
  const box = el(
    "dialog",
    { class: rest.class, "aria-labelledby": heading.id },
    heading,
    present(body) && el("div", { class: "dialog-body" }, body),
    el("div", { class: "dialog-actions" }, buttons),
  );
  document.body.append(box);
  return new Promise((resolve) => {
    let answer = /** @type {string | null} */ (null);
    box.addEventListener("click", (/** @type {Event} */ event) => {
      const button = /** @type {Element} */ (event.target).closest("button");
      if (!button || !buttons.includes(button) || gate.shut()) return;
      answer = button.value;
      box.close();
    });
    box.addEventListener("close", () => {
      box.remove();
      resolve(answer);
    });
    gate.arm();
    box.showModal();
    const calm = actions.findLastIndex((action) => action.kind !== "primary" && action.kind !== "danger");
    const marked = actions.findIndex((action) => action.focus);
    (buttons[marked >= 0 ? marked : calm] ?? heading).focus();
  });
}

let dialogs = 0;

/**
 * Shows a part of a long text and puts the reader there.
 * @param {ParentNode} within
 * @param {string} id
 */
export function showPart(within, id) {
  const part = within.querySelector(`#${CSS.escape(id)}`);
  if (!part) return;
  part.scrollIntoView({ block: "start" });
  focusOn(part);
}

/**
 * Links to parts of the same text scroll to them and leave no step in the history, so that one step back still leaves.
 * @param {HTMLElement} within
 * @param {boolean} [address] whether the address bar names the part
 */
export function followAnchors(within, address = false) {
  within.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest('a[href^="#"]');
    const id = link?.getAttribute("href")?.slice(1);
    if (!id) return;
    event.preventDefault();
    showPart(within, id);
    if (address) history.replaceState(history.state, "", `#${id}`);
  });
}

/**
 * Opens a `<dialog class="sheet">` that stands in the page; its `[data-close]` buttons and the backdrop close it.
 * @param {HTMLDialogElement} box
 * @param {string} [anchor] id of the part to show first
 */
export function openSheet(box, anchor) {
  if (!box.dataset.wired) {
    box.dataset.wired = "1";
    followAnchors(box);
    box.addEventListener("click", (event) => {
      const target = /** @type {Element} */ (event.target);
      if (target === box || target.closest("[data-close]")) box.close();
    });
  }
  if (!box.open) box.showModal();
  if (anchor) showPart(box, anchor);
  else box.scrollTop = 0;
}
