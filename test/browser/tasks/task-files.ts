/** The files that everyday tasks are done with, each a few kilobytes. */

import { createVolume, type Vec3, writeVolume } from '../../../src/index.js';
import { encodePng } from '../../../src/node/index.js';
import { type Elements, sliceElements, writeDicom } from '../../files/dicom/write-dicom.js';
import { writeNifti } from '../../files/volumes/nifti/write-nifti.js';
import { writeTiff } from '../../files/volumes/tiff/write-tiff.js';

/** Files by their names, of stores by their paths. */
export type TaskFiles = Readonly<Record<string, Uint8Array>>;

const SIZES: Vec3 = [28, 24, 20];
const COUNT = SIZES[0] * SIZES[1] * SIZES[2];
const placeOf = (at: number): Vec3 => [
  at % SIZES[0],
  Math.floor(at / SIZES[0]) % SIZES[1],
  Math.floor(at / (SIZES[0] * SIZES[1])),
];
const radiusOf = (at: number, middle: Vec3) => Math.hypot(...placeOf(at).map((x, axis) => x - middle[axis]!));
const MIDDLE: Vec3 = [14, 12, 10];

/** Millimetres of a voxel of the scan, whose first voxel is at the origin of LPS. */
export const SPACING = 2;

const volumeOf = (valueAt: (at: number) => number, origin: Vec3 = [0, 0, 0]) =>
  createVolume({
    sizes: SIZES,
    voxels: Int16Array.from({ length: COUNT }, (_, at) => valueAt(at)),
    anatomical: true,
    indexToWorld: {
      columns: [
        [SPACING, 0, 0],
        [0, SPACING, 0],
        [0, 0, SPACING],
      ],
      origin,
    },
  });

/** Air, soft tissue of 40 HU that grows a little along x, and bone. */
export const hounsfieldAt = (at: number): number => {
  const radius = radiusOf(at, MIDDLE);
  return radius > 9 ? -1000 : radius > 7 ? 1000 : 40 + placeOf(at)[0];
};

const toBytes = async (volume: ReturnType<typeof volumeOf>, name: string) =>
  Buffer.concat((await writeVolume(volume, name)).pieces);

/** RAS, as NIfTI is: x and y of LPS with the other sign. */
const SFORM = [-SPACING, 0, 0, 0, 0, -SPACING, 0, 0, 0, 0, SPACING, 0];
const niftiOf = (values: readonly number[], type: 'int16' | 'float32', fields: object = {}) =>
  writeNifti(values, type, { dim: [3, ...SIZES], sformCode: 1, sform: SFORM, ...fields });

/** Five slices of a disc, 15 times as far apart as their voxels. */
function fewSlices(): Uint8Array {
  const [width, height, depth] = [60, 64, 5] as const;
  const values = Array.from({ length: width * height * depth }, (_, at) => {
    const [x, y] = [(at % width) - width / 2, (Math.floor(at / width) % height) - height / 2];
    return Math.hypot(x, y) < 25 ? 400 + 10 * x : (at * 7) % 20;
  });
  const sform = [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 15, 0];
  return writeNifti(values, 'int16', { dim: [3, width, height, depth], sformCode: 1, sform });
}

const BALL = ((): string => {
  const corners = [
    [28, 24, 34],
    [28, 24, 6],
    [42, 24, 20],
    [14, 24, 20],
    [28, 38, 20],
    [28, 10, 20],
  ];
  const faces = [
    [1, 3, 5],
    [1, 5, 4],
    [1, 4, 6],
    [1, 6, 3],
    [2, 5, 3],
    [2, 4, 5],
    [2, 6, 4],
    [2, 3, 6],
  ];
  return [...corners.map((v) => `v ${v.join(' ')}`), ...faces.map((f) => `f ${f.join(' ')}`), ''].join('\n');
})();

/** Two streamlines across the scan. */
const TRACKS = [
  ...['# vtk DataFile Version 3.0', 'tracks', 'ASCII', 'DATASET POLYDATA', 'POINTS 6 float'],
  ...['14 24 20', '28 30 22', '42 24 20', '28 10 10', '28 24 20', '28 38 30', 'LINES 2 8', '3 0 1 2', '3 3 4 5', ''],
].join('\n');

