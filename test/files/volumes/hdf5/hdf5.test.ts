/** HDF5 as MINC, Imaris, BigDataViewer, MATLAB and others lay it out: experiments/formats/make_hdf5.py made these files, and tells what is in them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { InputError } from '../../../../src/errors.js';
import { gunzip } from '../../../../src/files/bytes/compression/inflate.js';
import { findVolumeFormat } from '../../../../src/files/volumes/find-volume-format.js';
import type { VolumeSelection } from '../../../../src/files/volumes/source.js';
import { readVolumeSource } from '../../../../src/files/volumes/volume-formats.js';
import type { Vec3 } from '../../../../src/math/vec3.js';
import { expectSilence } from '../../expect-silence.js';
import { cornerVoxels, expectInputError } from '../compare-volumes.js';

interface Hdf5Volume {
  readonly name: string;
  readonly input: string;
  /** In the first entry of each input. */
  readonly files?: Readonly<Record<string, string>>;
  readonly sizes: Vec3;
  readonly values: readonly number[];
  readonly matrix: Readonly<Record<'i' | 'j' | 'k' | 'origin', Vec3>>;
  readonly tolerance: number;
  readonly anatomical: boolean;
  readonly options: VolumeSelection;
}

const all = JSON.parse(readFileSync(join(import.meta.dirname, 'foreign-hdf5.json'), 'utf8')) as readonly Hdf5Volume[];
const volumes = all.filter(({ sizes }) => sizes !== undefined);

expectSilence();

const fileOf = (input: string) =>
  Uint8Array.from(Buffer.from(all.find((file) => file.input === input)!.files![input]!, 'base64'));
const readSibling = async (name: string) => {
  if (all.some(({ input }) => input === name)) return fileOf(name);
  throw new InputError(`${name}: there is no such file`);
};
const read = (name: string, bytes: Uint8Array, options: VolumeSelection = {}) =>
  readVolumeSource({ name, bytes, gunzip, readSibling }, options);

it('is read behind a block of the user of any size, as of the description that some put before it', async () => {
  const { input, options, values } = volumes[0]!;
  const bytes = fileOf(input);
  for (const block of [512, 32_768]) {
    const { volume } = await read(input, Uint8Array.from(Buffer.concat([Buffer.alloc(block, 32), bytes])), options);
    expect(volume.voxels).toHaveLength(values.length);
  }
});

const editXml = (edit: (text: string) => string) =>
  new TextEncoder().encode(edit(new TextDecoder().decode(fileOf('b.xml'))));

it.each(volumes)('reads $name', async ({ input, options, sizes, values, anatomical, tolerance, matrix }) => {
  const { volume } = await read(input, fileOf(input), options);
  expect([volume.sizes, volume.anatomical]).toEqual([sizes, anatomical]);
  const apart = Array.from(volume.voxels, (value, index) => Math.abs(value - values[index]!));
  expect(Math.max(...apart)).toBeLessThanOrEqual(tolerance);
  const { i, j, k, origin } = matrix;
  const corners = cornerVoxels({ sizes, indexToWorld: { columns: [i, j, k], origin } });
  for (const [corner, position] of cornerVoxels(volume).entries()) {
    for (const axis of [0, 1, 2] as const) expect(position[axis]).toBeCloseTo(corners[corner]![axis], 5);
  }
});

it('is known by its content, also behind a block of text', () => {
  for (const { input } of volumes) {
    if (!input.endsWith('.xml')) expect(findVolumeFormat({ name: 'scan', bytes: fileOf(input) })!.name).toBe('HDF5');
  }
});

