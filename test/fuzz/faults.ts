/**
 * `npm run faults -- --kind write|device`: lets the first, second, third, … write (or call of the device) fail, for each
 * command, until there is none left that could: never half a file, and always the right exit code and words.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PNG } from 'pngjs';

const ROOT = join(import.meta.dirname, '..', '..');
const MAIN = join(ROOT, 'dist', 'cli', 'main.js');
const PRELOAD = join(import.meta.dirname, 'fail-nth.mjs');
const SAMPLE = join(ROOT, 'volumes', 'marschner-lobb.nrrd');
const MESH = join(ROOT, 'volumes', 'knot.ply');

const { values } = parseArgs({ options: { kind: { type: 'string', default: 'write' }, only: { type: 'string' } } });
const say = (line: string) => process.stdout.write(`${line}\n`);

const COMMANDS: Readonly<Record<string, (folder: string) => readonly string[]>> = {
  render: (folder) => [
    'render',
    SAMPLE,
    '-o',
    join(folder, 'a.png'),
    '--size',
    '16x16',
    '--stats',
    join(folder, 'a.json'),
  ],
  turntable: (folder) => ['render', SAMPLE, '-o', join(folder, 'a.png'), '--size', '16x16', '--turntable', '2'],
  intersect: (folder) => [
    'intersect',
    '--mesh',
    MESH,
    '--rays',
    join(ROOT, 'test', 'fuzz', 'rays.csv'),
    '--mode',
    'barycentric',
    '--out',
    folder,
  ],
  sweep: (folder) => [
    'sweep',
    SAMPLE,
    '--out',
    folder,
    '--size',
    '16x16',
    '--frames',
    '1',
    '--views',
    'a',
    '--shapes',
    '16x16',
  ],
};

/** Ends of a fault: it may not matter, as in the cache; a full disk is the user's, a lost device its own. */
const EXIT_CODES = { write: [0, 2], device: [0, 3] } as const;
const kind = values.kind === 'device' ? 'device' : 'write';

let [cases, failures] = [0, 0];
for (const [name, argsFor] of Object.entries(COMMANDS)) {
  if (values.only !== undefined && values.only !== name) continue;
  for (let at = 1; ; at++) {
    const folder = mkdtempSync(join(tmpdir(), 'tilecast-faults-'));
    const log = `${folder}.log`;
    const { status, signal, stderr } = spawnSync(
      process.execPath,
      ['--import', PRELOAD, MAIN, ...argsFor(folder), '--software'],
      {
        env: { ...process.env, FAIL_KIND: kind, FAIL_AT: String(at), FAIL_LOG: log },
        encoding: 'utf8',
        timeout: 120_000,
      },
    );
    const happened = existsSync(log);
    const problem = findProblem(folder, status, signal, stderr);
    if (problem) {
      failures++;
      say(`${name}, ${kind} ${at}: ${problem}: ${stderr.slice(-600)}`);
    }
    rmSync(folder, { recursive: true });
    rmSync(log, { force: true });
    if (!happened) {
      say(`${name}: ${at - 1} faults of kind ${kind}`);
      break;
    }
    cases++;
  }
}
say(`${cases} faults, ${failures} failures`);
if (failures > 0) process.exitCode = 1;

function findProblem(folder: string, status: number | null, signal: string | null, stderr: string): string | undefined {
  if (!EXIT_CODES[kind].some((code) => code === status)) return `ends with ${status ?? signal}`;
  const lines = stderr.split('\n').filter((line) => line !== '');
  if (lines.some((line) => !/^(?:tilecast|Warning): /.test(line))) return 'says something else';
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const partial = names.find((name) => name.includes('.partial'));
  if (partial) return `leaves ${partial}`;
  const half = names.find(
    (name) => /\.png$/.test(name) && !isWhole(() => PNG.sync.read(readFileSync(join(folder, name)))),
  );
  if (half) return `leaves half of ${half}`;
  const cut = names.find(
    (name) => /\.json$/.test(name) && !isWhole(() => JSON.parse(readFileSync(join(folder, name), 'utf8'))),
  );
  return cut && `leaves half of ${cut}`;
}

function isWhole(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
