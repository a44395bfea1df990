/** The rows of players on the new game screen: rename, move, remove, add, shuffle. */

import { SEATS_MAX, seatNames, tidy, tooLong, withNames } from "./names.js";
import { botLine, t } from "./text.js";
import { fill, one, say } from "./view/dom.js";

/** @typedef {import("./names.js").Seat} Seat */
/** @typedef {{key: string, name: string, line: string}} Bot */

/** The bot of a first visit, before the house has said who its bots are. */
export const PENDING = "pending";

/** @param {number} n */
const nameless = (n) => t("new.nameless", { n });

export class SeatList {
  /** @type {Seat[]} */
  seats = [{ name: "", bot: null }];
  /** @type {Bot[]} */
  bots = [];

  /**
   * @param {HTMLElement} list
   * @param {(from: "field" | "row") => void} changed
   */
  constructor(list, changed) {
    this.list = list;
    this.changed = changed;
    list.addEventListener("click", (event) => this.press(/** @type {Element} */ (event.target)));
    list.addEventListener("input", (event) => this.type(/** @type {HTMLInputElement} */ (event.target)));
  }

  get count() {
    return this.seats.length;
  }

  /** Names of the people as typed, in order. */
  get people() {
    return this.seats.filter((seat) => !seat.bot).map((seat) => tidy(seat.name));
  }

  /** Takes over the seats of last time, as far as they can stand. @param {any} seats */
  fill(seats) {
    const usable = (Array.isArray(seats) ? seats : []).filter((seat) => typeof seat?.name === "string").slice(0, SEATS_MAX);
    const people = usable.filter((seat) => !seat.bot);
    this.seats = people.length ? usable.map(({ name, bot }) => ({ name, bot: bot ?? null })) : [{ name: "", bot: null }, ...usable.slice(0, SEATS_MAX - 1)];
    this.draw();
    this.changed("row");
  }

  /** Gets to know the bots; rows of bots that no longer play leave. @param {Bot[]} bots */
  meet(bots) {
    this.bots = bots;
    const before = this.count;
    this.seats = this.seats.filter(({ bot }) => !bot || bot === PENDING || bots.some(({ key }) => key === bot));
    for (const row of this.list.querySelectorAll("[data-bot]")) this.describe(/** @type {HTMLElement} */ (row));
    if (this.count !== before) this.fill(this.seats);
  }

  /** Puts a bot where one was pending, or nobody if there is none. @param {Bot | undefined} bot */
  settle(bot) {
    if (!this.seats.some((seat) => seat.bot === PENDING)) return;
    const seats = this.seats.map((seat) => (seat.bot === PENDING && bot ? { name: bot.name, bot: bot.key } : seat));
    this.fill(seats.filter((seat) => seat.bot !== PENDING));
  }

  /** @param {string[]} names of all people */
  rename(names) {
    this.seats = withNames(this.seats, names);
    this.draw();
    this.changed("field");
  }

  /** @param {Seat} seat */
  add(seat) {
    if (this.count >= SEATS_MAX) return;
    this.seats = [...this.seats, seat];
    this.draw();
    this.changed("row");
    say(t("new.seat.added", { name: this.shown(this.count - 1) }));
    const row = /** @type {HTMLElement} */ (this.list.lastElementChild);
    if (seat.bot) one("[data-do=remove]", row).focus();
    else one(".seat-name", row).focus();
    row.scrollIntoView({ block: "nearest" });
  }

  shuffle() {
    const order = [...this.seats];
    for (let last = order.length - 1; last > 0; last--) {
      const other = Math.floor(Math.random() * (last + 1));
      [order[last], order[other]] = [order[other], order[last]];
    }
    this.seats = order;
    this.draw();
    this.changed("row");
    say(t("new.shuffled", { name: this.shown(0) }));
  }

  /** The seats as the house is told them. */
  final() {
    const names = seatNames(this.seats, nameless);
    return this.seats.map((seat, index) => (seat.bot ? { name: names[index], bot: seat.bot } : { name: names[index] }));
  }