/** A virtual array v of 2 × 2 × 2 bytes, made by h5py: its values are those of x in the file itself, 1 to 8, or in other.h5. */
const VIRTUAL = {
  inside:
    'eNrr9HBx4+WS4mLm4GCAgf9QwCEB4RtAxafF76r093AJYmKoYBJCVggDXEwMjAwMbDwMQIqxYjNUG5Rftp8RKmDBQDb4p/qgBewEoIGMJgwMTMyMjExQOWJpZh4GRgEGkJtAgIOBFehqZi4OoI+YGRmgoQAPjBkMgxasWfXKFhwWit42XNnImMphw83Bx8DAAk8hYLk5DIMa1LpuZ2MYBaNgFIyCUYAbMDIxs7CysXO4O/v7gAt2AaRCHqnuZ4QJsFQwMCPJgysNNL6ajONxGHsD/2gYj4JRMApGwSgYBaNgFIyCUTAKRsEoGAWDBQAAmr40Pw==',
  outside:
    'eNrt1T8KwjAUBvAviX9qrVqdxM3FURwUHFxE0YKC4B2EgoMgRXoCobujB3D3Oo5OnkHQWhsoTh0EHb4fhCQvj/CS5QXOeFIyG6YyDGiPGOrvfSeOD4Mgv3DGSwlf1pKJmikhgJyFcBK7s77PwdfsvdYlKqE5G5jr5IAQXUAqIWScm3ZWFoSNV80vBrLhK1TRKAMZhfhXorMj/tpteD2AiIgojeloMY+am51odKG+TtCBjeeutm23Bx8qEY4a6Mc+uBeqen2q8I+JiIiIiIiIfu0JX74w3Q==',
} as const;

