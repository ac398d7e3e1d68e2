/** Sample volumes as NRRD files. */
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

export interface SampleVolume {
  readonly type: 'int16' | 'float';
  readonly sizes: readonly [number, number, number];
  /** The first axis is fastest. */
  readonly voxels: Int16Array | Float32Array;
  /** Header lines that place the voxels in the world. */
  readonly geometry: readonly string[];
}

/** Writes a gzip-encoded NRRD file; this machine must be little-endian, as all that run Node 20 but one are. */
export function writeNrrd(path: string | URL, { type, sizes, voxels, geometry }: SampleVolume): void {
  const header = [
    'NRRD0004',
    `type: ${type}`,
    'dimension: 3',
    `sizes: ${sizes.join(' ')}`,
    ...geometry,
    'endian: little',
    'encoding: gzip',
  ];
  const bytes = new Uint8Array(voxels.buffer, voxels.byteOffset, voxels.byteLength);
  writeFileSync(path, Buffer.concat([Buffer.from(`${header.join('\n')}\n\n`), gzipSync(bytes, { level: 9 })]));
}
