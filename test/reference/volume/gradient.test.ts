/** Gradients of linear fields, which central differences have exactly. */
import { describe, it } from 'vitest';
import { dot, scale, type Vec3 } from '../../../src/math/vec3.js';
import { createGradient } from '../../../src/reference/volume/shading/gradient.js';
import { smallestSpacing } from '../../../src/volume/volume.js';
import { expectClose } from '../../camera/closeness.js';
import { between, createRandom, randomAxes, randomPoint, randomShearedAxes } from '../../camera/random.js';
import { fieldVolume } from '../cast-scenes.js';

describe.each([5001, 5002, 5003])('createGradient, seed %i', (seed) => {
  const random = createRandom(seed);
  const sizes: Vec3 = [5, 6, 7];

  it('is the world’s slope over one smallest spacing, whatever the axes', () => {
    for (const axes of [randomAxes(random, 1), randomAxes(random, -1), randomShearedAxes(random)]) {
      const slope = randomPoint(random, -3, 3);
      const volume = fieldVolume(sizes, axes, (point) => dot(slope, point));
      const gradient = createGradient(volume);
      for (let n = 0; n < 50; n++) {
        const inside = sizes.map((size) => between(random, 1, size - 2)) as unknown as Vec3;
        // Values are up to 3 · 100, and their differences are divided by spacings of no less than 0.2 at 15 degrees.
        expectClose(gradient(inside), scale(slope, smallestSpacing(volume)), 1e4);
      }
    }
  });

  it('is halved across the outermost voxels’ centres, beyond which values stay the same', () => {
    const axes = {
      columns: [
        [1, 0, 0],
        [0, 2, 0],
        [0, 0, 4],
      ],
      origin: [0, 0, 0],
    } as const;
    const volume = fieldVolume(sizes, axes, ([x, y, z]) => x + 10 * y + 100 * z);
    expectClose(createGradient(volume)([0, 3, 6]), [0.5, 10, 50], 1e3);
    expectClose(createGradient(volume)([-0.5, 5.25, 3]), [0.25, 0.375 * 10, 100], 1e3);
  });
});
