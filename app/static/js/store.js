/**
 * What the server has said about one table, without a screen: snapshots and events in, the newest truth and batches out.
 *
 * A *batch* is what happened since the last complete view: the events in order and the view after them.
 */

/** @typedef {import("./shapes.js").View} View */
/** @typedef {import("./shapes.js").GameEvent} GameEvent */
/** @typedef {import("./shapes.js").Chair} Chair */
/** @typedef {import("./shapes.js").Truth} Truth */
/** @typedef {import("./shapes.js").Batch} Batch */

/** @param {string} table @returns {Truth} */
export const blank = (table) => ({
  ready: false,
  table,
  seq: 0,
  epoch: "",
  name: "",
  kind: "one_phone",
  status: "open",
  invite: null,
  game: 0,
  rules: {},
  chairs: [],
  you: { seats: [], host: false },
  view: null,
  secret: null,
  commitment: null,
  stake: 0,
  size: 8,
  listed: false,
  room: null,
  drawn: null,
  opening: null,
  settled: null,
  gaveUp: null,
  closed: null,
  presence: { seats: [], offline_for: {}, watchers: 0, at: 0 },
});

/** @param {any} told @param {number} now @returns {Truth["presence"]} */
function readPresence(told, now) {
  // A snapshot may carry the bare list of seats.
  const spoken = Array.isArray(told) ? { seats: told } : (told ?? {});
  return { seats: spoken.seats ?? [], offline_for: spoken.offline_for ?? {}, watchers: spoken.watchers ?? 0, at: now };
}

/** The last happening of a kind in what a snapshot tells of the past. @param {any} frame @param {string} type @returns {GameEvent | null} */
const lastOf = ({ recent = [] }, type) => recent.findLast((/** @type {GameEvent} */ event) => event.type === type) ?? null;

/** What a snapshot says about coins. @param {any} frame @returns {Partial<Truth>} */
function readCoins(frame) {
  const { stake = 0, size = 8, listed = false, room = null, game } = frame;
  const drawn = lastOf(frame, "table_rolled");
  return { stake, size, listed, room, drawn: drawn?.game === game ? drawn : null, settled: lastOf(frame, "game_over"), closed: lastOf(frame, "table_closed")?.reason ?? null };
}

/** @param {any} frame @param {number} now @returns {Truth} */
export function fromSnapshot(frame, now) {
  const { table, seq, epoch, name, kind, status, invite, game, rules, seats, you, view } = frame;
  const presence = readPresence(frame.presence, now);
  const told = { ready: true, table, seq, epoch, name, kind, status, invite, game, rules, chairs: seats, you, view };
  return { ...blank(table), ...told, secret: frame.secret ?? null, commitment: frame.commitment ?? null, opening: frame.opening ?? null, presence, ...readCoins(frame) };
}

/** Seats as an event lists them. @param {any[]} seats @returns {Chair[]} */
const chairsOf = (seats) => seats.map(({ seat, name, bot, gone, look }) => ({ seat, name, bot: bot ?? null, gone: gone ?? false, ...(look && { look }) }));

/** Somebody has taken other dice, or another move. @param {Truth} truth @param {{seat: number, look: import("./shapes.js").Look}} told */
const redressed = ({ chairs }, { seat, look }) => chairs.map((chair) => (chair.seat === seat ? { ...chair, look } : chair));

/** Seats behind one that was given up move up. @param {Truth} truth @param {number} given */
const movedUp = ({ you }, given) => ({ ...you, seats: you.seats.filter((seat) => seat !== given).map((seat) => (seat > given ? seat - 1 : seat)) });

/** @param {Chair[]} chairs @param {Chair} chair */
const seated = (chairs, chair) => [...chairs.filter((each) => each.seat !== chair.seat), chair].sort((a, b) => a.seat - b.seat);

/** @type {Record<string, (truth: Truth, event: GameEvent) => Partial<Truth>>} */
const CHANGES = {
  seat_taken: (truth, event) => ({ chairs: seated(truth.chairs, chairsOf([event])[0]) }),
  seat_left: (truth, { seat, seats }) =>
    seats ? { chairs: chairsOf(seats), you: movedUp(truth, seat) } : { chairs: truth.chairs.filter((chair) => chair.seat !== seat) },
  roll_opened: (_truth, event) => ({ opening: /** @type {any} */ (event) }),
  roll_sealed: ({ opening }, { reveals, absent }) => ({ opening: opening && { ...opening, sealed: true, reveals, absent } }),
  rolled: () => ({ opening: null }),
  roll_withheld: () => ({ opening: null }),
  game_opened: (_truth, { game, commitment, seats }) => ({ status: "open", game, commitment, chairs: chairsOf(seats), view: null, secret: null, drawn: null, gaveUp: null }),
  table_rolled: (_truth, event) => ({ drawn: event }),
  game_started: (truth, { game, rules, seats, commitment }) => ({
    status: "playing",
    opening: null,
    game,
    secret: null,
    commitment: commitment ?? truth.commitment,
    rules: typeof rules === "object" ? rules : truth.rules,
    chairs: chairsOf(seats),
  }),
  left: (truth, { seat }) => ({
    chairs: truth.chairs.map((chair) => (chair.seat === seat ? { ...chair, gone: true } : chair)),
    gaveUp: truth.you.seats.includes(seat) ? seat : truth.gaveUp,
  }),
  game_over: (_truth, event) => ({ status: "over", opening: null, secret: event.secret ?? null, settled: event }),
  table_closed: (_truth, { reason }) => ({ status: "over", closed: reason }),
};

