/** XML files of VTK in LZMA: experiments/formats/make_vtk.py made these with VTK, and tells what is in them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gunzip } from '../../../src/files/bytes/compression/inflate.js';
import { readMeshSource } from '../../../src/files/meshes/mesh-formats.js';
import { readVolumeSource } from '../../../src/files/volumes/volume-formats.js';

interface ForeignLzma {
  readonly surface: Readonly<Record<string, string>>;
  readonly positions: readonly number[];
  readonly triangles: readonly number[];
  readonly values: readonly number[];
  readonly image: string;
  readonly voxels: readonly number[];
}

const made = JSON.parse(readFileSync(join(import.meta.dirname, 'foreign-lzma.json'), 'utf8')) as ForeignLzma;
const source = (name: string, bytes: Uint8Array) => ({
  name,
  bytes,
  gunzip,
  readSibling: () => Promise.reject(new Error('names no files')),
});
const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'base64'));

it.each(Object.entries(made.surface))('reads a surface whose arrays are %s', async (_, text) => {
  const { mesh } = await readMeshSource(source('a.vtp', bytesOf(text)));
  const { positions, triangles, values } = mesh;
  expect([...triangles]).toEqual(made.triangles);
  expect([...values![0]!.values]).toEqual(made.values);
  for (const [index, wanted] of made.positions.entries()) {
    expect(positions[index]).toBeCloseTo(wanted, 5);
  }
});

it('reads an image', async () => {
  const { volume } = await readVolumeSource(source('a.vti', bytesOf(made.image)));
  expect([...volume.voxels]).toEqual(made.voxels);
  expect(volume.sizes).toEqual([5, 4, 3]);
});

it('refuses damaged data in a line', async () => {
  const bytes = bytesOf(made.image);
  // Within the compressed numbers, which are the last thing of the file.
  for (let at = bytes.length - 120; at < bytes.length - 40; at++) bytes[at]! ^= 0x5a;
  await expect(readVolumeSource(source('a.vti', bytes))).rejects.toThrow(/^a\.vti: .*damaged|^a\.vti: .*bytes of data/);
});
