/** The coarse grid over a volume's box in which light is followed through it. */
import { length, mapVec3, type Vec3 } from '../../math/vec3.js';
import { smallestSpacing, type Volume } from '../volume.js';

export interface LightGrid {
  /** Number of cells along each of the volume's axes. */
  readonly cells: Vec3;
  /** Places along each axis of a cell whose mean it holds: about one for each voxel. */
  readonly samples: Vec3;
  /** World length of the cells' sides, as far as whole numbers of cells allow. */
  readonly cellWorld: number;
}

/** Cells along the longest side; finer and coarser ones were not measured. */
const LONGEST = 96;

/** No finer than the voxels. */
export function fitLightGrid(volume: Pick<Volume, 'sizes' | 'indexToWorld'>): LightGrid {
  const { sizes } = volume;
  const sides = volume.indexToWorld.columns.map((column, axis) => length(column) * sizes[axis]!);
  const cellWorld = Math.max(Math.max(...sides) / LONGEST, smallestSpacing(volume));
  const cells = mapVec3(sizes, (size, axis) => Math.min(size, Math.max(1, Math.round(sides[axis]! / cellWorld))));
  return { cells, samples: mapVec3(sizes, (size, axis) => Math.ceil(size / cells[axis]!)), cellWorld };
}

/** How far off a surface, in cells, light is looked up: closer, the surface would be in its own shadow. */
export const LIFT_CELLS = 1.5;

/** Opacity of a unit that counts for light at most: beyond it, coarse cells would darken all around what is opaque. */
export const MAX_LIGHT_OPACITY = 0.98;

/** How far around ambient light is followed by default, in cells: an eighth of the longest side of a large volume. */
const DEFAULT_REACH = 12;

/** Places along a ray of ambient light at most. */
const MAX_OPENNESS_STEPS = 16;

/** How far ambient light is followed, and the distance between the places that are looked at, in cells. */
export function reachOf(
  { distance }: { readonly distance?: number | undefined },
  cells: Vec3,
  cellWorld: number,
): { readonly reach: number; readonly stride: number } {
  const asked = distance === undefined ? DEFAULT_REACH : distance / cellWorld;
  const reach = Math.min(asked, Math.hypot(...cells));
  return { reach, stride: Math.max(1, reach / MAX_OPENNESS_STEPS) };
}

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** Unit directions that spread evenly over a sphere: a Fibonacci lattice. */
export function spreadDirections(count: number): Vec3[] {
  return Array.from({ length: count }, (_, index) => {
    const height = 1 - (2 * index + 1) / count;
    const radius = Math.sqrt(1 - height * height);
    return [radius * Math.cos(index * GOLDEN_ANGLE), radius * Math.sin(index * GOLDEN_ANGLE), height];
  });
}
