/** What a screen asks about a game that this device holds, answered here in the words of docs/protocol.md. */

import { Refused } from "../http.js";
import { t } from "../text.js";
import { discardGame, isNewer, isOutrun, pastId, readGame } from "./games.js";
import { replay, transcript } from "./papers.js";
import { snapshot } from "./record.js";

/** @typedef {import("./record.js").GameRecord} GameRecord */

const ADDRESS = /^\/api\/tables\/([^/?]+)(?:\/([a-z]+))?(?:\/(\d+))?(?:\?.*)?$/;

/** There is nothing here. @param {string} [key] */
const nothing = (key = "practice.gone") => new Refused("not_found", t(key), { status: 404 });

/** A later release has it. */
const newer = () => new Refused("newer", t("practice.newer"), { status: 409 });

/** @param {string} id */
async function kept(id) {
  const record = await readGame(id).catch((why) => {
    throw isOutrun(why) ? newer() : new Refused("unreachable", t("error.unexpected"));
  });
  if (record && isNewer(record)) throw newer();
  return record;
}

/** @type {Record<string, (record: GameRecord) => any>} */
const OF_A_GAME = {
  transcript,
  replay,
  luck: () => {
    throw nothing("practice.no_luck");
  },
};

/**
 * @param {string} url
 * @param {Record<string, any> | null} body  null: it is only read
 * @param {import("./host.js").Host | null} [host]  where the game is being played
 * @returns {Promise<any>}
 */
export async function answer(url, body, host = null) {
  const [, id = "", what = "", game = ""] = ADDRESS.exec(url) ?? [];
  if (what === "discard" && body) return discardGame(id);
  const record = host?.record.id === id ? host.record : await kept(id);
  if (!record) throw nothing();
  if (what === "look" && body) return dressed(body, host);
  if (what === "card") return record.card;
  if (what === "events") return { events: record.log.filter(({ seq }) => seq > Number(new URLSearchParams(url.split("?")[1]).get("since"))), seq: record.seq };
  if (what === "throws") return null;
  if (!what) return snapshot(record);
  const wanted = Number(game) === record.game ? record : await kept(pastId(id, Number(game)));
  if (!wanted || !OF_A_GAME[what]) throw nothing();
  // A past game is kept under a name of its own.
  return OF_A_GAME[what]({ ...wanted, id });
}

/** @param {Record<string, any>} body @param {import("./host.js").Host | null} host */
async function dressed({ seat, set, move, stage }, host) {
  if (!(await host?.dress(seat, { set, move, stage }))) throw new Refused("stale", t("practice.no.stale"));
  return { ok: true };
}
