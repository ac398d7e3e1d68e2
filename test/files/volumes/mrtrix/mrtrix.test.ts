/** MRtrix's images: every order and direction of axes in memory, types, scaling, and what headers may lack. */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { ScalarType } from '../../../../src/files/volumes/samples/voxels.js';
import { readVolumeSource } from '../../../../src/files/volumes/volume-formats.js';
import { expectSilence } from '../../expect-silence.js';
import { expectInputError, expectSame } from '../compare-volumes.js';
import { writeNifti } from '../nifti/write-nifti.js';
import { encode, rampOf, sourceOf } from '../nrrd/write-nrrd.js';
import { mrtrixHeader, writeMrtrix } from './write-mrtrix.js';

expectSilence();

const RAMP = rampOf('int16');
const SFORM = { sformCode: 1, sform: [1.2, -2.4, 0, 10, 1.6, 1.8, 0, 20, 0, 0, 1.5, 30] };
const read = (bytes: Uint8Array, siblings: Readonly<Record<string, Uint8Array>> = {}, selection = {}) =>
  readVolumeSource({ ...sourceOf(bytes, siblings), name: 'a.mif' }, selection);

const same = async (actual: Uint8Array, siblings = {}) =>
  expectSame(
    (await read(actual, siblings)).volume,
    (await readVolumeSource(sourceOf(writeNifti(RAMP, 'int16', SFORM)))).volume,
    1e-5,
  );

it('reads voxels and the matrix as NIfTI has them, in gzip and from other files too', async () => {
  await same(writeMrtrix());
  await same(new Uint8Array(gzipSync(writeMrtrix())));
  const data = encode(RAMP, 'int16');
  await same(mrtrixHeader({ file: 'a.dat' }), { 'a.dat': data });
  const header = new TextDecoder().decode(mrtrixHeader({ file: 'a.dat' }));
  await same(new TextEncoder().encode(header.replace('END\n', '')), { 'a.dat': data });
  await same(mrtrixHeader({ file: ['a.dat 0', 'b.dat 4'] }), {
    'a.dat': data.subarray(0, 60),
    'b.dat': Buffer.concat([new Uint8Array(4), data.subarray(60)]),
  });
});

/** All six orders of the axes, each with all eight directions. */
const LAYOUTS = ['0,1,2', '0,2,1', '1,0,2', '1,2,0', '2,0,1', '2,1,0'].flatMap((order) =>
  Array.from({ length: 8 }, (_, signs) =>
    order
      .split(',')
      .map((rank, axis) => `${(signs >> axis) & 1 ? '-' : '+'}${rank}`)
      .join(','),
  ),
);

it.each(LAYOUTS)('reads the layout %s', async (layout) => {
  const sizes = [5, 4, 3];
  const ranks = layout.split(',').map((entry) => Math.abs(Number(entry)));
  const stored = new Array<number>(60);
  for (let index = 0; index < 60; index++) {
    const place = [index % 5, Math.floor(index / 5) % 4, Math.floor(index / 20)];
    let at = 0;
    let step = 1;
    for (const rank of [0, 1, 2]) {
      const axis = ranks.indexOf(rank);
      at += step * (layout.split(',')[axis]!.startsWith('-') ? sizes[axis]! - 1 - place[axis]! : place[axis]!);
      step *= sizes[axis]!;
    }
    stored[at] = RAMP[index]!;
  }
  await same(writeMrtrix({ layout }, encode(stored, 'int16')));
});

it.each<[string, ScalarType, 'little' | 'big']>([
  ['Int8', 'int8', 'little'],
  ['UInt8', 'uint8', 'little'],
  ['UInt16BE', 'uint16', 'big'],
  ['Int32', 'int32', 'little'],
  ['UInt64LE', 'uint64', 'little'],
  ['Float32BE', 'float32', 'big'],
  ['Float64LE', 'float64', 'little'],
])('reads %s', async (datatype, type, endianness) => {
  const { volume } = await read(writeMrtrix({ datatype }, encode(rampOf(type), type, 'raw', endianness)));
  expect([...volume.voxels]).toEqual(rampOf(type));
});

it('reads bits from the highest, half floats and complex numbers', async () => {
  const bits = Uint8Array.of(0b10100000, 0, 0, 0, 0, 0, 0, 0b00010000);
  const { volume } = await read(writeMrtrix({ datatype: 'Bit' }, bits));
  expect([...volume.voxels.entries()].filter(([, value]) => value === 1).map(([at]) => at)).toEqual([0, 2, 59]);
  const halves = Uint8Array.from({ length: 120 }, (_, index) => (index % 2 === 0 ? 0 : 0x3e));
  expect(new Set((await read(writeMrtrix({ datatype: 'Float16LE' }, halves))).volume.voxels)).toEqual(new Set([1.5]));
  const pairs = encode(
    Array.from({ length: 120 }, (_, index) => (index % 2 === 0 ? 3 : 4)),
    'float32',
  );
  expect(new Set((await read(writeMrtrix({ datatype: 'CFloat32LE' }, pairs))).volume.voxels)).toEqual(new Set([5]));
});

it('scales values, and takes one of several volumes', async () => {
  const { volume } = await read(writeMrtrix({ scaling: '10,0.5' }));
  expect(volume.voxels).toEqual(Float32Array.from(RAMP, (value) => value / 2 + 10));
  // The volumes lie beside each other in memory: value 0 and 1 of the first voxel, then of the second.
  const four = { dim: '5,4,3,2', vox: '2,3,1.5,nan', layout: '+1,+2,+3,+0' };
  const pairs = RAMP.flatMap((value) => [value, value + 1]);
  const second = await read(writeMrtrix(four, encode(pairs, 'int16')), {}, { time: 1 });
  expect(second.times).toBe(2);
  expect(second.volume.voxels).toEqual(Int16Array.from(RAMP, (value) => value + 1));
});

it('puts an image without a transform in the middle of the world', async () => {
  const { indexToWorld } = (await read(writeMrtrix({ transform: undefined }))).volume;
  expect(indexToWorld.origin).toEqual([4, 4.5, -1.5]);
  expect(indexToWorld.columns[0]).toEqual([-2, 0, 0]);
});

it.each([
  ['no end', new TextEncoder().encode('mrtrix image\ndim: 1,1,1\n'), /without END/],
  ['no end before its own voxels', new TextEncoder().encode('mrtrix image\nfile: . 512\n'), /without END/],
  ['a size of 0', writeMrtrix({ dim: '5,0,3' }), /the dim 5,0,3/],
  ['no sizes', writeMrtrix({ dim: undefined }), /has no "dim"/],
  ['a layout that ranks two alike', writeMrtrix({ layout: '0,0,1' }), /layout "0,0,1"; 0 to 2, each once/],
  ['an unknown type', writeMrtrix({ datatype: 'Int7' }), /datatype "Int7"/],
  ['a matrix of words', writeMrtrix({ transform: ['a,b,c,d'] }), /transform that is not three rows/],
  ['too few voxels', writeMrtrix({}, new Uint8Array(10)), /has 10 bytes of data, but its sizes and type ask for 120/],
  ['spacings of 0', writeMrtrix({ vox: '0,1,1' }), /has the vox 0,1,1/],
  ['no file', mrtrixHeader({}), /has no "file"/],
] as const)('refuses %s', async (_, bytes, message) => {
  expect(await expectInputError(read(bytes), 'a.mif')).toMatch(message);
});
