/** Values and places of slices. */
import type { ValueRange, Vec3, Volume } from '../../index.js';
import { defaultWindow } from '../../slices/layers/default-window.js';
import type { FineValue } from '../data/fine-value.js';
import type { ViewerData } from '../data/viewer-data.js';
import type { ViewerDocument } from '../document/document.js';
import { clampIndex, middleOf, pointOfSlice, type SlicePlane, toIndex, toWorld } from './slice-planes.js';

/** The data that are loaded, and how they are shown. */
interface Shown {
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

/** The index point at a place of the slice that is shown, in fractions of its width and height; undefined beside it. */
export function pointUnder(
  { document, data }: Pick<Shown, 'document'> & { readonly data: Pick<ViewerData, 'pages'> },
  volume: Volume,
  plane: SlicePlane,
  place: { readonly x: number; readonly y: number },
): Vec3 | undefined {
  if (![place.x, place.y].every((share) => share >= 0 && share <= 1)) return undefined;
  const cursor = cursorOf({ document }, volume);
  // A store's slices are those of finer voxels.
  const onSlice = cursor.map((at, axis) => (axis === plane.normal && !data.pages ? Math.round(at) : at));
  return pointOfSlice(plane, volume.sizes, place, onSlice as unknown as Vec3);
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
  const value = fine.at(pages, toIndex(pages.level, toWorld(volume, index)));
  return value === undefined ? `about ${coarse}` : formatValue(value);
}

export const formatValue = (value: number) => (Number.isInteger(value) ? String(value) : value.toPrecision(5));