it('reads virtual arrays of its own arrays, and refuses those of other files, which would be zeros', async () => {
  const inflated = (text: string) => new Uint8Array(inflateSync(Buffer.from(text, 'base64')));
  const { volume } = await read('a.h5', inflated(VIRTUAL.inside), { series: 'v' });
  expect([...volume.voxels]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(await expectInputError(read('a.h5', inflated(VIRTUAL.outside)), 'a.h5')).toMatch(
    /has in v what lies in other files, such as "other\.h5", which are not read with it; name one of those/,
  );
});

it('has the unit of Imaris and of BigDataViewer, where the world is in it', async () => {
  const unitOf = async (name: string, bytes: Uint8Array) => (await read(name, bytes)).unit;
  expect(await unitOf('a.ims', fileOf('a.ims'))).toBe('micrometer');
  expect(await unitOf('b.h5', fileOf('b.h5'))).toBe('micrometer');
  expect(await unitOf('alone.h5', fileOf('alone.h5'))).toBeUndefined();
  expect(
    await unitOf(
      'b.xml',
      editXml((text) => text.replaceAll('0.5 0.5 2.0', '65 65 260')),
    ),
  ).toBeUndefined();
});

it('finds BigDataViewer\u2019s images below the base path of its XML', async () => {
  const based = (path: string) => {
    const asked: string[] = [];
    const bytes = editXml((text) =>
      text.replace(/<BasePath.*?<\/BasePath>/s, '').replace('<SequenceDescription>', `<BasePath>${path}</BasePath>$&`),
    );
    const source = {
      name: 'b.xml',
      bytes,
      gunzip,
      readSibling: (name: string) => readSibling(asked[asked.push(name) - 1]!),
    };
    return readVolumeSource(source, {}).then(
      () => asked[0],
      () => asked[0],
    );
  };
  expect([await based('.'), await based('raw/'), await based('')]).toEqual(['b.h5', 'raw/b.h5', 'b.h5']);
});

it('takes voxel sizes where nothing places a setup', async () => {
  const { volume, times } = await read(
    'b.xml',
    editXml((text) => text.replaceAll('ViewRegistration ', 'Other ').replaceAll('/ViewRegistration>', '/Other>')),
  );
  expect(volume.indexToWorld.columns).toEqual([
    [0.5, 0, 0],
    [0, 0.5, 0],
    [0, 0, 2],
  ]);
  expect(times).toBe(2);
});

it('is no other XML, whatever its name', () => {
  const licensed = `<!-- ${'A licence, see <https://host/>. '.repeat(60)} -->\n<SpimData/>`;
  expect(findVolumeFormat({ name: 'data', bytes: new TextEncoder().encode(licensed) })!.name).toBe('BigDataViewer');
  const bytes = new TextEncoder().encode('<?xml version="1.0"?><report><SpimData/></report>');
  expect(findVolumeFormat({ name: 'report.xml', bytes })).toBeUndefined();
  expect(findVolumeFormat({ name: 'data', bytes: fileOf('b.xml') })!.name).toBe('BigDataViewer');
});

it('says that BigDataViewer\u2019s file lacks its XML', async () => {
  const { notes } = await read('alone.h5', fileOf('alone.h5'));
  expect(notes.at(-1)).toMatch(/^has no XML of BigDataViewer/);
});

it('says which of several it took, and which there are', async () => {
  const { notes } = await read('a.h5', fileOf('a.h5'));
  expect(notes[0]).toMatch(
    /^has 4 volumes: .*"exported\/data" \(4 × 5 × 6\).*; took the largest, exported\/data; --series/,
  );
});

it.each<[string, string, Uint8Array, VolumeSelection, RegExp]>([
  [
    'a name that is none',
    'a.h5',
    fileOf('a.h5'),
    { series: 'nope' },
    /has no array "nope"; --series takes one of .*"exported\/data"/,
  ],
  ['an array of one dimension', 'a.h5', fileOf('a.h5'), { series: 'list' }, /array of shape \(4\)/],
  ['a time that is none', 'a.ims', fileOf('a.ims'), { time: 2 }, /has no time 2/],
  [
    'a compression that is not known',
    'p.h5',
    fileOf('packed.h5'),
    {},
    /compressed by lzf, which cannot be read; h5repack/,
  ],
  ['a file cut short', 'a.h5', fileOf('a.h5').subarray(0, 3000), {}, /cannot be read as HDF5: /],
  [
    'netCDF, which MINC 1 is',
    'a.mnc',
    new TextEncoder().encode('CDF\x01 and more'),
    {},
    /is a netCDF file, .*; nccopy -k nc4/,
  ],
  [
    'BigDataViewer\u2019s N5',
    'n5.xml',
    new TextEncoder().encode(
      '<SpimData><SequenceDescription><ImageLoader format="bdv.n5"><n5>a.n5</n5></ImageLoader></SequenceDescription></SpimData>',
    ),
    {},
    /images of the format "bdv.n5"; .*name of the \.n5 folder/,
  ],
  [
    'a placement of eleven numbers',
    'b.xml',
    editXml((text) => text.replace(/<affine>[^ ]* /, '<affine>')),
    {},
    /ViewTransform of 11 numbers; an affine one of 12/,
  ],
  [
    'a placement that flattens',
    'b.xml',
    editXml((text) => text.replace(/<affine>[^<]*</, `<affine>${Array(12).fill(0).join(' ')}<`)),
    {},
    /ViewRegistration that flattens/,
  ],
  ['a setup that is none', 'b.xml', fileOf('b.xml'), { component: 2 }, /has no component 2/],
  [
    'older MAT-files',
    'a.mat',
    new TextEncoder().encode('MATLAB 5.0 MAT-file'),
    {},
    /version 5 or 7, .*; save\(.*-v7\.3/,
  ],
])('refuses %s', async (_, name, bytes, options, message) => {
  expect(await expectInputError(read(name, bytes, options), name)).toMatch(message);
});

it('prints nothing of damaged files', async () => {
  const seed = 11;
  let state = seed;
  const random = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  for (let round = 0; round < 60; round++) {
    const bytes = fileOf('a.h5');
    for (let change = 0; change < 5; change++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    await read('a.h5', bytes).catch((error: unknown) => expect(error, `seed ${seed}`).toBeInstanceOf(InputError));
  }
});
