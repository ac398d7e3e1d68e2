/** Volumes and meshes from paths, ready to render. */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { InputError, type Volume } from '../../../src/index.js';
import { loadMesh, loadVolume, readMeshFile, readVolumeFile } from '../../../src/node/index.js';

const at = (name: string) => join(import.meta.dirname, '..', '..', '..', 'volumes', name);
const VOLUME = at('marschner-lobb.nrrd');
const MESH = at('knot.ply');

/** Compared as bytes: to compare large arrays element by element takes seconds. */
const bytesOf = ({ voxels: { buffer, byteOffset, byteLength } }: Volume) => Buffer.from(buffer, byteOffset, byteLength);

it('gives what the file readers read, from paths and file URLs', async () => {
  const { volume } = await readVolumeFile(VOLUME);
  for (const path of [VOLUME, pathToFileURL(VOLUME)]) {
    const loaded = await loadVolume(path);
    expect(loaded.indexToWorld).toEqual(volume.indexToWorld);
    expect(bytesOf(loaded).equals(bytesOf(volume))).toBe(true);
  }
  const { mesh } = await readMeshFile(MESH);
  for (const path of [MESH, pathToFileURL(MESH)]) {
    const { positions, triangles } = await loadMesh(path);
    expect([positions.length, triangles.length]).toEqual([mesh.positions.length, mesh.triangles.length]);
  }
});

it('names what a broken link leads to, and says that a folder is empty', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tilecast-load-'));
  const link = join(folder, 'link.nii');
  await expect(loadVolume(folder)).rejects.toThrow(`${folder}: is empty, or holds no file that can be read`);
  symlinkSync('gone.nii', link);
  await expect(loadVolume(link)).rejects.toThrow(
    new InputError(`${link}: is a link to gone.nii, which does not exist`),
  );
  rmSync(folder, { recursive: true });
});

it.each([() => loadVolume('no.nrrd'), () => loadMesh('no.nrrd')])(
  'names the path that does not exist: %#',
  async (load) => {
    await expect(load()).rejects.toThrow(new InputError('no.nrrd: does not exist; check the path'));
  },
);

it('refuses a name that is empty, as of a variable that is not set', async () => {
  await expect(loadVolume('')).rejects.toThrow(/^the name of an input is empty; name a file/);
});
