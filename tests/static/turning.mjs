// Reads `{"n","faces","quarters","mirrored"}` a line and writes the record of that throw of the bank, turned by the page's own module, in base64.
import { readFileSync } from 'node:fs';

import { turned } from '../../app/static/js/dice/turned.js';
import { readBank } from '../../app/static/js/practice/bank.js';

const bank = await readBank(new Uint8Array(readFileSync(new URL('../../app/static/throws/bank.bin', import.meta.url))).buffer);
for (const line of readFileSync(0, 'utf8').trim().split('\n')) {
  const { n, ...how } = JSON.parse(line);
  console.log(Buffer.from(turned(bank.record(n), how)).toString('base64'));
}
