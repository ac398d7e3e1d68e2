/** `tilecast sweep` from the command line: its files, how it goes on, and misuse. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { SweepResults } from '../../../src/cli/sweep/sweep-results.js';
import { MAIN, makeFolder, runCli } from '../run-cli.js';
import schema from './sweep-results.schema.json' with { type: 'json' };

const SHAPES = { a: '32x4', b: '32x4', c: '32x4', d: '1x128', e: '1x128', f: '1x128' };

/** 8 × 8 × 8 bytes, and a configuration folder without profiles. */
const folder = makeFolder();
const volume = join(folder, 'volume.raw');
writeFileSync(
  volume,
  Uint8Array.from({ length: 512 }, (_, index) => index % 251),
);
const env = { XDG_CONFIG_HOME: join(folder, 'configuration') };

const command = (out: string, ...args: string[]) => {
  return [
    'sweep',
    volume,
    '--raw',
    '8x8x8:uint8:le',
    '--out',
    out,
    '--size',
    '16x16',
    '--adapter',
    'swiftshader',
    ...args,
  ];
};
const sweep = (out: string, ...args: string[]) => runCli(command(out, ...args), env);
const read = (out: string) => JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as SweepResults;

function assertValid(results: SweepResults): void {
  const validate = new Ajv({ allErrors: true }).compile(schema);
  validate(results);
  expect(validate.errors).toBeNull();
}