  /** @param {number} index */
  shown(index) {
    return seatNames(this.seats, nameless)[index];
  }

  draw() {
    fill(this.list, this.seats.map((seat, index) => this.row(seat, index)));
    this.renote();
  }

  /** @param {Seat} seat @param {number} index */
  row(seat, index) {
    const row = /** @type {HTMLElement} */ (one("#seat").content.firstElementChild.cloneNode(true));
    const mark = one(".seat-mark", row);
    const field = one(".seat-name", row);
    if (seat.bot) {
      row.dataset.bot = seat.bot;
      mark.append(one("#bot-mark").content.cloneNode(true));
      field.remove();
      one(".seat-bot b", row).textContent = seat.name;
      this.describe(row);
    } else {
      one(".seat-bot", row).remove();
      mark.textContent = String(index + 1);
      field.value = seat.name;
      field.placeholder = nameless(index + 1);
      field.setAttribute("aria-label", t("new.seat.name", { n: index + 1 }));
    }
    const people = this.people.length;
    this.set(row, "up", index === 0);
    this.set(row, "down", index === this.count - 1);
    this.set(row, "remove", !seat.bot && people === 1);
    return row;
  }

  /** @param {HTMLElement} row @param {string} action @param {boolean} off */
  set(row, action, off) {
    const button = one(`[data-do=${action}]`, row);
    if (off) button.setAttribute("aria-disabled", "true");
  }

  /** Writes what a bot is like into its row. @param {HTMLElement} row */
  describe(row) {
    const bot = this.bots.find(({ key }) => key === row.dataset.bot);
    if (bot) one(".seat-bot small", row).textContent = botLine(bot);
  }

  /** What each row will be called at the table, where that differs from what stands in it. */
  renote() {
    const names = seatNames(this.seats, nameless);
    [...this.list.children].forEach((row, index) => {
      const seat = this.seats[index];
      const note = one(".seat-note", row);
      const differs = !seat.bot ? tidy(seat.name) !== "" && names[index] !== tidy(seat.name) : names[index] !== seat.name;
      note.textContent = differs ? t("new.seat.shown", { name: names[index] }) : "";
      note.hidden = !differs;
      const field = row.querySelector("input");
      if (field) field.title = tooLong(seat.name) ? seat.name : "";
      if (field) field.removeAttribute("aria-invalid");
      for (const button of row.querySelectorAll("button"))
        button.setAttribute("aria-label", t(`new.seat.${button.dataset.do}`, { name: names[index] }));
    });
  }

  /** @param {HTMLInputElement} field */
  type(field) {
    const index = this.indexOf(field);
    if (index < 0) return;
    this.seats[index] = { name: field.value, bot: null };
    this.renote();
    this.changed("row");
  }

  /** @param {Element} target */
  press(target) {
    const button = /** @type {HTMLElement | null} */ (target.closest("button[data-do]"));
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    const index = this.indexOf(button);
    if (button.dataset.do === "remove") this.remove(index);
    else this.move(index, button.dataset.do === "up" ? -1 : 1, button.dataset.do ?? "");
  }

  /** @param {number} index */
  remove(index) {
    const name = this.shown(index);
    this.seats = this.seats.filter((_, other) => other !== index);
    this.draw();
    this.changed("row");
    say(t("new.seat.removed", { name }));
    const next = this.list.children[Math.min(index, this.count - 1)];
    one("[data-do=remove]", next).focus();
  }

  /** @param {number} index @param {number} by @param {string} action */
  move(index, by, action) {
    const seats = [...this.seats];
    const [seat] = seats.splice(index, 1);
    seats.splice(index + by, 0, seat);
    this.seats = seats;
    this.draw();
    this.changed("row");
    say(t("new.seat.moved", { name: this.shown(index + by), n: index + by + 1 }));
    one(`[data-do=${action}]`, this.list.children[index + by]).focus();
  }

  /** @param {Element} inside */
  indexOf(inside) {
    const row = inside.closest("li");
    return row ? [...this.list.children].indexOf(row) : -1;
  }
}
