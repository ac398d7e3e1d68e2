/** Voxels that slices are sampled from: all of a volume, or the box of it that a part of a slice needs. */
import { transformPoint, transformVector } from '../math/affine.js';
import { mapVec3, type Vec3 } from '../math/vec3.js';
import { type Volume, type VoxelArray, worldToIndex } from '../volume/volume.js';
import type { Geometry, SliceGrid, Tile } from './slice-grid.js';

export interface VoxelBlock {
  /** The grid that the block is a part of. */
  readonly whole: Geometry;
  /** Index of the block's first voxel. */
  readonly first: Vec3;
  readonly sizes: Vec3;
  readonly voxels: VoxelArray;
}

export const blockOf = (volume: Pick<Volume, 'sizes' | 'indexToWorld' | 'voxels'>): VoxelBlock => ({
  whole: volume,
  first: [0, 0, 0],
  sizes: volume.sizes,
  voxels: volume.voxels,
});

/** Voxels by which coordinates may be off by rounding: nearer to a whole number than this, they are it. */
export const SNAP = 1e-6;

export const snap = (coordinate: number): number => {
  const whole = Math.round(coordinate);
  return Math.abs(coordinate - whole) < SNAP ? whole : coordinate;
};

/** Index coordinates of a grid's pixels: first + x · right + y · down, and what a world unit along its normal is. */
export function indexSteps(volume: Geometry, { origin, right, down, normal }: SliceGrid) {
  const toIndex = worldToIndex(volume);
  return {
    first: transformPoint(toIndex, origin),
    right: transformVector(toIndex, right),
    down: transformVector(toIndex, down),
    along: transformVector(toIndex, normal),
  };
}

/** Voxels from `first` to before `end` along each axis. */
export interface IndexBox {
  readonly first: Vec3;
  readonly end: Vec3;
}

/**
 * The voxels that samples of a tile can touch; undefined where it lies beside the volume.
 * @param thickness world thickness of the slab around it; 0 for none.
 * @param marginPixels pixels around the tile that are looked at too.
 */
export function neededBox(
  volume: Geometry,
  grid: SliceGrid,
  { left, top, width, height }: Tile,
  thickness: number,
  marginPixels: number,
): IndexBox | undefined {
  const { first, right, down, along } = indexSteps(volume, grid);
  const columns = [left - marginPixels, left + width - 1 + marginPixels];
  const rows = [top - marginPixels, top + height - 1 + marginPixels];
  const halves = [-thickness / 2, thickness / 2];
  const ends = ([0, 1, 2] as const).map((axis) => {
    const coordinates = columns.flatMap((x) =>
      rows.flatMap((y) => halves.map((t) => first[axis] + x * right[axis] + y * down[axis] + t * along[axis])),
    );
    return [snap(Math.min(...coordinates)), snap(Math.max(...coordinates))] as const;
  });
  const isBeside = ends.some(([low, high], axis) => high < -0.5 - SNAP || low > volume.sizes[axis]! - 0.5 + SNAP);
  if (isBeside) return undefined;
  const clamp = (index: number, axis: 0 | 1 | 2) => Math.min(Math.max(index, 0), volume.sizes[axis] - 1);
  return {
    first: mapVec3(volume.sizes, (_, axis) => clamp(Math.floor(ends[axis]![0]), axis)),
    end: mapVec3(volume.sizes, (_, axis) => clamp(Math.ceil(ends[axis]![1]), axis) + 1),
  };
}

/** Halves a tile until what each part needs is few voxels, or the part is small. */
export function splitTile(tile: Tile, boxOf: (tile: Tile) => IndexBox | undefined, voxelsMax: number): Tile[] {
  const box = boxOf(tile);
  if (!box) return [];
  const voxels = box.end.reduce((product, end, axis) => product * (end - box.first[axis]!), 1);
  const side = Math.max(tile.width, tile.height);
  if (voxels <= voxelsMax || side <= TILE_SIDE_MIN) return [tile];
  return halves(tile).flatMap((half) => splitTile(half, boxOf, voxelsMax));
}

const TILE_SIDE_MIN = 8;

function halves(tile: Tile): readonly [Tile, Tile] {
  const { left, top, width, height } = tile;
  if (width >= height) {
    const half = width >> 1;
    return [
      { ...tile, width: half },
      { ...tile, left: left + half, width: width - half },
    ];
  }
  const half = height >> 1;
  return [
    { ...tile, height: half },
    { ...tile, top: top + half, height: height - half },
  ];
}
