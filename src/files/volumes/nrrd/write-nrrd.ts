/** Writes NRRD volumes: https://teem.sourceforge.net/nrrd/format.html. */
import type { Volume } from '../../../volume/volume.js';
import { gzip } from '../../bytes/compression/deflate.js';
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

/** Writes values, axes and origin to the bit; data are gzipped by default. */
export async function writeNrrd(volume: Volume, { compress = true, report }: WriteOptions = {}): Promise<WrittenFile> {
  const bytes = bytesOf(volume.voxels);
  const data = compress ? await gzip([bytes], report) : [bytes];
  return { pieces: [nrrdHeader(volume, volume.voxels.constructor.name, compress), ...data], notes: [] };
}

/** @param array The name of the voxels' typed array. */
export function nrrdHeader(
  { sizes, indexToWorld, anatomical }: Omit<Volume, 'voxels'>,
  array: string,
  compress: boolean,
): Uint8Array {
  const vector = (numbers: readonly number[]) => `(${numbers.join(',')})`;
  const header = [
    'NRRD0005',
    `type: ${TYPES[array]}`,
    'dimension: 3',
    `sizes: ${sizes.join(' ')}`,
    anatomical ? 'space: left-posterior-superior' : 'space dimension: 3',
    `space directions: ${indexToWorld.columns.map(vector).join(' ')}`,
    `space origin: ${vector(indexToWorld.origin)}`,
    'kinds: domain domain domain',
    'endian: little',
    `encoding: ${compress ? 'gzip' : 'raw'}`,
  ];
  return new TextEncoder().encode(`${header.join('\n')}\n\n`);
}
