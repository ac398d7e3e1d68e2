/** Pictures of volumes in parts, and the files by which workers pass them on. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { decodePart, encodePart } from '../../../src/cli/farm/jobs/part-file.js';
import { makeFolder, runCli, SAMPLE } from '../run-cli.js';

describe('--split', () => {
  const folder = makeFolder();
  const render = (name: string, ...args: string[]) => {
    const path = join(folder, name);
    const { status, stderr } = runCli(['render', SAMPLE, '-o', path, '--size', '40x32', ...args]);
    expect(status, stderr).toBe(0);
    return PNG.sync.read(readFileSync(path)).data;
  };

  it('shows what the whole does', () => {
    const whole = render('whole.png', '--view', 'left');
    const parts = render('parts.png', '--view', 'left', '--split', '3');
    expect(new Set(whole).size).toBeGreaterThan(8);
    expect(Math.max(...whole.map((value, index) => Math.abs(value - parts[index]!)))).toBeLessThanOrEqual(1);
  });

  it.each([
    ['0', [], /--split: must be from 1/],
    ['2', ['--samples', '4'], /--split: casts one ray per pixel/],
    ['2', ['--overlay', 'scale-bar'], /--split: .*--overlay/],
    ['2', ['--heatmap', 'samples'], /--split: .*--heatmap/],
    ['9', ['--quality', 'path', '--samples', '8'], /--split: shares out 8 --samples/],
    ['2', ['--quality', 'path', '--noise', '2'], /--split: .*leave out --noise/],
    ['2', ['--quality', 'path', '--path-time', '2'], /--split: .*leave out --path-time/],
  ])('refuses what parts cannot be put together to: %s %j', (parts, args, message) => {
    const { status, stderr } = runCli(['render', SAMPLE, '-o', join(folder, 'no.png'), '--split', parts, ...args]);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  });
});

describe('the image of a part', () => {
  const area = { left: 1, top: 2, width: 2, height: 1 };
  const part = { width: 4, height: 5, area, color: Float32Array.of(0, 0.5, 1, 1, 0, 0, 0, 0.25), values: undefined };

  it('comes back from a file as it was', () => {
    expect(decodePart(encodePart(part), 'p')).toEqual(part);
    const valued = { ...part, values: Float32Array.of(-3, 2, 0, 0) };
    expect(decodePart(encodePart(valued), 'p')).toEqual(valued);
    const noise = { frames: 3, guides: Float32Array.from({ length: 28 }, (_, at) => at / 7) };
    expect(decodePart(encodePart({ ...part, noise }), 'p')).toEqual({ ...part, noise });
  });

  it.each([
    ['cut short', encodePart(part).subarray(0, -1)],
    ['of an area outside', encodePart({ ...part, area: { ...area, left: 3 } })],
    ['empty', new Uint8Array()],
    ['something else', Buffer.from('{}\n')],
  ])('is refused where it is %s', (_, bytes) => {
    expect(() => decodePart(bytes, 'p')).toThrow(/^p: is no image of a part/);
  });
});