/** A slice of a drill core with a dense vein that wanders, 40 pixels to a centimetre. */
function coreSlice(k: number): Uint8Array {
  const [width, height] = [24, 24] as const;
  const pixels = Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [(at % width) - 12, Math.floor(at / width) - 12];
    return Math.hypot(x, y) > 11 ? 0 : Math.hypot(x - k / 2 + 3, y) < 3 ? 230 : 90 + ((at * 7) % 20);
  });
  return writeTiff({ width, height, pages: [pixels], resolution: [40, 3] });
}

const SIDE = 16;

/** A store of two channels of cells, a quarter of a micrometre a voxel. */
function cellStore(): TaskFiles {
  const axes = [...'czyx'].map((name) =>
    name === 'c' ? { name, type: 'channel' } : { name, type: 'space', unit: 'micrometer' },
  );
  const datasets = [{ path: '0', coordinateTransformations: [{ type: 'scale', scale: [1, 0.5, 0.25, 0.25] }] }];
  const window = { min: 0, max: 255, start: 0, end: 200 };
  const channels = [
    { label: 'DAPI', color: '0000FF', window },
    { label: 'GFP', color: '00FF00', window },
  ];
  const array = {
    ...{ zarr_format: 2, chunks: [1, SIDE, SIDE, SIDE], dtype: '|u1', order: 'C', fill_value: 0 },
    ...{ shape: [2, SIDE, SIDE, SIDE], compressor: null, filters: null },
  };
  const voxels = (channel: number) =>
    Uint8Array.from({ length: SIDE ** 3 }, (_, at) => {
      const [x, y, z] = [at % SIDE, Math.floor(at / SIDE) % SIDE, Math.floor(at / SIDE ** 2)];
      return Math.max(0, 250 - 40 * Math.hypot(x - 5 - 5 * channel, y - 8, z - 8));
    });
  const json = (value: unknown) => Buffer.from(JSON.stringify(value));
  return {
    'cells.zarr/.zgroup': json({ zarr_format: 2 }),
    'cells.zarr/.zattrs': json({ multiscales: [{ version: '0.4', axes, datasets }], omero: { channels } }),
    'cells.zarr/0/.zarray': json(array),
    'cells.zarr/0/0.0.0.0': voxels(0),
    'cells.zarr/0/1.0.0.0': voxels(1),
  };
}

/** Two series of slices, of which the second is the larger one. */
function seriesFiles(): TaskFiles {
  const files: Record<string, Uint8Array> = {};
  for (const [series, depth] of [
    [1, 3],
    [2, 5],
  ] as const)
    for (let k = 0; k < depth; k++) {
      const ids = {
        '0020000E UI': `1.2.${series}`,
        '00200011 IS': String(series),
        '0008103E LO': series === 1 ? 'localizer' : 'thin slices',
        '00080018 UI': `1.2.${series}.${k + 1}`,
      };
      files[`series/${series}-${k}.dcm`] = writeDicom({ ...sliceElements(k), ...ids });
    }
  return files;
}

/** A store of three channels, of which its author shows the first and the last. */
function activeStore(): TaskFiles {
  const cells = Object.entries(cellStore()).map(([name, bytes]) => [name.replace('cells.zarr', 'active.zarr'), bytes]);
  const files: Record<string, Uint8Array> = Object.fromEntries(cells);
  const change = (name: string, changes: (fields: Record<string, unknown>) => object) => {
    const fields = JSON.parse(new TextDecoder().decode(files[name]));
    files[name] = Buffer.from(JSON.stringify({ ...fields, ...changes(fields) }));
  };
  const window = { min: 0, max: 255, start: 0, end: 200 };
  const labels = { DAPI: '0000FF', GFP: '00FF00', RFP: 'FF0000' };
  const channels = Object.entries(labels).map(([label, color]) => ({ label, color, window, active: label !== 'GFP' }));
  change('active.zarr/.zattrs', () => ({ omero: { channels } }));
  change('active.zarr/0/.zarray', () => ({ shape: [3, SIDE, SIDE, SIDE] }));
  return { ...files, 'active.zarr/0/2.0.0.0': files['active.zarr/0/1.0.0.0']! };
}

