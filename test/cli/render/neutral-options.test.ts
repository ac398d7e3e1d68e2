/** Options of `tilecast render` that say what holds anyway change nothing of the picture. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { makeFolder, runCli } from '../run-cli.js';

const folder = makeFolder();
const OUT = join(folder, 'out.png');
const HEADER = 'NRRD0004\ntype: uint8\ndimension: 3\nsizes: 14 12 10\nencoding: raw\n\n';

/** Values that reach the faces of the volume's box. */
function write(name: string, valueAt: (i: number, j: number, k: number) => number): string {
  const voxels = Uint8Array.from({ length: 14 * 12 * 10 }, (_, at) =>
    valueAt(at % 14, Math.floor(at / 14) % 12, Math.floor(at / 168)),
  );
  writeFileSync(join(folder, name), Buffer.concat([Buffer.from(HEADER), voxels]));
  return join(folder, name);
}
const SCAN = write('scan.nrrd', (i, j, k) => 120 + 60 * Math.sin(i / 3) * Math.cos(j / 2 + k / 4) + 3 * k);
const LABELS = write('labels.nrrd', (i, j) => (i < 7 ? 1 : j < 5 ? 2 : 0));

function render(...args: readonly string[]): Buffer {
  const { status, stderr } = runCli(['render', '-o', OUT, '--size', '40x36', '--software', ...args]);
  expect(status, stderr).toBe(0);
  return PNG.sync.read(readFileSync(OUT)).data;
}

const LOOKS = {
  composites: [SCAN],
  'lit composites': [SCAN, '--transfer', 'viridis', '--shade'],
  isosurfaces: [SCAN, '--iso', '120'],
  'label surfaces': [LABELS, '--label-surfaces', '--labels', '1:red,2:blue'],
} as const;

const CROPS = [
  ['--crop', ':,:,:'],
  ['--crop', '0:13,0:11,:'],
  ['--crop-world=-0.5:13.5,-0.5:11.5,-0.5:9.5'],
  ['--crop-world=-50:50,-50:50,-50:50'],
  ['--clip=1,0,0,-0.5'],
] as const;

describe.each(Object.entries(LOOKS))('%s', (name, look) => {
  it('stay as they are where crops and planes take nothing', () => {
    const picture = render(...look);
    expect(new Set(picture).size).toBeGreaterThan(10);
    for (const crop of CROPS) expect(render(...look, ...crop).equals(picture), crop.join(' ')).toBe(true);
    expect(render(...look, '--crop', '1:,:,:').equals(picture)).toBe(false);
  });

  it.runIf(name.includes('composites'))('stay as they are in quality fine, which is the default', () => {
    const picture = render(...look);
    expect(render(...look, '--quality', 'fine').equals(picture)).toBe(true);
    expect(render(...look, '--quality', 'plain').equals(picture)).toBe(false);
  });
});
