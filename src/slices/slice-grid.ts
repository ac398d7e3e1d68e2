/** The pixels of a slice in the world. */
import { add, addScaled, dot, scale, type Vec3 } from '../math/vec3.js';
import { corners, type Volume } from '../volume/volume.js';
import type { PlaneDirections } from './planes.js';

/** A grid of voxels without them. */
export type Geometry = Pick<Volume, 'sizes' | 'indexToWorld'>;

/** The centre of pixel (x, y) is at origin + x · right + y · down. */
export interface SliceGrid {
  readonly origin: Vec3;
  /** The way of one pixel. */
  readonly right: Vec3;
  readonly down: Vec3;
  /** Unit vector that positions grow along. */
  readonly normal: Vec3;
  readonly width: number;
  readonly height: number;
  /** World length of a pixel's side. */
  readonly pixelWorld: number;
}

/** Smallest and largest coordinate of points along a unit vector. */
export function extentAlong(points: readonly Vec3[], direction: Vec3): readonly [low: number, high: number] {
  const coordinates = points.map((point) => dot(point, direction));
  return [Math.min(...coordinates), Math.max(...coordinates)];
}

/** How far a volume's box reaches along a unit vector. */
export const boxExtent = (volume: Geometry, direction: Vec3) => extentAlong(corners(volume), direction);

/** Pixels: an extent that is longer by less than this has no pixel more. */
const ROUNDING = 1e-6;

const countPixels = ([low, high]: readonly [number, number], pixelWorld: number) =>
  Math.max(1, Math.ceil((high - low) / pixelWorld - ROUNDING));

/** The pixels that a volume's whole box takes, as seen along a plane's normal. */
export function gridSize(volume: Geometry, { right, down }: PlaneDirections, pixelWorld: number) {
  return {
    width: countPixels(boxExtent(volume, right), pixelWorld),
    height: countPixels(boxExtent(volume, down), pixelWorld),
  };
}

/**
 * A slice of a volume's whole box, which is in the middle of its pixels: where the box is a whole number of pixels wide, its edges
 * are those of pixels.
 * @param position coordinate along the plane's normal.
 */
export function fitGrid(volume: Geometry, plane: PlaneDirections, position: number, pixelWorld: number): SliceGrid {
  const size = gridSize(volume, plane, pixelWorld);
  const start = (direction: Vec3, pixels: number) => {
    const [low, high] = boxExtent(volume, direction);
    return (low + high) / 2 - ((pixels - 1) / 2) * pixelWorld;
  };
  const first = [start(plane.right, size.width), start(plane.down, size.height)] as const;
  return placeGrid(plane, position, first, pixelWorld, size);
}

/**
 * Any pixels of a plane.
 * @param first coordinates of the centre of the first pixel along `right` and `down`.
 */
export function placeGrid(
  { right, down, normal }: PlaneDirections,
  position: number,
  [across, along]: readonly [number, number],
  pixelWorld: number,
  { width, height }: Pick<SliceGrid, 'width' | 'height'>,
): SliceGrid {
  return {
    origin: add(add(scale(right, across), scale(down, along)), scale(normal, position)),
    right: scale(right, pixelWorld),
    down: scale(down, pixelWorld),
    normal,
    width,
    height,
    pixelWorld,
  };
}

/** The rows of a grid from `top` on as a grid of their own. */
export const bandOf = (grid: SliceGrid, top: number, height: number): SliceGrid => ({
  ...grid,
  origin: addScaled(grid.origin, grid.down, top),
  height,
});

/** A part of a grid, in its pixels. */
export interface Tile {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const wholeTile = ({ width, height }: SliceGrid): Tile => ({ left: 0, top: 0, width, height });

/** The place of a world point on a slice, in pixels; that of the centre of the first pixel is (0, 0). */
export function toPixel({ origin, right, down, pixelWorld }: SliceGrid, [x, y, z]: Vec3): readonly [number, number] {
  const from: Vec3 = [x - origin[0], y - origin[1], z - origin[2]];
  return [dot(from, right) / pixelWorld ** 2, dot(from, down) / pixelWorld ** 2];
}