/** Slices of the scan, with more elements. */
function scanSlices(folder: string, more: Elements): TaskFiles {
  const [width, height, depth] = SIZES;
  const slices = Array.from({ length: depth }, (_, k) => {
    const values = Array.from({ length: width * height }, (_, at) => hounsfieldAt(at + k * width * height) + 1024);
    const size = { '00280010 US': [height], '00280011 US': [width], '00280030 DS': `${SPACING}\\${SPACING}` };
    const place = { '00200032 DS': `0\\0\\${SPACING * k}`, '0020000E UI': `1.2.${folder.length}` };
    const elements = { ...sliceElements(k), ...size, ...place, ...more, '7FE00010 OW': values };
    return [`${folder}/${k}.dcm`, writeDicom(elements)] as const;
  });
  return Object.fromEntries(slices);
}

/** Windows as scanners write them, of which a name looks like markup, and one that shows nothing. */
const WINDOWS: Elements = {
  '00281050 DS': '9000\\40\\400',
  '00281051 DS': '100\\400\\2000',
  '00281055 LO': 'NOTHING\\ABDOMEN\\<b>BONE</b>',
};

export async function makeTaskFiles(): Promise<TaskFiles> {
  const all = Array.from({ length: COUNT }, (_, at) => at);
  const labelAt = (at: number) => (radiusOf(at, [10, 12, 10]) < 4 ? 1 : radiusOf(at, [19, 12, 10]) < 4 ? 2 : 0);
  const statisticAt = (at: number) =>
    6 * Math.exp(-(radiusOf(at, [10, 12, 10]) ** 2) / 12) - 6 * Math.exp(-(radiusOf(at, [18, 12, 10]) ** 2) / 12);
  const picture = Uint8Array.from({ length: 4 * 40 * 30 }, (_, at) => (at % 4 === 3 ? 255 : (at * 7) % 256));
  // Pink tissue with a violet round of cells.
  const stain = Uint8Array.from({ length: 4 * 64 * 48 }, (_, at) => {
    const pixel = at >> 2;
    const isCell = Math.hypot((pixel % 64) - 32, Math.floor(pixel / 64) - 24) < 10;
    return (isCell ? [90, 40, 140, 255] : [235, 170, 200, 255])[at % 4]!;
  });
  return {
    'ct.nrrd': await toBytes(volumeOf(hounsfieldAt), 'ct.nrrd'),
    // Beside the others, at the other end of the patient.
    'far.nrrd': await toBytes(
      volumeOf((at) => 3 * placeOf(at)[0], [0, 0, 400]),
      'far.nrrd',
    ),
    'labels.nii': niftiOf(all.map(labelAt), 'int16', { intent: 1002 }),
    'stat.nii': niftiOf(all.map(statisticAt), 'float32'),
    'times.nii': niftiOf(
      [0, 1, 2].flatMap((time) => all.map((at) => Math.max(0, 300 - 30 * radiusOf(at, [8 + 5 * time, 12, 10])))),
      'int16',
      { dim: [4, ...SIZES, 3] },
    ),
    'few.nii': fewSlices(),
    'ball.obj': Buffer.from(BALL),
    'picture.png': encodePng({ pixels: picture, width: 40, height: 30 }),
    'notes.txt': Buffer.from('no volume'),
    ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((k) => [`core/depth_${k}.tif`, coreSlice(k)])),
    'grains.raw': Uint8Array.from({ length: 20 * 18 * 16 }, (_, at) => (at * 37) % 251),
    'tracks.vtk': Buffer.from(TRACKS),
    'stain.png': encodePng({ pixels: stain, width: 64, height: 48 }),
    ...scanSlices('curve', {
      '00281050 DS': '40\\300',
      '00281051 DS': '400\\1500',
      '00281055 LO': 'LINE\\CURVE',
      '00281056 CS': 'SIGMOID',
    }),
    ...cellStore(),
    ...seriesFiles(),
    ...activeStore(),
    ...scanSlices('windows', WINDOWS),
    ...scanSlices('film', { '00280004 CS': 'MONOCHROME1', '00080060 CS': 'MR', '00281052 DS': '0' }),
    'cal.nii': niftiOf(all.map(hounsfieldAt), 'int16', { cal: [240, -160] }),
  };
}
