/** Small inputs of every kind, for jobs with each option. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWalkingSquare } from '../render/mesh/walking-square.js';
import { makeFolder } from '../run-cli.js';

export const folder = makeFolder();
export const at = (name: string) => join(folder, name);
function write(name: string, content: string | Uint8Array): string {
  writeFileSync(at(name), content);
  return at(name);
}

const SIZES = [12, 10, 8] as const;
const COUNT = 960;
/** A ball that is brighter on one side. */
const ball = (weight = 1) =>
  Uint8Array.from({ length: COUNT }, (_, voxel) => {
    const [i, j, k] = [voxel % 12, Math.floor(voxel / 12) % 10, Math.floor(voxel / 120)];
    return Math.max(0, weight * (200 - 40 * Math.hypot(i - 5, j - 4, k - 3)) + 4 * i * weight);
  });
function writeNrrd(name: string, data: Uint8Array, ...more: readonly string[]): string {
  const shape = more.length > 0 ? more : ['dimension: 3', `sizes: ${SIZES.join(' ')}`, 'spacings: 1 1.2 1.5'];
  const header = ['NRRD0004', 'type: uint8', ...shape, 'encoding: raw'].join('\n');
  return write(name, Buffer.concat([Buffer.from(`${header}\n\n`), data]));
}
export const BALL = writeNrrd('ball.nrrd', ball());
export const OTHER = writeNrrd('other.nrrd', ball(0.5).reverse());
export const RAW = write('ball.raw', ball());
export const LABELS = writeNrrd(
  'labels.nrrd',
  Uint8Array.from({ length: COUNT }, (_, voxel) => (voxel % 12 < 6 ? 1 : 2)),
);
export const NAMES = write('names.tsv', 'index\tname\tcolor\n2\thalf\t#ff0000\n');
const both = Uint8Array.from({ length: 2 * COUNT }, (_, byte) => ball(byte % 2 ? 1 : 0.4)[byte >> 1]!);
export const VECTORS = writeNrrd(
  'vectors.nrrd',
  both,
  'dimension: 4',
  'sizes: 2 12 10 8',
  'kinds: vector domain domain domain',
);
export const TIMES = writeNrrd(
  'times.nrrd',
  Buffer.concat([ball(), ball(0.5).reverse()]),
  'dimension: 4',
  'sizes: 12 10 8 2',
  'kinds: domain domain domain time',
);
const array = (name: string, data: Uint8Array) =>
  `<DataArray type="UInt8" Name="${name}" format="ascii">${data.join(' ')}</DataArray>`;
export const ARRAYS = write(
  'arrays.vti',
  `<VTKFile type="ImageData" version="1.0"><ImageData WholeExtent="0 11 0 9 0 7" Origin="0 0 0" Spacing="1 1 1"><Piece Extent="0 11 0 9 0 7"><PointData>${array('one', ball())}${array('two', ball(0.5).reverse())}</PointData></Piece></ImageData></VTKFile>`,
);
export const MESH = join(import.meta.dirname, '..', '..', '..', 'volumes', 'knot.ply');
/** A fan of triangles with a value on each vertex. */
export const QUALITIES = write(
  'quality.ply',
  `ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\nproperty float y\nproperty float z\nproperty float quality\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n${[
    '0 0 0 0',
    '4 0 1 10',
    '3 3 0 20',
    '0 4 1 60',
    '-3 3 0 80',
    '-4 0 1 99',
  ].join('\n')}\n3 0 1 2\n3 0 2 3\n3 0 3 4\n3 0 4 5\n`,
);
export const COLORED = write(
  'colored.ply',
  `ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\nproperty uchar green\nproperty uchar blue\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n${[
    '0 0 0 255 0 0',
    '4 0 1 0 255 0',
    '0 4 1 0 0 255',
    '1 1 4 255 255 0',
  ].join('\n')}\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n`,
);
export const VALUES = write('lh.curv', Uint8Array.of(255, 255, 255));
/** A tetrahedron about the middle of the ball. */
export const TETRAHEDRON = write(
  'inside.off',
  'OFF\n4 4 0\n1 1 1\n9 2 2\n4 9 3\n5 4 10\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n',
);
export const TRANSFER = write(
  'transfer.json',
  JSON.stringify({
    colors: [
      { value: 0, color: [0, 0, 1] },
      { value: 200, color: [1, 0.5, 0] },
    ],
    opacities: [
      { value: 20, opacity: 0 },
      { value: 200, opacity: 0.7 },
    ],
  }),
);
const CAMERA = { projection: 'perspective', eye: [40, 30, 20], target: [5, 5, 5], up: [0, 0, 1], fovDegrees: 25 };
export const ONE_CAMERA = write('camera.json', JSON.stringify(CAMERA));
export const TWO_CAMERAS = write('cameras.json', JSON.stringify([CAMERA, { ...CAMERA, eye: [-40, 30, 20] }]));
export const KEYFRAMES = write(
  'keyframes.json',
  JSON.stringify({
    keys: [
      { frame: 0, view: { camera: CAMERA, window: '0,250', time: 0 } },
      { frame: 2, view: { camera: { ...CAMERA, eye: [-40, 30, 20] }, window: '20,200', time: 1 } },
    ],
  }),
);
export const LIGHT = write(
  'light.hdr',
  Buffer.concat([Buffer.from('#?RADIANCE\n\n-Y 1 +X 2\n'), Buffer.of(9, 9, 9, 128, 200, 160, 90, 130)]),
);
export const STORE = at('ball.zarr');
export const SQUARE = writeWalkingSquare(at('square.gltf'));
