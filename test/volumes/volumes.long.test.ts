/** The sample volumes are what their generators make, and are where their headers say. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { transformPoint } from '../../src/math/affine.js';
import type { Vec3 } from '../../src/math/vec3.js';
import { readMeshFile, readVolumeFile } from '../../src/node/index.js';
import type { Volume } from '../../src/volume/volume.js';
import { generateHeadPhantom } from '../../volumes/head-phantom.js';
import { generateKnot } from '../../volumes/knot.js';
import { generateMarschnerLobb } from '../../volumes/marschner-lobb.js';

const pathOf = (name: string) => join(import.meta.dirname, '..', '..', 'volumes', name);

function decode(name: string): { header: string; voxels: Buffer } {
  const file = readFileSync(pathOf(name));
  const headerEnd = file.indexOf('\n\n');
  return { header: file.toString('ascii', 0, headerEnd), voxels: gunzipSync(file.subarray(headerEnd + 2)) };
}

describe.each([
  ['marschner-lobb.nrrd', generateMarschnerLobb],
  ['head-phantom.nrrd', generateHeadPhantom],
])('%s', (name, generate) => {
  it('is what its generator makes', () => {
    const { header, voxels } = decode(name);
    const generated = generate();
    const lines = header.split('\n');
    expect(lines).toContain(`type: ${generated.type}`);
    expect(lines).toContain(`sizes: ${generated.sizes.join(' ')}`);
    for (const line of generated.geometry) expect(lines).toContain(line);
    const bytes = Buffer.from(generated.voxels.buffer, generated.voxels.byteOffset, generated.voxels.byteLength);
    expect(voxels.equals(bytes)).toBe(true);
  });
});

describe('knot.ply', () => {
  it('is what its generator makes', () => {
    expect(readFileSync(pathOf('knot.ply'), 'utf8')).toBe(generateKnot());
  });

  it('is closed: every edge is that of two triangles, once in each direction', async () => {
    const { triangles } = (await readMeshFile(pathOf('knot.ply'))).mesh;
    const edges = new Set<string>();
    for (let corner = 0; corner < triangles.length; corner++) {
      const next = corner % 3 === 2 ? corner - 2 : corner + 1;
      edges.add(`${triangles[corner]} ${triangles[next]}`);
    }
    expect(edges.size).toBe(triangles.length);
    const unmatched = [...edges].filter((edge) => !edges.has(edge.split(' ').reverse().join(' ')));
    expect(unmatched).toEqual([]);
  });
});

/** The index and the world position of each voxel with a value that `matches`. */
function find({ sizes: [ni, nj, nk], voxels, indexToWorld }: Volume, matches: (value: number) => boolean): Vec3[] {
  const found: Vec3[] = [];
  for (let k = 0, flat = 0; k < nk; k++) {
    for (let j = 0; j < nj; j++) {
      for (let i = 0; i < ni; i++, flat++) {
        if (matches(voxels[flat]!)) found.push(transformPoint(indexToWorld, [i, j, k]));
      }
    }
  }
  return found;
}

const meanOf = (points: readonly Vec3[], axis: number) =>
  points.reduce((sum, point) => sum + point[axis]!, 0) / points.length;

const leastOf = (points: readonly Vec3[], axis: number) =>
  points.reduce((least, point) => Math.min(least, point[axis]!), Number.POSITIVE_INFINITY);

describe('the Marschner–Lobb signal', async () => {
  const { volume } = await readVolumeFile(pathOf('marschner-lobb.nrrd'));

  it('fills the cube from −1 to 1 with samples of the published function', () => {
    expect(volume.anatomical).toBe(false);
    const [ni, nj, nk] = volume.sizes;
    for (const index of [
      [0, 0, 0],
      [40, 20, 10],
      [20, 20, 0],
      [20, 20, 40],
      [23, 31, 7],
    ] as const) {
      const [x, y, z] = transformPoint(volume.indexToWorld, index);
      index.forEach((n, axis) => void expect([x, y, z][axis]).toBeCloseTo(n / 20 - 1, 12));
      const radial = Math.cos(12 * Math.PI * Math.cos((Math.PI * Math.hypot(x, y)) / 2));
      const expected = (1 - Math.sin((Math.PI * z) / 2) + 0.25 * (1 + radial)) / 2.5;
      const [i, j, k] = index;
      expect(Math.abs(volume.voxels[(k * nj + j) * ni + i]! - expected)).toBeLessThanOrEqual(0.5 / 4096 + 1e-12);
    }
    expect([ni, nj, nk]).toEqual([41, 41, 41]);
    expect(volume.voxels.every((value) => value >= 0 && value <= 1)).toBe(true);
  });
});

describe('the head', async () => {
  const { volume } = await readVolumeFile(pathOf('head-phantom.nrrd'));

  it('has the marker on the left, the nose in front and the neck below, in LPS', () => {
    expect(volume.anatomical).toBe(true);
    const marker = find(volume, (value) => value > 1600);
    expect(marker.length).toBeGreaterThan(20);
    for (const [x] of marker) expect(x).toBeGreaterThan(60);

    const skin = find(volume, (value) => value > -500);
    const noseY = leastOf(skin, 1);
    const nose = skin.filter(([, y]) => y < noseY + 4);
    expect(Math.abs(meanOf(nose, 0))).toBeLessThan(2);
    expect(Math.abs(meanOf(nose, 2) + 27)).toBeLessThan(10);
    // The neck is cut off by the volume's lower face, the vertex is not by the upper one.
    expect(leastOf(skin, 2)).toBe(transformPoint(volume.indexToWorld, [0, 0, 0])[2]);
    const [, , topZ] = transformPoint(volume.indexToWorld, [0, 0, volume.sizes[2] - 1]);
    expect(skin.every(([, , z]) => z < topZ)).toBe(true);
  });

  it('has more contrast agent on the left, where the aneurysm is', () => {
    // Larger than any vessel, and deep inside.
    const near = (side: 1 | -1) =>
      find(volume, (value) => value > 1500).filter(([x, y, z]) => Math.hypot(side * x - 44, y + 17, z + 2) < 9).length;
    expect(near(1)).toBeGreaterThan(5 * Math.max(near(-1), 1));
  });

  it('has air, soft tissue, bone and contrast agent', () => {
    const fractionOf = (low: number, high: number) =>
      volume.voxels.filter((value) => value >= low && value <= high).length / volume.voxels.length;
    expect(fractionOf(-1000, -900)).toBeGreaterThan(0.4);
    expect(fractionOf(0, 80)).toBeGreaterThan(0.2);
    expect(fractionOf(600, 800)).toBeGreaterThan(0.03);
    expect(fractionOf(1500, 1600)).toBeGreaterThan(0.001);
  });
});
