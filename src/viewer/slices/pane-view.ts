/** A slice as a pane shows it: the map between its pixels and the world. */
import type { ImageSize, Vec3 } from '../../index.js';
import type { Point } from '../camera/navigate.js';
import { pointOfSlice, type SlicePlane, toSlice } from './slice-planes.js';
import { placeIn, type SliceBox } from './slice-viewport.js';

/** Lengths and places are CSS pixels of the pane. */
export interface PaneView {
  readonly plane: SlicePlane;
  /** World coordinate along the plane's normal. */
  readonly position: number;
  /** The whole slice's box. */
  readonly box: SliceBox;
  readonly size: ImageSize;
}

/** The place of a world point, moved along the normal onto the slice. */
export function toPane({ plane, box }: PaneView, world: Vec3): Point {
  const { x, y } = toSlice(plane, world);
  return { x: box.x + x * box.width, y: box.y + y * box.height };
}

export const fromPane = ({ plane, box, position }: PaneView, at: Point): Vec3 =>
  pointOfSlice(plane, placeIn(box, at), position);

/** World length of a pixel. */
export const pixelWorldOf = ({ plane, box }: PaneView) => plane.widthWorld / box.width;

/** How far a world point is from the slice, along its normal. */
export const heightOver = ({ plane: { normal }, position }: Pick<PaneView, 'plane' | 'position'>, [x, y, z]: Vec3) =>
  normal[0] * x + normal[1] * y + normal[2] * z - position;

/** The pixels that a world direction goes across and down. */
export const directionIn = ({ plane: { right, down } }: Pick<PaneView, 'plane'>, [x, y, z]: Vec3): Point => ({
  x: right[0] * x + right[1] * y + right[2] * z,
  y: down[0] * x + down[1] * y + down[2] * z,
});
