/** The printed rule sets and the fields of the editor, as the engine itself tells them. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { useText } from "../../app/static/js/text.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const TELL = "import json; from app.api.tables import house; print(json.dumps({'fields': house.fields_told(), 'presets': house.presets_told()}))";

export const KNOWN = JSON.parse(execFileSync(`${ROOT}.venv/bin/python`, ["-c", TELL], { cwd: ROOT, encoding: "utf8" }));

/** @param {string} key */
export const preset = (key) => KNOWN.presets.find((each) => each.key === key);

/** @param {string} name */
export const field = (name) => KNOWN.fields.find((each) => each.field === name);

/** Puts the English catalogues of these screens into use. */
export function useEnglish(...names) {
  const read = (name) => JSON.parse(readFileSync(`${ROOT}app/static/text/en/${name}.json`, "utf8"));
  useText(Object.assign({}, ...names.map(read)));
}

/**
 * What the service's own check says of house rules: fields at fault.
 * @param {{preset: string, changes: object}[]} houses
 * @returns {{field: string, message: string}[][]}
 */
export function checked(houses) {
  const ask = "import json, sys; from app.engine.house import check\nfor h in json.load(sys.stdin): print(json.dumps([{'field': f, 'message': m} for f, m in check(h['preset'], h['changes']).faults]))";
  const told = execFileSync(`${ROOT}.venv/bin/python`, ["-c", ask], { cwd: ROOT, encoding: "utf8", input: JSON.stringify(houses), maxBuffer: 1 << 26 });
  return told.trim().split("\n").map((line) => JSON.parse(line));
}
