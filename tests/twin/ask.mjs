/** `node ask.mjs < CALLS`: one `[module, function, …arguments]` of app/static/js/engine a line; tells what each gives, or what it throws. */

import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const [module, name, ...given] = JSON.parse(line);
  const engine = await import(`../../app/static/js/engine/${module}.js`);
  try {
    console.log(JSON.stringify({ gives: await engine[name](...given) }));
  } catch (error) {
    console.log(JSON.stringify({ throws: `${error.name}: ${error.message}` }));
  }
}
