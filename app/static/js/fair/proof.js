/**
 * Checking rolls: which one does not hold, and at which step. No page, no network, no clock; the twin of
 * app/engine/proof.py, held to it by tests/vectors. docs/fairness.md specifies what is checked.
 *
 * The steps of a roll, in this order: `shape` (only where it fails), `order` (only of a whole game), `sealed` (the server's
 * share is what it had sealed before), `promises` (what devices gave is what they had promised), `faces` (the dice follow
 * from all of these), `secret` (the share comes from the game's one secret). The record as a whole has `shape`, `secret`
 * and `digest`.
 */

import { hex } from "../device.js";
import { commitmentOf, facesOf, rollKey, rollSeed, SERVER, tableRoll, unhex } from "./scheme.js";
import { DRAWN, digestOf, oddField, oddWhole, ROLL, TABLE_ROLL } from "./transcript.js";

/** @typedef {import("./scheme.js").Tools} Tools */
/** @typedef {import("./transcript.js").Roll} Roll */
/** @typedef {import("./transcript.js").TableRoll} TableRoll */
/** @typedef {import("./transcript.js").Transcript} Transcript */
/** @typedef {Omit<Roll, "seat" | "for_nothing" | "angle" | "power" | "at">} Drawn  what the faces of a roll depend on */

/**
 * @typedef {object} Step
 * @property {"shape" | "order" | "sealed" | "promises" | "faces" | "secret"} step
 * @property {"ok" | "fails" | "waiting"} state  waiting: cannot be said before the game's secret is told
 * @property {string} [code]  why it fails; `withheld` where there are no dice to compare
 * @property {string} [subject]  the field or the seat that is meant
 * @property {number[]} [found]  the faces as they come out, where those told are others
 */

/** @typedef {{n: number, ok: boolean, failed: Step["step"] | null, said: string, steps: Step[]}} Checked  `said`: the code of what fails, "" if nothing does */

/** @typedef {{roll: number | null, step: Step["step"] | "digest", code: string, subject: string, found: number[]}} Finding  `roll`: 0 the table roll, null the whole */

/** @typedef {{id: string, ok: boolean, state: "ok" | "waiting" | "fails", findings: Finding[], tableRoll: Checked | null, rolls: Checked[]}} Report */

/** @param {Step["step"]} step @param {string} [code] @param {Partial<Step>} [more] @returns {Step} */
const fails = (step, code = "", more = {}) => ({ step, state: "fails", code, ...more });

/** @param {Step["step"]} step @returns {Step} */
const holds = (step) => ({ step, state: "ok" });

/** @param {number} n @param {Step[]} steps @returns {Checked} */
function checked(n, steps) {
  const wrong = steps.find(({ state }) => state === "fails");
  return { n, ok: !wrong, failed: wrong?.step ?? null, said: wrong?.code ?? "", steps };
}

/**
 * Checks one roll by what a device knows of it. Fields that the faces do not depend on are not looked at.
 * @param {Tools} tools
 * @param {string} id  TABLE/GAME
 * @param {Drawn} roll
 * @param {string | null} [secret]  of the game, once it is told
 * @returns {Promise<Checked>}
 */
export async function checkRoll(tools, id, roll, secret = null) {
  const odd = oddField(roll, DRAWN, false);
  if (odd !== null) return checked(Number.isSafeInteger(roll?.n) ? roll.n : 0, [fails("shape", "shape", { subject: odd })]);
  return checked(roll.n, await Promise.all([sealed(tools, id, roll), promises(tools, id, roll), faces(tools, id, roll), fromSecret(tools, id, roll, secret)]));
}

/**
 * Checks roll 0, which says who starts.
 * @param {Tools} tools @param {string} id @param {TableRoll} roll @param {number} seats  of the game
 * @param {string | null} [secret]
 * @returns {Promise<Checked>}
 */
