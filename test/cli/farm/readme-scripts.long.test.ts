/** The scripts of the farm's README, run with a `tilecast` that only tells what it was asked for. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder, runCli } from '../run-cli.js';

const README = readFileSync(join(import.meta.dirname, '..', '..', '..', 'src', 'farm', 'README.md'), 'utf8');
const blocks = (language: string) =>
  [...README.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text]) => text!);
const block = (language: string, has: string) => blocks(language).find((text) => text.includes(has))!;

const FRAMES = 360;
const bin = makeFolder();
const said = join(bin, 'said');
writeFileSync(join(bin, 'tilecast'), `#!/bin/sh\necho "$@" >> ${said}\n`, { mode: 0o755 });
writeFileSync(join(bin, 'npx'), `#!/bin/sh\nexec "$@"\n`, { mode: 0o755 });

/** The command lines that a script runs. */
function run(script: string, env: NodeJS.ProcessEnv = {}): readonly string[] {
  writeFileSync(said, '');
  const shell = { env: { ...process.env, ...env, PATH: `${bin}:${process.env['PATH']}` }, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync('sh', ['-ec', script], shell);
  expect([status, stderr]).toEqual([0, '']);
  return readFileSync(said, 'utf8').trim().split('\n');
}

function framesOf(line: string): number[] {
  const [, first, last] = /^render \S+ -o \S+ --turntable 360 --frames (\d+)-(\d+)$/.exec(line)!;
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index);
}

const ALL = Array.from({ length: FRAMES }, (_, frame) => frame);
const ascending = (a: number, b: number) => a - b;

describe('the scripts of the README', () => {
  it('four processes render each frame once, and then the animation', () => {
    const lines = run(block('sh', 'xargs'));
    expect(lines.slice(0, -1).flatMap(framesOf).sort(ascending)).toEqual(ALL);
    expect(lines).toHaveLength(5);
    expect(lines.at(-1)).toBe('render scan.nrrd -o spin.png --turntable 360');
  });

  it('the tasks of Slurm’s array render each frame once', () => {
    const [, last] = /--array=0-(\d+)/.exec(README)!;
    const tasks = Array.from({ length: Number(last) + 1 }, (_, task) => String(task));
    const script = block('sh', 'SLURM_ARRAY_TASK_ID');
    expect(tasks.flatMap((task) => run(script, { SLURM_ARRAY_TASK_ID: task }).flatMap(framesOf))).toEqual(ALL);
  });

  it('the pods of the Indexed Job render each frame once', () => {
    const job = block('yaml', 'completionMode: Indexed');
    const [, count] = /completions: (\d+)/.exec(job)!;
    const [, folded] = />-\n([\s\S]*?)\n {10}resources/.exec(job)!;
    const script = folded!.split('\n').join(' ');
    const pods = Array.from({ length: Number(count) }, (_, pod) => String(pod));
    expect(pods.flatMap((pod) => run(script, { JOB_COMPLETION_INDEX: pod }).flatMap(framesOf))).toEqual(ALL);
  });

  it('the workers of the Deployment have options that there are', () => {
    const [, list] = /args: \[(worker.*?)\]/.exec(README)!;
    const options = list!.split(', ').filter((word) => word.startsWith('--'));
    const { stdout } = runCli(['worker', '--help']);
    expect(options.length).toBeGreaterThan(2);
    for (const option of options) expect(stdout.toString()).toContain(` ${option} `);
  });
});