describe('the files of a sweep', () => {
  const out = join(folder, 'files');
  const run = sweep(out, '--frames', '2', '--views', 'six,orbit:2', '--shapes', '8x8,16x16');
  const results = read(out);

  it('are three, whole and as the schema has them', () => {
    expect(run.status, run.stderr).toBe(0);
    expect(readdirSync(out).sort()).toEqual(['report.html', 'results.csv', 'results.json']);
    assertValid(results);
    expect(results.complete).toBe(true);
  });

  it('have every shape from every viewpoint, those that policies take too', () => {
    const views = ['a', 'b', 'c', 'd', 'e', 'f', 'orbit-0', 'orbit-1'];
    expect(results.views.map(({ name }) => name)).toEqual(views);
    const { shapes } = results.settings;
    expect(shapes).toEqual(expect.arrayContaining(['8x8', '16x16', '32x4', '1x128']));
    expect(results.rows.map(({ view, shape }) => `${view} ${shape}`)).toEqual(
      views.flatMap((view) => shapes.map((shape) => `${view} ${shape}`)),
    );
    for (const { msMedian, fps, msLeast, msQ1, msQ3 } of results.rows) {
      expect(fps).toBeCloseTo(1000 / msMedian, 6);
      expect([msLeast, msQ1, msMedian, msQ3]).toEqual([msLeast, msQ1, msMedian, msQ3].sort((a, b) => a - b));
    }
  });

  it('say what the rule takes and what auto takes', () => {
    expect(results.rule).toMatchObject(SHAPES);
    expect(results.chosen).toMatchObject(SHAPES);
    expect(results.chosenPolicy['a']).toBe('continuous');
  });

  it('have the same numbers in the table', () => {
    const [header, ...lines] = readFileSync(join(out, 'results.csv'), 'utf8').trimEnd().split('\n');
    expect(header).toBe('view,shape,msMedian,fps,msLeast,msQ1,msQ3');
    expect(lines).toHaveLength(results.rows.length);
    const { view, shape, msMedian } = results.rows[5]!;
    expect(lines[5]!.startsWith(`${view},${shape},${msMedian},`)).toBe(true);
  });

  it('have a report that needs nothing else', () => {
    const report = readFileSync(join(out, 'report.html'), 'utf8');
    expect(report.match(/<svg /g)!.length).toBeGreaterThanOrEqual(3);
    expect(report).toContain('prefers-color-scheme: dark');
    // Names of namespaces apart, it fetches nothing and runs nothing.
    expect(report.replaceAll('http://www.w3.org/', '')).not.toMatch(/https?:|<script|<link|@import|url\(/);
  });
});

describe('a sweep that stopped', () => {
  const out = join(folder, 'resumed');
  const args = ['--frames', '1', '--views', 'a,d,e', '--shapes', '16x16'];

  it('goes on where it stopped, and keeps what it has', () => {
    expect(sweep(out, ...args).status).toBe(0);
    const whole = read(out);
    const kept = whole.rows.filter(({ view }) => view !== 'd');
    writeFileSync(join(out, 'results.json'), JSON.stringify({ ...whole, rows: kept, complete: false }));
    const again = sweep(out, ...args);
    expect(again.status, again.stderr).toBe(0);
    expect(again.stderr).toMatch(/goes on where it stopped; 1 of 3 viewpoints are left/);
    const resumed = read(out);
    expect(resumed.rows.filter(({ view }) => view !== 'd')).toEqual(kept);
    expect(resumed.rows.map(({ view, shape }) => [view, shape])).toEqual(
      whole.rows.map(({ view, shape }) => [view, shape]),
    );
    assertValid(resumed);
  });

  it('refuses to mix sweeps, and what is none', () => {
    const before = readFileSync(join(out, 'results.json'), 'utf8');
    const other = sweep(out, ...args, '--frames', '2');
    expect(other.status).toBe(2);
    expect(other.stderr).toMatch(/is of another sweep, with frames 1 and not 2; name another folder for --out\n$/);
    expect(readFileSync(join(out, 'results.json'), 'utf8')).toBe(before);
    writeFileSync(join(out, 'results.json'), before.slice(0, 500));
    const broken = sweep(out, ...args);
    expect(broken.status).toBe(2);
    expect(broken.stderr).toMatch(/is no sweep to go on with: .*; name another folder for --out\n$/);
  });

  it('leaves whole viewpoints behind when it is interrupted', async () => {
    const interrupted = join(folder, 'interrupted');
    const many = ['--frames', '3', '--views', 'sphere:300', '--shapes', '16x16'];
    const child = spawn(process.execPath, [MAIN, ...command(interrupted, ...many)], {
      stdio: 'ignore',
      env: { ...process.env, ...env },
    });
    while (!existsSync(join(interrupted, 'results.json'))) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGINT');
    expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(130);
    const results = read(interrupted);
    expect(results.complete).toBe(false);
    expect(results.rows.length % results.settings.shapes.length).toBe(0);
    expect(results.rows.length).toBeLessThan(300 * results.settings.shapes.length);
    assertValid(results);
    expect(readdirSync(interrupted)).toEqual(['results.json']);
  });
});

describe('misuse', () => {
  it.each([
    [['--views', 'seven'], /no view "seven"/],
    [['--views', 'sphere:0'], /--views: "sphere:0" is none of six/],
    [['--views', 'sphere'], /no view "sphere"/],
    [['--shapes', '100'], /--shapes: "100" is no family/],
    [['--shapes', '3by4'], /such as 32x4, not "3by4"/],
    [['--shapes', '1024x1'], /has 1024 invocations, but this adapter allows/],
    [['--frames', '0'], /--frames: must be from 1 to/],
    [['--size', '16'], /--size: "16" is not WIDTHxHEIGHT/],
    [['--frame', '3'], /frame: there is no such option/],
  ])('%j is one line and exit code 2', (args, message) => {
    const out = join(folder, 'misuse');
    const { status, stderr } = sweep(out, ...args);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
    expect(
      stderr
        .trimEnd()
        .split('\n')
        .filter((line) => !/renders on the CPU/.test(line)),
    ).toHaveLength(1);
    expect(existsSync(out)).toBe(false);
  });

  it('is told without a volume and without a folder', () => {
    expect(runCli(['sweep', '--out', folder]).stderr).toMatch(/the input is missing/);
    expect(runCli(['sweep', volume]).stderr).toMatch(/--out: name the folder/);
  });
});
