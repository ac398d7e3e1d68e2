/** Voxels of meshes and distance fields: against points asked one by one, and solids by formula. */
import { describe, expect, it } from 'vitest';
import { Bvh } from '../../../../src/bvh/bvh.js';
import { findInside } from '../../../../src/bvh/find-inside.js';
import { compareSurfaces } from '../../../../src/bvh/queries/compare-surfaces.js';
import { createDistanceField } from '../../../../src/bvh/queries/fields/distance-field.js';
import { FieldQuery } from '../../../../src/bvh/queries/fields/field-query.js';
import { gridAround, type VoxelGrid } from '../../../../src/bvh/queries/fields/voxel-grid.js';
import { voxelizeMesh } from '../../../../src/bvh/queries/fields/voxelize-mesh.js';
import { findClosest } from '../../../../src/bvh/queries/points/find-closest.js';
import { SIGN_METHODS } from '../../../../src/bvh/queries/sign/sign-method.js';
import { rayThroughPixel } from '../../../../src/camera/camera.js';
import { fitPoints } from '../../../../src/camera/fit-points.js';
import { Renderer } from '../../../../src/cast/renderer.js';
import { InputError } from '../../../../src/errors.js';
import { readWords } from '../../../../src/gpu/allocate-storage.js';
import { transformPoint } from '../../../../src/math/affine.js';
import type { Vec3 } from '../../../../src/math/vec3.js';
import { addScaled } from '../../../../src/math/vec3.js';
import { boundingBox, boxCorners } from '../../../../src/mesh/bounding-box.js';
import { createGrid, createIcosphere, createTorus } from '../../../../src/mesh/generators/create-basic-meshes.js';
import { createMesh, type Mesh } from '../../../../src/mesh/mesh.js';
import { sampleSurface } from '../../../../src/mesh/sample-surface.js';
import { createTransferFunction } from '../../../../src/transfer/transfer-function.js';
import { createVolume } from '../../../../src/volume/volume.js';
import { useTestGpu } from '../../../open-test-gpu.js';
import { createLatticeBox } from '../../hard-meshes.js';

const gpu = useTestGpu();

const centersOf = ({ sizes, indexToWorld }: VoxelGrid) =>
  Array.from({ length: sizes[0] * sizes[1] * sizes[2] }, (_, voxel): Vec3 => {
    const row = Math.floor(voxel / sizes[0]);
    return transformPoint(indexToWorld, [voxel % sizes[0], row % sizes[1], Math.floor(row / sizes[1])]);
  });

const OBLIQUE: VoxelGrid = {
  sizes: [21, 17, 13],
  indexToWorld: {
    columns: [
      [-0.08, 0.05, 0],
      [0.06, 0.1, 0.02],
      [0, -0.03, 0.11],
    ],
    origin: [0.3, -1.1, -0.6],
  },
};

/** Voxels at whole and half numbers, so that many lie on faces, edges and vertices of a box on a lattice. */
const HALVES: VoxelGrid = {
  sizes: [11, 11, 11],
  indexToWorld: {
    columns: [
      [0.5, 0, 0],
      [0, 0.5, 0],
      [0, 0, 0.5],
    ],
    origin: [-2.5, -2.5, -2.5],
  },
};

