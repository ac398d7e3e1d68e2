/** A mesh beside a scan changes nothing of the scan: one that cannot be seen leaves the picture as it is. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { attach } from '../../files/volumes/nrrd/write-nrrd.js';
import { makeFolder, runCli } from '../run-cli.js';

const folder = makeFolder();
const scan = join(folder, 'scan.nrrd');
const mesh = join(folder, 'mesh.ply');
const transfer = join(folder, 'transfer.json');

/** Two balls of other values, one before the other in some views. */
const SIZE = 16;
const voxels = Int16Array.from({ length: SIZE ** 3 }, (_, at) => {
  const [i, j, k] = [at % SIZE, Math.floor(at / SIZE) % SIZE, Math.floor(at / SIZE ** 2)];
  return Math.round(1000 - 120 * Math.min(Math.hypot(i - 6, j - 8, k - 8), 0.8 * Math.hypot(i - 11, j - 6, k - 9)));
});
const fields = { type: 'int16', sizes: `${SIZE} ${SIZE} ${SIZE}`, endian: 'little' };
writeFileSync(scan, attach(fields, new Uint8Array(voxels.buffer)));
writeFileSync(
  mesh,
  'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n4 4 2\n12 4 8\n8 12 14\n3 0 1 2\n',
);
const points = {
  colors: [
    [300, '#c04020'],
    [1000, '#ffffff'],
  ],
  opacities: [
    [300, 0],
    [600, 0.3],
    [1000, 0.9],
  ],
};
writeFileSync(
  transfer,
  JSON.stringify({
    colors: points.colors.map(([value, color]) => ({ value, color })),
    opacities: points.opacities.map(([value, opacity]) => ({ value, opacity })),
  }),
);

const CAMERA = ['--eye', '30,-40,25', '--target', '7.5,7.5,7.5', '--up', '0,0,1', '--size', '40x40', '--software'];
const LOOKS = [[], ['--transfer', transfer], ['--mode', 'isosurface', '--iso', '600'], ['--mode', 'mip']];
const LIGHTS = [
  [],
  ['--light', '1,2,3'],
  ['--diffuse', '0.4', '--ambient', '0.3'],
  ['--shadows'],
  ['--ambient-occlusion', '4'],
  ['--no-shade'],
];

function render(...args: string[]): Uint8Array {
  const out = join(folder, 'out.png');
  const { status, stderr } = runCli(['render', ...args, ...CAMERA, '-o', out]);
  expect([status, existsSync(out)], stderr).toEqual([0, true]);
  return PNG.sync.read(readFileSync(out)).data;
}

const largestDifference = (a: Uint8Array, b: Uint8Array) =>
  a.reduce((most, value, at) => Math.max(most, Math.abs(value - b[at]!)), 0);

it.each(LOOKS.flatMap((look) => LIGHTS.map((light) => [look, light] as const)))(
  'a mesh that cannot be seen changes nothing: %j %j',
  (look, light) => {
    const alone = render(scan, ...look, ...light);
    expect(new Set(alone).size).toBeGreaterThan(5);
    const translucent = render(scan, mesh, '--mesh-opacity', '0', ...look, ...light);
    expect(largestDifference(translucent, alone)).toBeLessThanOrEqual(1);
    const away = render(scan, mesh, '--transform', '1,0,0,9000,0,1,0,0,0,0,1,0', ...look, ...light);
    expect(largestDifference(away, alone)).toBeLessThanOrEqual(1);
  },
);
