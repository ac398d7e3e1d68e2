/** Times commands of the working tree and of another commit by turns, and says which have become slower or faster. */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { buildCommit, buildWorkingTree, findCommit } from './build-versions.js';
import { type Case, writeCases } from './cases.js';
import { type Comparison, compareRounds, findChanges, ROUNDS_MAX, type Round, roundsNeeded } from './compare-rounds.js';

/** Chance that a run names a change where there is none. */
const LEVEL = 0.05;
const ADAPTERS = ['auto', 'gpu', 'lavapipe', 'swiftshader'];
const MEASURES = ['cpuMs', 'wallMs'] as const;

const { values } = parseArgs({
  options: {
    against: { type: 'string', default: 'HEAD' },
    adapter: { type: 'string', default: 'auto' },
    rounds: { type: 'string', default: '14' },
    cases: { type: 'string', default: '' },
    output: { type: 'string' },
  },
});

type Cost = Readonly<Record<(typeof MEASURES)[number], number>>;

/** A case's costs of all rounds, or why it could not be measured. */
interface Measured {
  readonly name: string;
  readonly rounds: (readonly [before: Cost, after: Cost])[];
  problem?: string;
}

/** Rows are what `--output` writes. */
interface Row {
  readonly name: string;
  readonly problem?: string;
  readonly cpuMs?: Comparison & { readonly changed: boolean };
  readonly wallMs?: Comparison & { readonly changed: boolean };
}

/** Loaded before the command, it writes what all threads of the process have used to descriptor 3, as the last thing. */
const REPORT_USAGE = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    writeSync(3, String((user + system) / 1000));
  });`)}`;

async function main(): Promise<number> {
  const rounds = Number(values.rounds);
  if (!ADAPTERS.includes(values.adapter)) return refuse(`--adapter ${values.adapter}: one of ${ADAPTERS.join(', ')}`);
  if (!(Number.isInteger(rounds) && rounds >= 1 && rounds <= ROUNDS_MAX)) {
    return refuse(`--rounds ${values.rounds}: a number from 1 to ${ROUNDS_MAX}`);
  }
  const folder = mkdtempSync(join(tmpdir(), 'tilecast-bench-'));
  const clean = () => rmSync(folder, { recursive: true, force: true });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      clean();
      process.kill(process.pid, signal);
    });
  }
  try {
    mkdirSync(join(folder, 'inputs'));
    const all = writeCases(join(import.meta.dirname, '..', '..', 'volumes'), join(folder, 'inputs'));
    const names = values.cases ? values.cases.split(',') : all.map(({ name }) => name);
    const unknown = names.filter((name) => !all.some((each) => each.name === name));
    if (unknown.length > 0) {
      return refuse(`--cases ${unknown.join(',')}: of ${all.map(({ name }) => name).join(', ')}`);
    }
    const cases = all.filter(({ name }) => names.includes(name));
    const needed = roundsNeeded(MEASURES.length * cases.length, LEVEL);
    if (rounds < needed) return refuse(`--rounds ${rounds}: ${cases.length} cases need ${needed} to show a change`);
    const commit = findCommit(values.against);
    console.log(`building ${commit.slice(0, 12)} and the working tree`);
    const entries = [
      await buildCommit(commit, join(folder, 'before')),
      await buildWorkingTree(join(folder, 'after')),
    ] as const;
    const measured = await measure(cases, entries, rounds, folder);
    const rows = judge(measured);
    for (const row of rows) console.log(describe(row));
    if (values.output) writeFileSync(values.output, `${JSON.stringify(summarize(commit, rows), roundNumbers, 2)}\n`);
    return rows.some(isSlower) ? 1 : 0;
  } catch (error) {
    return refuse((error as Error).message);
  } finally {
    clean();
  }
}

function refuse(message: string): number {
  console.error(message);
  return 2;
}