export async function checkTableRoll(tools, id, roll, seats, secret = null) {
  const odd = oddField(roll, TABLE_ROLL) ?? (roll.ndice === seats ? null : "ndice");
  if (odd !== null) return checked(0, [fails("shape", "shape", { subject: odd })]);
  return checked(0, await Promise.all([sealed(tools, id, roll), opened(tools, id, roll), whoStarts(tools, id, roll), fromSecret(tools, id, roll, secret)]));
}

/**
 * Checks a record that transcript.js has read.
 * @param {Tools} tools
 * @param {Transcript} transcript
 * @param {{onRoll?: (checked: Checked, done: number) => Promise<void> | void}} [how]  `onRoll`: told after each roll, and waited for
 * @returns {Promise<Report>}
 */
export async function checkTranscript(tools, transcript, { onRoll } = {}) {
  const odd = oddWhole(transcript);
  if (odd !== null) return { id: "", ok: false, state: "fails", findings: [finding(null, "shape", "shape", odd)], tableRoll: null, rolls: [] };
  const { id, secret, seats } = transcript;
  /** @type {Finding[]} */
  const findings = [];
  if (secret !== null && (await commitmentOf(tools, "S", id, SERVER, 0, unhex(secret))) !== transcript.commitment) findings.push(finding(null, "secret", "commitment_differs"));
  const first = transcript.table_roll === null ? null : await checkTableRoll(tools, id, transcript.table_roll, seats.length, secret);
  if (first) findings.push(...findingsOf(first));
  /** @type {Checked[]} */
  const rolls = [];
  for (const roll of transcript.rolls) {
    const due = (rolls.at(-1)?.n ?? 0) + 1;
    const result = await checkInGame(tools, transcript, roll, due);
    rolls.push(result);
    findings.push(...findingsOf(result));
    await onRoll?.(result, rolls.length);
  }
  if ((await digestOf(tools, transcript)) !== transcript.digest) findings.push(finding(null, "digest", "digest_differs"));
  return { id, ok: !findings.length, state: findings.length ? "fails" : secret === null ? "waiting" : "ok", findings, tableRoll: first, rolls };
}

/**
 * A roll as one of a whole game: all of its fields, and its number.
 * @param {Tools} tools @param {Transcript} transcript @param {Roll} roll @param {number} due  the number that it must have
 */
async function checkInGame(tools, transcript, roll, due) {
  const odd = oddField(roll, ROLL) ?? (roll.roller === roll.seat && roll.seat < transcript.seats.length ? null : "roller");
  if (odd !== null) return checked(due, [fails("shape", "shape", { subject: odd })]);
  const { n, steps } = await checkRoll(tools, transcript.id, roll, transcript.secret);
  return checked(n, [n === due ? holds("order") : fails("order", "missing", { subject: String(due) }), ...steps]);
}

/** @param {number | null} roll @param {Finding["step"]} step @param {string} code @param {string} [subject] @param {number[]} [found] @returns {Finding} */
const finding = (roll, step, code, subject = "", found = []) => ({ roll, step, code, subject, found });

/** @param {Checked} result @returns {Finding[]} */
function findingsOf({ n, failed, steps }) {
  const wrong = steps.find(({ step, state }) => step === failed && state === "fails");
  if (!wrong) return [];
  // A number that is left out is what is told, not the roll that stands where it should.
  return [finding(wrong.step === "order" ? Number(wrong.subject) : n, wrong.step, wrong.code ?? "", wrong.subject, wrong.found)];
}

/** The server's share is the one that it had sealed before the roll. @param {Tools} tools @param {string} id @param {Drawn | TableRoll} roll */
async function sealed(tools, id, { n, key, commitment }) {
  return (await commitmentOf(tools, "k", id, SERVER, n, unhex(key))) === commitment ? holds("sealed") : fails("sealed", "key_differs");
}

