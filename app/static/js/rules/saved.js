/** House rules kept on this device, newest first. A full or forbidden storage keeps them until the page is left. */

import { recall, remember } from "../memory.js";
import { houseOf } from "./house.js";

/** @typedef {import("./house.js").House} House */
/** @typedef {{id: string, house: House}} Kept */

const KEY = "house-rules";
/** More than anybody plays; the oldest leave. */
const KEPT_MAX = 20;

/** @returns {Kept[]} */
function load() {
  const stored = recall(KEY);
  return (Array.isArray(stored) ? stored : []).flatMap((each) => {
    const house = houseOf(each?.house);
    return typeof each?.id === "string" && house ? [{ id: each.id, house }] : [];
  });
}

let kept = load();

/** @param {Kept[]} next */
function store(next) {
  kept = next.slice(0, KEPT_MAX);
  remember(KEY, kept);
}

/** All of them. */
export const savedRules = () => kept;

/** @param {string} id */
export const savedRule = (id) => kept.find((each) => each.id === id);

/** Keeps house rules; those of the same name are replaced. @param {House} house @returns {Kept} */
export function save(house) {
  const same = kept.find((each) => each.house.name === house.name);
  const entry = { id: same?.id ?? `${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`, house };
  store([entry, ...kept.filter((each) => each !== same)]);
  return entry;
}

/** @param {string} id @param {string} name */
export const rename = (id, name) => store(kept.map((each) => (each.id === id ? { id, house: { ...each.house, name } } : each)));

/** @param {string} id */
export const forgetRule = (id) => store(kept.filter((each) => each.id !== id));