/** Each round runs both versions of each case, in random order; one before them warms caches, and finds cases that fail. */
async function measure(
  cases: readonly Case[],
  entries: readonly [before: string, after: string],
  rounds: number,
  folder: string,
): Promise<Measured[]> {
  const measured: Measured[] = cases.map(({ name }) => ({ name, rounds: [] }));
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { args, draws }] of cases.entries()) {
      const { problem, rounds: done } = measured[index]!;
      if (problem !== undefined) continue;
      const costs: Cost[] = [];
      try {
        for (const version of randomInt(2) === 0 ? [0, 1] : [1, 0]) {
          costs[version] = await run(entries[version]!, draws ? [...args, '--adapter', values.adapter] : args, folder);
        }
        if (round > 0) done.push([costs[0]!, costs[1]!]);
      } catch (error) {
        measured[index]!.problem = `${costs[0] ? 'the working tree' : 'a version'} fails: ${(error as Error).message}`;
      }
    }
    if (process.stderr.isTTY) process.stderr.write(`\rround ${round} of ${rounds} `);
  }
  if (process.stderr.isTTY) process.stderr.write('\r');
  return measured;
}

/** @throws an Error with what the command says, where it fails. */
async function run(entry: string, args: readonly string[], folder: string): Promise<Cost> {
  const cwd = join(folder, 'outputs');
  rmSync(cwd, { recursive: true, force: true });
  mkdirSync(cwd);
  const startMs = performance.now();
  const child = spawn(process.execPath, ['--import', REPORT_USAGE, entry, ...args], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit').then(([status]) => ({ status, wallMs: performance.now() - startMs }));
  const [{ status, wallMs }, said, used] = await Promise.all([
    ended,
    text(child.stderr!),
    text(child.stdio[3] as Readable),
  ]);
  if (status !== 0) throw new Error(said.trim() || `exit code ${status}`);
  return { cpuMs: Number(used), wallMs };
}

function judge(measured: readonly Measured[]): Row[] {
  const tests = measured
    .filter(({ problem }) => problem === undefined)
    .flatMap(({ name, rounds }) =>
      MEASURES.map((measure) => {
        const times = rounds.map(([before, after]): Round => [before[measure], after[measure]]);
        return { name, measure, comparison: compareRounds(times) };
      }),
    );
  const changes = findChanges(
    tests.map(({ comparison }) => comparison.p),
    LEVEL,
  );
  return measured.map(({ name, problem }) => ({
    name,
    ...(problem !== undefined && { problem }),
    ...Object.fromEntries(
      tests.flatMap((test, index) =>
        test.name === name ? [[test.measure, { ...test.comparison, changed: changes[index]! }]] : [],
      ),
    ),
  }));
}

const isSlower = (row: Row) => MEASURES.some((measure) => row[measure]?.changed && row[measure].ratio > 1);

function describe({ name, problem, cpuMs, wallMs }: Row): string {
  const start = name.padEnd(18);
  return problem === undefined
    ? `${start} CPU ${format(cpuMs!).padEnd(58)} wall ${format(wallMs!)}`
    : `${start} ${problem}`;
}

function format({ before, after, ratio, interval, changed }: NonNullable<Row['cpuMs']>): string {
  const percent = (value: number) => `${value >= 1 ? '+' : ''}${(100 * (value - 1)).toFixed(1)} %`;
  const verdict = changed ? (ratio > 1 ? 'slower' : 'faster') : 'as fast';
  const times = `${before.toFixed(0)} → ${after.toFixed(0)} ms`.padStart(16);
  return `${times} ${percent(ratio)} (${percent(interval[0])} to ${percent(interval[1])}) ${verdict}`;
}

const summarize = (commit: string, rows: readonly Row[]) => ({
  against: commit,
  adapter: values.adapter,
  rounds: Number(values.rounds),
  node: process.version,
  processor: cpus()[0]?.model,
  rows,
});

/** Four significant digits, but for probabilities and whole numbers. */
const roundNumbers = (key: string, value: unknown) =>
  typeof value === 'number' && key !== 'p' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;

process.exitCode = await main();