/** What devices gave is what they had promised, and nobody is missing without being named. @param {Tools} tools @param {string} id @param {Drawn} roll */
async function promises(tools, id, roll) {
  const { roller, by, level, absent } = roll;
  const gave = roll.contributions.map(({ seat }) => seat);
  const subject = String(roller);
  if (level === 1) {
    // Nothing was promised: the share of the roller came with the wish to roll. An autopilot rolls without the roller,
    // with the share of whoever asked for it, if anybody did.
    if (roll.promises.length || absent.length || by === "withheld") return fails("promises", "level");
    const alone = gave.length === 1 && gave[0] === roller;
    return by === "autopilot" || alone ? holds("promises") : fails("promises", "roller_missing", { subject });
  }
  const first = await opened(tools, id, roll);
  if (first.state === "fails") return first;
  /** @type {Record<string, boolean>} */
  const wrong = { player: !gave.includes(roller), withheld: gave.includes(roller), autopilot: roll.promises.some(({ seat }) => seat === roller) };
  return wrong[by] ? fails("promises", `by_${by}`, { subject }) : holds("promises");
}

/** Every share was promised; absent is who promised and gave nothing. @param {Tools} tools @param {string} id @param {Drawn | TableRoll} roll */
async function opened(tools, id, roll) {
  const promised = new Map(roll.promises.map(({ seat, commitment }) => [seat, commitment]));
  const made = await Promise.all(roll.contributions.map(({ seat, r }) => commitmentOf(tools, "r", id, seat, roll.n, unhex(r))));
  for (const [i, { seat }] of roll.contributions.entries()) {
    if (!promised.has(seat)) return fails("promises", "unpromised", { subject: String(seat) });
    if (promised.get(seat) !== made[i]) return fails("promises", "promise_differs", { subject: String(seat) });
  }
  const missing = [...promised.keys()].filter((seat) => !roll.contributions.some((each) => each.seat === seat));
  return String(missing) === String(roll.absent) ? holds("promises") : fails("promises", "absent_differs");
}

/** @param {Tools} tools @param {string} id @param {Drawn | TableRoll} roll */
const seedOf = (tools, id, roll) => rollSeed(tools, unhex(roll.key), id, roll.n, roll.roller, roll.ndice, roll.contributions);

/** The dice follow from the server's share and everybody else's. A roll that was withheld has none. @param {Tools} tools @param {string} id @param {Drawn} roll @returns {Promise<Step>} */
async function faces(tools, id, roll) {
  if (roll.by === "withheld") return roll.faces.length ? fails("faces", "withheld_faces") : { step: "faces", state: "ok", code: "withheld" };
  const found = await facesOf(tools, await seedOf(tools, id, roll), roll.ndice);
  return String(found) === String(roll.faces) ? holds("faces") : fails("faces", "faces_differ", { found });
}

/** The rounds of the table roll, and the seat that had the highest die in the last. @param {Tools} tools @param {string} id @param {TableRoll} roll */
async function whoStarts(tools, id, roll) {
  const rounds = await tableRoll(tools, await seedOf(tools, id, roll), roll.ndice);
  const told = roll.rounds.map((round) => round.map(({ seat, face }) => [seat, face]));
  if (JSON.stringify(told) !== JSON.stringify(rounds)) return fails("faces", "faces_differ", { found: rounds.flat().map(([, face]) => face) });
  const last = rounds[rounds.length - 1];
  const highest = Math.max(...last.map(([, face]) => face));
  const first = last.find(([, face]) => face === highest)?.[0];
  return first === roll.first ? holds("faces") : fails("faces", "first_differs", { subject: String(roll.first) });
}

/** The server's share comes from the one secret that it had sealed before the game. @param {Tools} tools @param {string} id @param {Drawn | TableRoll} roll @param {string | null} secret @returns {Promise<Step>} */
async function fromSecret(tools, id, roll, secret) {
  if (secret === null) return { step: "secret", state: "waiting" };
  return hex(await rollKey(tools, unhex(secret), id, roll.n)) === roll.key ? holds("secret") : fails("secret", "secret_differs");
}
