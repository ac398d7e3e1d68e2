/** Tangents along which images lie: as the formula has them, on mirrored images, and nowhere where there is no direction. */
import { expect, test } from 'vitest';
import { dot, length, type Vec3 } from '../../../src/math/vec3.js';
import { createTorus } from '../../../src/mesh/generators/create-basic-meshes.js';
import { deriveTangents, tangentFrame } from '../../../src/mesh/materials/derive-tangents.js';

const ORIGIN = [0, 0, 0] as const;
/** A unit square in z = 0, counter-clockwise from +z. */
const SQUARE = {
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
  triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
  origin: ORIGIN,
};
const tangentAt = (tangents: Float32Array, vertex: number) => [...tangents.subarray(4 * vertex, 4 * vertex + 4)];

test('an upright image has its tangent to the right and its top where the bitangent is', () => {
  // v runs down: the top of the image is at y = 1.
  const upright = Float32Array.of(0, 1, 1, 1, 1, 0, 0, 0);
  expect(tangentAt(deriveTangents(SQUARE, upright), 2)).toEqual([1, 0, 0, 1]);
  expect(tangentFrame([0, 0, 1], [1, 0, 0], 1)).toEqual([
    [1, 0, 0],
    [0, 1, 0],
  ]);
});

test('a mirrored image has the other hand, and a turned one another direction', () => {
  const mirrored = Float32Array.of(1, 1, 0, 1, 0, 0, 1, 0);
  expect(tangentAt(deriveTangents(SQUARE, mirrored), 0)).toEqual([-1, 0, 0, -1]);
  // The right of the image is at y = 1, its top at x = 0.
  const turned = Float32Array.of(0, 0, 0, 1, 1, 1, 1, 0);
  expect(tangentAt(deriveTangents(SQUARE, turned), 1)).toEqual([0, 1, 0, 1]);
});

test('vertices of triangles that take up nothing of the image have none', () => {
  expect([...deriveTangents(SQUARE, new Float32Array(8))]).toEqual(new Array(16).fill(0));
  expect(tangentFrame([0, 0, 1], [0, 0, 1], 1)).toBeUndefined();
  expect(tangentFrame([0, 0, 1], [1, 0, 0], 0)).toBeUndefined();
});

test('on a torus that its two angles wrap, they go around it: within half a degree, and at right angles to the normal', () => {
  const [majorSegments, minorSegments] = [96, 48];
  const torus = createTorus({ majorSegments, minorSegments });
  const count = torus.positions.length / 3;
  const radii = Array.from({ length: count }, (_, at) =>
    Math.hypot(torus.positions[3 * at]!, torus.positions[3 * at + 1]!),
  );
  const middle = (Math.max(...radii) + Math.min(...radii)) / 2;
  const coordinates = new Float32Array(2 * count);
  for (let at = 0; at < count; at++) {
    const [x, y, z] = torus.positions.subarray(3 * at, 3 * at + 3) as unknown as Vec3;
    coordinates.set([Math.atan2(y, x) / (2 * Math.PI), Math.atan2(z, radii[at]! - middle) / (2 * Math.PI)], 2 * at);
  }
  const tangents = deriveTangents(torus, coordinates);
  let looked = 0;
  for (let at = 0; at < count; at++) {
    const [u, v] = [coordinates[2 * at]!, coordinates[2 * at + 1]!];
    // Angles jump on the far side of either circle.
    if (Math.abs(u) > 0.45 || Math.abs(v) > 0.45) continue;
    const [x, y, z] = torus.positions.subarray(3 * at, 3 * at + 3) as unknown as Vec3;
    const around: Vec3 = [-y / radii[at]!, x / radii[at]!, 0];
    const [tx, ty, tz, sign] = tangentAt(tangents, at) as [number, number, number, number];
    const outward: Vec3 = [((radii[at]! - middle) * x) / radii[at]!, ((radii[at]! - middle) * y) / radii[at]!, z];
    expect(dot([tx, ty, tz], around)).toBeGreaterThan(Math.cos(Math.PI / 360));
    expect(Math.abs(dot([tx, ty, tz], outward)) / length(outward)).toBeLessThan(0.01);
    // v grows with z on the outside, where the cross product of normal and tangent points up: against the image's top.
    expect(sign).toBe(-1);
    looked++;
  }
  expect(looked).toBeGreaterThan(count / 2);
});
