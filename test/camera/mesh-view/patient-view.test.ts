/** The view of a patient's surfaces: what lies at one side is seen from there, all else as before. */
import { expect, it } from 'vitest';
import { meshView } from '../../../src/camera/mesh-view/mesh-view.js';
import { patientView } from '../../../src/camera/mesh-view/patient-view.js';
import type { Vec3 } from '../../../src/math/vec3.js';

/** Corners of a box between ends along each axis, in LPS. */
const boxOf = (...ends: readonly (readonly [number, number])[]): Vec3[] =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => ends.map((pair, axis) => pair[(corner >> axis) & 1]!) as unknown as Vec3);

const LEFT: readonly [number, number] = [-3, 68];
const DEPTH = [-70, 100] as const;
const HEIGHT = [-45, 75] as const;

it('is of half a brain from its own side, with what is anterior towards the other', () => {
  expect(patientView(boxOf(LEFT, DEPTH, HEIGHT))).toEqual({ forward: [-1, 0, 0], up: [0, 0, 1] });
  expect(patientView(boxOf([-68, 3], DEPTH, HEIGHT))).toEqual({ forward: [1, 0, 0], up: [0, 0, 1] });
});

it.each([
  ['a whole brain', boxOf([-68, 68], DEPTH, HEIGHT)],
  ['a thin part across the midline', boxOf([-30, 40], DEPTH, HEIGHT)],
  ['a part of one side that is as wide as it is deep', boxOf([20, 80], [0, 60], [0, 400])],
  ['a flat part of one side', boxOf([20, 80], [0, 200], [0, 10])],
])('is of %s as of any mesh that stands along z', (_, points) => {
  expect(patientView(points)).toEqual(meshView(points, { zUp: true }));
});
