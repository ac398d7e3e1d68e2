/** `tilecast render` of volumes that are longer than textures: of numbers, labels and voxels of NaN. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { makeFolder, runCli } from '../run-cli.js';

const folder = makeFolder();
const at = (name: string) => join(folder, name);

/** Every third voxel along the long axis is bright: means would be grey. */
const SIZES = [2100, 5, 4] as const;
writeFileSync(
  at('long.raw'),
  Uint8Array.from({ length: 2100 * 5 * 4 }, (_, index) => (index % 3 === 0 ? 255 : 0)),
);

function render(...args: string[]) {
  return renderRaw('long.raw', 'uint8', '--transfer', 'viridis', ...args);
}

function renderRaw(name: string, type: string, ...args: string[]) {
  const look = ['--raw', `${SIZES.join('x')}:${type}`, '--size', '49x9', '--quality', 'plain'];
  const outputs = ['-o', at('long.png'), '--stats', at('stats.json'), '--adapter', 'swiftshader'];
  const { status, stderr } = runCli(['render', at(name), ...look, ...outputs, ...args]);
  expect(status, stderr).toBe(0);
  return {
    stderr,
    stats: JSON.parse(readFileSync(at('stats.json'), 'utf8')),
    pixels: PNG.sync.read(readFileSync(at('long.png'))).data,
  };
}

it('shows them as they are, in pages', () => {
  const { stderr, stats } = render();
  expect(stderr).not.toContain('downsampled');
  expect(stats.volume).toMatchObject({ sizes: [...SIZES], downsampleFactor: 1 });
  expect(stats.paging.pagesLoaded).toBeGreaterThan(40);
});

it('makes them smaller where pages cannot have what is asked for, and says so', () => {
  const { stderr, stats } = render('--heatmap', 'time');
  expect(stderr).toContain('it was downsampled by a factor of 2');
  expect(stats.paging).toBeUndefined();
});

/** Sees all of the volume, along z. */
const CAMERA = '--eye 1049.5,2,-3000 --target 1049.5,2,1.5 --up 0,-1,0 --projection orthographic --height 400'.split(
  ' ',
);

it('shows labels in their colors, and nothing where voxels are NaN', () => {
  const labelOf = (index: number) => 1 + Math.floor((index % 2100) / 1050);
  const count = 2100 * 5 * 4;
  writeFileSync(
    at('labels.raw'),
    Uint8Array.from({ length: count }, (_, index) => labelOf(index)),
  );
  const labels = renderRaw('labels.raw', 'uint8');
  expect(labels.stats.paging.pagesLoaded).toBeGreaterThan(40);
  const hues = (pixels: Uint8Array) =>
    new Set(Array.from({ length: 49 * 9 }, (_, pixel) => Math.sign(pixels[4 * pixel]! - pixels[4 * pixel + 2]!)));
  expect(hues(labels.pixels), 'blue and orange').toEqual(new Set([-1, 0, 1]));
  const values = Float32Array.from({ length: count }, (_, index) =>
    labelOf(index) === 1 ? Number.NaN : 9 + (index % 7),
  );
  writeFileSync(at('holes.raw'), new Uint8Array(values.buffer));
  const holes = renderRaw('holes.raw', 'float32:le', '--transfer', 'viridis', ...CAMERA);
  expect(holes.stats.paging).toBeDefined();
  const litIn = (first: number, end: number) =>
    Array.from({ length: end - first }, (_, column) => holes.pixels[4 * (49 * 4 + first + column) + 1]!).some(
      (g) => g > 0,
    );
  expect([litIn(0, 22), litIn(27, 49)]).toEqual([false, true]);
});