describe('voxelizeMesh', () => {
  it.each<[string, Mesh, VoxelGrid]>([
    ['a torus', createTorus({ majorSegments: 16, minorSegments: 9 }), gridAround(createTorus(), 15)],
    ['a torus, obliquely, on a part of it', createTorus({ majorSegments: 16, minorSegments: 9 }), OBLIQUE],
    ['a box, through edges and vertices', createLatticeBox(2), HALVES],
    [
      'a box far from zero',
      createMesh({ ...createLatticeBox(2), origin: [1e6, 2e6, 3e6] }),
      gridAround(createMesh({ ...createLatticeBox(2), origin: [1e6, 2e6, 3e6] }), 12),
    ],
  ])('agrees with points inside of %s', async (_, mesh, grid) => {
    const bvh = await Bvh.build(gpu(), mesh);
    const labels = await voxelizeMesh(bvh, mesh, grid);
    const inside = await findInside(bvh, boundingBox(mesh), Float64Array.from(centersOf(grid).flat()));
    bvh.destroy();
    expect(Array.from(labels)).toEqual(Array.from(inside));
    expect(labels).toContain(1);
    expect(labels).toContain(0);
  });

  it('takes winding numbers of a mesh with a hole', async () => {
    const sphere = createIcosphere({ subdivisions: 3 });
    const mesh = createMesh({ positions: sphere.positions, triangles: sphere.triangles.subarray(3) });
    const bvh = await Bvh.build(gpu(), mesh);
    const labels = await voxelizeMesh(bvh, mesh, OBLIQUE);
    bvh.destroy();
    for (const [voxel, center] of centersOf(OBLIQUE).entries()) {
      const depth = 1 - Math.hypot(...center);
      if (Math.abs(depth) > 0.1) expect(labels[voxel]).toBe(Number(depth > 0));
    }
  });

  it('refuses grids that are none', async () => {
    const mesh = createIcosphere({ subdivisions: 0 });
    const bvh = await Bvh.build(gpu(), mesh);
    await expect(voxelizeMesh(bvh, mesh, { ...HALVES, sizes: [0, 1, 1] })).rejects.toThrow(InputError);
    expect(() => gridAround(mesh, 2.5)).toThrow('from 8 to 4096, not 2.5');
    bvh.destroy();
  });
});

const DIRECTION = { forward: [0.3, 0.5, -0.8], up: [0, 1, 0] } as const;

const PLAIN = createTransferFunction({
  colors: [{ value: 0, color: [1, 1, 1] }],
  opacities: [{ value: 0, opacity: 1 }],
});

describe('createDistanceField', () => {
  it('is the distance from a sphere, and a volume', async () => {
    const mesh = createIcosphere({ subdivisions: 4 });
    const grid = gridAround(mesh, 16);
    const bvh = await Bvh.build(gpu(), mesh);
    const parts: number[] = [];
    const { voxels, sign } = await createDistanceField(bvh, mesh, grid, { onProgress: (done) => parts.push(done) });
    const band = await createDistanceField(bvh, mesh, grid, { within: 0.15 });
    bvh.destroy();
    expect([sign, parts.at(-1)]).toEqual(['parity', 1]);
    expect(createVolume({ ...grid, voxels }).sizes).toEqual([16, 16, 16]);
    for (const [voxel, center] of centersOf(grid).entries()) {
      const expected = Math.hypot(...center) - 1;
      // A face of 5120 is up to 0.0024 below the sphere.
      expect(Math.abs(voxels[voxel]! - expected)).toBeLessThan(2.4e-3);
      expect(band.voxels[voxel]).toBeCloseTo(Math.min(0.15, Math.max(-0.15, voxels[voxel]!)), 6);
    }
  });

  it('has the mesh for its isosurface at 0, as the caster finds it', async () => {
    const mesh = createTorus({ majorSegments: 48, minorSegments: 32 });
    const grid = gridAround(mesh, 48);
    const bvh = await Bvh.build(gpu(), mesh);
    const { voxels } = await createDistanceField(bvh, mesh, grid);
    const size = { width: 48, height: 48 };
    const camera = fitPoints(boxCorners(boundingBox(mesh)), DIRECTION, { aspect: 1 });
    const renderer = new Renderer(gpu());
    const scene = {
      volume: createVolume({ ...grid, voxels }),
      transfer: PLAIN,
      mode: 'isosurface',
      isoValue: 0,
    } as const;
    const { distances } = await renderer.render(scene, camera, { ...size, outputs: ['distances'] });
    const points = Array.from(distances).flatMap((distance, pixel) => {
      const { origin, direction } = rayThroughPixel(camera, size, pixel % size.width, Math.floor(pixel / size.width));
      return distance < Infinity ? addScaled(origin, direction, distance) : [];
    });
    const found = await findClosest(bvh, Float64Array.from(points));
    bvh.destroy();
    renderer.destroy();
    expect(points.length).toBeGreaterThan(0.2 * 3 * distances.length);
    expect(Math.max(...found.distances) / grid.indexToWorld.columns[0][0]).toBeLessThan(0.1);
  });

  it('takes winding numbers of a mesh with a hole', async () => {
    const sphere = createIcosphere({ subdivisions: 3 });
    const mesh = createMesh({ positions: sphere.positions, triangles: sphere.triangles.subarray(3) });
    const grid = gridAround(mesh, 16);
    const bvh = await Bvh.build(gpu(), mesh);
    const { voxels, sign } = await createDistanceField(bvh, mesh, grid);
    await expect(createDistanceField(bvh, mesh, grid, { within: 0 })).rejects.toThrow('wider than 0');
    bvh.destroy();
    expect(sign).toBe('winding');
    for (const [voxel, center] of centersOf(grid).entries()) {
      const expected = Math.hypot(...center) - 1;
      if (Math.abs(expected) > 0.1) expect(voxels[voxel]! < 0).toBe(expected < 0);
    }
  });
});

