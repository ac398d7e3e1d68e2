/** Volumes and meshes of bytes, Blobs, Files and addresses. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMesh } from '../../src/files/read-mesh.js';
import { readVolume } from '../../src/files/read-volume.js';

const VOLUMES = join(import.meta.dirname, '..', '..', 'volumes');
const bytes = new Uint8Array(readFileSync(join(VOLUMES, 'head-phantom.nrrd')));
const SIZES = (await readVolume(bytes)).volume.sizes;

describe('readVolume', () => {
  it.each([
    ['a Buffer', Buffer.from(bytes)],
    ['an ArrayBuffer', bytes.buffer],
    ['a Blob', new Blob([bytes])],
    ['a File', new File([bytes], 'head.nrrd')],
  ])('reads %s', async (_, data) => {
    const { volume, notes } = await readVolume(data);
    expect(volume.sizes).toEqual(SIZES);
    expect(volume.voxels).toHaveLength(SIZES[0] * SIZES[1] * SIZES[2]);
    expect(notes).toEqual([]);
  });

  it('reads an address, and what the file there names', async () => {
    const header = 'NRRD0004\ntype: uint8\ndimension: 3\nsizes: 2 2 2\nencoding: raw\ndata file: a.raw\n\n';
    const files: Record<string, string | Uint8Array> = {
      '/a.nhdr': header,
      '/a.raw': Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8),
    };
    const server = createServer(({ url }, response) => response.end(files[url!]));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { volume } = await readVolume(new URL(`http://127.0.0.1:${port}/a.nhdr`));
    expect([...volume.voxels]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    server.close();
    server.closeAllConnections();
    await expect(readVolume(new TextEncoder().encode(header), 'a.nhdr')).rejects.toThrow(
      /^a\.nhdr: .*"a\.raw" is not there: bytes have nothing beside them/,
    );
  });

  it('names what it cannot read by the name that it was given, or by that of a File', async () => {
    const text = new TextEncoder().encode('no volume');
    await expect(readVolume(text, 'scan.abc')).rejects.toThrow(/^scan\.abc: is not a volume/);
    await expect(readVolume(text, { name: 'scan.abc', time: 0 })).rejects.toThrow(/^scan\.abc: is not a volume/);
    await expect(readVolume(new File([text], 'mine.txt'))).rejects.toThrow(/^mine\.txt: /);
    await expect(readVolume(text)).rejects.toThrow(/^data: /);
    await expect(readVolume('scan.nrrd' as never)).rejects.toThrow('a file must be given as');
  });
});

it('readMesh reads bytes too', async () => {
  const { mesh } = await readMesh(readFileSync(join(VOLUMES, 'knot.ply')));
  expect(mesh.triangles.length).toBeGreaterThan(1000);
});
