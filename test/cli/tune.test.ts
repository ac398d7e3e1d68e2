/** `tilecast tune` from the command line, and who uses what it found. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FrameStats } from '../../src/cast/frame.js';
import { parseShapeProfile } from '../../src/shapes/shape-profile-text.js';
import { makeFolder, runCli, SAMPLE } from './run-cli.js';

const folder = makeFolder();
const env = { XDG_CONFIG_HOME: join(folder, 'configuration') };
const profiles = join(env.XDG_CONFIG_HOME, 'tilecast', 'shapes');
const QUICK = ['--software', '--views', '2', '--frames', '1', '--size', '8'];

function statsOf(...args: string[]) {
  const path = join(folder, 'stats.json');
  const picture = ['render', SAMPLE, '-o', join(folder, 'picture.png'), '--size', '32x32', '--software'];
  const run = runCli([...picture, '--stats', path, ...args], env);
  expect(run.status, run.stderr).toBe(0);
  const { shape, shapePolicy, shapeReason } = JSON.parse(readFileSync(path, 'utf8')) as FrameStats;
  return { shape, shapePolicy, shapeReason, stderr: run.stderr };
}

describe('a profile', () => {
  const before = statsOf();
  // Shapes that the rule never takes, so that it shows who chose.
  const run = runCli(['tune', ...QUICK, '--shapes', '2x32,32x2'], env);
  const [name] = existsSync(profiles) ? readdirSync(profiles) : [];
  const path = join(profiles, name!);

  it('is stored in the configuration folder, and holds what was measured', () => {
    expect(run.status, run.stderr).toBe(0);
    expect(readdirSync(profiles)).toHaveLength(1);
    const profile = parseShapeProfile(readFileSync(path, 'utf8'), path);
    expect(profile.shapes.map(({ width, height }) => [width, height])).toEqual([
      [2, 32],
      [32, 2],
    ]);
    expect(profile.views).toHaveLength(6 + 2);
    expect(profile.volume.sizes).toEqual([8, 8, 8]);
    expect(profile.image).toEqual({ width: 8, height: 8 });
    expect(run.stderr).toContain(path);
    expect(run.stderr).toContain('from 8 viewpoints, 8³ voxels onto 8² pixels');
  });

  it('is what auto goes by from then on', () => {
    expect(before).toMatchObject({ shapePolicy: 'continuous' });
    const after = statsOf();
    expect(after).toMatchObject({ shapePolicy: 'profile', shape: expect.stringMatching(/^(2x32|32x2)$/) });
    expect(after.shapeReason).toMatch(/^of 2 shapes measured on this adapter from 8 viewpoints, the fastest/);
    expect(statsOf('--workgroup', '8x8')).toMatchObject({ shapePolicy: 'asked', shape: '8x8' });
  });

  it('that is corrupt or of another adapter is told in one line, and done without', () => {
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.slice(0, 200));
    const corrupt = statsOf();
    expect(corrupt.stderr).toMatch(/is not JSON, so no shape profile: .*; tilecast tune makes a new one/);
    expect(corrupt).toMatchObject({ shapePolicy: 'continuous' });
    writeFileSync(path, text.replace(/"description": "/, '"description": "other '));
    const foreign = statsOf();
    expect(foreign.stderr).toMatch(/was measured on .* other .*, and this is .*; tilecast tune measures it/);
    expect(foreign).toMatchObject({ shapePolicy: 'continuous' });
  });

  it('goes to a file where one is named, and nowhere else', () => {
    const elsewhere = { XDG_CONFIG_HOME: join(folder, 'elsewhere') };
    const output = join(folder, 'profile.json');
    const { status, stderr } = runCli(['tune', ...QUICK, '--shapes', '8x8', '-o', output], elsewhere);
    expect(status, stderr).toBe(0);
    expect(parseShapeProfile(readFileSync(output, 'utf8'), output).shapes).toEqual([{ width: 8, height: 8 }]);
    expect(existsSync(elsewhere.XDG_CONFIG_HOME)).toBe(false);
  });
});

describe('misuse', () => {
  it.each([
    [['--views', 'many'], /--views: "many" is not a whole number/],
    [['--views', '0'], /--views: must be from 1 to/],
    [['--frames', '0'], /--frames: must be from 1 to/],
    [['--size', '0'], /--size: must be from 1 to/],
    [['--shapes', 'round'], /such as 32x4, not "round"/],
    [['-o', join(folder, 'nowhere', 'profile.json')], /there is no folder/],
    [['scan.nrrd'], /scan\.nrrd/],
  ])('%j is one line and exit code 2', (args, message) => {
    const { status, stderr } = runCli(['tune', '--software', ...args], env);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('of the configuration folder is one line too', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const { status, stderr } = runCli(['tune', ...QUICK, '--shapes', '8x8'], { XDG_CONFIG_HOME: file });
    expect(status).toBe(2);
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/is below something that is no folder/);
  });
});