describe('sampleSurface', () => {
  it('puts as many points on equal areas, all of them on the surface', () => {
    const points = sampleSurface(createGrid({ width: 2, height: 1, columns: 7, rows: 3 }), 2000);
    const quarters = [0, 0, 0, 0];
    for (let at = 0; at < points.length; at += 3) {
      expect(points[at + 2]).toBe(0);
      quarters[2 * Number(points[at]! > 0) + Number(points[at + 1]! > 0)]! += 1;
    }
    for (const count of quarters) expect(Math.abs(count - 500)).toBeLessThan(20);
  });
});

describe('compareSurfaces', () => {
  const measure = async (a: Mesh, b: Mesh) => {
    const [treeA, treeB] = [a, b].map(async (mesh) => ({ mesh, bvh: await Bvh.build(gpu(), mesh) }));
    const trees = [await treeA!, await treeB!] as const;
    const comparison = await compareSurfaces(...trees, { samples: 1500 });
    for (const { bvh } of trees) bvh.destroy();
    return comparison;
  };

  it('knows concentric spheres, and is the same the other way round', async () => {
    const [a, b] = [createIcosphere({ subdivisions: 4 }), createIcosphere({ subdivisions: 4, radius: 1.25 })];
    const found = await measure(a, b);
    for (const value of [found.hausdorff, found.mean, found.aToB.max, found.bToA.rms])
      expect(value).toBeCloseTo(0.25, 2);
    const other = await measure(b, a);
    expect(other).toEqual({ ...found, aToB: found.bToA, bToA: found.aToB });
  });

  it('is one-sided for a part, and 0 for the same', async () => {
    const grid = createGrid({ width: 2, height: 1, columns: 8, rows: 4 });
    // The half at x < 0.
    const half = createGrid({ width: 1, height: 1, columns: 4, rows: 4 });
    const part = createMesh({ ...half, positions: half.positions.map((x, at) => (at % 3 === 0 ? x - 0.5 : x)) });
    const { aToB, bToA, hausdorff } = await measure(part, grid);
    expect([aToB.max, aToB.mean]).toEqual([expect.closeTo(0, 6), expect.closeTo(0, 6)]);
    expect([bToA.max, bToA.mean, hausdorff]).toEqual([1, expect.closeTo(0.25, 2), 1]);
    expect((await measure(grid, grid)).hausdorff).toBeLessThan(1e-6);
  });
});

describe('FieldQuery', () => {
  it.each(SIGN_METHODS)('writes what the field by arrays holds, by %s, in runs', async (sign) => {
    const mesh = createTorus({ majorSegments: 16, minorSegments: 9 });
    const bvh = await Bvh.build(gpu(), mesh);
    const options = { sign, within: 0.15 };
    const { voxels } = await createDistanceField(bvh, mesh, OBLIQUE, options);
    const capacity = 2000;
    const query = await FieldQuery.create(bvh, { ...options, capacity, mesh, grid: OBLIQUE });
    const found: number[] = [];
    while (found.length < voxels.length) {
      const count = Math.min(capacity, voxels.length - found.length);
      await query.run(found.length, count);
      const [words] = await readWords(gpu(), [{ buffer: query.voxels, length: count }]);
      found.push(...new Float32Array(words!.buffer, 0, count));
    }
    await expect(query.run(voxels.length, 1)).rejects.toThrow(InputError);
    query.destroy();
    bvh.destroy();
    expect(Float32Array.from(found)).toEqual(voxels);
    expect(new Set(found.map(Math.sign))).toEqual(new Set([-1, 1]));
    expect(Math.max(...found)).toBe(Math.fround(0.15));
  });
});
