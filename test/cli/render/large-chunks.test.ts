/** Stores whose chunks are large beside the memory of the device are decoded a few times at most. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder, runCli } from '../run-cli.js';

const folder = makeFolder();
const SIDE = 128;
const CHUNK = 64;

/** A store of one level, of spheres around its middle. */
function writeSpheres(root: string): void {
  mkdirSync(join(root, '0'), { recursive: true });
  const level = { path: '0', coordinateTransformations: [{ type: 'scale', scale: [1, 1, 1] }] };
  const axes = ['z', 'y', 'x'].map((name) => ({ name, type: 'space' }));
  writeFileSync(join(root, '.zgroup'), '{"zarr_format":2}');
  writeFileSync(join(root, '.zattrs'), JSON.stringify({ multiscales: [{ version: '0.4', axes, datasets: [level] }] }));
  const sizes = { shape: [SIDE, SIDE, SIDE], chunks: [CHUNK, CHUNK, CHUNK], dimension_separator: '.' };
  const coding = { dtype: '|u1', order: 'C', compressor: null, filters: null, fill_value: 0 };
  writeFileSync(join(root, '0', '.zarray'), JSON.stringify({ zarr_format: 2, ...sizes, ...coding }));
  const chunks = [0, CHUNK].flatMap((z) => [0, CHUNK].flatMap((y) => [0, CHUNK].map((x) => [x, y, z] as const)));
  for (const [x, y, z] of chunks) {
    const voxels = Uint8Array.from({ length: CHUNK ** 3 }, (_, at) => {
      const [i, j, k] = [x + (at % CHUNK), y + (Math.floor(at / CHUNK) % CHUNK), z + Math.floor(at / CHUNK ** 2)];
      return Math.max(0, 250 - 4 * Math.hypot(i - SIDE / 2, j - SIDE / 2, k - SIDE / 2));
    });
    writeFileSync(join(root, '0', [z, y, x].map((at) => at / CHUNK).join('.')), voxels);
  }
}

it('reads chunks at most three times, of which the memory for the device would hold two', () => {
  const [root, stats] = [join(folder, 'spheres.zarr'), join(folder, 'stats.json')];
  writeSpheres(root);
  const view = ['--size', '64x64', '--azimuth', '30', '--elevation', '20', '--quality', 'plain', '--transfer', 'grey'];
  const { status, stderr } = runCli([
    ...['render', root, '-o', join(folder, 'a.png'), '--software', '--memory', '1', '--stats', stats],
    ...view,
  ]);
  expect(status, stderr).toBe(0);
  const { paging } = JSON.parse(readFileSync(stats, 'utf8'));
  expect(paging.pagesLoaded).toBeGreaterThan(50);
  expect(paging.chunksRead).toBeLessThanOrEqual(3 * (SIDE / CHUNK) ** 3);
});
