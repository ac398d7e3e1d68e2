/**
 * `npm run laws -- --seed N --renders 3000`: random options over twelve kinds of inputs, held to every law of `laws.ts`; `--law TEXT`
 * tries those laws alone whose names contain it. Prints both commands of each violation, whose files are kept.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkLaws } from './check-laws.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    renders: { type: 'string', default: '3000' },
    law: { type: 'string' },
  },
});
const [seed, renders] = [Number(values.seed), Number(values.renders)];
if ([seed, renders].some((number) => !Number.isSafeInteger(number) || number < 1)) {
  process.stderr.write('laws: --seed and --renders are whole numbers from 1 on\n');
  process.exit(2);
}
const say = (line: string) => process.stdout.write(`${line}\n`);
const folder = mkdtempSync(join(tmpdir(), 'tilecast-laws-'));
const { renders: made, counts, violations } = checkLaws(seed, renders, folder, say, { only: values.law });
for (const [name, { tried, refused, violated }] of counts) {
  say(`${String(tried).padStart(5)} tried, ${String(refused).padStart(3)} refused, ${violated} violated: ${name}`);
}
say(`seed ${seed}: ${made} renders, ${violations.length} violations`);
if (violations.length > 0) process.exitCode = 1;
else rmSync(folder, { recursive: true });
process.exit();
