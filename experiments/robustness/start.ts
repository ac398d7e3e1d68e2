/**
 * The processor's time of a small `render`, of several builds in turn, so that what else the machine does meets all alike.
 * `npx tsx experiments/robustness/start.ts NAME=FOLDER… [--rounds N] [--out FILE]`, each folder a worktree that is built.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '31' }, out: { type: 'string' } },
});
const builds = positionals.map((text) => {
  const [name = '', folder = ''] = text.split('=');
  return { name, main: join(folder, 'dist', 'cli', 'main.js'), timesMs: [] as number[] };
});
const folder = mkdtempSync(join(tmpdir(), 'tilecast-start-'));
const volume = join(folder, 'small.nrrd');
const header = 'NRRD0004\ntype: uint8\ndimension: 3\nsizes: 8 8 8\nencoding: raw\n\n';
writeFileSync(
  volume,
  Buffer.concat([Buffer.from(header), Uint8Array.from({ length: 512 }, (_, at) => (at * 37) % 251)]),
);

/** Milliseconds of all processors that the children of a shell took, by its own `times`. */
function timeOf(main: string): number {
  const command = '"$0" "$@" >/dev/null; code=$?; times; exit $code';
  const args = ['-c', command, process.execPath, main, 'render', volume, '-o', join(folder, 'a.png')];
  const ended = spawnSync('bash', [...args, '--size', '16x16', '--adapter', 'swiftshader'], { encoding: 'utf8' });
  if (ended.status !== 0) throw new Error(`${main} ends with ${ended.status}: ${ended.stderr}`);
  const [user, system] = [
    ...ended.stdout
      .trim()
      .split('\n')[1]!
      .matchAll(/(\d+)m([\d.]+)s/g),
  ].map(([, minutes, seconds]) => 60_000 * Number(minutes) + 1000 * Number(seconds));
  return user! + system!;
}

const loadBefore = loadavg()[0];
// The first run of each unpacks the adapter and compiles scripts.
for (const { main } of builds) timeOf(main);
for (let round = 0; round < Number(values.rounds); round++) {
  const inTurn = round % 2 === 0 ? builds : builds.toReversed();
  for (const build of inTurn) build.timesMs.push(timeOf(build.main));
}
rmSync(folder, { recursive: true });

const rows = builds.map(({ name, timesMs }) => {
  const sorted = timesMs.toSorted((a, b) => a - b);
  const quantile = (part: number) => sorted[Math.round(part * (sorted.length - 1))]!;
  return { name, medianMs: quantile(0.5), quartilesMs: [quantile(0.25), quantile(0.75)], leastMs: sorted[0]!, timesMs };
});
const result = { rounds: Number(values.rounds), loadBefore, loadAfter: loadavg()[0], rows };
for (const { timesMs: _, ...row } of rows) process.stdout.write(`${JSON.stringify(row)}\n`);
if (values.out) writeFileSync(values.out, `${JSON.stringify(result, null, 1)}\n`);
