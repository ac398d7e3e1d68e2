/** The coarse picture of `--progress`: there until the exact one is, and never in an older one's place. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { FrameSeries } from '../../../src/cli/render/frames/choose-frames.js';
import { CoarsePicture } from '../../../src/cli/render/frames/coarse-picture.js';
import type { Frame } from '../../../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'tilecast-coarse-'));
afterAll(() => rmSync(folder, { recursive: true }));

const frame = { width: 1, height: 1, pixels: Uint8Array.of(1, 2, 3, 255) } as unknown as Frame;
const series = { several: false } as unknown as FrameSeries;

it('is written where nothing is, and taken away', async () => {
  const path = join(folder, 'new.png');
  const coarse = new CoarsePicture(path, series);
  await coarse.write(frame);
  expect(existsSync(path)).toBe(true);
  await coarse.remove();
  expect(existsSync(path)).toBe(false);
});

it('leaves an older picture as it is', async () => {
  const path = join(folder, 'old.png');
  writeFileSync(path, 'older');
  const coarse = new CoarsePicture(path, series);
  await coarse.write(frame);
  await coarse.remove();
  expect(readFileSync(path, 'utf8')).toBe('older');
});
