/** Crop boxes: the half-spaces that keep a part of a volume or of the world. */
import { InputError } from '../errors.js';
import { boxHalfSpaces, type HalfSpace, transformHalfSpace } from '../math/half-space.js';
import { dot, length, type Vec3 } from '../math/vec3.js';
import { corners, smallestSpacing, type Volume } from './volume.js';

/**
 * The half-spaces that keep the voxels from index `first` to index `last` on each axis, both included and whole: positions from
 * first − ½ to last + ½ in index space. Six half-spaces of the world, for any axes of the volume.
 * @throws InputError if an index is not an integer or not the volume's, or `last` is before `first`.
 */
export function cropToVoxels(
  { sizes, indexToWorld }: Pick<Volume, 'sizes' | 'indexToWorld'>,
  first: Vec3,
  last: Vec3,
): HalfSpace[] {
  for (const [axis, size] of sizes.entries()) {
    const [low, high] = [first[axis]!, last[axis]!];
    if (!(Number.isInteger(low) && Number.isInteger(high) && 0 <= low && low <= high && high < size)) {
      const name = 'ijk'[axis];
      throw new InputError(
        `a crop along ${name} must be two ascending indices from 0 to ${size - 1}, not ${low} and ${high}`,
      );
    }
  }
  const low = first.map((index) => index - 0.5) as unknown as Vec3;
  const high = last.map((index) => index + 0.5) as unknown as Vec3;
  return boxHalfSpaces(low, high).map((halfSpace) => transformHalfSpace(indexToWorld, halfSpace));
}

/** Half of the distance between the planes of `keepMiddle`, in smallest spacings: far less than between samples, of which there is one, in the middle. */
const HALF_SHEET = 0.025;

/**
 * The two half-spaces that keep a sheet in the middle of slice `index` across an axis, far thinner than a voxel: its samples are the slice's own
 * voxels. The near face of an opaque slice is as much its neighbour's.
 */
export function keepMiddle(
  volume: Pick<Volume, 'sizes' | 'indexToWorld'>,
  axis: 0 | 1 | 2,
  index: number,
): HalfSpace[] {
  const half = (HALF_SHEET * smallestSpacing(volume)) / length(volume.indexToWorld.columns[axis]);
  const across = (sign: 1 | -1) => ({
    normal: [0, 1, 2].map((other) => (other === axis ? sign : 0)) as unknown as Vec3,
    offset: sign * index - half,
  });
  return [across(1), across(-1)].map((halfSpace) => transformHalfSpace(volume.indexToWorld, halfSpace));
}

/**
 * The half-spaces that keep the box from `min` to `max` along the world's axes.
 * @throws InputError if a coordinate is not finite or a `max` is not beyond its `min`.
 */
export function cropToWorld(min: Vec3, max: Vec3): HalfSpace[] {
  for (const [axis, low] of min.entries()) {
    const high = max[axis]!;
    if (!(Number.isFinite(low) && Number.isFinite(high) && low < high)) {
      const name = 'xyz'[axis];
      throw new InputError(`a crop along ${name} must be two ascending finite coordinates, not ${low} and ${high}`);
    }
  }
  return boxHalfSpaces(min, max);
}

/** Voxels by which a plane may be inside of a box's face that it was meant to be: coordinates are often rounded. */
const ON_FACE = 1e-6;

/**
 * The half-spaces that cut any of the volumes. A plane on a face of a volume's box, or outside it, cuts nothing: the picture is
 * the same without it.
 */
export const cutsOf = (
  volumes: readonly Pick<Volume, 'sizes' | 'indexToWorld'>[],
  halfSpaces: readonly HalfSpace[],
): HalfSpace[] =>
  halfSpaces.filter(({ normal, offset }) =>
    volumes.some((volume) => {
      const tolerance = ON_FACE * smallestSpacing(volume) * length(normal);
      return corners(volume).some((corner) => dot(normal, corner) < offset - tolerance);
    }),
  );
