/** Writes what laws are tried on, as NRRD and PLY, and says how a command names it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { LawInput, MeshData, VolumeData, VoxelType } from './inputs.js';

const WRITERS: Readonly<
  Record<VoxelType, readonly [bytes: number, (view: DataView, at: number, value: number, little: boolean) => void]>
> = {
  uint8: [1, (view, at, value) => view.setUint8(at, value)],
  int16: [2, (view, at, value, little) => view.setInt16(at, value, little)],
  uint16: [2, (view, at, value, little) => view.setUint16(at, value, little)],
  float: [4, (view, at, value, little) => view.setFloat32(at, value, little)],
};

function nrrdOf({ type, sizes, components, values, indexToWorld, isBigEndian, isGzipped }: VolumeData): Uint8Array {
  const [bytes, write] = WRITERS[type];
  const data = new Uint8Array(bytes * values.length);
  const view = new DataView(data.buffer);
  for (const [n, value] of values.entries()) write(view, bytes * n, value, !isBigEndian);
  const axes = indexToWorld.columns.map((column) => `(${column.join()})`);
  const isColor = components === 3;
  const header = [
    'NRRD0005',
    `type: ${type}`,
    `dimension: ${isColor ? 4 : 3}`,
    `sizes: ${[...(isColor ? [3] : []), ...sizes].join(' ')}`,
    ...(isColor ? ['kinds: RGB-color domain domain domain'] : []),
    'space: left-posterior-superior',
    `space directions: ${[...(isColor ? ['none'] : []), ...axes].join(' ')}`,
    `space origin: (${indexToWorld.origin.join()})`,
    `endian: ${isBigEndian ? 'big' : 'little'}`,
    `encoding: ${isGzipped ? 'gzip' : 'raw'}`,
    '',
    '',
  ].join('\n');
  return Buffer.concat([Buffer.from(header), isGzipped ? gzipSync(data) : data]);
}

function plyOf({ positions, triangles, colors }: MeshData): string {
  const channels = ['red', 'green', 'blue'].map((name) => `property uchar ${name}`);
  return [
    'ply',
    'format ascii 1.0',
    `element vertex ${positions.length}`,
    ...['x', 'y', 'z'].map((name) => `property double ${name}`),
    ...(colors ? channels : []),
    `element face ${triangles.length}`,
    'property list uchar int vertex_indices',
    'end_header',
    ...positions.map((position, n) => [...position, ...(colors?.[n] ?? [])].join(' ')),
    ...triangles.map((corners) => `3 ${corners.join(' ')}`),
    '',
  ].join('\n');
}

/** The arguments that name the input. */
export function writeInput({ volumes, mask, meshes }: LawInput, folder: string, prefix: string): string[] {
  const write = (name: string, data: string | Uint8Array) => {
    const path = join(folder, `${prefix}-${name}`);
    writeFileSync(path, data);
    return path;
  };
  return [
    ...volumes.map((volume, n) => write(`${n}.nrrd`, nrrdOf(volume))),
    ...meshes.map((mesh, n) => write(`${n}.ply`, plyOf(mesh))),
    ...(mask ? ['--mask', write('mask.nrrd', nrrdOf(mask))] : []),
  ];
}
