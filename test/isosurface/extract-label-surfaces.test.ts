/** Surfaces of labels: closed, smooth, on the right side of every voxel, and flat where they are cut. */
import { describe, expect, it } from 'vitest';
import { extractLabelSurfaces } from '../../src/isosurface/extract-label-surfaces.js';
import { type Affine, transformPoint } from '../../src/math/affine.js';
import type { Vec3 } from '../../src/math/vec3.js';
import { findClosedness } from '../../src/mesh/topology/closedness.js';
import { createMask } from '../../src/volume/mask.js';
import { createVolume, type Volume } from '../../src/volume/volume.js';
import { createRandom } from '../camera/random.js';
import { areaOf, areaVector, cornersOf, volumeOf } from '../mesh/measure-mesh.js';

function fill(sizes: Vec3, labelAt: (i: number, j: number, k: number) => number, indexToWorld?: Affine): Volume {
  const voxels = Uint8Array.from({ length: sizes[0] * sizes[1] * sizes[2] }, (_, at) => {
    const row = Math.floor(at / sizes[0]);
    return labelAt(at % sizes[0], row % sizes[1], Math.floor(row / sizes[1]));
  });
  return createVolume({ sizes, voxels, ...(indexToWorld && { indexToWorld }) });
}

const RADIUS = 8;
const CENTER: Vec3 = [10.3, 9.8, 10.1];
/** A ball of label 3, off the centres of voxels. */
const BALL = fill([21, 20, 21], (i, j, k) =>
  Math.hypot(i - CENTER[0], j - CENTER[1], k - CENTER[2]) < RADIUS ? 3 : 0,
);
const maskOf = (labels: Volume, ...numbers: readonly number[]) =>
  createMask({ labels, styles: numbers.map((label) => ({ label })) });
const CLOSED = { closed: true, openEdges: 0, misorientedEdges: 0 };

describe('a ball', () => {
  it('has a sphere’s area, volume and normals, which its stairs have not', () => {
    const [area, volume] = [4 * Math.PI * RADIUS ** 2, (4 / 3) * Math.PI * RADIUS ** 3];
    const [smooth] = extractLabelSurfaces(maskOf(BALL, 3));
    const [rough] = extractLabelSurfaces(maskOf(BALL, 3), { smoothing: 0 });
    expect(findClosedness(smooth!.mesh)).toEqual(CLOSED);
    // Half a voxel less of the radius would be 12 % of the area.
    expect(areaOf(smooth!.mesh) / area).toBeGreaterThan(0.98);
    expect(areaOf(smooth!.mesh) / area).toBeLessThan(1.03);
    expect(volumeOf(smooth!.mesh) / volume).toBeGreaterThan(0.99);
    expect(volumeOf(smooth!.mesh) / volume).toBeLessThan(1.02);
    // Stairs have the area of the box around the ball, at half the height of each.
    expect(areaOf(rough!.mesh) / area).toBeCloseTo(1.5, 1);
    const voxels = [...BALL.voxels].filter((label) => label === 3).length;
    expect(volumeOf(rough!.mesh)).toBeCloseTo(voxels, 6);
    const [turned, turnedInStairs] = [smooth!, rough!].map(({ mesh }) => meanTurn(cornersOf(mesh)));
    expect(turned).toBeLessThan(9);
    expect(turnedInStairs).toBeGreaterThan(4 * turned!);
  });

  it('is closed and flat where it is cut', () => {
    const clip = [{ normal: [2, 0, 0], offset: 2 * CENTER[0] } as const];
    const [half] = extractLabelSurfaces(maskOf(BALL, 3), { clip });
    expect(findClosedness(half!.mesh)).toEqual(CLOSED);
    const corners = cornersOf(half!.mesh);
    let cap = 0;
    for (let triangle = 0; triangle < corners.length / 9; triangle++) {
      const vector = areaVector(corners, triangle);
      if (-vector[0] > 0.999 * Math.hypot(...vector)) cap += Math.hypot(...vector) / 2;
    }
    expect(cap / (Math.PI * RADIUS ** 2)).toBeCloseTo(1, 1);
    const share = volumeOf(half!.mesh) / ((2 / 3) * Math.PI * RADIUS ** 3);
    expect(share).toBeGreaterThan(0.95);
    expect(share).toBeLessThan(1.01);
    const gone = [{ normal: [1, 0, 0], offset: 99 } as const];
    expect(extractLabelSurfaces(maskOf(BALL, 3), { clip: gone })).toEqual([]);
  });
});

/** Mean angle in degrees between triangles and the sphere, by their areas. */
function meanTurn(corners: Float64Array): number {
  let [sum, weights] = [0, 0];
  for (let triangle = 0; triangle < corners.length / 9; triangle++) {
    const vector = areaVector(corners, triangle);
    const weight = Math.hypot(...vector);
    const outwards = vector.map((_, axis) => {
      const [a, b, c] = [0, 3, 6].map((corner) => corners[9 * triangle + corner + axis]!);
      return (a! + b! + c!) / 3 - CENTER[axis]!;
    });
    const cosine =
      vector.reduce((all, part, axis) => all + part * outwards[axis]!, 0) / weight / Math.hypot(...outwards);
    sum += weight * Math.acos(Math.min(cosine, 1));
    weights += weight;
  }
  return ((sum / weights) * 180) / Math.PI;
}

/** Oblique and left-handed. */
const OBLIQUE: Affine = {
  columns: [
    [0.8, 0.3, 0.1],
    [-0.2, 1.1, 0.2],
    [0.1, 0.2, -1.7],
  ],
  origin: [5, -7, 11],
};

it('closes every region of noise, and has the centres of its voxels inside and all others outside', () => {
  const random = createRandom(5);
  const labels = fill([7, 6, 5], () => Math.floor(3 * random()), OBLIQUE);
  for (const smoothing of [1, 0.5]) {
    const surfaces = extractLabelSurfaces(maskOf(labels, 2, 1, 9), { smoothing });
    expect(surfaces.map(({ style }) => style.label)).toEqual([2, 1]);
    for (const { mesh, style } of surfaces) {
      expect(findClosedness(mesh)).toEqual(CLOSED);
      expect(volumeOf(mesh)).toBeGreaterThan(0);
      const corners = cornersOf(mesh);
      for (const at of [0, 17, 44, 100, 131, 208]) {
        const place: Vec3 = [at % 7, Math.floor(at / 7) % 6, Math.floor(at / 42)];
        const isInside = labels.voxels[at] === style.label ? 1 : 0;
        expect(windingNumber(corners, transformPoint(OBLIQUE, place))).toBeCloseTo(isInside, 6);
      }
    }
  }
});

/** Solid angles of all triangles seen from a point, over 4π: Van Oosterom and Strackee, 1983. */
function windingNumber(corners: Float64Array, point: Vec3): number {
  let sum = 0;
  for (let at = 0; at < corners.length; at += 9) {
    const [a, b, c] = [0, 3, 6].map((corner) =>
      point.map((x, axis) => corners[at + corner + axis]! - x),
    ) as unknown as [Vec3, Vec3, Vec3];
    const dot = (u: Vec3, v: Vec3) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    const [la, lb, lc] = [a, b, c].map((v) => Math.hypot(...v)) as [number, number, number];
    const triple =
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    sum += 2 * Math.atan2(triple, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / (4 * Math.PI);
}

it('needs a smoothing that ends', () => {
  for (const smoothing of [-1, 9, Number.NaN]) {
    expect(() => extractLabelSurfaces(maskOf(BALL, 3), { smoothing })).toThrow('the smoothing of labels');
  }
});
