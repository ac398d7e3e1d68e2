/** Writes NRRD volumes: https://teem.sourceforge.net/nrrd/format.html. */
import type { Volume } from '../../../volume/volume.js';
import { gzip } from '../../bytes/deflate.js';
import { bytesOf, type WriteOptions, type WrittenFile } from '../written-file.js';

const TYPES: Readonly<Record<string, string>> = {
  Int8Array: 'int8',
  Uint8Array: 'uint8',
  Int16Array: 'int16',
  Uint16Array: 'uint16',
  Int32Array: 'int32',
  Uint32Array: 'uint32',
  Float32Array: 'float',
  Float64Array: 'double',
};

/** Writes values, axes and origin to the bit; gzip data unless told otherwise. */
export async function writeNrrd(volume: Volume, { compress = true, report }: WriteOptions = {}): Promise<WrittenFile> {
  const { sizes, voxels, indexToWorld, anatomical } = volume;
  const vector = (numbers: readonly number[]) => `(${numbers.join(',')})`;
  const header = [
    'NRRD0005',
    `type: ${TYPES[voxels.constructor.name]}`,
    'dimension: 3',
    `sizes: ${sizes.join(' ')}`,
    anatomical ? 'space: left-posterior-superior' : 'space dimension: 3',
    `space directions: ${indexToWorld.columns.map(vector).join(' ')}`,
    `space origin: ${vector(indexToWorld.origin)}`,
    'kinds: domain domain domain',
    'endian: little',
    `encoding: ${compress ? 'gzip' : 'raw'}`,
  ];
  const data = compress ? await gzip([bytesOf(voxels)], report) : [bytesOf(voxels)];
  return { pieces: [new TextEncoder().encode(`${header.join('\n')}\n\n`), ...data], notes: [] };
}
