/** The three planes of slices: which of a volume's axes they lie in, and how they are turned for the reader. */
import { nearestWorldAxes, transformPoint, type Vec3, type Volume, worldToIndex } from '../../index.js';
import { PLANE_AXES, PLANE_NAMES, type PlaneName, type WorldAxis } from '../../slices/planes.js';

/** The crosshair's line of each plane, in the other two. */
export const PLANE_COLORS: Readonly<Record<PlaneName, string>> = {
  axial: '#ff7b72',
  coronal: '#7ee787',
  sagittal: '#ffd866',
};

type VoxelAxis = 0 | 1 | 2;

export interface SlicePlane {
  readonly name: PlaneName;
  /** Voxel axes: the one that slices are counted along, and those to the right and down on the screen. */
  readonly normal: VoxelAxis;
  readonly right: VoxelAxis;
  readonly down: VoxelAxis;
  /** Whether larger indices are to the left, and above. */
  readonly flipsRight: boolean;
  readonly flipsDown: boolean;
  /** World size of the whole slice. */
  readonly widthWorld: number;
  readonly heightWorld: number;
}

export function slicePlanes({ sizes, indexToWorld }: Pick<Volume, 'sizes' | 'indexToWorld'>): SlicePlane[] {
  const worldAxes = nearestWorldAxes(indexToWorld);
  const voxelAxis = (worldAxis: WorldAxis) => worldAxes.indexOf(worldAxis) as VoxelAxis;
  return PLANE_NAMES.map((name) => {
    const direction = PLANE_AXES[name];
    const [right, down] = [voxelAxis(direction.right), voxelAxis(direction.down)];
    const lengthOf = (axis: VoxelAxis) => sizes[axis] * Math.hypot(...indexToWorld.columns[axis]);
    return {
      name,
      right,
      down,
      normal: (3 - right - down) as VoxelAxis,
      flipsRight: indexToWorld.columns[right][direction.right] < 0,
      flipsDown: indexToWorld.columns[down][direction.down] * direction.downSign < 0,
      widthWorld: lengthOf(right),
      heightWorld: lengthOf(down),
    };
  });
}

/** Index coordinates of a world point. */
export const toIndex = (volume: Pick<Volume, 'indexToWorld'>, world: Vec3): Vec3 =>
  transformPoint(worldToIndex(volume), world);

export const toWorld = ({ indexToWorld }: Pick<Volume, 'indexToWorld'>, index: Vec3): Vec3 =>
  transformPoint(indexToWorld, index);

export const middleOf = ({ sizes }: Pick<Volume, 'sizes'>): Vec3 => [
  (sizes[0] - 1) / 2,
  (sizes[1] - 1) / 2,
  (sizes[2] - 1) / 2,
];

/** The place of an index point in a slice, in fractions of its width and height. */
export function toSlice({ right, down, flipsRight, flipsDown }: SlicePlane, sizes: Vec3, index: Vec3) {
  const across = (index[right] + 0.5) / sizes[right];
  const along = (index[down] + 0.5) / sizes[down];
  return { x: flipsRight ? 1 - across : across, y: flipsDown ? 1 - along : along };
}

/** The index point at a place of a slice, on the slice that `from` is on; beside the voxels where the place is beside the slice. */
export function pointOfSlice(plane: SlicePlane, sizes: Vec3, { x, y }: { x: number; y: number }, from: Vec3): Vec3 {
  const { right, down, flipsRight, flipsDown } = plane;
  const index: [number, number, number] = [...from];
  index[right] = (flipsRight ? 1 - x : x) * sizes[right] - 0.5;
  index[down] = (flipsDown ? 1 - y : y) * sizes[down] - 0.5;
  return index;
}

/** The index point at a place of a slice, on the slice that `from` is on; clamped to the voxels' centres. */
export const fromSlice = (plane: SlicePlane, sizes: Vec3, place: { x: number; y: number }, from: Vec3): Vec3 =>
  clampIndex(sizes, pointOfSlice(plane, sizes, place, from));

export const clampIndex = (sizes: Vec3, index: Vec3): Vec3 =>
  index.map((coordinate, axis) => Math.min(Math.max(coordinate, 0), sizes[axis]! - 1)) as unknown as Vec3;
