/** Values and places of slices. */
import { percentile, type ValueRange, type Vec3, type Volume } from '../../index.js';
import type { ViewerData } from '../data/viewer-data.js';
import type { ViewerDocument } from '../document/document.js';
import { clampIndex, middleOf, toIndex } from './slice-planes.js';

/** The data that are loaded, and how they are shown. */
interface Shown {
  readonly document: ViewerDocument;
  readonly data: ViewerData;
}

/** Shares of the values that are black and white, where nobody has chosen. */
const WINDOW_SHARES = [0.01, 0.995] as const;

/** The values from black to white. */
export function sliceWindow({ document, data }: Shown): ValueRange {
  if (document.window) return document.window;
  const { statistics } = data;
  if (!statistics) return [0, 1];
  const [low, high] = WINDOW_SHARES.map((share) => percentile(statistics, share)) as [number, number];
  return low < high ? [low, high] : [statistics.min, Math.max(statistics.max, statistics.min + 1)];
}

/** The index point where the planes cross. */
export function cursorOf({ document }: Pick<Shown, 'document'>, volume: Volume): Vec3 {
  return document.cursor ? clampIndex(volume.sizes, toIndex(volume, document.cursor)) : middleOf(volume);
}

/** The value of the nearest voxel. */
export function valueAt({ sizes, voxels }: Volume, index: Vec3): number {
  const [i, j, k] = clampIndex(sizes, index).map(Math.round) as unknown as Vec3;
  return voxels[i + sizes[0] * (j + sizes[1] * k)]!;
}

export const formatValue = (value: number) => (Number.isInteger(value) ? String(value) : value.toPrecision(5));
