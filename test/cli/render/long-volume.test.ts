/** `tilecast render` of volumes that are longer than textures. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  const look = ['--raw', `${SIZES.join('x')}:uint8`, '--size', '49x9', '--quality', 'plain', '--transfer', 'viridis'];
  const outputs = ['-o', at('long.png'), '--stats', at('stats.json'), '--adapter', 'swiftshader'];
  const { status, stderr } = runCli(['render', at('long.raw'), ...look, ...outputs, ...args]);
  expect(status, stderr).toBe(0);
  return { stderr, stats: JSON.parse(readFileSync(at('stats.json'), 'utf8')) };
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
