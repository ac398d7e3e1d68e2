/** Statistics of regions, against a plain count of the voxels whose centres lie in them. */
import { describe, expect, it } from 'vitest';
import { createVolume, transformPoint, type Vec3 } from '../../../src/index.js';
import { dot, normalize, rotateAbout, subtract } from '../../../src/math/vec3.js';
import { volumeSource } from '../../../src/slices/draw-slice.js';
import { namedPlane, PLANE_NAMES } from '../../../src/slices/planes.js';
import { areaOf, ellipseOf } from '../../../src/viewer/measure/ellipse.js';
import { measureRegion } from '../../../src/viewer/measure/region-values.js';

const SIZES: Vec3 = [13, 11, 9];
const voxels = Float32Array.from({ length: SIZES[0] * SIZES[1] * SIZES[2] }, (_, at) => ((at * 7919) % 1009) - 300);

function volumeOf(turn: (v: Vec3) => Vec3) {
  const columns = [turn([1.5, 0, 0]), turn([0, -2, 0]), turn([0, 0, 3])] as const;
  return createVolume({ sizes: SIZES, voxels, indexToWorld: { columns, origin: [4, -7, 20] } });
}

const straight = volumeOf((v) => v);

describe('the values in a region', () => {
  it.each(PLANE_NAMES)('are those of the voxels whose centres it holds, %s', async (name) => {
    const { right, down, normal } = namedPlane(name);
    const through = transformPoint(straight.indexToWorld, [5, 4, 3]);
    const corner = (x: number, y: number) =>
      through.map((at, axis) => at + x * right[axis]! + y * down[axis]!) as unknown as Vec3;
    const ellipse = ellipseOf({ points: [corner(-4.3, -6.1), corner(5.2, 3.4)], region: { right, down } })!;
    const inside: number[] = [];
    for (const [at, value] of voxels.entries()) {
      const [i, j, k] = [at % SIZES[0], Math.floor(at / SIZES[0]) % SIZES[1], Math.floor(at / (SIZES[0] * SIZES[1]))];
      const from = subtract(transformPoint(straight.indexToWorld, [i, j, k]), ellipse.center);
      if (Math.abs(dot(from, normal)) > 1e-6) continue;
      if ((dot(from, right) / ellipse.halfWidth) ** 2 + (dot(from, down) / ellipse.halfHeight) ** 2 <= 1)
        inside.push(value);
    }
    const mean = inside.reduce((sum, value) => sum + value, 0) / inside.length;
    const variance = inside.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (inside.length - 1);
    const found = await measureRegion(volumeSource(straight), straight, ellipse);
    expect(inside.length).toBeGreaterThan(6);
    expect(found.count).toBe(inside.length);
    expect(found.mean).toBeCloseTo(mean, 10);
    expect(found.deviation).toBeCloseTo(Math.sqrt(variance), 10);
    expect([found.min, found.max]).toEqual([Math.min(...inside), Math.max(...inside)]);
    expect(areaOf(ellipse)).toBeCloseTo(Math.PI * 4.75 * 4.75, 10);
  });

  it('are as many as its area holds in an oblique plane, and none beside the volume', async () => {
    const axis = normalize([1, 2, 0.5]);
    const turned = volumeOf((v) => rotateAbout(v, axis, 0.4));
    const { right, down } = namedPlane('axial');
    const middle = transformPoint(turned.indexToWorld, [6, 5, 4]);
    const corner = (by: number) => [middle[0] + by, middle[1] + by, middle[2]] as const;
    const ellipse = ellipseOf({ points: [corner(-4), corner(4)], region: { right, down } })!;
    const { count } = await measureRegion(volumeSource(turned), turned, ellipse);
    const [across, along] = [right, down].map((direction) =>
      Math.max(...turned.indexToWorld.columns.map((column) => Math.abs(dot(column, direction)))),
    ) as [number, number];
    expect(Math.abs(count - areaOf(ellipse) / (across * along))).toBeLessThan(4);
    const beside = ellipseOf({ points: [corner(400), corner(404)], region: { right, down } })!;
    const none = await measureRegion(volumeSource(turned), turned, beside);
    expect([none.count, none.mean, none.min]).toEqual([0, Number.NaN, Number.NaN]);
  });
});
