/** The visible points of a volume: those that a view is fitted to. */
import { transformPoint } from '../../math/affine.js';
import type { Vec3 } from '../../math/vec3.js';
import { finishSteps, type Steps } from '../../volume/steps.js';
import type { Volume } from '../../volume/volume.js';
import type { VolumeScene } from '../scene.js';
import {
  boxesOfShown,
  createShownSearch,
  findShownSlices,
  type ShownSoFar,
  type VoxelIntervals,
} from './shown-boxes.js';

/**
 * World points that tightly enclose the visible voxels of a scene's volumes, after clipping and masks; none if nothing is
 * visible. They are the outer corners of boxes: the smallest one of all these voxels, along the volume's axes, in up to 32 × 32
 * columns, each as long as what it holds. Voxels that hardly change a line along an axis are left out, so that stray noise does
 * not count.
 */
export function shownPoints(scene: VolumeScene): Vec3[] {
  return finishSteps(shownPointsInSteps(scene));
}

/** `shownPoints` in steps, for callers that do something else meanwhile. */
export function* shownPointsInSteps(scene: VolumeScene): Steps<Vec3[]> {
  const { fused = [], clip = [] } = scene;
  const points = yield* pointsOfOne(scene);
  for (const { volume, transfer } of fused) points.push(...(yield* pointsOfOne({ volume, transfer, clip })));
  return points;
}

function* pointsOfOne(scene: VolumeScene): Steps<Vec3[]> {
  const { sizes } = scene.volume;
  const search = createShownSearch(scene);
  const columns = yield* findShownSlices(search, { first: 0, last: sizes[2] - 1 });
  return pointsOfShown(scene.volume, columns, [search.soFar]);
}

/** The points of a volume all of whose slices were gone through. @param columns,soFars as of `boxesOfShown`. */
export function pointsOfShown(
  { sizes, indexToWorld }: Pick<Volume, 'sizes' | 'indexToWorld'>,
  columns: readonly VoxelIntervals[],
  soFars: readonly ShownSoFar[],
): Vec3[] {
  const boxes = boxesOfShown(sizes, columns, soFars);
  // Columns side by side have corners on the same lines along i: a view is fitted to the outermost of each line.
  const ends = new Map<number, [low: Vec3, high: Vec3]>();
  for (const [along, { first, last }, { first: front, last: back }] of boxes) {
    const [low, high] = [along.first - 0.5, along.last + 0.5];
    for (const j of [first, last + 1]) {
      for (const k of [front, back + 1]) {
        const line = j + (sizes[1] + 1) * k;
        const known = ends.get(line);
        if (!known) ends.set(line, [at(low, j, k), at(high, j, k)]);
        else {
          if (low < known[0][0]) known[0] = at(low, j, k);
          if (high > known[1][0]) known[1] = at(high, j, k);
        }
      }
    }
  }
  return [...ends.values()].flat().map((corner) => transformPoint(indexToWorld, corner));
}

/** The place i along a line of voxels' corners: that on the lower side of j and k. */
const at = (i: number, j: number, k: number): Vec3 => [i, j - 0.5, k - 0.5];
