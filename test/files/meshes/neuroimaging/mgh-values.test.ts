/** Values of vertices in MGH files: experiments/formats/make_vtk.py made these with NiBabel, and tells what is in them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gunzip } from '../../../../src/files/bytes/compression/inflate.js';
import { readMeshSource, readMeshValues } from '../../../../src/files/meshes/mesh-formats.js';
import { readVolumeSource } from '../../../../src/files/volumes/volume-formats.js';

interface Foreign {
  readonly values: readonly { name: string; type: string; content: string; values: readonly (readonly number[])[] }[];
  readonly volume: string;
}

const foreign = JSON.parse(readFileSync(join(import.meta.dirname, 'foreign-mgh-values.json'), 'utf8')) as Foreign;
const source = (name: string, content: string, end?: number) => ({
  name,
  bytes: Uint8Array.from(Buffer.from(content, 'base64')).subarray(0, end),
  gunzip,
  readSibling: () => Promise.reject(new Error('names no files')),
});

it.each(foreign.values)('reads frames of $type in $name', async ({ name, content, values }) => {
  const read = await readMeshValues(source(`surf/${name}`, content));
  expect(read.map((list) => list.name)).toEqual(['thickness 1', 'thickness 2']);
  expect(read.map((list) => list.on)).toEqual(['vertices', 'vertices']);
  expect(read.map((list) => [...list.values])).toEqual(values);
});

it('refuses a volume, what is cut short, and a surface of it', async () => {
  await expect(readMeshValues(source('volume.mgh', foreign.volume))).rejects.toThrow(
    /^volume\.mgh: holds a volume of 2 × 1 × 3 voxels; values of a surface have one axis alone$/,
  );
  const [{ content }] = foreign.values as [Foreign['values'][number]];
  await expect(readMeshValues(source('a.mgh', content, 300))).rejects.toThrow(/^a\.mgh: .*bytes/);
  await expect(readMeshSource(source('a.mgh', content))).rejects.toThrow(/^a\.mgh: /);
});

it('are no volume, of which a picture would be blank', async () => {
  const [{ name, content }] = foreign.values as [Foreign['values'][number]];
  await expect(readVolumeSource(source(name, content))).rejects.toThrow(
    /: holds values on the vertices of a surface, and no surface; name the file of the surface itself, and this one by --values$/,
  );
});
