/**
 * `node lines.mjs ENGINE… < QUESTIONS`: one batch of questions a line, asked of the engine in each folder until it differs.
 * Tells for each how many were checked and where it differs.
 */

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

import { checker } from "./checked.mjs";

const engines = await Promise.all(process.argv.slice(2).map(async (folder) => ({ check: await checker(`${pathToFileURL(folder).href}/`), checked: 0, differences: [] })));
for await (const line of createInterface({ input: process.stdin })) {
  const batch = JSON.parse(line);
  for (const engine of engines.filter(({ differences }) => !differences.length)) {
    const found = engine.check(batch);
    engine.checked += found.checked;
    engine.differences.push(...found.differences);
  }
}
for (const { checked, differences } of engines) console.log(JSON.stringify({ checked, differences }));
