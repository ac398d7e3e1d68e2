/** Which way closed meshes face: by solids whose volume is known. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gunzip } from '../../../src/files/bytes/compression/inflate.js';
import { readMeshSource } from '../../../src/files/meshes/mesh-formats.js';
import { createGrid, createIcosphere, createTorus } from '../../../src/mesh/generators/create-basic-meshes.js';
import { mergeMeshes } from '../../../src/mesh/merge-meshes.js';
import { createMesh } from '../../../src/mesh/mesh.js';
import { findSignedVolume, isInsideOut, turnOver } from '../../../src/mesh/topology/inside-out.js';

describe('the signed volume', () => {
  it('is that of a ball, wherever it lies, and negative once it is turned over', () => {
    const ball = createIcosphere({ subdivisions: 4, radius: 2 });
    const volume = findSignedVolume(ball)!;
    expect(volume / ((4 / 3) * Math.PI * 8)).toBeCloseTo(1, 2);
    expect(findSignedVolume(turnOver(ball))).toBeCloseTo(-volume, 6);
    const moved = createMesh({ ...ball, positions: ball.positions.map((x, at) => x + [100, -50, 7][at % 3]!) });
    expect(findSignedVolume(moved)).toBeCloseTo(volume, 2);
    expect([isInsideOut(ball), isInsideOut(turnOver(ball))]).toEqual([false, true]);
  });

  it('leaves out cavities', () => {
    const [outer, inner] = [2, 1].map((radius) => createIcosphere({ subdivisions: 3, radius }));
    const shell = mergeMeshes([outer!, turnOver(inner!)]);
    expect(findSignedVolume(shell)).toBeCloseTo(findSignedVolume(outer!)! - findSignedVolume(inner!)!, 4);
    expect(isInsideOut(shell)).toBe(false);
  });

  it('is none of a mesh that is open, or whose neighbours face opposite sides', () => {
    expect(findSignedVolume(createGrid({ columns: 2, rows: 2 }))).toBeUndefined();
    const torus = createTorus();
    const triangles = torus.triangles.slice();
    triangles.set([triangles[1]!, triangles[0]!]);
    expect(findSignedVolume(createMesh({ ...torus, triangles }))).toBeUndefined();
  });
});

it('the sample knot faces outward', async () => {
  const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, '..', '..', '..', 'volumes', 'knot.ply')));
  const { mesh } = await readMeshSource({ name: 'knot.ply', bytes, gunzip, readSibling: expect.fail });
  expect(findSignedVolume(mesh)).toBeGreaterThan(15);
});
