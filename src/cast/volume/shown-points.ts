/** The visible points of a volume: those that a view is fitted to. */
import { transformPoint } from '../../math/affine.js';
import type { Vec3 } from '../../math/vec3.js';
import { finishSteps, type Steps } from '../../volume/steps.js';
import type { VolumeScene } from '../scene.js';
import { findShownBoxes } from './shown-boxes.js';

/**
 * World points around all voxels that can be seen of a scene's volumes after clipping and masks, and close to them; none where that is
 * nothing. They are the corners of boxes: the smallest one of all these voxels, along the volume's axes, in up to 32 × 32 rods,
 * each as long as what it holds. Voxels that hardly change a line along an axis are left out, so that stray noise does not
 * count.
 */
export function shownPoints(scene: VolumeScene): Vec3[] {
  return finishSteps(shownPointsInSteps(scene));
}

/** The same piece by piece, for those who have something else to do meanwhile. */
export function* shownPointsInSteps(scene: VolumeScene): Steps<Vec3[]> {
  const { fused = [], clip = [] } = scene;
  const points = yield* pointsOfOne(scene);
  for (const { volume, transfer } of fused) points.push(...(yield* pointsOfOne({ volume, transfer, clip })));
  return points;
}

function* pointsOfOne(scene: VolumeScene): Steps<Vec3[]> {
  const { indexToWorld } = scene.volume;
  const boxes = yield* findShownBoxes(scene);
  return boxes.flatMap((box) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => {
      const index = box.map(({ first, last }, axis) => ((corner >> axis) & 1 ? last + 0.5 : first - 0.5));
      return transformPoint(indexToWorld, index as unknown as Vec3);
    }),
  );
}
