/** `tilecast render --quality path`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { makeFolder, runCli, SAMPLE } from '../run-cli.js';

const folder = makeFolder();
const SMALL = ['--size', '20x16', '--software', '--quality', 'path'];

function render(name: string, ...args: string[]) {
  const path = join(folder, name);
  const { status, stderr } = runCli(['render', ...args, '-o', path]);
  expect(status, stderr).toBe(0);
  return { path, stderr, data: PNG.sync.read(readFileSync(path)).data };
}

describe('tilecast render --quality path', () => {
  it('is the same in every run and when it is replayed, and calmer with fewer paths when denoised', () => {
    const first = render('first.png', SAMPLE, ...SMALL, '--samples', '3', '--seed', '5');
    expect(new Set(first.data).size).toBeGreaterThan(20);
    expect(render('again.png', SAMPLE, ...SMALL, '--samples', '3', '--seed', '5').data.equals(first.data)).toBe(true);
    expect(render('replayed.png', '--replay', first.path, SAMPLE, '--software').data.equals(first.data)).toBe(true);
    expect(render('other.png', SAMPLE, ...SMALL, '--samples', '3').data.equals(first.data)).toBe(false);
    const calm = render('calm.png', SAMPLE, ...SMALL, '--samples', '3', '--seed', '5', '--denoise');
    expect(calm.data.equals(first.data)).toBe(false);
  });

  it('ends in time, and says which options have no effect', () => {
    const { stderr } = render(
      'late.png',
      SAMPLE,
      ...SMALL,
      '--samples',
      '100000',
      '--time-limit',
      '0.2',
      '--light',
      'key',
    );
    expect(stderr).toMatch(/--light: has no effect on --quality path/);
  });

  it.each([
    [['--denoise'], /--denoise: is for --quality path/],
    [['--environment', 'white'], /--environment: is for --quality path/],
    [['--quality', 'path', '--environment', 'night'], /--environment: "night" is none of white, studio/],
    [['--quality', 'path', '--samples', '0'], /--samples: /],
    [['--quality', 'path', '--time-limit', '-1'], /--time-limit: /],
    [['--quality', 'path', '--heatmap', 'samples'], /--heatmap: is not for --quality path/],
    [['--quality', 'path', '--mode', 'mip'], /--mode: quality path is for the mode composite/],
  ])('refuses %j', (args, message) => {
    const path = join(folder, 'refused.png');
    const { status, stderr } = runCli(['render', SAMPLE, '-o', path, '--software', ...args]);
    expect([status, existsSync(path)]).toEqual([2, false]);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
