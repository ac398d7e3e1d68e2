/** Values and places of slices. */
import type { ValueRange, Vec3, Volume } from '../../index.js';
import { recognizeValues } from '../../lab.js';
import { type GreyAppearance, greyAppearanceOf } from '../../slices/layers/default-window.js';
import type { FineValue } from '../data/fine-value.js';
import type { ViewerData } from '../data/viewer-data.js';
import type { ViewerDocument } from '../document/document.js';
import { formatPoint } from '../measure/measurements.js';
import {
  clampIndex,
  indexToWorldPoint,
  middleOf,
  type SlicePlane,
  sliceNumber,
  slicePosition,
  toIndex,
} from './slice-planes.js';

/** The data that are loaded, and how they are shown. */
export interface Shown {
  readonly document: ViewerDocument;
  readonly data: ViewerData;
}

/** How values are greys: in the window that was chosen, else in that of the file or of the values. */
export function sliceAppearance({ document, data }: Shown): GreyAppearance {
  const { statistics, display } = data;
  if (!statistics) return { range: document.sliceWindow ?? [0, 1] };
  return greyAppearanceOf(statistics, display, document.sliceWindow, document.sliceSigmoid);
}

/** The values from black to white. */
export const sliceWindow = (shown: Shown): ValueRange => sliceAppearance(shown).range;

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
  if (!data.pages && !plane.isTurned) return middle;
  // A store's slices are those of finer voxels, and turned ones cross in a point: any that is no farther away than the ends of a voxel.
  const own = plane.normal[0] * world[0] + plane.normal[1] * world[1] + plane.normal[2] * world[2];
  return Math.abs(own - middle) <= Math.abs(plane.step) / 2 ? own : middle;
}

/** The value of the nearest voxel. */
export const valueAt = (volume: Volume, index: Vec3): number => volume.voxels[voxelAt(volume, index)]!;

function voxelAt({ sizes }: Volume, index: Vec3): number {
  const [i, j, k] = clampIndex(sizes, index).map(Math.round) as unknown as Vec3;
  return i + sizes[0] * (j + sizes[1] * k);
}

/** The value at an index point of the volume, red, green and blue of colours: that of the finest voxel there, or about that until it has been read. */
export function describeValue({ data }: Pick<Shown, 'data'>, fine: FineValue, index: Vec3): string {
  const { volume, pages } = data;
  if (!volume) return '';
  const at = 4 * voxelAt(volume, index);
  if (volume.colors && !pages) return volume.colors.subarray(at, at + 3).join(', ');
  const coarse = formatValue(valueAt(volume, index));
  if (!pages) return coarse;
  const value = fine.at(pages, toIndex(pages.level, indexToWorldPoint(volume, index)));
  return value === undefined ? `about ${coarse}` : formatValue(value);
}

/** The value and the place of a world point; an empty text beside the voxels. */
export function describeHover(shown: Shown, fine: FineValue, world: Vec3): string {
  const { volume, labels, unit = '' } = shown.data;
  if (!volume) return '';
  const index = toIndex(volume, world);
  if (!isInside(volume, index)) return '';
  const label =
    labels && isInside(labels.volume, toIndex(labels.volume, world))
      ? valueAt(labels.volume, toIndex(labels.volume, world))
      : 0;
  const name = labels?.styles.find((style) => style.label === label)?.name ?? `label ${label}`;
  const value = `${describeValue(shown, fine, index)} ${valueUnit(shown.data)}`.trim();
  return [value, ...(label ? [name] : []), formatPoint(world, unit)].join('\n');
}

const isInside = ({ sizes }: Pick<Volume, 'sizes'>, index: Vec3) =>
  index.every((at, axis) => at >= -0.5 && at <= sizes[axis]! - 0.5);

/** The window's width and level, as radiologists write them. */
export function describeWindow(shown: Shown): string {
  if (!shown.data.statistics || shown.data.volume?.colors) return '';
  const { range, own } = sliceAppearance(shown);
  const [low, high] = range;
  if (own) return `W ${roundValue(own.width)}  L ${roundValue(own.center)}`;
  return `W ${roundValue(high - low)}  L ${roundValue((low + high) / 2)}`;
}

const roundValue = (value: number) => Number(value.toPrecision(4)).toString();

/** The unit of the voxels' values; an empty text where it is not known. */
export function valueUnit({ volume, statistics }: ViewerData): string {
  return volume && statistics && recognizeValues(volume, statistics) === 'hounsfield' ? 'HU' : '';
}

export const formatValue = (value: number) => (Number.isInteger(value) ? String(value) : value.toPrecision(5));
