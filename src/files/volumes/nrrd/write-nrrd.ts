/** Writes NRRD volumes: https://teem.sourceforge.net/nrrd/format.html. */
import type { Volume } from '../../../volume/volume.js';
import { gzip } from '../../bytes/compression/gzip.js';
import { type ColorSamples, sampleColors } from '../samples/color-samples.js';
import { bytesOf, type WriteOptions, type WrittenFile } from '../writers/written-file.js';
import { findWrittenUnit, noteUnwritten } from '../writers/written-unit.js';

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

/** Writes values or colours, axes and origin to the bit; data are gzipped by default. */
export async function writeNrrd(volume: Volume, options: WriteOptions = {}): Promise<WrittenFile> {
  const { compress = true, report } = options;
  const colors = sampleColors(volume, options.colors);
  const { samples, count } = colors ?? { samples: volume.voxels, count: 1 };
  const bytes = bytesOf(samples);
  const data = compress ? await gzip([bytes], report) : [bytes];
  const header = nrrdHeader(volume, samples.constructor.name, compress, count, options.unit);
  const isWritten = findWrittenUnit(options.unit, volume.anatomical) !== undefined;
  return { pieces: [header, ...data], notes: isWritten ? [] : noteUnwritten(options.unit) };
}

/**
 * @param array The name of the voxels' typed array.
 * @param components 3 or 4 for colours, which are the fastest axis.
 * @param unit The name of the world's unit.
 */
export function nrrdHeader(
  { sizes, indexToWorld, anatomical }: Omit<Volume, 'voxels'>,
  array: string,
  compress: boolean,
  components: ColorSamples['count'] | 1 = 1,
  unit?: string,
): Uint8Array {
  const vector = (numbers: readonly number[]) => `(${numbers.join(',')})`;
  const axis = <T>(said: T): T[] => (components > 1 ? [said] : []);
  const length = findWrittenUnit(unit, anatomical);
  // Anatomical spaces are in millimetres where a header says nothing.
  const isUsual = anatomical && length === 'mm';
  const header = [
    'NRRD0005',
    `type: ${TYPES[array]}`,
    `dimension: ${components > 1 ? 4 : 3}`,
    `sizes: ${[...axis(components), ...sizes].join(' ')}`,
    anatomical ? 'space: left-posterior-superior' : 'space dimension: 3',
    ...(length && !isUsual ? [`space units: ${Array(3).fill(`"${length}"`).join(' ')}`] : []),
    `space directions: ${[...axis('none'), ...indexToWorld.columns.map(vector)].join(' ')}`,
    `space origin: ${vector(indexToWorld.origin)}`,
    `kinds: ${[...axis(components === 4 ? 'RGBA-color' : 'RGB-color'), 'domain', 'domain', 'domain'].join(' ')}`,
    'endian: little',
    `encoding: ${compress ? 'gzip' : 'raw'}`,
  ];
  return new TextEncoder().encode(`${header.join('\n')}\n\n`);
}