/**
 * The truth after one event.
 * @param {Truth} truth
 * @param {GameEvent} event
 * @returns {Truth}
 */
export function withEvent(truth, event) {
  const next = { ...truth, ...CHANGES[event.type]?.(truth, event), seq: event.seq };
  return { ...next, view: event.view ?? next.view, room: event.room ?? next.room };
}

/** Whether nothing more of the same command follows. @param {Truth} truth  after the event @param {GameEvent} event */
const isLast = (truth, event) => Boolean(event.view || event.room) || (truth.kind !== "coins" && truth.view === null);

/** @typedef {"taken" | "known" | "gap"} Took  gap: events are missing, ask for a snapshot */

/** The truth about one table and who listens to it. */
export class Store {
  #now;
  #truth;
  /** @type {GameEvent[]} events whose view has not come yet */
  #open = [];
  #resuming = false;
  /** @type {Record<"batch" | "passing" | "truth", ((what: any) => void)[]>} */
  #ears = { batch: [], passing: [], truth: [] };

  /**
   * @param {string} table
   * @param {() => number} now  milliseconds of the local clock
   */
  constructor(table, now) {
    this.#now = now;
    this.#truth = blank(table);
  }

  /** @returns {Truth} */
  get truth() {
    return this.#truth;
  }

  /** What the next `hello` or `watch` says about this table. */
  have() {
    const { ready, table, seq, epoch } = this.#truth;
    return ready ? { table, have_seq: seq, epoch } : { table };
  }

  /**
   * Listens; the answer ends it. `batch`: the game went on. `truth`: presence or standing changed. `passing`: the rest.
   * @param {"batch" | "passing" | "truth"} kind
   * @param {(what: any) => void} ear
   * @returns {() => void}
   */
  on(kind, ear) {
    this.#ears[kind].push(ear);
    return () => {
      this.#ears[kind] = this.#ears[kind].filter((each) => each !== ear);
    };
  }

  /** The connection was cut: what comes next happened meanwhile. */
  cut() {
    this.#resuming = this.#truth.ready;
    if (this.#open.length === 0) return;
    // The rest of a half-heard command comes again from its first event on.
    this.#truth = { ...this.#truth, seq: this.#open[0].seq - 1 };
    this.#open = [];
  }

  /**
   * Takes one frame about this table.
   * @param {any} frame
   * @returns {Took}
   */
  receive(frame) {
    if (frame.type === "snapshot") this.#takeSnapshot(frame);
    else if (frame.type === "current") {
      this.#resuming = false;
      const { you = this.#truth.you, epoch = this.#truth.epoch, invite = this.#truth.invite } = frame;
      this.#note({ you, epoch, invite });
    } else if (frame.type === "presence") this.#note({ presence: readPresence(frame, this.#now()) });
    else if (frame.type === "look") this.#note({ chairs: redressed(this.#truth, frame) });
    else if (typeof frame.seq === "number") return this.#takeEvent(frame);
    else this.#tell("passing", frame);
    return "taken";
  }

  /** @param {Partial<Truth>} change */
  #note(change) {
    this.#truth = { ...this.#truth, ...change };
    this.#tell("truth", this.#truth);
  }

  /** @param {any} frame */
  #takeSnapshot(frame) {
    const { ready, epoch, seq } = this.#truth;
    const seen = ready && epoch === frame.epoch ? seq : Infinity;
    this.#open = [];
    this.#truth = fromSnapshot(frame, this.#now());
    this.#publish(true, (frame.recent ?? []).filter((/** @type {GameEvent} */ event) => event.seq > seen));
  }

  /** @param {GameEvent} event @returns {Took} */
  #takeEvent(event) {
    if (event.seq <= this.#truth.seq) return "known";
    if (!this.#truth.ready || event.seq > this.#truth.seq + 1) return "gap";
    this.#truth = withEvent(this.#truth, event);
    this.#open.push(event);
    // Events of one command arrive together and only the last one knows how it ended.
    if (isLast(this.#truth, event)) this.#publish(false, this.#open.splice(0));
    return "taken";
  }

  /** @param {boolean} jump @param {GameEvent[]} events */
  #publish(jump, events) {
    const batch = { events, view: this.#truth.view, jump, resumed: this.#resuming, truth: this.#truth };
    this.#resuming = false;
    this.#tell("batch", batch);
  }

  /** @param {"batch" | "passing" | "truth"} kind @param {any} what */
  #tell(kind, what) {
    this.#ears[kind].forEach((ear) => ear(what));
  }
}
