/** Compares what two readers make of the same volume. */
import { expect } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { transformPoint } from '../../../src/math/affine.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import type { Volume } from '../../../src/volume/volume.js';

/** Voxels must be equal, and the centres of the eight voxels in the corners at most `toleranceWorld` apart on any axis. */
export function expectSame(actual: Volume, expected: Volume, toleranceWorld = 0): void {
  expect(actual.sizes).toEqual(expected.sizes);
  expect(actual.anatomical).toBe(expected.anatomical);
  expect(actual.voxels).toEqual(expected.voxels);
  const positions = cornerVoxels(expected);
  for (const [corner, position] of cornerVoxels(actual).entries()) {
    for (const axis of [0, 1, 2] as const) {
      const apart = Math.abs(position[axis] - positions[corner]![axis]);
      expect(apart, `corner ${corner}, axis ${axis}`).toBeLessThanOrEqual(toleranceWorld);
    }
  }
}

export function cornerVoxels({ sizes, indexToWorld }: Pick<Volume, 'sizes' | 'indexToWorld'>): Vec3[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => {
    const index = sizes.map((size, axis) => ((corner >> axis) & 1) * (size - 1)) as unknown as Vec3;
    return transformPoint(indexToWorld, index);
  });
}

/** The error that `reading` fails with: an InputError of one line that starts with `name`. */
export async function expectInputError(reading: Promise<unknown>, name: string, what = ''): Promise<string> {
  const error = await reading.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(error, what).toBeInstanceOf(InputError);
  const { message } = error as InputError;
  expect(message, what).toMatch(/^[^\n\r]{1,400}$/);
  expect(message.startsWith(`${name}: `), `${what}: ${message}`).toBe(true);
  return message;
}
