/**
 * `npm run faults -- --kind write|device`: lets the first, second, third, … write (or call of the device) fail, for each
 * command, until there is none left that could: never half a file, and always the right exit code and words. `--only NAMES` walks
 * through some commands, by commas.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { COMMANDS, findHalf, listSizes, MAIN, prepareCommand, type WritingCommand } from './commands.js';

const PRELOAD = join(import.meta.dirname, 'fail-nth.mjs');

const { values } = parseArgs({ options: { kind: { type: 'string', default: 'write' }, only: { type: 'string' } } });
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Ends of a fault: it may not matter, as in the cache; a full disk is the user's, a lost device its own. */
const EXIT_CODES = { write: [0, 2], device: [0, 3] } as const;
const kind = values.kind === 'device' ? 'device' : 'write';

let [cases, failures] = [0, 0];
for (const [name, command] of Object.entries(COMMANDS)) {
  if (values.only !== undefined && !values.only.split(',').includes(name)) continue;
  const { sizes } = runFailing(command, Infinity);
  for (let at = 1; ; at++) {
    const { happened, ...ended } = runFailing(command, at, sizes);
    if (ended.problem) {
      failures++;
      say(`${name}, ${kind} ${at}: ${ended.problem}: ${ended.stderr.slice(-600)}`);
    }
    if (!happened) {
      say(`${name}: ${at - 1} faults of kind ${kind}`);
      break;
    }
    cases++;
  }
}
say(`${cases} faults, ${failures} failures`);
if (failures > 0) process.exitCode = 1;

/** Runs a command whose n-th call fails. @param whole sizes of files where none did. */
function runFailing(command: WritingCommand, at: number, whole?: ReadonlyMap<string, number>) {
  const folder = mkdtempSync(join(tmpdir(), 'tilecast-faults-'));
  const log = `${folder}.log`;
  const args = ['--import', PRELOAD, MAIN, ...prepareCommand(command, folder)];
  const env = { ...process.env, FAIL_KIND: kind, FAIL_AT: String(at), FAIL_LOG: log };
  const { status, signal, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8', timeout: 120_000 });
  const happened = existsSync(log);
  const sizes = listSizes(folder);
  const problem = findProblem(folder, status ?? signal, stderr, command, whole ?? sizes);
  rmSync(folder, { recursive: true });
  rmSync(log, { force: true });
  return { happened, problem, stderr, sizes };
}

function findProblem(
  folder: string,
  end: number | string | null,
  stderr: string,
  { keeps }: WritingCommand,
  whole: ReadonlyMap<string, number>,
): string | undefined {
  if (!EXIT_CODES[kind].some((code) => code === end)) return `ends with ${end}`;
  const lines = stderr.split('\n').filter((line) => line !== '');
  if (lines.some((line) => !/^(?:tilecast|Warning): /.test(line))) return 'says something else';
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const partial = names.find((name) => name.includes('.partial') && !keeps?.test(name));
  if (partial) return `leaves ${partial}`;
  const half = findHalf(folder, whole);
  return half && `leaves half of ${half}`;
}
