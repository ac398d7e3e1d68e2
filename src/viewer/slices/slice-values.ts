/** Values and places of slices. */
import type { ValueRange, Vec3, Volume } from '../../index.js';
import { defaultWindow } from '../../slices/layers/default-window.js';
import type { FineValue } from '../data/fine-value.js';
import type { ViewerData } from '../data/viewer-data.js';
import type { ViewerDocument } from '../document/document.js';
import {
  clampIndex,
  indexToWorldPoint,
  middleOf,
  pointOfSlice,
  type SlicePlane,
  type SlicePoint,
  sliceNumber,
  slicePosition,
  toIndex,
} from './slice-planes.js';

/** The data that are loaded, and how they are shown. */
export interface Shown {
  readonly document: ViewerDocument;
  readonly data: ViewerData;
}

/** The values from black to white. */
export function sliceWindow({ document, data }: Shown): ValueRange {
  if (document.sliceWindow) return document.sliceWindow;
  const { statistics } = data;
  return statistics ? defaultWindow(statistics) : [0, 1];
}

/** The index point where the planes cross. */
export function cursorOf({ document }: Pick<Shown, 'document'>, volume: Volume): Vec3 {
  return document.cursor ? clampIndex(volume.sizes, toIndex(volume, document.cursor)) : middleOf(volume);
}

/** The world point where the planes cross. */
export const cursorWorld = ({ document }: Pick<Shown, 'document'>, volume: Volume): Vec3 =>
  document.cursor ?? indexToWorldPoint(volume, middleOf(volume));

/** The coordinate along the normal of the slice that is shown. */
export function shownPosition(
  { document, data }: Pick<Shown, 'document'> & { readonly data: Pick<ViewerData, 'pages'> },
  volume: Volume,
  plane: SlicePlane,
): number {
  const world = cursorWorld({ document }, volume);
  const number = sliceNumber(plane, world);
  const middle = slicePosition(plane, number);
  if (!data.pages) return middle;
  // A store's slices are those of finer voxels: any that is no farther away than the ends of a coarse one.
  const own = plane.normal[0] * world[0] + plane.normal[1] * world[1] + plane.normal[2] * world[2];
  return Math.abs(own - middle) <= Math.abs(plane.step) / 2 ? own : middle;
}

/** The index point at a place of the slice that is shown, in fractions of its width and height; undefined beside the voxels. */
export function pointUnder(
  { document, data }: Pick<Shown, 'document'> & { readonly data: Pick<ViewerData, 'pages'> },
  volume: Volume,
  plane: SlicePlane,
  place: SlicePoint,
): Vec3 | undefined {
  const position = shownPosition({ document, data }, volume, plane);
  const index = toIndex(volume, pointOfSlice(plane, place, position));
  return index.every((at, axis) => at >= -0.5 && at <= volume.sizes[axis]! - 0.5) ? index : undefined;
}

/** The value of the nearest voxel. */
export function valueAt({ sizes, voxels }: Volume, index: Vec3): number {
  const [i, j, k] = clampIndex(sizes, index).map(Math.round) as unknown as Vec3;
  return voxels[i + sizes[0] * (j + sizes[1] * k)]!;
}

/** The value at an index point of the volume: that of the finest voxel there, or about that until it has been read. */
export function describeValue({ data }: Pick<Shown, 'data'>, fine: FineValue, index: Vec3): string {
  const { volume, pages } = data;
  if (!volume) return '';
  const coarse = formatValue(valueAt(volume, index));
  if (!pages) return coarse;
  const value = fine.at(pages, toIndex(pages.level, indexToWorldPoint(volume, index)));
  return value === undefined ? `about ${coarse}` : formatValue(value);
}

export const formatValue = (value: number) => (Number.isInteger(value) ? String(value) : value.toPrecision(5));
