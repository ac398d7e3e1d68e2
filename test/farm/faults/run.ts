/**
 * `npm run faults:farm -- --rounds N --seed S [--results FILE]`: hands out turntables on a real Redis, and lets something go wrong
 * at a random moment of each: processes killed, the server killed or cut off, a full disk, a clock that jumps. Afterwards every
 * frame is there, whole and right, and everything has ended.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../../camera/random.js';
import { Farm, FRAMES, pause } from './farm.js';
import { listFaults } from './kinds.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    results: { type: 'string' },
  },
});
const random = createRandom(Number(values.seed));
const say = (line: string) => process.stdout.write(`${line}\n`);

const problems: string[] = [];
/** Rounds of each fault, and of them those in which it came while frames were missing. */
const counts: Record<string, { rounds: number; struck: number }> = {};

const describe = () => ({ seed: Number(values.seed), counts, problems });

/** After each round, so that a run that is cut short tells of those that were. */
function save(): void {
  if (values.results !== undefined) writeFileSync(values.results, `${JSON.stringify(describe(), undefined, 1)}\n`);
}

const farm = await Farm.start();
try {
  const faults = Object.entries(listFaults(farm, random)).filter(([name]) => name.includes(values.only ?? ''));
  for (let round = 0; round < Number(values.rounds); round++) {
    const [name, fault] = faults[round % faults.length]!;
    const path = farm.makePath(String(round));
    await fault.prepare?.();
    const startMs = performance.now();
    const submitter = farm.submit(path);
    const after = Math.floor(random() * FRAMES);
    await farm.untilFrames(path, after, submitter);
    await pause(random() * 200);
    const isInTime = submitter.process.exitCode === null;
    const last = await fault.strike(submitter, path);
    const problem = await farm.findProblem(last, path);
    const hasStruck = isInTime && fault.hasStruck?.() !== false;
    const { rounds = 0, struck = 0 } = counts[name] ?? {};
    counts[name] = { rounds: rounds + 1, struck: struck + (hasStruck ? 1 : 0) };
    const when = hasStruck ? `after ${after} frames` : 'too late';
    say(`${round} ${name}, ${when}: ${problem ?? 'all is there'} in ${Math.round(performance.now() - startMs)} ms`);
    if (problem) {
      problems.push(`seed ${values.seed}, round ${round}, ${name}, ${when}: ${problem}`);
      last.process.kill('SIGKILL');
    }
    save();
    const cut = readdirSync(dirname(path)).filter((file) => !/^\d+\.png$/.test(file));
    if (cut.length > 0) say(`  leaves ${cut.join(', ')}`);
    // A task that was delivered twice may still be written.
    rmSync(dirname(path), { recursive: true, maxRetries: 10 });
  }
} catch (error) {
  problems.push(`seed ${values.seed}: ${(error as Error).message}`);
} finally {
  const hanging = await farm.stop();
  if (hanging > 0) problems.push(`seed ${values.seed}: ${hanging} workers do not end`);
}
save();
say(JSON.stringify(describe()));
if (problems.length > 0) process.exitCode = 1;
