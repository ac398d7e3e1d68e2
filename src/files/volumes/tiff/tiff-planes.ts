/** How the pages of a TIFF file make a volume: what OME-XML or ImageJ wrote into the first page's description. */
import type { Vec3 } from '../../../math/vec3.js';
import type { VolumeSelection } from '../source.js';
import { type PageAxis, pageAxes, parseStackShape } from './stack-shape.js';
import { TAG, type TiffDirectory } from './tiff-directory.js';
import type { TiffPage } from './tiff-page.js';

/** A page, each index from 0. */
export interface PageLocation {
  /** The file beside this one that has it; undefined for this one. */
  readonly file: string | undefined;
  readonly page: number;
}

export interface TiffPlanes {
  /** Slices in pages, each of which may hold several. */
  readonly slices: number;
  readonly channels: number;
  readonly times: number;
  readonly pageOf: (slice: number, channel: number, time: number) => PageLocation;
  readonly spacings: Vec3;
  /** The unit of the spacings; undefined where the file says nothing. */
  readonly unit: string | undefined;
  /** Whether pixels have a distance, and slices have none. */
  readonly lacksSliceDistance?: boolean;
  /** Lines for the user about what else the file describes, or does not. */
  readonly notes?: readonly string[];
}

/** The description that a program wrote into the first page; empty where there is none. */
export function describeFile(first: TiffDirectory): string {
  const text = first.get(TAG.description);
  return typeof text === 'string' ? text : '';
}

/**
 * The planes of files without OME-XML: as ImageJ or tifffile say, or a slice for each of `pageCount` pages. Pages of which nothing is said are
 * points in time where they are very many for their size, unless the selection says how far apart they are.
 * @throws InputError for several axes of pages without names, unless the selection says what they are.
 */
export function findPlanes(
  first: TiffDirectory,
  page: TiffPage,
  pageCount: number,
  selection: VolumeSelection,
): TiffPlanes {
  const description = describeFile(first);
  if (description.startsWith('ImageJ=')) return readImageJ(description, first, pageCount);
  const shape = parseStackShape(description);
  const axes = shape && pageAxes(shape, page, pageCount, selection);
  const isUnnamed = shape?.axes === undefined && (axes === undefined || axes.length === 1);
  const isFilm =
    isUnnamed && !selection.spacings && page.depth === 1 && pageCount >= FILM_PAGES * Math.max(page.width, page.height);
  const planes = isFilm ? planesAlong([{ size: pageCount, role: 'times' }]) : axes && planesAlong(axes);
  const guess = `does not say what its ${pageCount} pages are, which are taken for points in time; --spacing X,Y,Z takes them for slices`;
  return { ...(planes ?? stackOf(pageCount)), spacings: [1, 1, 1], unit: undefined, ...(isFilm && { notes: [guess] }) };
}

/** Pages by the longer side of one, from which on they are a film: no stack is as much longer than it is wide. */
const FILM_PAGES = 16;

/** @param axes the outermost first. */
function planesAlong(axes: readonly PageAxis[]): Omit<TiffPlanes, 'spacings' | 'unit'> {
  const counts = { slices: 1, channels: 1, times: 1 };
  const strides = { slices: 0, channels: 0, times: 0 };
  let stride = 1;
  for (const { size, role } of [...axes].reverse()) {
    [counts[role], strides[role]] = [size, stride];
    stride *= size;
  }
  const pageOf = (slice: number, channel: number, time: number) =>
    inThisFile(slice * strides.slices + channel * strides.channels + time * strides.times);
  return { ...counts, pageOf };
}

const stackOf = (slices: number) => ({ slices, channels: 1, times: 1, pageOf: (slice: number) => inThisFile(slice) });

const inThisFile = (page: number): PageLocation => ({ file: undefined, page });

/** Whether pages that ImageJ has for slices are frames: it says how long they last, and not how far apart they are. */
const isFilmOf = (fields: ReadonlyMap<string, string>): boolean =>
  Number(fields.get('finterval')) > 0 && !fields.has('spacing') && !fields.has('frames');

/** The value of ResolutionUnit for a unit that ImageJ alone may name. */
const NO_UNIT = 1;

function readImageJ(description: string, first: TiffDirectory, pageCount: number): TiffPlanes {
  const fields = new Map(description.split('\n').map((line) => line.split('=', 2) as [string, string]));
  const count = (name: string) => Math.max(Number(fields.get(name) ?? 1) || 1, 1);
  const isFilm = isFilmOf(fields);
  const channels = count('channels');
  const [slices, times] = isFilm ? [1, count('slices')] : [count('slices'), count('frames')];
  // Resolutions without either are those of a screen, such as 72 dots to the inch.
  const isCalibrated = fields.has('unit') || first.get(TAG.resolutionUnit)?.[0] === NO_UNIT;
  const spacing = (tag: number) => {
    const perUnit = first.get(tag)?.[0];
    return isCalibrated && typeof perUnit === 'number' && perUnit > 0 && Number.isFinite(perUnit) ? 1 / perUnit : 1;
  };
  const depth = Math.abs(Number(fields.get('spacing') ?? 1)) || 1;
  const spacings = [spacing(TAG.xResolution), spacing(TAG.yResolution), depth] as const;
  const name = fields.get('unit')?.trim();
  const unit =
    name?.replace(/\\u([0-9a-fA-F]{4})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))) || undefined;
  const lacksSliceDistance = spacings[0] !== 1 && !fields.has('spacing') && slices > 1;
  const distances = { spacings, unit, lacksSliceDistance };
  if (channels * slices * times !== pageCount) return { ...stackOf(pageCount), ...distances };
  const pageOf = (slice: number, channel: number, time: number) =>
    inThisFile(channel + channels * (slice + slices * time));
  return { slices, channels, times, pageOf, ...distances };
}
